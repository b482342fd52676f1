"""What a policy says about people in tables: quasi-identifiers, the size of their classes, the expert."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.policy.clauses.fields import Clause, Date, Name, Text
from engine.policy.clauses.tables import Cells, Edge


class QuasiIdentifier(Clause):
    """How the cells of a column of quasi-identifiers are generalized; with neither key they stay."""

    edges: Annotated[tuple[Edge, ...], Field(min_length=1, max_length=1000)] | None = Field(
        default=None, examples=[[17, 39, 64]]
    )
    """Upper ends of the intervals that numbers are put into, rising; the last interval has none."""
    groups: Annotated[Mapping[Name, Cells], Field(min_length=1, max_length=10_000)] | None = Field(
        default=None, examples=[{"Europe": ["DE", "FR"], "America": ["US", "CA"]}]
    )
    """Groups of values, each written by its name; values in no group become "other"."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.edges is not None and self.groups is not None:
            raise ValueError("groups: must be left out where edges are given")
        if any(a >= b for a, b in pairwise(self.edges or ())):
            raise ValueError("edges: must rise")
        return self


class Expert(Clause):
    """Who determined that the risk is very small, how, and until when that holds."""

    name: Name = Field(examples=["Dr. Ida Brandt, statistician"])
    """Name of the expert, which the signed report shows."""
    method: Text = Field(examples=["Equivalence classes over four quasi-identifiers, k = 11"])
    """Method of the determination, in a sentence or two."""
    determined: Date
    """Day of the determination."""
    valid_until: Date
    """Last day on which it holds; later releases are refused."""

    @model_validator(mode="after")
    def _holds_for_a_while(self) -> Self:
        if self.valid_until < self.determined:
            raise ValueError("valid_until: must not lie before determined")
        return self


class ReidentificationClause(Clause):
    """Tables of people: the risk that one of them is found by quasi-identifiers is measured and bounded."""

    quasi_identifiers: Annotated[Mapping[Name, QuasiIdentifier], Field(min_length=1, max_length=100)] = Field(
        examples=[{"AGE": {"edges": [17, 39, 64]}, "SEX": {}}]
    )
    """Columns that others know of a person, by their name in the first row. A table in a file of any kind is
    measured by those that it has."""
    subject: Name | None = Field(default=None, examples=["USUBJID"])
    """Column that says who a row is about; without it each row is a person of its own."""
    study_days_from: Name | None = Field(default=None, examples=["RFSTDTC"])
    """Column with a person's first day, Day 1. Dates of the same row, written as 2024-02-16, become days of
    the study; the day before is Day -1."""
    k: Annotated[int, Field(strict=True, ge=2, le=1_000_000)] = 11
    """Fewest people of a class: the highest risk is 1/k. Of people in smaller classes all quasi-identifiers
    are withheld."""
    population: Annotated[int, Field(strict=True, ge=2)] | None = Field(default=None, examples=[120_000])
    """How many people the table is a sample of: the risk among them is estimated too; k stays the limit in
    the table."""
    expert: Expert | None = None
    """Who determined that the risk is very small."""
    because: Text | None = None
    """Why this may be looser than the same part of an extended or combined policy."""
