"""The attacker, who learns from published data, and what inspecting his finds is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from engine.methods.greedy_sanitize.game import Classifier, D, Learner


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
