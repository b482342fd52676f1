"""K-Redactor: suppress words so that k - 1 other classes score at least as high as the true one.

References
----------
Cumby and Ghani (IAAI 2011), Definition 1 and the K-REDACTOR program.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_confusable.dual import Program, Solution, solve
from engine.methods.k_confusable.highs import solve_highs
from engine.methods.k_confusable.model import Floats, Ints, NaiveBayes
from engine.methods.k_confusable.objectives import Objective, word_utility

Bools = NDArray[np.bool_]
Status = Literal["optimal", "rounded", "infeasible"]
_FEW = 8
_TOLERANCE = 1e-9


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
        it ranks k-th exactly and no more is suppressed than k asks for; given up
        for a document where it cannot be had. 0: not at all, as in the paper.
    exact : bool
        Solve the integer program (HiGHS) instead of rounding the linear one.
    """

    k: int = 3
    objective: Objective = "priced-log-odds"
    price: float = 0.3
    priors: bool = True
    margin: float = 1e-6
    hold: int = 4
    exact: bool = False


@dataclass(frozen=True, eq=False)
class Guard:
    """A linear classifier of the defender's, to be confused beside naive Bayes.

    Parameters
    ----------
    intercepts : ndarray, shape (n_classes,)
    weights : ndarray, shape (n_classes, n_words)
        Score of a class: its intercept plus the weights of the words present.
    margin : float
        By how much k - 1 classes must lead.
    """

    intercepts: Floats
    weights: Floats
    margin: float = 0.0

    def of(self, words: Sequence[int] | Ints) -> Guard:
        """The same classifier on some words only."""
        return Guard(self.intercepts, self.weights[:, np.asarray(words, dtype=np.int64)], self.margin)

    def leaders(self, own: int, k: int) -> list[int]:
        """The k - 1 other classes that score highest when every word is present."""
        return highest(self.intercepts + self.weights.sum(axis=1), own, k - 1)


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
        confused as well.
    """

    log_prior: Floats
    log_likelihood: Floats
    own: int
    utility: Floats
    guards: Sequence[Guard] = ()


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
    """
    narrow = [guard.of(words) for guard in guards]
    log_prior, log_likelihood = sensitive.view(words, own if in_corpus else None)
    if utility is None or topic is None or settings.objective == "least-redaction":
        return Case(log_prior, log_likelihood, own, np.ones(len(words)), narrow)
    view = utility.view(words, topic if in_corpus else None)
    worth = word_utility(settings.objective, *view, topic, settings.price)
    return Case(log_prior, log_likelihood, own, worth, narrow)


def highest(scores: Floats, own: int, n: int) -> list[int]:
    """The n classes other than `own` with the highest scores, best first."""
    return [int(c) for c in np.argsort(-scores, kind="stable") if c != own][:n]


def competitors(case: Case, k: int) -> list[int]:
    """The k - 1 other classes that score highest on the unredacted document (the paper's choice)."""
    return highest(case.log_prior + case.log_likelihood.sum(axis=1), case.own, k - 1)


def reachable(case: Case, k: int) -> list[int]:
    """The k - 1 other classes that can be brought furthest ahead of the true one by suppression.

    Tried when the paper's choice leaves no solution.
    """
    lead = case.log_likelihood - case.log_likelihood[case.own]
    best = case.log_prior - case.log_prior[case.own] + np.maximum(lead, 0.0).sum(axis=1)
    return highest(best, case.own, k - 1)


def program(case: Case, settings: Settings, leaders: Sequence[int], hold: int = 0) -> Program:
    """The linear program: the leaders must reach the true class, the next in line must not.

    Notes
    -----
    Per leader j: ``sum_i (log P(x_i|s) - log P(x_i|s_j)) x_i <= log P(s_j) - log P(s) - margin``.
    """
    prior = case.log_prior if settings.priors else np.zeros_like(case.log_prior)
    lead = list(leaders)
    own = case.log_likelihood[case.own]
    constraints = [own - case.log_likelihood[lead]]
    bounds = [prior[lead] - prior[case.own] - settings.margin]
    if hold:
        scores = prior + case.log_likelihood.sum(axis=1)
        held = [c for c in highest(scores, case.own, len(prior)) if c not in lead][:hold]
        constraints.append(case.log_likelihood[held] - own)
        bounds.append(prior[case.own] - prior[held] - settings.margin)
    for guard in case.guards:
        ahead = guard.leaders(case.own, settings.k)
        constraints.append(guard.weights[case.own] - guard.weights[ahead])
        bounds.append(guard.intercepts[ahead] - guard.intercepts[case.own] - guard.margin)
    return Program(case.utility, np.concatenate(constraints), np.concatenate(bounds))


def solve_programs(programs: Sequence[Program]) -> list[Solution]:
    """Solve exactly: the batched dual method, HiGHS for what it leaves and for a handful."""
    if len(programs) < _FEW:
        return [solve_highs(p) for p in programs]
    found = solve(programs)
    return [solve_highs(p) if s.status == "unsolved" else s for p, s in zip(programs, found, strict=True)]


