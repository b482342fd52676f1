"""Cases of a clause about tables: small tables, and what must become of them."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.checks.containment import count_level
from engine.errors import InvalidError, RefusedError
from engine.policy.clauses.fields import Clause, Name, Text
from engine.policy.clauses.tables import TablePolicy
from engine.stages.table_words import TextClauses

CellValue = str | int | float | bool | dt.date | None
Times = Annotated[int, Field(strict=True, ge=1, le=10_000)]
Feature = Annotated[str, Field(strict=True, min_length=1, max_length=1000)]


class TableRow(Clause):
    """A made-up row, once or several times."""

    row: Annotated[Mapping[Name, CellValue], Field(min_length=1)] = Field(
        examples=[{"age": 44, "smoker": "yes", "readmitted": "no"}]
    )
    """Cell of each column; a column that is left out is empty. Leave the entity's column out: each row
    is then about somebody else."""
    times: Times = 1
    """How many such rows the table has."""


class ReleasedRow(Clause):
    """A row of the released table."""

    shows: tuple[Feature, ...] = Field(examples=[["40<age<=60", "smoker"]])
    """The features that it has; [] for a row that shows nothing."""
    times: Times = 1
    """How many such rows there must be."""


class TableCase(Clause):
    """A small table, and what must become of it."""

    rows: tuple[TableRow, ...] = Field(min_length=1)
    """The table, made up."""
    keeps: tuple[Feature, ...] = Field(default=(), examples=[["smoker"]])
    """Features that the released table must have."""
    drops: tuple[Feature, ...] = Field(default=(), examples=[["age>60"]])
    """Features that must not be in it."""
    released: tuple[ReleasedRow, ...] | None = None
    """The whole released table, where single cells matter; the label is left out."""
    refused: Annotated[str, Field(strict=True, pattern=r"^[A-Z]{3}\d{3}$")] | None = Field(
        default=None, examples=["TAB005"]
    )
    """Code of the error with which the table must be refused."""
    note: Text | None = None
    """Why this case is here."""

    @model_validator(mode="after")
    def _expects_something(self) -> Self:
        if self.refused and (self.keeps or self.drops or self.released is not None):
            raise ValueError("refused: must stand alone; a refused table keeps nothing")
        if not (self.refused or self.keeps or self.drops or self.released):
            raise ValueError("keeps: must be given, or drops, released or refused: what the case expects")
        return self


def table_failures(case: TableCase, settings: TablePolicy, clauses: TextClauses) -> list[str]:
    """What of a case does not hold, in words; none when all does.

    Parameters
    ----------
    case : TableCase
    settings : TablePolicy
        Of the clause.
    clauses : TextClauses
        What the rest of the policy removes from cells and names.

    Notes
    -----
    Whatever the case expects, the level of the released rows is counted by the code that proves a
    release.
    """
    from engine.methods.k_containment.made import make_table  # scikit-learn takes a second

    foreign = sorted({name for each in case.rows for name in each.row} - settings.columns.keys())
    if foreign:
        return [f"{name} is no column of the clause; such a column is dropped unread" for name in foreign]
    try:
        made = make_table("case", case_columns(case, settings), settings, clauses)
    except (InvalidError, RefusedError) as error:
        codes = [one.code for one in error.faults]
        return [] if case.refused in codes else [f"refused: {'; '.join(map(str, error.faults))}"]
    if case.refused:
        return [f"released, and must be refused ({case.refused})"]
    level = count_level(made.places, len(made.names), zeros=settings.protect_zeros)
    return list(
        _failures(case, settings.k, made.names, made.rows, made.known, -1 if level is None else level)
    )


def case_columns(case: TableCase, settings: TablePolicy) -> dict[str, list[CellValue]]:
    """The cells of a case's table by column, the declared ones alone."""
    rows = [each.row for each in case.rows for _ in range(each.times)]
    columns: dict[str, list[CellValue]] = {name: [row.get(name) for row in rows] for name in settings.columns}
    for name, column in settings.columns.items():
        if column.kind == "entity" and not any(columns[name]):
            columns[name] = [f"row {number}" for number in range(len(rows))]
    return columns


def _failures(
    case: TableCase,
    k: int,
    names: Sequence[str],
    rows: Sequence[frozenset[str]],
    known: frozenset[str],
    level: int,
) -> Iterator[str]:
    if level < k:
        yield f"a row is shown by {level} rows only (k = {k})"
    for feature in case.keeps:
        if feature not in names:
            yield f"{feature} is dropped, and must be kept"
    for feature in case.drops:
        if feature in names:
            yield f"{feature} is kept, and must be dropped"
        elif feature not in known:
            yield f"{feature} is no feature of this table; it has {', '.join(sorted(known)[:30])}"
    if case.released is not None:
        wanted = Counter[frozenset[str]]()
        for each in case.released:
            wanted[frozenset(each.shows)] += each.times
        yield from _differences(wanted, Counter(rows))


def _differences(wanted: Counter[frozenset[str]], got: Counter[frozenset[str]]) -> Iterator[str]:
    for row in sorted(wanted.keys() | got.keys(), key=sorted):
        if wanted[row] != got[row]:
            shown = f"[{', '.join(sorted(row))}]"
            yield f"{got[row]} released rows show {shown}, and {wanted[row]} must"
