"""Tables inside plain text: lines that bars, tabs or wide gaps cut into columns, below names of columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import CATEGORY_OF
from engine.methods.columns.reading.grid import could_be_name
from engine.methods.columns.reading.tables import Reader
from engine.text import CellPlace

_GAP = "  "
_DELIMITERS = ("|", "\t", _GAP)
_LEAST_COLUMNS, _MOST_COLUMNS = 3, 60
_NEAR = (-1, 0, 1)
_NAMED = 0.5
"""Share of the first line's cells that must be known names of columns."""
_LINES_TRIED = 3
"""Of lines with delimiters in a row, those that may name columns: the first ones."""
_RULE = re.compile(r"[ \t>]*[-+=|:_ \t]*-{2}[-+=|:_ \t]*|[ \t>]*=[+=| \t]+")
"""A line that only divides."""
_VALUE = re.compile(r":\s*[^\s)\]]")
"""A value behind a label: no cell of a line of names has one ("Patient Name: PETROV, ANASTASIA")."""
_OPENING = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_QUOTED = re.compile(r"(?:>[ \t]?)+")
_BETWEEN_GAPS = re.compile(r"[^\s](?:[^\s]| (?=[^\s]))*")

Bounds = tuple[int, int]


class Cell(NamedTuple):
    """Characters [start, end) of a cell, and its column."""

    column: int
    start: int
    end: int


class Region(NamedTuple):
    """Characters [start, end) of a text: what stands outside of tables, or one cell."""

    kind: str
    start: int
    end: int
    cell: CellPlace | None = None


def regions(text: str) -> Iterator[Region]:
    """The text in order: what stands outside of tables whole, of tables their cells.

    Parameters
    ----------
    text : str

    Notes
    -----
    A table is three columns or more under names of columns. The vocabulary of headers knows half of these
    and one says that its cells identify, or two do. Rows have half as many cells or more. Where gaps cut, a
    cell is in the column whose name it reaches, or the nearest. Bars and dividing lines are in none.

    Examples
    --------
    >>> text = "Seen:\\nname | dob | ward\\nH. Paw | 7/13/92 | 4\\n"
    >>> [text[one.start : one.end] for one in regions(text) if one.cell and one.cell.row]
    ['H. Paw', '7/13/92', '4']
    """
    at = 0
    for number, rows in enumerate(_tables(text)):
        yield Region("body", at, rows[0][0].start)
        for row, cells in enumerate(rows):
            for column, start, end in cells:
                place = CellPlace(number, row, column, of_text=True)
                yield Region("cell" if row else "header", *_trimmed(text, start, end), place)
            at = cells[-1].end
    yield Region("body", at, len(text))


def _tables(text: str) -> list[list[list[Cell]]]:
    """Tables by their rows, each by its cells; the first row names the columns."""
    reader, tried = Reader(), 0
    tables: list[_Table] = []
    table: _Table | None = None
    for start, end in _lines(text):
        if table and table.takes(start, end):
            continue
        cuts = _cuts(text, start, end)
        tried = tried + 1 if cuts else 0
        named = (one for one in cuts if tried <= _LINES_TRIED and _are_names(text, cuts[one], reader))
        table = next((_Table(text, one, start, [cuts[one]], reader) for one in named), None)
        tables += [table] if table else []
    return [one.rows for one in tables if len(one.rows) > 1]


def _cuts(text: str, start: int, end: int) -> dict[str, list[Cell]]:
    """The cells of a line by each delimiter that cuts it into columns enough."""
    cuts = ((one, _cells(text, start, end, one)) for one in _DELIMITERS)
    return {one: cells for one, cells in cuts if len(cells) >= _LEAST_COLUMNS}