def redact(cases: Sequence[Case], settings: Settings) -> list[Redaction]:
    """Choose the words to keep in each document.

    Returns
    -------
    list of Redaction
        One per case; every one that is not infeasible meets Definition 1 for the case's
        scores, checked after rounding.
    """
    found: dict[int, Redaction] = {}
    attempts = [(competitors, 0), (reachable, 0)]
    for choose, hold in [(competitors, settings.hold), *attempts] if settings.hold else attempts:
        left = [i for i in range(len(cases)) if i not in found or found[i].status == "infeasible"]
        leaders = [choose(cases[i], settings.k) for i in left]
        programs = [program(cases[i], settings, lead, hold) for i, lead in zip(left, leaders, strict=True)]
        for i, p, solution, lead in zip(left, programs, solve_programs(programs), leaders, strict=True):
            found[i] = finish(p, solution, settings, lead, search=hold == 0)
    return [
        _nothing_kept(case, settings) if found[i].status == "infeasible" else found[i]
        for i, case in enumerate(cases)
    ]


def _nothing_kept(case: Case, settings: Settings) -> Redaction:
    """The last resort: a document without its words, where k - 1 classes are at least as frequent.

    Equal priors are exact ties, so no margin is asked for here.
    """
    lead = highest(case.log_prior, case.own, settings.k - 1)
    hidden = len(lead) == settings.k - 1 and (case.log_prior[lead] >= case.log_prior[case.own]).all()
    for guard in case.guards:
        rest = np.sort(np.delete(guard.intercepts, case.own))[-(settings.k - 1) :]
        hidden = hidden and bool((rest >= guard.intercepts[case.own] + guard.margin).all())
    kept = np.zeros(len(case.utility), np.bool_)
    return Redaction("rounded" if hidden else "infeasible", kept, 0.0 if hidden else -np.inf, np.inf, lead)


def finish(
    p: Program, solution: Solution, settings: Settings, leaders: Sequence[int], *, search: bool = True
) -> Redaction:
    """Turn a solution of the linear program into words kept or suppressed.

    `search`: whether to solve the integer program when rounding finds nothing.
    """
    n = len(p.utility)
    if solution.status == "infeasible" or len(p.bounds) < settings.k - 1:
        return Redaction("infeasible", np.zeros(n, np.bool_), -np.inf, -np.inf, leaders)
    kept = None if settings.exact else round_soundly(p, solution.x)
    status: Status = "rounded"
    if kept is None and (search or settings.exact):
        exact = solve_highs(p, integer=True)
        status = "optimal" if exact.status == "optimal" else "rounded"
        kept = exact.x > 0.5 if exact.status != "infeasible" and feasible(p, exact.x > 0.5) else None
    if kept is None and settings.exact:
        kept = round_soundly(p, solution.x)
    if kept is None:
        return Redaction("infeasible", np.zeros(n, np.bool_), -np.inf, solution.objective, leaders)
    objective = float(p.utility @ kept)
    if solution.objective - objective <= _TOLERANCE * (1 + abs(objective)):
        status = "optimal"
    return Redaction(status, kept, objective, solution.objective, leaders)


def feasible(p: Program, kept: Bools) -> bool:
    """Whether keeping exactly these words meets every constraint."""
    return bool((p.constraints @ kept <= p.bounds).all())


def round_soundly(p: Program, x: Floats) -> Bools | None:
    """Round a vertex so that every constraint still holds, then add back whatever fits.

    Notes
    -----
    At most d words are fractional: all ways to round them are tried. If
    none is feasible, words are toggled one by one while that lowers the
    violation most per utility lost. None: not found (solve the integer program).
    """
    kept = x > 1 - _TOLERANCE
    fractional = np.flatnonzero((x > _TOLERANCE) & ~kept)
    best = _best_rounding(p, kept, fractional) if len(fractional) <= 12 else None
    if best is None:
        best = _repair(p, x > 0.5)
    return None if best is None else _refill(p, best)


def _best_rounding(p: Program, kept: Bools, fractional: NDArray[np.intp]) -> Bools | None:
    choices = np.array(list(itertools.product((0.0, 1.0), repeat=len(fractional))))
    used = p.constraints @ kept
    fits = (used + choices @ p.constraints[:, fractional].T <= p.bounds).all(axis=1)
    if not fits.any():
        return None
    value = np.where(fits, choices @ p.utility[fractional], -np.inf)
    best = kept.copy()
    best[fractional] = choices[value.argmax()] > 0.5
    return best


def _repair(p: Program, kept: Bools) -> Bools | None:
    kept = kept.copy()
    for _ in range(2 * len(kept)):
        violation = p.constraints @ kept - p.bounds
        if (violation <= 0).all():
            return kept
        change = np.where(kept, -1.0, 1.0)
        after = np.maximum(violation[:, None] + p.constraints * change, 0.0).sum(axis=0)
        gain = np.maximum(violation, 0.0).sum() - after
        loss = np.maximum(-p.utility * change, 0.0)
        score = np.where(gain > _TOLERANCE, gain / (loss + 1e-6), -np.inf)
        best = int(score.argmax())
        if not np.isfinite(score[best]):
            return None
        kept[best] = not kept[best]
    return None


def _refill(p: Program, kept: Bools) -> Bools:
    room = p.bounds - p.constraints @ kept
    candidates = np.flatnonzero(~kept & (p.utility > 0))
    for word in candidates[np.argsort(-p.utility[candidates], kind="stable")]:
        if (p.constraints[:, word] <= room).all():
            kept[word] = True
            room = room - p.constraints[:, word]
    return kept
