"""The ``tables:`` clauses of a policy: which files are tables, their columns, and the level to reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal, Self

import re2
from pydantic import AfterValidator, Field, model_validator

from engine.policy.clauses.fields import Clause, Flag, Name, Names
from engine.policy.clauses.text import LegalClause

ColumnKind = Literal["binary", "category", "interval", "text", "label", "entity"]
Method = Literal[
    "maximal", "greedy-hamdist", "greedy-distcnt", "greedy-information", "greedy-ones", "suppress-cells"
]
TableKind = Literal["csv", "jsonl", "parquet"]
TableFormat = Literal["same", "csv", "jsonl", "parquet"]
Delimiter = Literal["comma", "semicolon", "tab", "bar"]
NEED_A_LABEL = ("greedy-hamdist", "greedy-distcnt", "greedy-information")
WORD = r"\w\w+"
"""What a word of a text column is, unless the policy says otherwise: two letters or digits at least."""

_KEYS: Mapping[ColumnKind, tuple[str, ...]] = {
    "binary": ("ones", "name"),
    "category": ("groups",),
    "interval": ("edges",),
    "text": ("min_documents", "token"),
    "label": ("positive",),
    "entity": (),
}
"""The keys that each kind of column may have."""


def word_pattern(pattern: str) -> Any:
    """A policy's regular expression, compiled by RE2: its time grows with the text and never faster."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 16 << 20
    return re2.compile(_in_all_scripts(pattern), options)


def _in_all_scripts(pattern: str) -> str:
    r"""RE2 reads \w and \d as ASCII; a policy means the letters of every script, as Python does."""
    inside, out, at = False, [], 0
    while at < len(pattern):
        two = pattern[at : at + 2]
        if two[0] == "\\" and len(two) == 2:
            known = _CLASSES.get(two[1].lower())
            negated = "^" if two[1].isupper() else ""
            kept = known is None or (inside and negated)
            out.append(two if kept else str(known) if inside else f"[{negated}{known}]")
            at += 2
            continue
        inside = two[0] == "[" or (inside and two[0] != "]")
        out.append(two[0])
        at += 1
    return "".join(out)


_CLASSES = {"w": r"\p{L}\p{N}_", "d": r"\p{Nd}"}


def _expression(pattern: str) -> str:
    try:
        compiled = word_pattern(pattern)
    except re2.error:
        raise ValueError("must be a regular expression of RE2 (no look-around, no back-references)") from None
    if compiled.groups:
        raise ValueError("must be a regular expression without capturing groups: write (?:...)")
    return pattern


Cell = Annotated[str, Field(strict=True, min_length=1, max_length=1000)]
Cells = Annotated[tuple[Cell, ...], Field(min_length=1, max_length=100_000)]
Edge = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Expression = Annotated[str, Field(strict=True, min_length=1, max_length=1000), AfterValidator(_expression)]


class TableColumn(Clause):
    """How a column of a table becomes features that a row has or lacks."""

    kind: ColumnKind = Field(examples=["category"])
    """One feature (binary), or one for each value or group (category), interval or word (text). label: the
    two-class label. entity: who the row is about, never released."""
    ones: Cells = Field(default=("1", "true", "True", "yes"), examples=[["1", "yes"]])
    """binary only: cells that count as having the feature."""
    name: Name | None = Field(default=None, examples=["smoker"])
    """binary only: name of the feature; by default the column's."""
    groups: Annotated[Mapping[Name, Cells], Field(min_length=1, max_length=10_000)] | None = Field(
        default=None, examples=[{"office": ["clerk", "manager"], "field": ["farmer"]}]
    )
    """category only: groups of values, each a feature; other values are dropped. Without it each value is a
    feature, checked like a word of a text."""
    edges: Annotated[tuple[Edge, ...], Field(min_length=1, max_length=1000)] | None = Field(
        default=None, examples=[[25, 35, 45, 60]]
    )
    """interval only: upper ends of the intervals, rising; the last interval has none."""
    min_documents: Annotated[int, Field(strict=True, ge=1)] = 1
    """text only: words in fewer rows are left out."""
    token: Expression = WORD
    """text only: regular expression of a word."""
    positive: Cells | None = Field(default=None, examples=[["yes"]])
    """label only: cells of the positive class."""

    @model_validator(mode="after")
    def _keys_of_its_kind(self) -> Self:
        for key in sorted(self.model_fields_set - {"kind", *_KEYS[self.kind]}):
            owner = next(kind for kind, keys in _KEYS.items() if key in keys)
            if getattr(self, key) != type(self).model_fields[key].default:
                raise ValueError(f"{key}: must be left out unless kind is {owner}")
        if self.kind == "interval" and self.edges is None:
            raise ValueError("edges: must be given for an interval, as in [25, 35]")
        if self.kind == "label" and self.positive is None:
            raise ValueError("positive: must be given for a label, as in [yes]")
        return self

    @model_validator(mode="after")
    def _edges_rise(self) -> Self:
        if any(a >= b for a, b in pairwise(self.edges or ())):
            raise ValueError("edges: must rise")
        return self

    def declared(self, column: str) -> tuple[str, ...] | None:
        """Names of the features, where the policy alone determines them; None where the data do."""
        if self.kind == "binary":
            return (self.name or column,)
        if self.kind == "interval":
            return tuple(interval_names(column, self.edges or ()))
        if self.kind == "category" and self.groups is not None:
            return tuple(f"{column}={group}" for group in self.groups)
        return () if self.kind in ("label", "entity") else None


