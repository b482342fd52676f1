"""The types of all columns of a document: each by itself, then by what stands beside it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.catalog.public_codes import is_called
from engine.methods.columns.deciding import kind_of
from engine.methods.columns.given_out import are_parts_of_ssn, hold_other_things, is_cut_ssn
from engine.methods.columns.headers import meaning_of
from engine.methods.columns.kinds import CATEGORY_OF, CODES, HARMLESS, TEXT, UNKNOWN_CODE, Kind
from engine.methods.columns.procedures import USUAL_PROCEDURES
from engine.methods.columns.shown_kinds import SURE_HEADER, UNLISTED
from engine.methods.columns.tables import Column, Reader
from engine.methods.columns.values import FEW, HALF, Values, is_nothing, summed_up
from engine.text import Document, Part, Span

ListsOf = Callable[[str], Sequence[str]]
NAMES = ("person", "organisation", "location")
"""Categories whose findings count as evidence about a column."""
_LISTS = {
    "listed person": frozenset({"first", "last", "rarelast"}),
    "listed place": frozenset({"city"}),
    "listed thing": frozenset({"medical", "common", "month", "weekday", "organisation", "occupation"}),
}
_LONGEST_NAME = 4
_WORD = re.compile(r"[^\W\d_]{2,}")
_COVERED = 0.6
_CAPITALIZED = 0.8
_YEARS_APART = 3


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column with its type and the evidence for it.

    Parameters
    ----------
    column : Column
    kind : Kind
    values : Values
    """

    column: Column
    kind: Kind
    values: Values

    @property
    def is_typed(self) -> bool:
        """Whether it is known what the column holds."""
        return self.kind.name in CATEGORY_OF or self.kind.name in HARMLESS

    def evidence(self) -> dict[str, object]:
        """What told the type, in numbers and words of the vocabulary."""
        meaning = self.column.meaning
        return {
            "type": self.kind.name,
            "score": round(self.kind.score, 2),
            "by": self.kind.by,
            "form": self.kind.form,
            "header": list(meaning.words) if meaning else [],
            "cells": len(self.column.cells),
            "different": self.values.n_distinct,
        }


@dataclass(frozen=True, slots=True)
class TypedTables:
    """All columns of a document with their types, and the parts that are schema."""

    columns: Sequence[TypedColumn]
    schema: Sequence[Part]
    titles: Sequence[Part] = ()
    cut_ssns: Sequence[Part] = ()
    """Cells of single rows that hold the three parts of a social security number."""


NO_TABLES = TypedTables((), ())


def typed_tables(document: Document, spans: Sequence[Span], lists_of: ListsOf | None = None) -> TypedTables:
    """The types of the columns of `document`.

    Parameters
    ----------
    document : Document
        Its parts carry their places in tables.
    spans : sequence of Span
        What recognisers found in it: names among them count as evidence.
    lists_of : callable, optional
        Names of the lists of names that hold a word, given in small letters.

    Notes
    -----
    Every row of a column is counted, and the forms of `values.SAMPLE` of them looked at, so the
    cost is linear in the number of cells.
    """
    tables = Reader().read(document)
    text = document.text.reveal()
    names = _Names(spans, lists_of)
    typed = [_typed(column, text, names) for column in tables.columns]
    beside = _beside_each_other(typed, text)
    return TypedTables(beside, tables.schema, tables.titles, _cut_ssns(beside, text))


def _typed(column: Column, text: str, names: _Names) -> TypedColumn:
    written = [text[part.start : part.end].strip() for part in column.cells]
    values = summed_up(written)
    kind = kind_of(column.meaning, values, names.shares(column.cells, text))
    if kind.name in (*NAMES, TEXT) and kind.by != "header":
        kind = _of_labels([value for value in written[:_LABELS_TRIED] if value]) or kind
    return TypedColumn(column, kind, values)


