"""A document as the program sees it, the settings, and what is decided about it.

References
----------
Cumby and Ghani (IAAI 2011), Definition 1 and the K-REDACTOR program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_redactor.model import Floats, Ints, NaiveBayes
from engine.methods.k_redactor.solving.objectives import Objective, word_utility

Bools = NDArray[np.bool_]
Status = Literal["optimal", "rounded", "infeasible"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to redact.

    Parameters
    ----------
    k : int
        Size of the confusion set, the true class included: k - 1 other classes must score
        at least as high as the true one. (Definition 1 as printed asks for k others; the paper's
        program and experiments, where k = 1 is the unredacted text, use k - 1.)
    objective : Objective
    price : float
        Nats per word kept, for ``"priced-log-odds"``.
    priors : bool
        Whether the constraints contain the class priors. Definition 1 needs
        them; the program as printed leaves them out.
    margin : float
        Nats by which the k - 1 classes must lead; > 0 so that no tie decides.
    hold : int
        How many of the classes next in line are kept behind the true one, so that
        it ranks k-th exactly; given up for a document where it cannot be had. 0: not at
        all, as in the paper. Holding the rank raises the paper's k-eval, and tells a
        reader who knows the method which rank to guess: for measurement.
    exact : bool
        Solve the integer program (HiGHS) instead of rounding the linear one.
    """

    k: int = 3
    objective: Objective = "priced-log-odds"
    price: float = 0.3
    priors: bool = True
    margin: float = 1e-6
    hold: int = 0
    exact: bool = False


@dataclass(frozen=True, eq=False)
class Guard:
    """A further linear classifier, to be misled beside naive Bayes.

    Parameters
    ----------
    intercepts : ndarray, shape (n_classes,)
    weights : ndarray, shape (n_classes, n_words)
        Score of a class: its intercept plus the weights of the words present.
    margin : float
        By how much k - 1 classes must lead.
    k : int
        Its own k; 0: that of the settings.
    lead_already : bool
        Whether the classes that must lead are those that do when every word is gone.
    """

    intercepts: Floats
    weights: Floats
    margin: float = 0.0
    k: int = 0
    lead_already: bool = False

    def of(self, words: Sequence[int] | Ints, fixed: Sequence[int] = ()) -> Guard:
        """The same classifier on some words only, `fixed` ones being there whatever happens."""
        intercepts = self.intercepts + self.weights[:, list(fixed)].sum(axis=1)
        return replace(
            self, intercepts=intercepts, weights=self.weights[:, np.asarray(words, dtype=np.int64)]
        )

    def leaders(self, own: int, k: int) -> list[int]:
        """The k - 1 other classes that must lead: those that score highest when every word is present."""
        present = 0.0 if self.lead_already else self.weights.sum(axis=1)
        return highest(self.intercepts + present, own, (self.k or k) - 1)


@dataclass(frozen=True, eq=False)
class Case:
    """One document as the program sees it.

    Parameters
    ----------
    log_prior, log_likelihood : ndarray
        Of the sensitive classes, for the document's words (`NaiveBayes.view`).
    own : int
        The sensitive class to hide.
    utility : ndarray, shape (n_words,)
        Worth of each word.
    guards : sequence of Guard
        Further linear classifiers, restricted to the document's words, that must be
        misled as well.
    fixed : ndarray, shape (n_classes,), or float
        Summed log likelihood of words that stay whatever is decided; 0: there are none.
    """

    log_prior: Floats
    log_likelihood: Floats
    own: int
    utility: Floats
    guards: Sequence[Guard] = ()
    fixed: Floats | float = 0.0

    def start(self, priors: bool = True) -> Floats:
        """Score of every class when all words are suppressed that may be."""
        return np.asarray((self.log_prior if priors else 0 * self.log_prior) + self.fixed)


@dataclass(frozen=True, eq=False)
class Redaction:
    """Which words of a document stay.

    Parameters
    ----------
    status : {"optimal", "rounded", "infeasible"}
        Infeasible: no subset of the words hides the class; the document must be refused.
    kept : ndarray of bool, shape (n_words,)
    objective : float
        Utility of the words kept.
    bound : float
        Optimum of the linear program: no integer solution is better; infinite when
        the program had none and everything was suppressed.
    competitors : sequence of int
        The k - 1 classes that lead.
    """

    status: Status
    kept: Bools
    objective: float
    bound: float
    competitors: Sequence[int]

    @property
    def gap(self) -> float:
        """Utility lost to rounding, at most."""
        return max(0.0, self.bound - self.objective) if np.isfinite(self.bound) else 0.0


def make_case(
    sensitive: NaiveBayes,
    utility: NaiveBayes | None,
    words: Sequence[int] | Ints,
    own: int,
    topic: int | None,
    settings: Settings,
    in_corpus: bool = False,
    guards: Sequence[Guard] = (),
    *,
    fixed: Sequence[int] = (),
    document: Sequence[int] | None = None,
) -> Case:
    """Prepare a document: the model's view of its words and their worth.

    Parameters
    ----------
    sensitive, utility : NaiveBayes
        Utility None (or ``topic`` None): every word is worth the same.
    words : sequence of int
    own, topic : int
        Classes of the document.
    in_corpus : bool
        The models were fitted on the document too: take its counts back, so that
        the defender decides with the model an attacker without the document has.
    guards : sequence of Guard
        Over the whole vocabulary.
    fixed : sequence of int
        Further words that stay whatever is decided.
    document : sequence of int, optional
        All words of the document as it stands in the corpus; None: exactly `words`.
    """
    narrow = [guard.of(words, fixed) for guard in guards]
    log_prior, log_likelihood = sensitive.view(words, own if in_corpus else None, document)
    base: Floats | float = 0.0
    if len(fixed):
        taken = words if document is None else document
        base = sensitive.view(fixed, own if in_corpus else None, taken)[1].sum(axis=1)
    worth = np.ones(len(words))
    if utility is not None and topic is not None and settings.objective != "least-redaction":
        view = utility.view(words, topic if in_corpus else None, document)
        worth = word_utility(settings.objective, *view, topic, settings.price)
    return Case(log_prior, log_likelihood, own, worth, narrow, base)


def highest(scores: Floats, own: int, n: int) -> list[int]:
    """The n classes other than `own` with the highest scores, best first."""
    return [int(c) for c in np.argsort(-scores, kind="stable") if c != own][:n]


def hides(case: Case, kept: Bools, k: int, margin: float, priors: bool = True) -> bool:
    """Whether k - 1 other classes lead by `margin`, for naive Bayes and every guard.

    A document without words is decided by the priors alone; there an exact tie is enough.
    """
    scores = case.start(priors) + case.log_likelihood[:, kept].sum(axis=1)
    least = margin if kept.any() else 0.0
    if (np.delete(scores, case.own) >= scores[case.own] + least).sum() < k - 1:
        return False
    for guard in case.guards:
        scores = guard.intercepts + guard.weights[:, kept].sum(axis=1)
        if (np.delete(scores, case.own) >= scores[case.own] + guard.margin).sum() < (guard.k or k) - 1:
            return False
    return True
