"""What is kept of a released table's rows, so that texts about its people are known: numbers, no text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from adapters.documents.opening.sources import Source
from adapters.tables.files import Wanted, batches
from adapters.tables.headers import column_names
from engine.errors import UnreadableError
from engine.methods.columns.headers import meaning_of
from engine.methods.k_containment.projection import Projection
from engine.methods.k_containment.tables.schema import Coded
from engine.methods.overlaps.reading import KeyedWords, Numbers, Reading
from engine.methods.overlaps.rows import (
    RowNumbers,
    cell_number,
    name_links,
    pair_link,
    telling,
    without_shared,
)
from engine.plan.steps import TableStep
from engine.policy.clauses.tables import TableColumn

MOST_WORDS = 2_000_000
"""Words of cells of which a table's rows are remembered."""
NAMING = frozenset(
    ("person", "name", "mrn", "ssn", "email", "phone", "account", "unique-code", "national-id")
)
"""Kinds of columns whose cells name whom a row is about."""
_MOSTLY = 0.5
"""Share of its cells that must differ in a column that names people."""
_YES = frozenset(("yes", "y", "true", "1", "x"))


def row_numbers(source: Source, step: TableStep, projection: Projection, words: KeyedWords) -> RowNumbers:
    """The rows of a table with what its release hides of each.

    Parameters
    ----------
    source : Source
        The original file.
    step : TableStep
    projection : Projection
        What is released of it.
    words : KeyedWords
        The register's.
    """
    columns = _columns(source, step)
    shown = _Shown(projection)
    values: list[Numbers] = []
    cells: list[Numbers] = []
    links: list[Numbers] = []
    rows: list[NDArray[np.int64]] = []
    total = 0
    for place, (name, coded) in enumerate(columns.items()):
        column = step.settings.columns.get(name)
        if column is not None and column.kind == "label":
            continue
        for cell, here in _by_value(coded):
            reading = words.read(_said(name, column, cell))
            for at in np.flatnonzero(telling(reading)).tolist():
                hidden = shown.hidden(_feature(name, column, cell, reading, at), here)
                values.append(np.full(len(here), reading.numbers[at], np.uint64))
                cells.append(cell_number(here, place, hidden))
                total += len(here)
        if total > MOST_WORDS:
            return RowNumbers()
    for link, here in _links(columns, step, words):
        links.append(np.full(len(here), link, np.uint64))
        rows.append(here)
    k = step.settings.k
    flat_links, link_rows = without_shared(links, rows, k)
    none = np.zeros(0, np.uint64)
    return RowNumbers(
        flat_links,
        link_rows,
        np.concatenate([none, *values]),
        np.concatenate([none, *cells]),
        np.array([k], np.uint64),
    )


class _Shown:
    """Which rows show a feature, in the order of the original table."""

    def __init__(self, projection: Projection) -> None:
        table = projection.table
        back = np.argsort(projection.order)
        self._matrix = csr_array(table.matrix)[back].tocsc()
        self._places = {name: place for place, name in enumerate(table.names)}

    def hidden(self, feature: str, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each of some rows does not show it."""
        place = self._places.get(feature, -1)
        if place < 0:
            return np.ones(len(rows), np.bool_)
        matrix = self._matrix
        return ~np.isin(rows, matrix.indices[matrix.indptr[place] : matrix.indptr[place + 1]])


def _columns(source: Source, step: TableStep) -> Mapping[str, Coded]:
    """All columns of the file; those that the clause declares, where the others cannot be read as text."""
    path, settings = Path(source.path), step.settings
    names = list(settings.columns)
    if settings.header is not None:
        names = list(settings.header)
    else:
        with suppress(UnreadableError):
            names += column_names(path)
    found = list(dict.fromkeys(name for name in names if names.count(name) < 2 or name in settings.columns))
    try:
        return _read(path, Wanted(found, settings.header, settings.delimiter), source.relative)
    except UnreadableError:
        return _read(path, Wanted.by(settings), source.relative)


def _read(path: Path, wanted: Wanted, name: str) -> Mapping[str, Coded]:
    parts: dict[str, list[tuple[int, Coded]]] = {}
    n_rows = 0
    for batch in batches(path, wanted, name):
        for column, coded in batch.items():
            parts.setdefault(column, []).append((n_rows, coded))
        n_rows += max((len(coded.codes) for coded in batch.values()), default=0)
    return {column: _joined(some, n_rows) for column, some in parts.items()}


def _joined(parts: Sequence[tuple[int, Coded]], n_rows: int) -> Coded:
    codes, places = np.full(n_rows, -1, np.int32), dict[str, int]()
    for first, coded in parts:
        own = [places.setdefault(value, len(places)) for value in coded.values]
        codes[first : first + len(coded.codes)] = np.array([*own, -1], np.int32)[coded.codes]
    return Coded(codes, list(places))


def _by_value(coded: Coded) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """Each distinct cell with its rows."""
    order = np.argsort(coded.codes, kind="stable")
    ends = np.searchsorted(coded.codes[order], np.arange(len(coded.values) + 1))
    for place, cell in enumerate(coded.values):
        rows = order[ends[place] : ends[place + 1]]
        if cell and len(rows):
            yield cell, np.sort(rows)


def _said(name: str, column: TableColumn | None, cell: str) -> str:
    """What a text would say of a cell: of a yes, the column's name."""
    if column is not None and column.kind == "binary":
        return _spoken(name) if cell in (column.ones or ()) else ""
    return _spoken(name) if column is None and cell.lower() in _YES else cell


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _feature(name: str, column: TableColumn | None, cell: str, reading: Reading, at: int) -> str:
    """The feature that shows a word of a cell; none where no feature says the word itself."""
    if column is None or column.kind in ("entity", "interval"):
        return ""
    if column.kind == "text":
        return f"{name}:{cell[reading.starts[at] : reading.ends[at]].lower()}"
    declared = column.declared(name)
    if column.kind == "binary" and declared:
        return declared[0]
    return "" if declared else f"{name}={cell}"


def _links(
    columns: Mapping[str, Coded], step: TableStep, words: KeyedWords
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """What names the people of the rows."""
    naming = [name for name, coded in columns.items() if _names_people(name, coded, step)]
    for name in naming:
        for cell, rows in _by_value(columns[name]):
            for link in name_links(words, cell).tolist():
                yield link, rows
    for one, other in combinations(naming, 2):
        yield from _across(columns[one], columns[other], words)


def _across(one: Coded, other: Coded, words: KeyedWords) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Names whose parts stand in two columns, a word in each."""
    firsts, seconds = _single(one, words), _single(other, words)
    for row in range(len(one.codes)):
        first, second = firsts.get(int(one.codes[row])), seconds.get(int(other.codes[row]))
        if first is not None and second is not None:
            yield pair_link(first, second), np.array([row], np.int64)


def _single(coded: Coded, words: KeyedWords) -> Mapping[int, int]:
    """The number of each cell of one word in letters."""
    return {
        place: words.read(cell).numbers.tolist()[0]
        for place, cell in enumerate(coded.values)
        if cell.isalpha()
    }


def _names_people(name: str, coded: Coded, step: TableStep) -> bool:
    column = step.settings.columns.get(name)
    if column is not None:
        return column.kind == "entity"
    meaning = meaning_of(_spoken(name))
    there = int((coded.codes >= 0).sum())
    is_part = meaning is not None and meaning.kind == "person"
    distinct = len(coded.values) >= _MOSTLY * max(1, there)
    return meaning is not None and meaning.kind in NAMING and (is_part or distinct)
