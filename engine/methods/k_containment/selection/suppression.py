"""k-anonymity by containment through cells: keep every feature for the rows that can afford it.

Zhang et al. drop a whole feature when a single row cannot keep it. Here the
feature stays and only those rows give up their one. The released table meets the
same Definition 6; every released one is true, a zero may be a withheld one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from engine.methods.k_containment.selection.partition import Partition
from engine.methods.k_containment.tables.table import Floats, intersect, ones_matrix, rows_of, supports


@dataclass(frozen=True, eq=False)
class Suppression:
    """A table of the same shape with fewer ones, and how many ones were cleared.

    Parameters
    ----------
    matrix : csc_array
        The released ones; containment level >= k.
    cleared : ndarray of int, shape (n_features,)
        Ones withheld per feature.
    """

    matrix: csc_array
    cleared: NDArray[np.int64]


def suppress_cells(matrix: csc_array, k: int, scores: Floats) -> Suppression:
    """Clear ones until every row's ones are contained in at least k rows.

    Parameters
    ----------
    matrix : csc_array, shape (n_rows, n_features)
        Ones of the table (`as_binary`).
    k : int
        Anonymity parameter, >= 1.
    scores : ndarray of float, shape (n_features,)
        Features with the higher score keep more of their ones.

    Returns
    -------
    Suppression

    Notes
    -----
    Features are added by falling score. Each takes the largest set of rows for
    which the table stays k-AC (`Partition.affordable`); a pattern without the
    new feature keeps its containment size, so the level never falls below k.
    Since released ones are a subset of the true ones, at least k rows of the
    true table contain them as well.
    """
    partition = Partition(matrix.shape[0])
    kept: list[NDArray[np.int32]] = [np.empty(0, np.int32)] * matrix.shape[1]
    for feature in np.argsort(-scores, kind="stable"):
        rows = partition.affordable(rows_of(matrix, feature), k)
        if len(rows):
            partition.add(rows)
            kept[feature] = rows
    lengths = np.array([len(rows) for rows in kept], np.int64)
    indices = np.concatenate(kept) if kept else np.empty(0, np.int32)
    pointers = np.concatenate([[0], np.cumsum(lengths)])
    return Suppression(ones_matrix(indices, pointers, matrix.shape), supports(matrix) - lengths)


class CellRule:
    """Which ones of a further row may be shown beside a released table.

    Parameters
    ----------
    released : csc_array
        A table of level >= k made by `suppress_cells` with `scores`.
    scores : ndarray of float
    k : int

    Notes
    -----
    A row shows a feature when at least k released rows contain it together with
    the features the row shows already. For the rows the table was made from
    this gives back the release itself.
    """

    def __init__(self, released: csc_array, scores: Floats, k: int) -> None:
        self.released, self.k = released, k
        self.rank = np.argsort(np.argsort(-scores, kind="stable"), kind="stable")

    def apply(self, rows: csr_array) -> csr_array:
        """Clear the ones of `rows` that must not be shown."""
        kept: list[NDArray[np.int64]] = []
        for i in range(rows.shape[0]):
            kept.append(self._shown(rows.indices[rows.indptr[i] : rows.indptr[i + 1]]))
        lengths = [len(features) for features in kept]
        indices = np.concatenate([*kept, np.empty(0, np.int64)]).astype(np.int32)
        pointers = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        return csr_array((np.ones(len(indices), np.uint8), indices, pointers), shape=rows.shape)

    def _shown(self, features: NDArray[np.int32]) -> NDArray[np.int64]:
        inside: NDArray[np.int32] | None = None
        shown: list[int] = []
        for feature in features[np.argsort(self.rank[features])]:
            rows = rows_of(self.released, int(feature))
            both = rows if inside is None else intersect(inside, rows)
            if len(both) >= self.k:
                inside = both
                shown.append(int(feature))
        return np.sort(np.array(shown, np.int64))
