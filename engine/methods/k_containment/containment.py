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

from engine.methods.k_containment.table import Ints, distinct_rows, intersect, rows_of


def containment_sizes(matrix: Any) -> Ints:
    """How many rows contain each row's ones, itself included.

    Parameters
    ----------
    matrix : sparse matrix, shape (n_rows, n_features)

    Returns
    -------
    ndarray of int, shape (n_rows,)
        AC(e) of every entity e.

    Notes
    -----
    ``AC(e) = |{e' : CS(e') superset of CS(e)}|``; computed once per distinct row by
    intersecting the row lists of its features, rarest first, so memory stays
    linear in the ones.

    References
    ----------
    Definitions 3 and 4.
    """
    rows, group, counts = distinct_rows(matrix)
    sizes = np.fromiter((counts[c].sum() for c in _containers(rows)), np.int64, count=rows.shape[0])
    return np.asarray(sizes[group], dtype=np.int64)


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
    """
    sizes = containment_sizes(matrix)
    return int(sizes.min()) if len(sizes) else 0


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
    The lowest-numbered rows that contain it; the row itself need not be among them, since
    with k rows that contain it, itself or not, at least k rows do.
    """
    rows, group, _ = distinct_rows(matrix)
    members = np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group))[:-1])
    found: list[list[int]] = []
    for containers in _containers(rows):
        witnesses = np.concatenate([members[c][:k] for c in containers[:k]])
        found.append(np.sort(witnesses)[:k].tolist())
    return Certificate(k, [found[g] for g in group]) if all(len(w) == k for w in found) else None


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