def interval_names(name: str, edges: tuple[float, ...]) -> list[str]:
    """Names of an interval column's features, e.g. ``age<=25``, ``25<age<=35``, ``age>35``."""
    between = [f"{a:g}<{name}<={b:g}" for a, b in pairwise(edges)]
    return [f"{name}<={edges[0]:g}", *between, f"{name}>{edges[-1]:g}"]


class TablePolicy(Clause):
    """What is asked of a table, whatever file it is in: its columns, k, and the method."""

    k: Annotated[int, Field(strict=True, ge=2, le=1_000_000)] = Field(examples=[5])
    """Whatever a row shows, at least k rows show, itself included; 5 to 11 are usual."""
    choose: Method = "greedy-distcnt"
    """Method that chooses what is kept; suppress-cells clears single cells, the others drop features."""
    protect_zeros: Flag = False
    """Protects what a row lacks too: every released row is equal to at least k - 1 others (plain
    k-anonymity). Greedy methods only."""
    l_diversity: Annotated[int, Field(strict=True, ge=1, le=2)] = 1
    """2: among the rows that show all that a row shows, both labels occur. Greedy methods only."""
    t_closeness: Annotated[float, Field(gt=0, lt=1)] | None = Field(default=None, examples=[0.2])
    """Among equal rows the share of the positive label is at most so far from its share in the whole table.
    Needs protect_zeros: true."""
    columns: Annotated[Mapping[Name, TableColumn], Field(min_length=1, max_length=20_000)] = Field(
        examples=[{"age": {"kind": "interval", "edges": [25, 35, 45, 60]}}]
    )
    """The columns that are used, each with its kind."""
    header: Names | None = Field(default=None, examples=[["age", "job"]])
    """Names of all columns of a CSV file that has no header line."""
    delimiter: Delimiter = "comma"
    """What separates the cells of a CSV file."""
    on_infeasible: Literal["skip", "stop"] = "skip"
    """Greedy methods: pass over a feature that does not fit, or end there as the paper does."""
    family: Literal["feasible", "frequent"] = "feasible"
    """maximal: all feasible feature sets, or the paper's frequent itemsets alone."""
    candidates: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 100
    """maximal: how many of the largest feature sets are compared."""

    @model_validator(mode="after")
    def _columns_make_sense(self) -> Self:
        for kind in ("label", "entity"):
            if sum(column.kind == kind for column in self.columns.values()) > 1:
                raise ValueError(f"columns: must hold at most one column of kind {kind}")
        if self.choose in NEED_A_LABEL and self.label is None:
            raise ValueError(
                f"choose: must be greedy-ones, maximal or suppress-cells when no column is the label; "
                f"{self.choose} needs one"
            )
        if self.protect_zeros and not self.choose.startswith("greedy"):
            raise ValueError(
                f"protect_zeros: needs a greedy method; {self.choose} protects only what rows have"
            )
        self._require_limits_of_labels()
        if all(column.kind in ("label", "entity") for column in self.columns.values()):
            raise ValueError("columns: must hold a column besides the label and the entity")
        return self

    def _require_limits_of_labels(self) -> None:
        asked = {"l_diversity": self.l_diversity > 1, "t_closeness": self.t_closeness is not None}
        for key in (key for key, wanted in asked.items() if wanted):
            if self.label is None or not self.choose.startswith("greedy"):
                raise ValueError(f"{key}: needs a column of kind label and a greedy method")
        if self.t_closeness is not None and not self.protect_zeros:
            raise ValueError("t_closeness: needs protect_zeros: true; it is about equal rows")

    @model_validator(mode="after")
    def _features_differ(self) -> Self:
        names = [self.label or "", *self.declared]
        if len(set(names)) < len(names):
            raise ValueError("columns: must give every feature a name of its own")
        return self

    @model_validator(mode="after")
    def _header_holds_the_columns(self) -> Self:
        if self.header is not None and not set(self.columns) <= set(self.header):
            raise ValueError("header: must name every column that columns declares")
        return self

    @property
    def limits_labels(self) -> bool:
        """Whether rows that look alike may not tell their label."""
        return self.l_diversity > 1 or self.t_closeness is not None

    @property
    def label(self) -> str | None:
        """Name of the label's column."""
        return next((name for name, column in self.columns.items() if column.kind == "label"), None)

    @property
    def declared(self) -> Iterator[str]:
        """Names of the features that the policy alone determines, in order."""
        return (each for name, column in self.columns.items() for each in column.declared(name) or ())


class TableClause(LegalClause, TablePolicy):
    """Table files that are released as a whole, k-anonymous by containment."""

    files: Names = Field(min_length=1, examples=[["visits*.csv"]])
    """Files that the clause is about. * and ? stand for any letters; a pattern with / is the path below the
    source folder."""
    release_as: TableFormat = "same"
    """Format of the released table; jsonl lists the features that each row has."""
    measure: Flag = True
    """Whether the report says how well the label is predicted before and after."""
