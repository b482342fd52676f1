"""k-anonymity by containment of a table: its level, per row, with a certificate.

References
----------
Zhang, Mohammed, Hasan: Feature Selection for Classification under Anonymity
Constraint (2017), Definitions 3-6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from engine.methods.k_containment.tables.bits import as_bits, lowest, weight
from engine.methods.k_containment.tables.table import Ints, distinct_rows, intersect, rows_of

BITS = 2**31
"""Distinct rows times features up to which containers are found through bits (256 megabytes)."""


def _containers(rows: csr_array) -> Iterator[NDArray[np.int32]]:
    """For each distinct row, the distinct rows that contain it."""
    columns = csc_array(rows)
    support = np.diff(columns.indptr)
    everything = np.arange(rows.shape[0], dtype=np.int32)
    for i in range(rows.shape[0]):
        features = rows.indices[rows.indptr[i] : rows.indptr[i + 1]]
        found = everything
        for feature in features[np.argsort(support[features], kind="stable")]:
            rows_with = rows_of(columns, feature)
            found = rows_with if len(found) == len(everything) else intersect(found, rows_with)
            if len(found) == 1:
                break
        yield found


def containment_level(matrix: Any) -> int:
    """AC(D): the largest k for which every row satisfies k-anonymity by containment.

    An empty table has level 0.

    References
    ----------
    Definition 6.

    Examples
    --------
    >>> containment_level([[1, 1], [1, 1], [1, 0]])
    2
    """
    return certified_level(matrix, 0)[0]


def anonymity_level(matrix: Any) -> int:
    """The largest k for which every row has k equal rows (plain k-anonymity)."""
    counts = distinct_rows(matrix)[2]
    return int(counts.min()) if len(counts) else 0


@dataclass(frozen=True, slots=True)
class Certificate:
    """Proof that a table has containment level >= k, checkable row by row.

    Parameters
    ----------
    k : int
        The level claimed.
    witnesses : sequence of sequences of int
        For every row, k distinct numbers of rows that contain its ones. Equal rows share theirs.
    """

    k: int
    witnesses: Sequence[Sequence[int]]


def certify(matrix: Any, k: int) -> Certificate | None:
    """Witnesses for level k, or None when some row has fewer than k.

    Notes
    -----
    The row itself need not be among them: with k rows that contain it, at least k rows do.
    """
    return certified_level(matrix, k)[1]


def certified_level(matrix: Any, k: int) -> tuple[int, Certificate | None]:
    """The level of a table, and witnesses for level k, in one pass over its distinct rows.

    Returns
    -------
    level : int
        As `containment_level`.
    certificate : Certificate or None
        As `certify`.

    Notes
    -----
    From the longest distinct row to the shortest. One that k rows are equal to
    has those for witnesses, any other has the witnesses of a longer row that
    contains it. Rows contained in more distinct rows than the least so far are
    not counted out.
    """
    rows, group, counts = _longest_first(*distinct_rows(matrix))
    if not len(group):
        return 0, Certificate(k, ())
    members = np.argsort(group, kind="stable").astype(np.int32)
    starts = (np.cumsum(counts) - counts).tolist()
    search = _Bits(rows, counts) if rows.shape[0] * rows.shape[1] <= BITS else _Lists(rows, counts)
    least, found = len(group), list[list[int] | None]()
    for i, count in enumerate(counts.tolist()):
        n_rows, longer = search.containers(i, least)
        least = min(least, n_rows)
        own = members[starts[i] : starts[i] + k].tolist() if count >= k else None
        found.append(own if own is not None or longer == i else found[longer])
    witnesses = [each for each in (found[g] for g in group.tolist()) if each is not None]
    return least, Certificate(k, witnesses) if len(witnesses) == len(group) else None


def _longest_first(
    rows: csr_array, group: NDArray[np.intp], counts: Ints
) -> tuple[csr_array, NDArray[np.intp], Ints]:
    """Distinct rows by falling number of ones."""
    order = np.argsort(-np.diff(rows.indptr), kind="stable")
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    return csr_array(rows[order]), place[group], counts[order]


class _Lists:
    """Containers of the distinct rows, in turn, by intersecting the lists of their features."""

    def __init__(self, rows: csr_array, counts: Ints) -> None:
        self._found, self._counts = _containers(rows), counts

    def containers(self, i: int, least: int) -> tuple[int, int]:
        """Rows that contain distinct row `i`, and the first distinct one that does."""
        found = next(self._found)
        return int(self._counts[found].sum()), int(found[0])


class _Bits:
    """The same, faster: the distinct rows that have a feature are the bits of one whole number."""

    def __init__(self, rows: csr_array, counts: Ints) -> None:
        self._rows, self._counts = rows, counts
        columns = csc_array(rows)
        self._everybody = (1 << rows.shape[0]) - 1
        n_rows, n_features = rows.shape
        self._holders = [as_bits(rows_of(columns, feature), n_rows) for feature in range(n_features)]

    def containers(self, i: int, least: int) -> tuple[int, int]:
        """Rows that contain distinct row `i`, `least` if no fewer, and the first distinct one that does."""
        shared = self._everybody
        for feature in self._rows.indices[self._rows.indptr[i] : self._rows.indptr[i + 1]].tolist():
            shared &= self._holders[feature]
        enough = shared.bit_count() >= least
        return least if enough else min(least, weight(shared, self._counts)), lowest(shared)


def check_certificate(matrix: Any, certificate: Certificate) -> bool:
    """Check a certificate by plain loops over Python sets, sharing no code with `certify`."""
    rows = csr_array(matrix)
    ones = [set(rows.indices[rows.indptr[i] : rows.indptr[i + 1]].tolist()) for i in range(rows.shape[0])]
    if len(certificate.witnesses) != len(ones):
        return False
    for row, witnesses in zip(ones, certificate.witnesses, strict=True):
        if len(set(witnesses)) < certificate.k or not all(row <= ones[w] for w in witnesses):
            return False
    return True
