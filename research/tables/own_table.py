"""K-containment on a table of one's own: what each method keeps, and what a classifier still learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from adapters.tables.files import read_columns, read_table
from adapters.tables.headers import column_names
from engine.errors import InvalidError, fault
from engine.methods.k_containment import TablePolicy
from engine.methods.k_containment.evaluation.auc import svm_auc
from research.tables.k_containment import PUBLISHED_K, measured

OWN_METHODS = (
    "greedy HamDist (paper)",
    "greedy DistCnt (paper)",
    "greedy HamDist, skip",
    "greedy information",
    "cell suppression",
    "k-anonymous HamDist",
    "k-anonymous DistCnt",
)
"""Those whose time does not explode with the number of features."""
MOST_VALUES = 50
"""A column of more different values that are no numbers is left out: names, numbers of persons, notes."""
_FEW_NUMBERS = 12
_ONES = frozenset({"1", "1.0", "yes", "y", "true"})
_ZEROS = frozenset({"0", "0.0", "no", "n", "false"})

Cells = Sequence[str | None]


def evaluate_own(
    path: Path, label: str, positive: str = "", ks: Sequence[int] = PUBLISHED_K, seed: int = 0
) -> dict[str, Any]:
    """Measure the methods on a table whose columns nobody declared.

    Parameters
    ----------
    path : Path
        CSV, JSONL or Parquet, with names of columns.
    label : str
        The column that a classifier is to learn.
    positive : str
        Its value that counts as positive; by default the rarer of two.
    ks : sequence of int
    seed : int

    Returns
    -------
    dict
        ``{"rows", "features", "density", "auc_all_features", "left_out", "positive_share", "results"}``;
        names of columns and numbers, never cells.

    Raises
    ------
    InvalidError
        ``EVK002`` the label is no column, has not two values, or too few rows have one of them.
    UnreadableError
        ``TAB001``, ``TAB002``: the file cannot be read.
    """
    columns = read_columns(path, column_names(path))
    policy, left_out = guessed(columns, label, positive)
    table = read_table(path, policy)
    assert table.labels is not None
    return {
        "rows": table.shape[0],
        "features": table.shape[1],
        "density": table.matrix.nnz / max(1, table.shape[0] * table.shape[1]),
        "positive_share": float(table.labels.mean()),
        "left_out": left_out,
        "auc_all_features": svm_auc(table.matrix, table.labels, seed=seed),
        "results": [measured("", table, method, k, seed) for method in OWN_METHODS for k in ks],
    }


def guessed(
    columns: Mapping[str, Cells], label: str, positive: str = ""
) -> tuple[TablePolicy, Sequence[str]]:
    """How a table's columns become features, and which columns are left out.

    Notes
    -----
    Yes and no, or 1 and 0, make one feature. Numbers of more than twelve values are cut at their quartiles.
    Up to fifty values make a category.
    """
    made: dict[str, Any] = {label: {"kind": "label", "positive": [_positive(columns, label, positive)]}}
    left_out = []
    for name, cells in columns.items():
        if name == label:
            continue
        column = _column([cell for cell in cells if cell])
        if column is None:
            left_out.append(name)
        else:
            made[name] = column
    return TablePolicy.model_validate({"k": 2, "columns": made}), left_out


def _positive(columns: Mapping[str, Cells], label: str, positive: str) -> str:
    counted = Counter(cell for cell in columns.get(label, ()) if cell)
    if not counted or (positive and positive not in counted) or (not positive and len(counted) != 2):
        must = "must be a column of two values, or --positive one of its values"
        raise InvalidError(fault("EVK002", "evaluate k-containment --label", must, f"{len(counted)} values"))
    chosen = positive or min(counted, key=lambda value: (counted[value], value))
    if min(counted[chosen], counted.total() - counted[chosen]) < 2 * 5:
        must = "must have ten rows or more of either class, for five folds"
        raise InvalidError(fault("EVK002", "evaluate k-containment --label", must, f"{counted[chosen]}"))
    return chosen


def _column(cells: Sequence[str]) -> dict[str, Any] | None:
    """How a column is read; None: it is left out."""
    distinct = set(cells)
    ones = sorted(cell for cell in distinct if cell.casefold() in _ONES)
    others = {cell.casefold() for cell in distinct.difference(ones)}
    if ones and others and others <= _ZEROS:
        return {"kind": "binary", "ones": ones}
    numbers = _numbers(distinct)
    if numbers is not None and len(distinct) > _FEW_NUMBERS:
        edges = np.unique(np.quantile([float(cell) for cell in cells], (0.25, 0.5, 0.75)))
        return {"kind": "interval", "edges": edges.tolist()}
    return {"kind": "category"} if 1 < len(distinct) <= MOST_VALUES else None


def _numbers(cells: set[str]) -> list[float] | None:
    try:
        found = [float(cell) for cell in cells]
    except ValueError:
        return None
    return found if np.isfinite(found).all() else None
