"""What a policy says of a table: its columns, how each becomes binary features, and the level to reach."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator
from scipy.sparse import csc_array, hstack
from sklearn.feature_extraction.text import CountVectorizer

from engine.errors import Fault, fault
from engine.methods.k_containment.table import BinaryTable, Bools, TableError, as_binary

Cells = Sequence[str | None]


class _Column(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BinaryColumn(_Column):
    """One feature: 1 where the cell is one of `ones`."""

    kind: Literal["binary"] = "binary"
    ones: tuple[str, ...] = ("1", "true", "True", "yes")
    name: str | None = None


class CategoryColumn(_Column):
    """One feature per listed group of values; a value in no group gives no feature.

    Without `groups`, one feature per value found in the data.
    """

    kind: Literal["category"]
    groups: Mapping[str, tuple[str, ...]] | None = None


class IntervalColumn(_Column):
    """One feature per interval: up to the first edge, (edge, edge], above the last."""

    kind: Literal["interval"]
    edges: Annotated[tuple[float, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _rising(self) -> IntervalColumn:
        if any(a >= b for a, b in pairwise(self.edges)):
            raise ValueError("edges must rise")
        return self


class TextColumn(_Column):
    """One feature per word: 1 where the text contains it."""

    kind: Literal["text"]
    min_documents: Annotated[int, Field(ge=1)] = 1
    token: str = r"(?u)\b\w\w+\b"


class LabelColumn(_Column):
    """The two-class label: positive where the cell is one of `positive`. Never released as a feature."""

    kind: Literal["label"]
    positive: Annotated[tuple[str, ...], Field(min_length=1)]


Column = Annotated[
    BinaryColumn | CategoryColumn | IntervalColumn | TextColumn | LabelColumn, Field(discriminator="kind")
]

Method = Literal[
    "maximal", "greedy-hamdist", "greedy-distcnt", "greedy-information", "greedy-ones", "suppress-cells"
]


class TablePolicy(BaseModel):
    """The ``tables:`` clause of a policy.

    Parameters
    ----------
    k : int
        Each row's ones must be contained in at least k rows; >= 2.
    choose : str
        Method that chooses what is kept.
    columns : mapping of str to column
        Declared columns; every other column is dropped.
    header : sequence of str, optional
        Column names of a CSV file that has no header line.
    on_infeasible : {"skip", "stop"}
        Greedy methods: pass over a feature that does not fit, or end there.
    family : {"feasible", "frequent"}
        Maximal: the true feasible sets, or the paper's frequent itemsets.
    candidates : int
        Maximal: how many of the largest sets are compared.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    k: Annotated[int, Field(ge=2)]
    choose: Method = "greedy-distcnt"
    columns: Annotated[Mapping[str, Column], Field(min_length=1)]
    header: tuple[str, ...] | None = None
    on_infeasible: Literal["skip", "stop"] = "skip"
    family: Literal["feasible", "frequent"] = "feasible"
    candidates: Annotated[int, Field(ge=1)] = 100

    @model_validator(mode="after")
    def _one_label(self) -> TablePolicy:
        labels = [name for name, column in self.columns.items() if column.kind == "label"]
        if len(labels) > 1:
            raise ValueError("at most one column may be the label")
        needs_label = self.choose in ("greedy-hamdist", "greedy-distcnt", "greedy-information")
        if needs_label and not labels:
            raise ValueError(
                f"{self.choose} needs a column of kind label; greedy-ones, maximal and suppress-cells do not"
            )
        if len(labels) == len(self.columns):
            raise ValueError("at least one column besides the label must be declared")
        return self