@dataclass(slots=True, repr=False)
class _Table:
    """A table whose line of names was read: `rows` grow, that line first, which begins at `begun`."""

    text: str
    delimiter: str
    begun: int
    rows: list[list[Cell]]
    reader: Reader
    after_blank: bool = False

    def takes(self, start: int, end: int) -> bool:
        """Whether a line belongs to the table; a row, one that only divides, or an empty one between rows."""
        if _RULE.fullmatch(self.text, start, end):
            return True
        if start == end and self.delimiter != _GAP and not self.after_blank:
            self.after_blank = True
            return True
        cells = _cells(self.text, start, end, self.delimiter)
        if self.delimiter == _GAP:
            cells = [self._below(cell, start) for cell in cells]
        is_row = 2 * len(cells) >= len(self.rows[0]) or self._goes_on(cells, start)
        if not is_row or (self.after_blank and _are_names(self.text, cells, self.reader)):
            return False
        self.rows.append(cells)
        self.after_blank = False
        return True

    def _goes_on(self, cells: Sequence[Cell], start: int) -> bool:
        """Whether cells below gaps, though few, stand under names: they begin or end where one does."""
        if self.delimiter != _GAP or not cells:
            return False
        firsts = {name.start - self.begun + by for name in self.rows[0] for by in _NEAR}
        lasts = {name.end - self.begun + by for name in self.rows[0] for by in _NEAR}
        stand = [cell.start - start in firsts or cell.end - start in lasts for cell in cells]
        return cells[0].column > 0 or (len(cells) > 1 and all(stand))

    def _below(self, cell: Cell, start: int) -> Cell:
        """A cell of the line from `start` on, in the column of the name that it reaches, or the nearest."""
        first, last = cell.start - start, cell.end - start

        def distance(name: Cell) -> int:
            return max(name.start - self.begun - last, first - (name.end - self.begun))

        return cell._replace(column=min(self.rows[0], key=distance).column)


def _lines(text: str) -> Iterator[Bounds]:
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield at, end - text.endswith("\r", at, end)
        at = end + 1


def _cells(text: str, start: int, end: int, delimiter: str) -> list[Cell]:
    """The cells of a line; none where nothing cuts it. Bars around all of it make no cell."""
    if text.find(delimiter, start, end) < 0:
        return []
    if delimiter == _GAP:
        quoted = _QUOTED.match(text, start, end)
        pieces = _BETWEEN_GAPS.finditer(text, quoted.end() if quoted else start, end)
        return [Cell(number, *piece.span()) for number, piece in enumerate(pieces)]
    at = start
    if delimiter == "|" and (opening := _OPENING.match(text, start, end)):
        end = start + len(text[start:end].rstrip())
        closed = text.endswith("|", opening.end() + 1, end)
        is_edge = closed or opening.end() == start or text[opening.end() - 2 : opening.end()] != "  "
        at = opening.end() + (is_edge and text.startswith("|", opening.end(), end))
        end -= closed
    cells: list[Cell] = []
    while (stop := text.find(delimiter, at, end)) >= 0:
        cells.append(Cell(len(cells), at, stop))
        at = stop + 1
    return [*cells, Cell(len(cells), at, max(at, end))]


def _are_names(text: str, cells: Sequence[Cell], reader: Reader) -> bool:
    """Whether the cells of a line name columns, one of them of what identifies."""
    names = [name for cell in cells if (name := text[cell.start : cell.end].strip())]
    if len(cells) > _MOST_COLUMNS or not all(map(could_be_name, names)) or any(map(_VALUE.search, names)):
        return False
    known = [meaning for name in names if (meaning := reader.meaning(name))]
    n_identifying = sum(map(_identifies, known))
    return n_identifying > 1 or (len(known) >= _NAMED * len(names) and n_identifying > 0)


def _identifies(meaning: Meaning) -> bool:
    return meaning.kind in {*CATEGORY_OF, "name"} and meaning.is_whole and not meaning.bare


def _trimmed(text: str, start: int, end: int) -> Bounds:
    cell = text[start:end]
    start += len(cell) - len(cell.lstrip())
    return start, start + len(cell.strip())
