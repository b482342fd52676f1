"""GreedySanitize: publish only what a retrained attacker can no longer find.

Li, Vorobeychik, Li, Malin: Iterative Classification for Sanitizing
Large-Scale Datasets, ICDM 2015. This module holds the game itself - losses,
loop, stop, bounds, attack - over data and learners of any kind; learners of
text are `adapters.recognizers.learners`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, Self, TypeVar

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


@dataclass(frozen=True)
class Round(Generic[D]):
    """One round of the loop.

    Parameters
    ----------
    classifier : Classifier
        h_k, learned on what the rounds before left.
    true_positives, false_positives : int
        Of h_k on the data it was learned from (the paper's stop looks at these).
    held_out_true_positives, held_out_false_positives : int or None
        The same by cross-fitting: every instance judged by a classifier learned without its fold.
    """

    classifier: Classifier[D]
    true_positives: int
    false_positives: int
    held_out_true_positives: int | None = None
    held_out_false_positives: int | None = None

    def counts(self, stopping: Stopping) -> tuple[int, int]:
        """True and false positives that the stop looks at."""
        if stopping == "training":
            return self.true_positives, self.false_positives
        if self.held_out_true_positives is None or self.held_out_false_positives is None:
            raise ValueError("the round was not cross-fitted")
        return self.held_out_true_positives, self.held_out_false_positives


@dataclass(frozen=True)
class Sanitizer(Generic[D]):
    """The fitted set H: what a release applies to new documents.

    Parameters
    ----------
    rounds : sequence of Round
        Accepted rounds, in order.
    loss_ratio : float
        L/C at which the loop stopped.
    stopping : {"training", "cross-fitted"}
        Which counts the stop looked at.
    """

    rounds: Sequence[Round[D]]
    loss_ratio: float
    stopping: Stopping

    def sanitize(self, data: D) -> D:
        """Remove the predicted positives of every classifier; each sees the fake tokens of those before."""
        return apply([r.classifier for r in self.rounds], data)


def apply(classifiers: Sequence[Classifier[D]], data: D) -> D:
    """Remove the predicted positives of `classifiers`, one after the other."""
    for classifier in classifiers:
        data = data.remove(classifier.predict(data) & data.remaining)
    return data


@dataclass
class GreedyPath(Generic[D]):
    """The rounds of GreedySanitize in order, learned when they are first asked for.

    What is learned in a round depends on the rounds before it and not on L/C:
    L/C only says where to stop. So one path serves every L/C, and a larger
    L/C stops later or at the same place: the published set never grows with it.

    Parameters
    ----------
    data : Data
        Labelled training data X_t.
    learner : Learner
        LearnClassifier of Algorithm 1.
    stopping : {"training", "cross-fitted"}
        ``"training"`` is the paper's: the stop looks at the data that the classifier was learned from, so a
        learner that memorises keeps going or stops for the wrong reasons. ``"cross-fitted"``: every
        instance is judged, and removed, by a classifier learned without its fold.
    n_folds : int, >= 2
        Folds of cross-fitting.
    """

    data: D
    learner: Learner[D]
    stopping: Stopping = "training"
    n_folds: int = 4
    rounds: list[Round[D]] = field(default_factory=list)
    _left: D | None = None
    _exhausted: bool = False

    def sanitizer(self, loss_ratio: float, on_round: Callable[[int], None] = lambda k: None) -> Sanitizer[D]:
        """Run Algorithm 1 for one L/C.

        Parameters
        ----------
        loss_ratio : float, > 0
            L/C.
        on_round : callable, optional
            Told the number of rounds accepted so far.

        Returns
        -------
        Sanitizer

        Notes
        -----
        Every accepted round removes a sensitive instance (the loss could not
        fall otherwise), so there are at most ``|X_t|`` rounds (Theorem 3.1); the
        loop asserts it. The last classifier, at which the loop stops, is not added.
        """
        accepted = 0
        while accepted < len(self.data.sensitive):
            if accepted == len(self.rounds):
                self._learn_round()
            true_positives, false_positives = self.rounds[accepted].counts(self.stopping)
            if stops(true_positives, false_positives, loss_ratio):
                break
            accepted += 1
            on_round(accepted)
        return Sanitizer(tuple(self.rounds[:accepted]), loss_ratio, self.stopping)

    def _learn_round(self) -> None:
        """Learn h_k on what the rounds so far leave, and remember what it leaves."""
        left = self._left if self._left is not None else self.data
        if self.rounds:
            left = left.remove(self._positives)
        classifier = self.learner.fit(left)
        predicted = classifier.predict(left) & left.remaining
        held_out = self._held_out(left) if self.stopping == "cross-fitted" else None
        sensitive = left.sensitive
        self._left = left
        self._positives = predicted if held_out is None else held_out
        self.rounds.append(
            Round(
                classifier,
                int((predicted & sensitive).sum()),
                int((predicted & ~sensitive).sum()),
                None if held_out is None else int((held_out & sensitive).sum()),
                None if held_out is None else int((held_out & ~sensitive).sum()),
            )
        )

    _positives: Mask = field(default_factory=lambda: np.zeros(0, bool))

    def _held_out(self, left: D) -> Mask:
        """Predictions for every instance by a classifier learned without its fold."""
        predicted = np.zeros(len(left.sensitive), bool)
        for fold in left.split(self.n_folds):
            classifier = self.learner.fit(left.subset(~fold))
            predicted[fold] = classifier.predict(left.subset(fold))
        held_out: Mask = predicted & left.remaining
        return held_out


def greedy_sanitize(
    data: D, learner: Learner[D], loss_ratio: float, stopping: Stopping = "training", n_folds: int = 4
) -> Sanitizer[D]:
    """GreedySanitize (Algorithm 1) for one L/C.

    Parameters
    ----------
    data : Data
        Labelled training data X_t.
    learner : Learner
    loss_ratio : float, > 0
        L/C: loss of one sensitive instance found, over the cost of one harmless instance withheld.
    stopping : {"training", "cross-fitted"}
        See `GreedyPath`.
    n_folds : int, >= 2

    Returns
    -------
    Sanitizer

    References
    ----------
    Li et al. 2015, Algorithm 1, Theorem 3.1.
    """
    return GreedyPath(data, learner, stopping, n_folds).sanitizer(loss_ratio)


def is_local_optimum(data: D, attacker: Classifier[D], loss_ratio: float) -> bool:
    """Whether adding the attacker's best classifier to H would not lower the loss (Definition 4.1)."""
    predicted = attacker.predict(data) & data.remaining
    true_positives = int((predicted & data.sensitive).sum())
    return stops(true_positives, int(predicted.sum()) - true_positives, loss_ratio)


@dataclass(frozen=True)
class Attack:
    """What an attacker finds in published data.

    Parameters
    ----------
    learner : str
        The learner whose classifier was the most accurate on the attacker's own held-out data.
    n_published, n_sensitive : int
        Instances published, and sensitive ones among them.
    true_positives, false_positives : int
        Of the attacker's classifier on the published data (TP_A, FP_A).
    """

    learner: str
    n_published: int
    n_sensitive: int
    true_positives: int
    false_positives: int

    def found(self, budget: int) -> float:
        """Sensitive instances that inspecting `budget` instances is expected to find.

        Predicted positives are inspected first, then the others, in any order within each.
        """
        positives = self.true_positives + self.false_positives
        first = min(budget, positives)
        then = min(budget, self.n_published) - first
        negatives = self.n_published - positives
        missed = self.n_sensitive - self.true_positives
        gain = self.true_positives * first / positives if positives else 0.0
        return gain + (missed * then / negatives if negatives else 0.0)

    def found_at_random(self, budget: int) -> float:
        """Sensitive instances that inspecting `budget` instances at random is expected to find."""
        return (
            min(budget, self.n_published) * self.n_sensitive / self.n_published if self.n_published else 0.0
        )

    def largest_gain(self) -> float:
        """The gain at the budget where it is largest: when all predicted positives are inspected."""
        return self.gain(self.true_positives + self.false_positives)

    def gain(self, budget: int) -> float:
        """Sensitive instances that the classifier finds beyond random inspection of the same `budget`."""
        return max(0.0, self.found(budget) - self.found_at_random(budget))


def attack(labelled: D, published: D, learners: Sequence[Learner[D]], n_folds: int = 4) -> Attack:
    """Attack published data as the paper's attacker does.

    Parameters
    ----------
    labelled : Data
        Sanitized data whose sensitive instances the attacker knows; never the published data itself.
    published : Data
        Sanitized data under attack.
    learners : sequence of Learner
        The attacker keeps the one that is most accurate on held-out parts of `labelled`.
    n_folds : int, >= 2

    Returns
    -------
    Attack

    References
    ----------
    Li et al. 2015, section II "Threat Model" and section V.
    """
    best = learners[0]
    if len(learners) > 1:
        best = max(learners, key=lambda learner: _held_out_accuracy(labelled, learner, n_folds))
    predicted = best.fit(labelled).predict(published) & published.remaining
    sensitive = published.sensitive & published.remaining
    true_positives = int((predicted & sensitive).sum())
    return Attack(
        learner=best.name,
        n_published=int(published.remaining.sum()),
        n_sensitive=int(sensitive.sum()),
        true_positives=true_positives,
        false_positives=int(predicted.sum()) - true_positives,
    )


def _held_out_accuracy(data: D, learner: Learner[D], n_folds: int) -> float:
    """Share of remaining instances of the first fold judged rightly by a classifier of the others."""
    fold = data.split(n_folds)[0]
    inner, outer = data.subset(~fold), data.subset(fold)
    predicted = learner.fit(inner).predict(outer)
    right = (predicted == outer.sensitive)[outer.remaining]
    return float(right.mean()) if right.size else 1.0


@dataclass(frozen=True)
class Selection(Generic[D]):
    """The most accurate of several learners, chosen anew each round on held-out data.

    Parameters
    ----------
    learners : sequence of Learner
    name : str
    n_folds : int, >= 2
        One fold is held out to compare them.
    """

    learners: Sequence[Learner[D]]
    name: str = "selection"
    n_folds: int = 4

    def fit(self, data: D) -> Classifier[D]:
        """A classifier of the most accurate learner, learned on all of `data`."""
        best = max(self.learners, key=lambda learner: _held_out_accuracy(data, learner, self.n_folds))
        return best.fit(data)
