"""Maximal: the best of the largest maximal feasible feature sets.

References
----------
Zhang, Mohammed, Hasan (2017), Algorithm 1, section 4.1, Lemmas 2 and 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from scipy.sparse import csc_array, csr_array

from engine.methods.k_containment.selection import lattice
from engine.methods.k_containment.selection.greedy import Reason, Selection
from engine.methods.k_containment.selection.partition import Partition
from engine.methods.k_containment.selection.utility import (
    Utility,
    classification_metric,
    dist_cnt,
    ham_dist,
    information,
)
from engine.methods.k_containment.tables.table import Bools, Floats, intersect, rows_of, supports

Family = Literal["frequent", "feasible"]
MAX_ROWS_WIDE = 10_000
_SMALLEST_SET = 2


def maximal(
    matrix: csc_array,
    labels: Bools | None,
    k: int,
    utility: Utility = "ham_dist",
    family: Family = "feasible",
    n_candidates: int | None = 100,
    effort: int = 5_000_000,
) -> Selection:
    """Choose the best of the `n_candidates` largest maximal sets.

    Parameters
    ----------
    matrix : csc_array, shape (n_rows, n_features)
    labels : ndarray of bool, optional
        Needed by every utility but ``"ones"``.
    k : int
        Anonymity parameter, >= 1.
    utility : {"ham_dist", "dist_cnt", "classification_metric", "information", "ones"}
    family : {"frequent", "feasible"}
        ``"frequent"``: maximal itemsets at support k, as printed (Lemma 3;
        conservative). ``"feasible"``: the true family, AC_S(D) >= k.
    n_candidates : int or None
        The paper's s; None compares all of them (narrow tables only).
    effort : int
        Ceiling on the search for itemsets in a wide table, in comparisons of two rows.

    Returns
    -------
    Selection

    Notes
    -----
    Up to `lattice.MAX_FEATURES` features with support >= k the family is
    complete and exact. Wider tables: the largest frequent sets are intersections
    of k rows, so they are searched by rows, largest first (`largest_frequent`);
    for the feasible family the best is then extended by every feature that
    still fits, highest score first, to a maximal feasible set.

    References
    ----------
    Algorithm 1.
    """
    support = supports(matrix)
    usable = np.flatnonzero(support >= k)
    scores = support.astype(np.float64) if utility == "ones" or labels is None else ham_dist(matrix, labels)
    if len(usable) <= lattice.MAX_FEATURES:
        sets = maximal_sets(csc_array(matrix[:, usable]), k, family)
        candidates = [[int(usable[i]) for i in found] for found in sets]
    else:
        candidates = largest_frequent(matrix, k, n_candidates or 100, effort)
    candidates = sorted(candidates, key=lambda found: -len(found))[:n_candidates]
    best = max(candidates, key=lambda found: value(matrix, labels, found, utility, scores), default=[])
    if family == "feasible" and len(usable) > lattice.MAX_FEATURES:
        best = extend(matrix, best, k, scores)
    return Selection(sorted(best), _dropped(matrix, best, k))


def maximal_sets(matrix: csc_array, k: int, family: Family = "feasible") -> list[list[int]]:
    """All maximal feature sets of a narrow table (at most `lattice.MAX_FEATURES` features), exactly."""
    support = lattice.capped_supports(matrix, k)
    members = lattice.frequent(support, k) if family == "frequent" else lattice.feasible(support, k)
    return [lattice.members(code) for code in lattice.maximal(members)]


def value(
    matrix: csc_array, labels: Bools | None, features: Sequence[int], utility: Utility, scores: Floats
) -> float:
    """Utility of the projection on `features` (the sum of `scores` for modular ones)."""
    if labels is None or utility in ("ham_dist", "ones"):
        return float(scores[list(features)].sum())
    projection = matrix[:, list(features)]
    if utility == "dist_cnt":
        return float(dist_cnt(projection, labels))
    return (
        information(projection, labels)
        if utility == "information"
        else -classification_metric(projection, labels)
    )


def extend(matrix: csc_array, features: Iterable[int], k: int, scores: Floats) -> list[int]:
    """Extend a feasible set to a maximal feasible one, the highest score first."""
    chosen = list(features)
    partition = Partition(matrix.shape[0])
    for feature in chosen:
        partition.add(rows_of(matrix, feature))
    outside = np.setdiff1d(np.flatnonzero(supports(matrix) >= k), chosen)
    for feature in outside[np.argsort(-scores[outside], kind="stable")]:
        rows = rows_of(matrix, feature)
        if partition.allows(rows, k):
            partition.add(rows)
            chosen.append(int(feature))
    return chosen


def _dropped(matrix: csc_array, chosen: Sequence[int], k: int) -> dict[int, Reason]:
    support = supports(matrix)
    kept = set(chosen)
    reasons: dict[int, Reason] = {}
    for feature in range(matrix.shape[1]):
        if feature not in kept:
            rare: Reason = "never_present" if support[feature] == 0 else "rare"
            reasons[feature] = rare if support[feature] < k else "not_chosen"
    return reasons


def largest_frequent(matrix: csc_array, k: int, n_sets: int, effort: int = 5_000_000) -> list[list[int]]:
    """The largest feature sets that at least k rows contain, in a wide table.

    Parameters
    ----------
    matrix : csc_array, shape (n_rows, n_features)
    k, n_sets : int
    effort : int
        Comparisons of two rows after which the search ends; sets grown greedily from the
        most frequent features then fill up the list, which need not be the largest.

    Returns
    -------
    list of list of int
        None contained in another; largest first.

    Notes
    -----
    Rows are compared in pairs; of a table with more than `MAX_ROWS_WIDE` rows only the sets that are
    grown greedily are given, which are maximal, but need not be the largest.

    A maximal set is the intersection of the rows that contain it. Row i lies
    in no such set larger than its (k-1)-th largest overlap with another row,
    which bounds the search; the bound on set size is lowered step by step
    until enough sets are found.
    """
    search = _RowSearch(csr_array(matrix), k, effort)
    if matrix.shape[0] > MAX_ROWS_WIDE:
        return [search.features(s) for s in _without_subsets(search.grown(n_sets))[:n_sets]]
    search.compare_rows()
    size = search.largest_possible()
    found: list[int] = []
    while size >= _SMALLEST_SET:
        found = search.sets_of(size)
        if len(found) >= n_sets or search.exhausted:
            break
        size = int(size * 0.8)
    if search.exhausted and len(found) < n_sets:
        found = _without_subsets([*found, *search.grown(n_sets)])
    return [search.features(s) for s in found[:n_sets]]


class _RowSearch:
    """Closed sets by intersecting rows (as big integers), each visited once."""

    def __init__(self, rows: csr_array, k: int, effort: int) -> None:
        frequent = np.flatnonzero(np.diff(csc_array(rows).indptr) >= k)
        self.frequent = frequent
        self.kept = csr_array(rows[:, frequent])
        self.k, self.left = k, effort
        self.rows: list[int] = []

    def compare_rows(self) -> None:
        """How many features each two rows share."""
        kept = self.kept
        self.rows = [_as_int(kept.indices[kept.indptr[i] : kept.indptr[i + 1]]) for i in range(kept.shape[0])]
        wide = kept.astype(np.int32)
        self.overlap = np.asarray((wide @ wide.T).todense(), np.int32)

    @property
    def exhausted(self) -> bool:
        """Whether the effort is spent."""
        return self.left <= 0

    def largest_possible(self) -> int:
        """No frequent set is larger than this."""
        if len(self.rows) < self.k:
            return 0
        kth = np.partition(self.overlap, len(self.rows) - self.k, axis=1)[:, len(self.rows) - self.k]
        return int(kth.max())

    def sets_of(self, size: int) -> list[int]:
        """Maximal sets of at least `size` features among those the effort allows to see."""
        found: dict[int, None] = {}
        for i, row in enumerate(self.rows):
            if row.bit_count() < size:
                continue
            near = np.flatnonzero(self.overlap[i] >= size)
            later = near[near > i].tolist()
            if len(later) + 1 >= self.k:
                self._grow(row, 1, later, size, found)
        return _without_subsets(found)

    def _grow(self, shared: int, n_rows: int, later: list[int], size: int, found: dict[int, None]) -> None:
        self.left -= len(later) + 1
        absorbed = [j for j in later if shared & ~self.rows[j] == 0]
        n_rows += len(absorbed)
        if n_rows >= self.k:
            found[shared] = None
            return
        rest = [j for j in later if shared & ~self.rows[j] != 0]
        for at, j in enumerate(rest):
            if self.left <= 0 or n_rows + len(rest) - at < self.k:
                return
            smaller = shared & self.rows[j]
            if smaller.bit_count() >= size:
                self._grow(smaller, n_rows + 1, rest[at + 1 :], size, found)

    def grown(self, n_sets: int) -> list[int]:
        """Sets grown from each of the most frequent features by the most frequent companion."""
        columns = csc_array(self.kept)
        support = np.diff(columns.indptr)
        return [self._grow_from(columns, int(f)) for f in np.argsort(-support, kind="stable")[:n_sets]]

    def _grow_from(self, columns: csc_array, seed: int) -> int:
        chosen, rows = [seed], rows_of(columns, seed)
        while True:
            counts = np.bincount(self.kept[rows].indices, minlength=columns.shape[1])
            counts[chosen] = 0
            companion = int(counts.argmax())
            if counts[companion] < self.k:
                return _as_int(chosen)
            chosen.append(companion)
            rows = intersect(rows, rows_of(columns, companion))

    def features(self, shared: int) -> list[int]:
        """Feature numbers of a set."""
        return [int(self.frequent[bit]) for bit in lattice.members(shared)]


def _as_int(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= 1 << int(bit)
    return found


def _without_subsets(found: Iterable[int]) -> list[int]:
    kept: list[int] = []
    for candidate in sorted(set(found), key=lambda s: -s.bit_count()):
        if not any(candidate & ~bigger == 0 for bigger in kept):
            kept.append(candidate)
    return kept