def binarise(columns: Mapping[str, Cells], policy: TablePolicy) -> BinaryTable:
    """Turn columns of text cells into a binary table.

    Parameters
    ----------
    columns : mapping of str to sequence of str or None
        All of one length; None or an empty cell is a missing value.
    policy : TablePolicy

    Returns
    -------
    BinaryTable
        Sparse; features in the order of the policy's columns.

    Raises
    ------
    TableError
        ``KCT008`` a declared column is absent; ``KCT009`` a cell of an interval
        column is no number (row number only); ``KCT002`` the label has one class.
    """
    faults: list[Fault] = []
    blocks: list[csc_array] = []
    names: list[str] = []
    public: list[bool] = []
    labels: Bools | None = None
    for name, column in policy.columns.items():
        if name not in columns:
            faults.append(
                fault("KCT008", f"column {name}", "must be in the table", "", "Check the spelling or header.")
            )
        elif isinstance(column, LabelColumn):
            labels = _label(name, columns[name], column, faults)
        else:
            block, found, shown = _features(name, columns[name], column, faults)
            blocks.append(block)
            names += found
            public += [shown] * len(found)
    if faults:
        raise TableError(*faults)
    matrix = as_binary(hstack(blocks, format="csc"))
    return BinaryTable(matrix, names, labels, np.array(public, np.bool_))


def _label(name: str, cells: Cells, column: LabelColumn, faults: list[Fault]) -> Bools:
    labels = np.fromiter((cell in column.positive for cell in cells), np.bool_, count=len(cells))
    if labels.all() or not labels.any():
        faults.append(
            fault(
                "KCT002", f"column {name}", "must have exactly two classes", 1, "Check the positive values."
            )
        )
    return labels


def _features(name: str, cells: Cells, column: Any, faults: list[Fault]) -> tuple[csc_array, list[str], bool]:
    if isinstance(column, TextColumn):
        return _terms(name, cells, column)
    if isinstance(column, IntervalColumn):
        return _intervals(name, cells, column, faults)
    if isinstance(column, BinaryColumn):
        return _groups(cells, {column.name or name: column.ones}), [column.name or name], True
    shown = column.groups is not None
    groups = column.groups or {value: (value,) for value in sorted({c for c in cells if c})}
    return _groups(cells, groups), [f"{name}={group}" for group in groups], shown


def _groups(cells: Cells, groups: Mapping[str, Iterable[str]]) -> csc_array:
    where: dict[str, list[int]] = {}
    for feature, values in enumerate(groups.values()):
        for value in values:
            where.setdefault(value, []).append(feature)
    rows, features = [], []
    for row, cell in enumerate(cells):
        for feature in where.get(cell or "", ()):
            rows.append(row)
            features.append(feature)
    return _ones(rows, features, (len(cells), len(groups)))


def _intervals(
    name: str, cells: Cells, column: IntervalColumn, faults: list[Fault]
) -> tuple[csc_array, list[str], bool]:
    values = np.full(len(cells), np.nan)
    for row, cell in enumerate(cells):
        values[row] = _number(cell)
        if cell and math.isnan(values[row]):
            faults.append(fault("KCT009", f"column {name} row {row + 1}", "must be a number or empty"))
            break
    rows = np.flatnonzero(~np.isnan(values))
    features = np.searchsorted(np.asarray(column.edges), values[rows], side="left")
    return (
        _ones(rows, features, (len(cells), len(column.edges) + 1)),
        interval_names(name, column.edges),
        True,
    )


def _number(cell: str | None) -> float:
    try:
        return float(cell) if cell else math.nan
    except ValueError:
        return math.nan


def interval_names(name: str, edges: Sequence[float]) -> list[str]:
    """Names of an interval column's features, e.g. ``age<=25``, ``25<age<=35``, ``age>35``."""
    between = [f"{a:g}<{name}<={b:g}" for a, b in pairwise(edges)]
    return [f"{name}<={edges[0]:g}", *between, f"{name}>{edges[-1]:g}"]


def _terms(name: str, cells: Cells, column: TextColumn) -> tuple[csc_array, list[str], bool]:
    counter = CountVectorizer(
        binary=True, min_df=column.min_documents, token_pattern=column.token, dtype=np.uint8, lowercase=True
    )
    try:
        matrix = counter.fit_transform([cell or "" for cell in cells])
    except ValueError:  # an empty vocabulary
        return csc_array((len(cells), 0), dtype=np.uint8), [], False
    return csc_array(matrix), [f"{name}:{term}" for term in counter.get_feature_names_out()], False


def _ones(rows: Any, features: Any, shape: tuple[int, int]) -> csc_array:
    return csc_array((np.ones(len(rows), np.uint8), (rows, features)), shape=shape)
