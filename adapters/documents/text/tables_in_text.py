"""Tables inside plain text: lines that bars, tabs or wide gaps cut into columns, below names of columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.methods.columns.grid import could_be_name
from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import CATEGORY_OF
from engine.methods.columns.tables import Reader
from engine.text import CellPlace

_GAP = "  "
_DELIMITERS = ("|", "\t", _GAP)
_LEAST_COLUMNS, _MOST_COLUMNS = 3, 60
_NAMED = 0.5
"""Share of the first line's cells that must be known names of columns."""
_PLAINLY = 0.75
_LINES_TRIED = 3
"""Of lines with delimiters in a row, those that may name columns: the first ones."""
_RULE = re.compile(r"[ \t>]*[-+=|:_ \t]*-{2}[-+=|:_ \t]*|[ \t>]*=[+=| \t]+")
"""A line that only divides."""
_OPENING = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
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
    A table is three columns or more under names of columns. The vocabulary of headers knows half of these,
    and one says that its cells identify. Rows have half as many cells or more. Where gaps cut, a cell is in
    the column whose name it reaches, or the nearest. Bars, and lines that only divide, are in no region.

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


def _tables(text: str) -> Iterator[Sequence[Sequence[Cell]]]:
    """Tables by their rows, each by its cells; the first row names the columns."""
    present = [delimiter for delimiter in _DELIMITERS if delimiter in text]
    if not present:
        return
    reader, tried = Reader(), 0
    rows: list[list[Cell]] = []
    delimiter, begun = "", 0
    for start, end in _lines(text):
        if rows and _RULE.fullmatch(text, start, end):
            continue
        cells = _cells(text, start, end, delimiter) if rows else []
        if rows and 2 * len(cells) >= len(rows[0]):
            rows.append(_below(rows[0], begun, cells, start) if delimiter == _GAP else cells)
            continue
        if len(rows) > 1:
            yield rows
        cut = [
            (one, cells) for one in present if (cells := _cells(text, start, end, one))[_LEAST_COLUMNS - 1 :]
        ]
        tried = tried + 1 if cut else 0
        rows = []
        for one, cells in cut if tried <= _LINES_TRIED else ():
            if not rows and _are_names([text[a:b].strip() for _, a, b in cells], reader):
                rows, delimiter, begun = [cells], one, start
    if len(rows) > 1:
        yield rows


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
        pieces = _BETWEEN_GAPS.finditer(text, start, end)
        return [Cell(number, *piece.span()) for number, piece in enumerate(pieces)]
    at = start
    if delimiter == "|" and (opening := _OPENING.match(text, start, end)):
        at = opening.end() + text.startswith("|", opening.end(), end)
        end = start + len(text[start:end].rstrip())
        end -= text.endswith("|", at, end)
    cells: list[Cell] = []
    while (stop := text.find(delimiter, at, end)) >= 0:
        cells.append(Cell(len(cells), at, stop))
        at = stop + 1
    return [*cells, Cell(len(cells), at, max(at, end))]


def _below(names: Sequence[Cell], begun: int, cells: Sequence[Cell], start: int) -> list[Cell]:
    """`cells` of a line from `start` on, each in the column of the name that it reaches, or of the nearest.

    The line of `names` begins at `begun`.
    """

    def distance(name: Cell, cell: Cell) -> int:
        return max(name.start - begun - (cell.end - start), cell.start - start - (name.end - begun))

    return [cell._replace(column=min(names, key=lambda name: distance(name, cell)).column) for cell in cells]


def _are_names(cells: Sequence[str], reader: Reader) -> bool:
    """Whether the cells of a line name columns, one of them of what identifies."""
    if len(cells) > _MOST_COLUMNS or not all(map(could_be_name, cells)):
        return False
    known = [meaning for cell in cells if cell and (meaning := reader.meaning(cell))]
    return len(known) >= _NAMED * sum(map(bool, cells)) and any(map(_identifies, known))


def _identifies(meaning: Meaning) -> bool:
    return meaning.kind in {*CATEGORY_OF, "name"} and meaning.score >= _PLAINLY and not meaning.bare


def _trimmed(text: str, start: int, end: int) -> Bounds:
    cell = text[start:end]
    start += len(cell) - len(cell.lstrip())
    return start, start + len(cell.strip())
