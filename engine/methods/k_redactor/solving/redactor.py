"""K-Redactor: suppress words so that k - 1 other classes score at least as high as the true one.

References
----------
Cumby and Ghani (IAAI 2011), Definition 1 and the K-REDACTOR program.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_redactor.model import Floats
from engine.methods.k_redactor.solving.case import Bools, Case, Redaction, Settings, Status, hides, highest
from engine.methods.k_redactor.solving.dual import Program, Solution, solve
from engine.methods.k_redactor.solving.highs import solve_highs
from engine.methods.k_redactor.solving.simple import Ladder, ladder

_FEW = 8
_TOLERANCE = 1e-9
_NEAR = 0.01  # of the integer optimum is near enough where it was not asked for


def competitors(case: Case, k: int) -> list[int]:
    """The k - 1 other classes that score highest on the unredacted document (the paper's choice)."""
    return highest(case.start() + case.log_likelihood.sum(axis=1), case.own, k - 1)


def reachable(case: Case, k: int) -> list[int]:
    """The k - 1 other classes that can be brought furthest ahead of the true one by suppression.

    Tried when the paper's choice leaves no solution.
    """
    lead = case.log_likelihood - case.log_likelihood[case.own]
    best = case.start() - case.start()[case.own] + np.maximum(lead, 0.0).sum(axis=1)
    return highest(best, case.own, k - 1)


def program(case: Case, settings: Settings, leaders: Sequence[int], hold: int = 0) -> Program:
    """The linear program: the leaders must reach the true class, the next in line must not.

    Notes
    -----
    Per leader j: ``sum_i (log P(x_i|s) - log P(x_i|s_j)) x_i <= log P(s_j) - log P(s) - margin``.
    """
    prior = case.start(settings.priors)
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
        by_prefix(case, settings) if found[i].status == "infeasible" else found[i]
        for i, case in enumerate(cases)
    ]


def by_prefix(case: Case, settings: Settings) -> Redaction:
    """The last resort: SimpleRedactor's order, down to the document without its words."""
    order, kept = ladder(case), np.ones(len(case.utility), np.bool_)
    n = prefix_that_hides(case, order, settings)
    if n is None:
        leaders = highest(case.start(), case.own, settings.k - 1)
        return Redaction("infeasible", ~kept, -np.inf, -np.inf, leaders)
    kept[list(order.suppressed(n))] = False
    scores = case.start(settings.priors) + case.log_likelihood[:, kept].sum(axis=1)
    leaders = highest(scores, case.own, settings.k - 1)
    return Redaction("rounded", kept, float(case.utility @ kept), np.inf, leaders)


def prefix_that_hides(case: Case, order: Ladder, settings: Settings) -> int | None:
    """Fewest words of SimpleRedactor's order to suppress; None when none suffices."""
    first, kept = order.prefix_for(settings.k), np.ones(len(case.utility), np.bool_)
    for n in range(len(kept) + 1 if first is None else first, len(kept) + 1):
        kept[list(order.suppressed(n))] = False
        if hides(case, kept, settings.k, settings.margin, settings.priors):
            return n
    return None


def finish(
    p: Program, solution: Solution, settings: Settings, leaders: Sequence[int], *, search: bool = True
) -> Redaction:
    """Turn a solution of the linear program into words kept or suppressed.

    `search`: whether to solve the integer program when rounding finds nothing.
    """
    nothing = np.zeros(len(p.utility), np.bool_)
    if solution.status == "infeasible" or len(p.bounds) < settings.k - 1:
        return Redaction("infeasible", nothing, -np.inf, -np.inf, leaders)
    for status, kept in _attempts(p, solution, settings, search):
        if kept is not None:
            objective = float(p.utility @ kept)
            is_best = solution.objective - objective <= _TOLERANCE * (1 + abs(objective))
            return Redaction("optimal" if is_best else status, kept, objective, solution.objective, leaders)
    return Redaction("infeasible", nothing, -np.inf, solution.objective, leaders)


def _attempts(
    p: Program, solution: Solution, settings: Settings, search: bool
) -> Iterator[tuple[Status, Bools | None]]:
    """Ways to whole words, each tried where those before it found none."""
    if not settings.exact:
        yield "rounded", round_soundly(p, solution.x)
    if search or settings.exact:
        found = solve_highs(p, integer=True, gap=0.0 if settings.exact else _NEAR)
        if found.status != "infeasible" and feasible(p, found.x > 0.5):
            is_best = settings.exact and found.status == "optimal"
            yield "optimal" if is_best else "rounded", found.x > 0.5
    if settings.exact:
        yield "rounded", round_soundly(p, solution.x)


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
    """Put back the word worth most that fits, until none does."""
    room = p.bounds - p.constraints @ kept
    left = np.flatnonzero(~kept & (p.utility > 0))
    left = left[np.argsort(-p.utility[left], kind="stable")]
    while (fits := (p.constraints[:, left] <= room[:, None]).all(axis=0)).any():
        word = left[fits.argmax()]
        kept[word] = True
        room, left = room - p.constraints[:, word], left[left != word]
    return kept
