"""The types of all columns of a document: each by itself, then by what stands beside it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.methods.columns.deciding import kind_of
from engine.methods.columns.evidence import SURE, SURE_HEADER, UNSURE
from engine.methods.columns.given_out import are_parts_of_ssn, hold_other_things, is_cut_ssn
from engine.methods.columns.headers import meaning_of
from engine.methods.columns.kinds import CATEGORY_OF, TEXT, Kind
from engine.methods.columns.neighbours import TypedColumn, by_neighbours
from engine.methods.columns.reading.paths import Column
from engine.methods.columns.reading.tables import Reader
from engine.methods.columns.values import FEW, HALF, is_nothing, summed_up
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


@dataclass(frozen=True, slots=True)
class TypedTables:
    """All columns of a document with their types, and the parts that are schema."""

    columns: Sequence[TypedColumn]
    schema: Sequence[Part]
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
    return TypedTables(beside, tables.schema, _cut_ssns(beside, text))


def _typed(column: Column, text: str, names: _Names) -> TypedColumn:
    written = [text[part.start : part.end].strip() for part in column.cells]
    values = summed_up(written)
    kind = kind_of(column.meaning, values, names.shares(column.cells, text))
    if kind.name in (*NAMES, TEXT) and kind.by != "header":
        kind = _of_labels([value for value in written[:_LABELS_TRIED] if value]) or kind
    return TypedColumn(column, kind, values)


def _of_labels(values: Sequence[str]) -> Kind | None:
    """The kind of a column whose values are names of columns: a form that nobody has filled in.

    Where some are not, the column is searched as text: one may be an answer. Values that share one word of
    columns, each beside words of its own ("Bucks County", "Kent County"), are things of one kind.
    """
    meant = [told for value in values if (told := meaning_of(value)) and told.score >= SURE_HEADER]
    if len(values) < FEW or len(meant) < _LABELS_FROM * len(values):
        return None
    if len({told.words for told in meant}) == 1 and not any(told.is_whole for told in meant):
        return None
    all_are = len(meant) == len(values)
    return Kind("label", SURE, "both", "labels") if all_are else Kind(TEXT, UNSURE, "both", "labels")


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
    """The columns of each table with what their neighbours tell of them."""
    found: list[TypedColumn] = []
    for _, columns in groupby(typed, key=lambda each: each.column.table):
        table = [*columns]
        told = [by_neighbours(place, table, text) for place in range(len(table))]
        for place in _parts_of_ssn(table):
            told[place] = Kind("ssn", SURE, "neighbours", "parts of a number")
        found += [replace(each, kind=kind or each.kind) for each, kind in zip(table, told, strict=True)]
    return found


def _parts_of_ssn(table: Sequence[TypedColumn]) -> set[int]:
    """Columns, three side by side without a header that explains them, that hold a number cut in three."""
    found: set[int] = set()
    for first in range(len(table) - 2):
        three = table[first : first + 3]
        if all(map(_is_unexplained, three)) and are_parts_of_ssn([each.values for each in three]):
            found.update(range(first, first + 3))
    return found


def _cut_ssns(typed: Sequence[TypedColumn], text: str) -> list[Part]:
    """Cells, three side by side in a row, of numbers cut in three among columns of other things."""
    by_place = {(each.column.table, each.column.index): each for each in typed if _may_hold_parts(each)}
    cut: dict[tuple[int, int], list[Part]] = {}
    for first, parts in _cut_in_rows(by_place, text):
        cut.setdefault(first, []).extend(parts)
    return [
        part
        for first, parts in cut.items()
        if hold_other_things([by_place[place].values for place in _from(first)], len(parts) // 3)
        for part in parts
    ]


def _cut_in_rows(
    columns: Mapping[tuple[int, int], TypedColumn], text: str
) -> Iterator[tuple[tuple[int, int], list[Part]]]:
    """Three cells that a row fills side by side with the parts of a number, with the first one's column."""
    places = {part: place for place, each in columns.items() for part in each.column.cells}
    filled = sorted((part for part in places if _written(part, text)), key=lambda part: part.start)
    for parts in map(list, zip(filled, filled[1:], filled[2:], strict=False)):
        first = places[parts[0]]
        beside = tuple(map(places.__getitem__, parts)) == _from(first)
        if beside and is_cut_ssn([_written(part, text) for part in parts]):
            yield first, parts


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
