"""The publisher: adds classifiers, each learned on what those before left, until one more would not pay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from engine.methods.greedy_sanitize.game import Classifier, D, Learner, Mask, Stopping, stops


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
