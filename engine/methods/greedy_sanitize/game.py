"""The game of GreedySanitize: data and learners of any kind, losses, the stop and its bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Stopping = Literal["training", "cross-fitted"]


class Data(Protocol):
    """n instances, of which some are sensitive and some are already removed."""

    @property
    def sensitive(self) -> Mask:
        """Which instances are sensitive, shape (n,)."""
        ...

    @property
    def remaining(self) -> Mask:
        """Which instances are not removed, shape (n,)."""
        ...

    def remove(self, instances: Mask) -> Self:
        """The data with `instances` replaced by fake tokens."""
        ...

    def split(self, n_folds: int) -> Sequence[Mask]:
        """Folds of instances; a document is never divided between two."""
        ...

    def subset(self, instances: Mask) -> Self:
        """The data of `instances` only, a union of folds; their order is kept."""
        ...


D = TypeVar("D", bound=Data)
D_contra = TypeVar("D_contra", bound=Data, contravariant=True)


class Classifier(Protocol[D_contra]):
    """Predicts which instances are sensitive."""

    def predict(self, data: D_contra) -> Mask:
        """Predicted positives, shape (n,)."""
        ...


class Learner(Protocol[D_contra]):
    """Learns a classifier from labelled data; removed instances are context, never examples."""

    @property
    def name(self) -> str:
        """How results name it."""
        ...

    def fit(self, data: D_contra) -> Classifier[D_contra]:
        """A classifier as accurate as the learner can make it on the remaining instances."""
        ...


def loss(false_negatives: float, false_positives: float, loss_ratio: float) -> float:
    """The publisher's loss ``T(H) = L FN(H) + C FP(H)`` in units of C.

    Parameters
    ----------
    false_negatives, false_positives : float, >= 0
        Sensitive instances published; harmless instances removed.
    loss_ratio : float, > 0
        L/C.

    Returns
    -------
    float

    References
    ----------
    Li et al. 2015, section II, "Data Publisher Model".

    Examples
    --------
    >>> loss(false_negatives=3, false_positives=40, loss_ratio=10)
    70
    """
    return loss_ratio * false_negatives + false_positives


def stops(true_positives: float, false_positives: float, loss_ratio: float) -> bool:
    """Whether adding a classifier would not lower the loss: ``T(H u h) - T(H) >= 0``.

    Parameters
    ----------
    true_positives, false_positives : float, >= 0
        Of the classifier on what is left.
    loss_ratio : float, > 0
        L/C.

    Notes
    -----
    ``T(H u h) - T(H) = C FP(h, P) - L TP(h, P)``, so the test holds exactly when
    ``TP(h, P) = 0`` or ``FP(h, P) / TP(h, P) >= L / C`` (Theorem 4.1).

    References
    ----------
    Li et al. 2015, Algorithm 1 and Theorem 4.1.

    Examples
    --------
    >>> stops(true_positives=5, false_positives=20, loss_ratio=10)
    False
    >>> stops(true_positives=1, false_positives=20, loss_ratio=10)
    True
    """
    return false_positives >= loss_ratio * true_positives


def attack_bound(n_harmless: int, loss_ratio: float) -> float:
    """Most sensitive instances that the best attacker's classifier finds: ``TP_A <= (C/L) (1 - alpha) n``.

    Parameters
    ----------
    n_harmless : int
        ``(1 - alpha) n``, instances that are not sensitive.
    loss_ratio : float, > 0
        L/C.

    References
    ----------
    Li et al. 2015, Theorem 4.2.
    """
    return n_harmless / loss_ratio
