"""Binary tables: rows are entities, columns features, stored by their ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from engine.errors import InvalidError, fault

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


class TableError(InvalidError, ValueError):
    """A table, label or setting the methods cannot work on; a ``ValueError`` too, as scikit-learn expects."""


@dataclass(frozen=True, eq=False)
class BinaryTable:
    """A sparse binary table with named features and, where declared, a two-class label.

    Parameters
    ----------
    matrix : csc_array, shape (n_rows, n_features)
        Ones of the table; every stored value is 1.
    names : sequence of str
        Feature names, one per column.
    labels : ndarray of bool, shape (n_rows,), optional
        True for the positive class.
    public : ndarray of bool, shape (n_features,), optional
        Whether a feature's name comes from the schema (may be shown) or from
        the data (a word of a text column: never shown in a report).
    """

    matrix: csc_array
    names: Sequence[str]
    labels: Bools | None = None
    public: Bools | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and features."""
        return int(self.matrix.shape[0]), int(self.matrix.shape[1])

    def select(self, features: Sequence[int]) -> BinaryTable:
        """The projection of the table on `features`."""
        columns = np.asarray(features, dtype=np.int64)
        return BinaryTable(
            csc_array(self.matrix[:, columns]),
            [self.names[i] for i in columns],
            self.labels,
            None if self.public is None else self.public[columns],
        )

    def in_order(self, rows: NDArray[np.intp]) -> BinaryTable:
        """The table with its rows in another order."""
        matrix = csc_array(csr_array(self.matrix)[rows])
        labels = None if self.labels is None else self.labels[rows]
        return BinaryTable(as_binary(matrix), self.names, labels, self.public)


def as_binary(matrix: Any, where: str = "table") -> csc_array:
    """Turn a matrix into ones stored by column, refusing anything that is not 0 or 1.

    Parameters
    ----------
    matrix : array or sparse matrix, shape (n_rows, n_features)
        Values 0 and 1 (or booleans).
    where : str
        Name for the error message.

    Returns
    -------
    csc_array of uint8
        Sorted row indices, no stored zeros, no duplicates.

    Raises
    ------
    TableError
        ``KCT001`` when a value is neither 0 nor 1.
    """
    columns = csc_array(matrix)
    if columns.data.size and not np.isin(columns.data, (0, 1)).all():
        raise TableError(
            fault(
                "KCT001",
                where,
                "must hold only 0 and 1",
                "",
                "Binarise it first (engine.methods.k_containment.tables.schema).",
            )
        )
    if columns is matrix:
        columns = columns.copy()
    columns.sum_duplicates()
    columns.eliminate_zeros()
    return ones_matrix(columns.indices, columns.indptr, columns.shape)


def ones_matrix(indices: NDArray[Any], pointers: NDArray[Any], shape: tuple[int, int]) -> csc_array:
    """A column-wise matrix of ones with 32-bit row numbers (what scikit-learn accepts)."""
    data = np.ones(len(indices), np.uint8)
    small = pointers.astype(np.int32 if len(indices) < 2**31 else np.int64)
    return csc_array((data, indices.astype(np.int32), small), shape=shape)


def rows_of(matrix: csc_array, feature: int) -> NDArray[np.int32]:
    """Rows that have `feature`, ascending (a view, not a copy)."""
    rows: NDArray[np.int32] = matrix.indices[matrix.indptr[feature] : matrix.indptr[feature + 1]]
    return rows


def supports(matrix: csc_array) -> Ints:
    """Number of rows that have each feature."""
    return np.asarray(np.diff(matrix.indptr), dtype=np.int64)


def intersect(rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int32]:
    """Rows in both ascending lists."""
    if len(others) == 0:
        return rows[:0]
    at = np.searchsorted(others, rows)
    at[at == len(others)] = 0
    both: NDArray[np.int32] = rows[others[at] == rows]
    return both


def distinct_rows(matrix: Any) -> tuple[csr_array, NDArray[np.intp], Ints]:
    """Collapse equal rows.

    Returns
    -------
    rows : csr_array, shape (n_distinct, n_features)
    group : ndarray of int, shape (n_rows,)
        Which distinct row each row is.
    counts : ndarray of int, shape (n_distinct,)
    """
    rows = csr_array(matrix)
    rows.sort_indices()
    seen: dict[bytes, int] = {}
    group = np.empty(rows.shape[0], np.intp)
    first: list[int] = []
    for i in range(rows.shape[0]):
        key = rows.indices[rows.indptr[i] : rows.indptr[i + 1]].tobytes()
        group[i] = seen.setdefault(key, len(seen))
        if group[i] == len(first):
            first.append(i)
    return csr_array(rows[first]), group, np.bincount(group, minlength=len(first)).astype(np.int64)


def as_labels(labels: Any, n_rows: int, where: str = "label") -> Bools:
    """Two-class labels as booleans; True is the class that sorts last.

    Raises
    ------
    TableError
        ``KCT002`` when there are not exactly two classes, ``KCT003`` when the length differs.
    """
    values = np.asarray(labels).ravel()
    if len(values) != n_rows:
        raise TableError(fault("KCT003", where, f"must have one value per row ({n_rows})", len(values)))
    classes = np.unique(values)
    if len(classes) != 2:
        advice = "Declare a label with two classes, or choose a utility that needs none (ones)."
        raise TableError(fault("KCT002", where, "must have exactly two classes", len(classes), advice))
    positive: Bools = values == classes[1]
    return positive


def check_k(k: int, n_rows: int) -> int:
    """The anonymity parameter, checked: 1 <= k <= n_rows (``KCT004``)."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not 1 <= k <= max(n_rows, 1):
        advice = "Each row must look like k rows, itself included; 5 to 11 are usual."
        raise TableError(fault("KCT004", "k", f"must be a whole number from 1 to {n_rows} rows", k, advice))
    return int(k)