def _of_labels(values: Sequence[str]) -> Kind | None:
    """The kind of a column whose values are names of columns: a form that nobody has filled in.

    Where some are not, the column is searched as text: one may be an answer.
    """
    meant = [told for value in values if (told := meaning_of(value)) and told.score >= SURE_HEADER]
    if len(values) < FEW or len(meant) < _LABELS_FROM * len(values):
        return None
    return Kind("label", 0.8, "both", "labels") if len(meant) == len(values) else Kind(TEXT, 0.5, "both")


_LABELS_TRIED, _LABELS_FROM = 40, 0.6


class _Names:
    """Findings of names by place, to ask what share of a column they are: those more likely than not."""

    def __init__(self, spans: Sequence[Span], lists_of: ListsOf | None) -> None:
        self._lists_of = lists_of
        self._spans = {
            category: sorted((s.start, s.end) for s in spans if s.category == category and s.score >= HALF)
            for category in NAMES
        }

    def shares(self, cells: Sequence[Part], text: str) -> Mapping[str, float]:
        """For each category, the share of the telling cells that are mostly one of its names."""
        step = max(1, len(cells) // 200)
        sample = [c for c in cells[::step] if not is_nothing(text[c.start : c.end].strip())]
        if not sample:
            return {}
        found = {
            category: sum(_is_covered(cell, spans) for cell in sample) / len(sample)
            for category, spans in self._spans.items()
            if spans
        }
        if self._lists_of is not None:
            for name, lists in _LISTS.items():
                found[name] = sum(self._is_listed(text[c.start : c.end], lists) for c in sample) / len(sample)
        return found

    def _is_listed(self, value: str, lists: frozenset[str]) -> bool:
        """Whether most words of a short value are in one of `lists`."""
        words = _WORD.findall(value)
        if self._lists_of is None or not 0 < len(words) <= _LONGEST_NAME or any(c.isdecimal() for c in value):
            return False
        return 2 * sum(not lists.isdisjoint(self._lists_of(word.lower())) for word in words) >= len(words)


def _is_covered(cell: Part, spans: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(spans, (cell.start, 0))
    covered = 0
    while at < len(spans) and spans[at][0] < cell.end:
        covered += min(spans[at][1], cell.end) - spans[at][0]
        at += 1
    return covered >= _COVERED * (cell.end - cell.start)


def _beside_each_other(typed: Sequence[TypedColumn], text: str) -> list[TypedColumn]:
    """What a column's neighbours tell of it."""
    by_table: dict[int, list[int]] = {}
    for place, each in enumerate(typed):
        by_table.setdefault(each.column.table, []).append(place)
    found = list(typed)
    for places in by_table.values():
        kinds = {typed[place].kind.name for place in places}
        for place in places:
            kind = _of_named_list(typed, place, places, text) or _by_neighbours(
                typed, place, places, kinds, text
            )
            if kind is not None:
                found[place] = replace(typed[place], kind=kind)
        for place in _parts_of_ssn(typed, places):
            found[place] = replace(typed[place], kind=Kind("ssn", 0.8, "neighbours", "digits"))
    return found


def _parts_of_ssn(typed: Sequence[TypedColumn], places: Sequence[int]) -> set[int]:
    """Columns, three side by side without a header that explains them, that hold a number cut in three."""
    found: set[int] = set()
    for three in zip(places, places[1:], places[2:], strict=False):
        columns = [typed[place] for place in three]
        unexplained = all(_is_unexplained(each) for each in columns)
        if unexplained and are_parts_of_ssn([each.values for each in columns]):
            found.update(three)
    return found


def _cut_ssns(typed: Sequence[TypedColumn], text: str) -> list[Part]:
    """Cells, three side by side in a row, of numbers cut in three among columns of other things."""
    by_place = {(each.column.table, each.column.index): each for each in typed if _may_hold_parts(each)}
    cells = sorted(
        ((part, place) for place, each in by_place.items() for part in each.column.cells),
        key=lambda one: one[0].start,
    )
    filled = [(part, place) for part, place in cells if _written(part, text)]
    cut: dict[tuple[int, int], list[Part]] = {}
    for (one, first), (two, second), (three, third) in zip(filled, filled[1:], filled[2:], strict=False):
        parts = (one, two, three)
        if (first, second, third) == _from(first) and is_cut_ssn([_written(part, text) for part in parts]):
            cut.setdefault(first, []).extend(parts)
    return [
        part
        for first, parts in cut.items()
        if hold_other_things([by_place[place].values for place in _from(first)], len(parts) // 3)
        for part in parts
    ]


def _written(part: Part, text: str) -> str:
    return text[part.start : part.end].strip()


def _from(first: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Three columns side by side, by table and index."""
    return tuple((first[0], first[1] + n) for n in range(3))


def _may_hold_parts(each: TypedColumn) -> bool:
    """Whether a column stays, and no header says that it is one of measures, years or the like."""
    meaning = each.column.meaning
    says_little = _is_unexplained(each) or meaning is None or meaning.bare or meaning.kind in (TEXT, "label")
    return says_little and each.kind.name not in CATEGORY_OF


def _is_unexplained(each: TypedColumn) -> bool:
    return each.column.meaning is None or each.column.meaning.score < SURE_HEADER


def _of_named_list(typed: Sequence[TypedColumn], place: int, places: Sequence[int], text: str) -> Kind | None:
    """Codes of public lists, where another column says of each row which list it is of."""
    codes = _by_row(typed[place].column.cells, text)
    for other in places if codes and typed[place].kind.name in CODES | {UNKNOWN_CODE} else ():
        names = _by_row(typed[other].column.cells, text)
        if other != place and all(is_called(names.get(row, ""), code) for row, code in codes.items()):
            return Kind("code", 0.9, "neighbours", "public list")
    return None


def _by_neighbours(
    typed: Sequence[TypedColumn], place: int, places: Sequence[int], kinds: set[str], text: str
) -> Kind | None:
    each = typed[place]
    if not _is_unexplained(each):
        return None
    beside = {typed[p].kind.name for p in (place - 1, place + 1) if p in places}
    values = each.values
    may_be_zip = values.share("zip") >= 0.95 and not _stands_beside_many_states(each, typed, places, text)
    if may_be_zip and beside & {"state", "location", "street-address"}:
        return Kind("zip", 0.8, "neighbours", "zip")
    if each.kind.name == TEXT and values.share("one capital word", "names first last") >= _CAPITALIZED:
        if beside & {"street-address"} or (beside & {"state", "zip"} and "street-address" in kinds):
            return Kind("location", 0.7, "neighbours")
        if "person" in beside and values.unique >= 0.5:
            return Kind("person", 0.7, "neighbours")
    if each.kind.form == UNLISTED and kinds & _OF_PEOPLE:
        return Kind(UNKNOWN_CODE, 0.6, "neighbours", UNLISTED)
    unnamed = each.kind.name in ("measure", TEXT) and values.n >= 3 and values.unique >= 0.5
    if unnamed and may_be_zip and kinds & _ABOUT_PEOPLE:
        return Kind("zip", 0.6, "neighbours", "zip")
    nothing_said = each.column.meaning is None and each.kind.name in ("measure", TEXT)
    if nothing_said and may_be_zip and kinds & _OF_PEOPLE and _spread_over_zones(each.column.cells, text):
        return Kind("zip", 0.6, "neighbours", "zip")
    if (
        each.kind.name == "measure"
        and "state" in kinds
        and "zip" not in kinds
        and _spreads_like_areas(values)
    ):
        return Kind("zip", 0.6, "neighbours", "three digits")
    if each.kind.name == "measure" and (born := _births(typed, places)) and _is_age(each, born, text):
        return Kind("age", 0.9, "neighbours")
    beside_people = kinds & (_OF_PEOPLE - _OF_EVENTS if each.column.header else _OF_PEOPLE)
    if each.kind.name == "measure" and beside_people and _spreads_like_ages(values):
        return Kind("age", 0.5, "values")
    return None


def _stands_beside_many_states(
    each: TypedColumn, typed: Sequence[TypedColumn], places: Sequence[int], text: str
) -> bool:
    """Whether most codes that recur stand beside several States: those of procedures do, no ZIP code does."""
    states = next((typed[p].column for p in places if typed[p].kind.name == "state"), None)
    state_of = _by_row(states.cells, text) if states else {}
    beside: dict[str, list[str]] = {}
    for row, code in _by_row(each.column.cells, text).items():
        if row in state_of:
            beside.setdefault(code, []).append(state_of[row])
    recurring = [found for found in beside.values() if len(found) > 1]
    return len(recurring) >= _RECURRING and 2 * sum(len(set(f)) > 1 for f in recurring) > len(recurring)


_RECURRING = 3


def _by_row(cells: Sequence[Part], text: str) -> dict[int, str]:
    """What stands in the first cells of a column, by row."""
    found = ((part.cell.row, text[part.start : part.end].strip()) for part in cells[:200] if part.cell)
    return {row: value for row, value in found if not is_nothing(value) and value}


_ABOUT_PEOPLE = frozenset(
    {"person", "birth-date", "street-address", "location", "phone", "email", "ssn", "mrn", "date"}
)
_OF_PEOPLE = _ABOUT_PEOPLE | {UNKNOWN_CODE, "unique-code", "health-plan", "account"}
"""Kinds beside which whole numbers may be ages: also codes that somebody gave out to each."""
_OF_EVENTS = frozenset({"date", "location", "zip"})
"""Kinds of what happens, not of people alone: beside them numbers under a word of no list are counts."""


def _spreads_like_ages(values: Values) -> bool:
    """Whether whole numbers could be ages, very old ones among them: nothing tells, so the old ones go."""
    if values.largest is None or values.smallest is None or values.n < 5 or values.share("integer") < 1.0:
        return False
    return 90 <= values.largest <= 112 and values.smallest <= 60 and values.unique >= 0.4


def _spreads_like_areas(values: Values) -> bool:
    """Whether numbers of three digits could be beginnings of ZIP codes."""
    if values.largest is None or values.smallest is None or values.n < 5:
        return False
    return values.share("three digits") >= 0.95 and values.largest - values.smallest >= 400


def _spread_over_zones(cells: Sequence[Part], text: str) -> bool:
    """Whether five-digit codes of no header are ZIP codes: of many zones, and hardly one of a procedure.

    The first digit of a ZIP code is its zone. Codes of procedures have five digits too; the usual ones are
    few and known.
    """
    codes = set(_by_row(cells, text).values())
    zones = {code[:1] for code in codes}
    return len(codes) >= _ZONES and len(zones) >= _ZONES and 2 * len(codes & USUAL_PROCEDURES) < len(codes)


_ZONES = 4


def _births(typed: Sequence[TypedColumn], places: Sequence[int]) -> Sequence[TypedColumn]:
    return [typed[p] for p in places if typed[p].kind.name in ("birth-date", "date", "birth-year")]


def _is_age(each: TypedColumn, dates: Sequence[TypedColumn], text: str) -> bool:
    """Whether whole numbers and the years of a column of dates add up to one and the same year."""
    ages = _numbers(each.column.cells, text)
    for dated in dates:
        years = {p.cell.row: y for p in dated.column.cells if p.cell and (y := _year(text[p.start : p.end]))}
        sums = [age + years[row] for row, age in ages.items() if row in years]
        if len(sums) >= 3 and len(set(ages.values())) > 2 and max(sums) - min(sums) <= _YEARS_APART:
            return True
    return False


def _numbers(cells: Sequence[Part], text: str) -> dict[int, int]:
    written = _by_row(cells, text).items()
    return {row: int(value) for row, value in written if value.isdecimal() and len(value) <= 3}


def _year(value: str) -> int | None:
    for at in range(len(value) - 3):
        piece = value[at : at + 4]
        if piece.isdecimal() and piece[:2] in ("18", "19", "20"):
            return int(piece)
    return None
