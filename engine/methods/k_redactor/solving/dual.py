"""Exact solution of many small linear programs at once, by their duals.

Each program has one column per word of a document and a handful of constraints,
so its dual has a handful of unknowns: ``max u.x, A x <= b, 0 <= x <= f`` has the dual
``min l.b + sum_i f_i max(0, u_i - l.a_i), l >= 0``. The dual simplex method with bound
flipping walks this piecewise linear function edge by edge, each step an exact line search.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_TINY = 1e-11
_FEASIBLE = 1e-10
_MAX_STEPS = 200
_TOGETHER = 4096  # programs whose columns are laid side by side
_CELLS, _LEAST = 24_576, 8  # padded columns of a batch; programs of a batch
_FIRST = 24  # breakpoints looked at first; nearly always enough


@dataclass(frozen=True, eq=False)
class Program:
    """``max u.x`` subject to ``A x <= b`` and ``0 <= x <= 1``.

    Parameters
    ----------
    utility : ndarray, shape (n,)
    constraints : ndarray, shape (d, n)
    bounds : ndarray, shape (d,)
    """

    utility: Floats
    constraints: Floats
    bounds: Floats


@dataclass(frozen=True, eq=False)
class Solution:
    """What became of a program.

    Parameters
    ----------
    status : {"optimal", "infeasible", "unsolved"}
        ``"unsolved"``: degenerate beyond the method; ask the oracle.
    x : ndarray, shape (n,)
        An optimal vertex: at most d values lie strictly between 0 and 1.
    objective : float
    multipliers : ndarray, shape (d,)
        Optimal dual values; they certify the optimum.
    """

    status: str
    x: Floats
    objective: float
    multipliers: Floats


def solve(programs: Sequence[Program], batch: int = 256) -> list[Solution]:
    """Solve programs exactly (objective to 1e-9 relative), many at a time.

    Parameters
    ----------
    programs : sequence of Program
        Of any sizes; those with equally many constraints are solved together.
    batch : int
        Programs per numpy operation; fewer where documents are long, so that they stay in the cache.

    Returns
    -------
    list of Solution

    Notes
    -----
    A solution is called optimal only after its primal and dual objectives were
    compared; whatever does not meet is left ``"unsolved"``.
    """
    found: dict[int, Solution] = {}
    by_rows = sorted(range(len(programs)), key=lambda i: len(programs[i].bounds))
    for _, alike in itertools.groupby(by_rows, key=lambda i: len(programs[i].bounds)):
        left = list(alike)
        while left:
            group, left = left[:_TOGETHER], left[_TOGETHER:]
            found |= zip(group, _Group([programs[i] for i in group]).solve(batch), strict=True)
    return [found[i] for i in range(len(programs))]


class _Group:
    """Programs with equally many constraints, their columns side by side, and what is decided of them.

    A word that is worth something and eases every constraint is kept by some optimum, one that is
    worth nothing and eases none is kept by none that matters: only the others are `open`.
    """

    def __init__(self, programs: Sequence[Program]) -> None:
        n, self.sizes = len(programs), [len(p.utility) for p in programs]
        self.columns = np.concatenate([p.constraints for p in programs], axis=1)
        self.utility = np.concatenate([p.utility for p in programs])
        owner = np.repeat(np.arange(n), self.sizes)
        kept = (self.utility >= 0) & (self.columns.max(axis=0, initial=-np.inf) <= 0)
        gone = (self.utility <= 0) & (self.columns.min(axis=0, initial=np.inf) >= 0)
        self.x = kept.astype(np.float64)
        self.open = np.flatnonzero(~(kept | gone))
        self.counts = np.bincount(owner[self.open], minlength=n)
        used = [np.bincount(owner[kept], row[kept], minlength=n) for row in self.columns]
        self.bounds = np.array([p.bounds for p in programs], dtype=np.float64) - np.stack(used, axis=1)
        self.worth = np.bincount(owner[kept], self.utility[kept], minlength=n)

    def solve(self, batch: int) -> list[Solution]:
        """Solve programs with about equally many open columns together."""
        n = len(self.sizes)
        status, objective, multipliers = [""] * n, np.zeros(n), np.zeros_like(self.bounds)
        for part in self._parts(batch):
            row, place, column = self._places(part)
            padded = np.zeros((len(part), len(self.columns), int(self.counts[part].max())))
            utility = np.zeros((len(part), padded.shape[2]))
            filled = np.zeros(utility.shape, np.bool_)
            padded[row, :, place] = self.columns[:, column].T
            utility[row, place], filled[row, place] = self.utility[column], True
            solved = _Batch(padded, utility, filled, self.bounds[part]).run()
            self.x[column] = solved.x[row, place]
            objective[part], multipliers[part] = solved.objective, solved.multipliers
            for i, said in zip(part.tolist(), solved.status, strict=True):
                status[i] = said
        ends = np.cumsum(self.sizes).tolist()
        return [
            Solution(status[i], self.x[end - size : end], float(objective[i] + self.worth[i]), multipliers[i])
            if status[i] == "optimal"
            else Solution(status[i], np.zeros(size), -np.inf, multipliers[i])
            for i, (size, end) in enumerate(zip(self.sizes, ends, strict=True))
        ]

    def _parts(self, batch: int) -> Iterator[NDArray[np.intp]]:
        """Programs of about one width, few of the wide ones: their arrays stay in the cache."""
        order = np.argsort(-self.counts, kind="stable")
        start = 0
        while start < len(order):
            end = start + min(batch, max(_LEAST, _CELLS // (int(self.counts[order[start]]) + 1)))
            yield order[start:end]
            start = end

    def _places(self, part: NDArray[np.intp]) -> tuple[NDArray[np.intp], ...]:
        """For each open column of some programs: its row and place in the batch, and its number."""
        counts = self.counts[part]
        row = np.repeat(np.arange(len(part)), counts)
        place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
        first = (np.cumsum(self.counts) - self.counts)[part]
        return row, place, self.open[np.repeat(first, counts) + place]


class _Batch:
    """Programs padded to one width, with their slacks as further columns.

    ``side`` is +1 for a column at its upper bound, -1 at its lower bound, 0 when it is basic or
    padding; ``reduced`` is ``u_i - l.a_i``. Settled programs leave the arrays.
    """

    def __init__(self, columns: Floats, utility: Floats, filled: Bools, bounds: Floats) -> None:
        n, n_rows, self.width = columns.shape
        self.whole = columns, utility, bounds
        slack = np.broadcast_to(np.eye(n_rows), (n, n_rows, n_rows))
        self.columns = np.concatenate([columns, slack], axis=2)
        self.utility = np.concatenate([utility, np.zeros((n, n_rows))], axis=1)
        self.bounds = bounds
        self.reduced = self.utility.copy()
        self.side = np.zeros_like(self.utility)
        self.side[:, : self.width] = np.where(utility > 0, 1.0, -1.0) * filled
        self.basis = np.tile(np.arange(self.width, self.width + n_rows), (n, 1))
        self.inverse = np.tile(np.eye(n_rows), (n, 1, 1))
        self.live = np.arange(n)
        self.x, self.objective, self.multipliers = np.zeros_like(utility), np.zeros(n), np.zeros((n, n_rows))
        self.status = ["unsolved"] * n

    def run(self) -> _Batch:
        """Step until every program is settled or the step limit is met."""
        for _ in range(_MAX_STEPS):
            if not len(self.live):
                break
            self._step()
        self._certify()
        return self

    def _keep(self, keep: Bools) -> None:
        for name in ("columns", "side", "utility", "bounds", "reduced", "basis", "inverse", "live"):
            setattr(self, name, getattr(self, name)[keep])

    def _step(self) -> None:
        shown = (self.side > 0).astype(np.float64)
        rest = self.bounds - np.matmul(self.columns, shown[:, :, None])[:, :, 0]
        values = np.matmul(self.inverse, rest[:, :, None])[:, :, 0]
        excess = np.maximum(np.where(self.basis < self.width, values - 1.0, -np.inf), -values)
        each = np.arange(len(excess))
        leaving = (excess / np.sqrt(np.square(self.inverse).sum(axis=2))).argmax(axis=1)
        optimal = excess.max(axis=1) <= _FEASIBLE
        worst = excess[each, leaving]
        if optimal.any():
            self._settle(np.flatnonzero(optimal), shown, values)
            self._keep(~optimal)
            leaving, worst, values = leaving[~optimal], worst[~optimal], values[~optimal]
        if len(self.live):
            self._pivot(leaving, worst, values)

    def _settle(self, at: NDArray[np.intp], shown: Floats, values: Floats) -> None:
        """Read off solutions."""
        done, each, basis = self.live[at], np.arange(len(at))[:, None], self.basis[at]
        x = shown[at]
        x[each, basis] = values[at]
        prices = self.utility[at[:, None], basis]
        self.x[done] = np.clip(x[:, : self.width], 0.0, 1.0)
        self.multipliers[done] = np.maximum(np.matmul(prices[:, None, :], self.inverse[at])[:, 0], 0.0)
        for i in done.tolist():
            self.status[i] = "optimal"

    def _certify(self) -> None:
        """Take back every optimum whose primal and dual objectives differ, or that meets no constraint."""
        columns, utility, bounds = self.whole
        self.objective = (utility * self.x).sum(axis=1)
        reduced = utility - np.matmul(self.multipliers[:, None, :], columns)[:, 0]
        dual = (self.multipliers * bounds).sum(axis=1) + np.maximum(reduced, 0.0).sum(axis=1)
        over = (np.matmul(columns, self.x[:, :, None])[:, :, 0] - bounds) / (1 + np.abs(bounds))
        apart = np.abs(dual - self.objective) > 1e-9 * (1 + np.abs(self.objective))
        for i in np.flatnonzero(apart | (over.max(axis=1) > 1e-9)).tolist():
            if self.status[i] == "optimal":
                self.status[i] = "unsolved"

    def _pivot(self, leaving: NDArray[np.intp], worst: Floats, values: Floats) -> None:
        """One dual step: exact line search along an edge, passing breakpoints while the slope is negative."""
        each = np.arange(len(self.live))
        below = values[each, leaving] < 0
        row = self.inverse[each, leaving] * np.where(below, 1.0, -1.0)[:, None]
        direction = np.matmul(row[:, None, :], self.columns)[:, 0]
        speed = self.side * direction
        meets = speed > _TINY
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.abs(self.reduced / direction)
        ratio[~meets] = np.inf
        speed *= meets
        slack = speed[:, self.width :]
        slack[slack > 0] = np.inf
        entering, enough = _turning_point(ratio, speed, worst)
        length = ratio[each, entering]
        feasible = enough & np.isfinite(length)
        self.side *= np.where(meets & (ratio < length[:, None]), -1.0, 1.0)
        with np.errstate(invalid="ignore"):
            self.reduced -= length[:, None] * direction
        self._exchange(leaving, entering, below)
        if not feasible.all():
            for i in self.live[~feasible].tolist():
                self.status[i] = "infeasible"
            self._keep(feasible)

    def _exchange(self, leaving: NDArray[np.intp], entering: NDArray[np.intp], below: Bools) -> None:
        each = np.arange(len(self.live))
        self.side[each, self.basis[each, leaving]] = np.where(below, -1.0, 1.0)
        self.side[each, entering] = 0.0
        self.reduced[each, entering] = 0.0
        self.basis[each, leaving] = entering
        column = np.matmul(self.inverse, self.columns[each, :, entering][:, :, None])[:, :, 0]
        pivot = column[each, leaving]
        pivot[np.abs(pivot) < _TINY] = 1.0  # only in an infeasible program, which leaves after this step
        scaled = self.inverse[each, leaving] / pivot[:, None]
        column[each, leaving] = 0.0
        self.inverse -= column[:, :, None] * scaled[:, None, :]
        self.inverse[each, leaving] = scaled


def _turning_point(ratio: Floats, speed: Floats, worst: Floats) -> tuple[NDArray[np.intp], Bools]:
    """The column, by rising ratio, at which the speeds passed add up to `worst`; and whether they do.

    The column number is written into the lowest bits of the ratio (as an integer,
    which orders like the number), so that sorting values gives the order: four times
    as fast as argsort. Ratios that agree in their first 40 bits may change places, which
    the method allows: every order of ties is a valid line search.
    """
    n = ratio.shape[1]
    low = np.uint64((1 << n.bit_length()) - 1)
    key = (ratio.view(np.uint64) & ~low) | np.arange(n, dtype=np.uint64)
    key.sort(axis=1)
    each = np.arange(len(key))
    for shown in (_FIRST, n):
        order = (key[:, :shown] & low).astype(np.intp)
        passed = np.cumsum(speed[each[:, None], order], axis=1)
        enough = passed >= worst[:, None] - _TINY
        if shown >= n or enough[:, -1].all():
            break
    return order[each, enough.argmax(axis=1)], enough[:, -1]
