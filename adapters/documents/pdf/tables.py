"""Tables on a page: cells that stand below one another, where a row of headers or labels explains them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from adapters.documents.pdf.lines import Line, reading
from engine.methods.columns.tables import Reader
from engine.text import CellPlace

_LEVEL = 0.4
_STEP = 4.0
"""Most that a row may stand below the one before it, in sizes of its font."""
_ACROSS = (1.0, 0.0)


class Region(NamedTuple):
    """Lines that are one part: a cell, or text."""

    lines: list[Line]
    cell: CellPlace | None = None


Row = list[Line]


def regions(found: Sequence[Line], numbers: count[int]) -> Iterator[Region]:
    """The lines of a page, in their order, cells of tables apart.

    Parameters
    ----------
    found : sequence of Line
        In the order of reading.
    numbers : count
        Numbers for the tables.

    Notes
    -----
    Rows of two lines and more whose lines overlap from row to row make columns. They are a table only
    where `Reader.explained` knows what their columns or rows hold; all else stays one text, so that
    no sentence is cut.
    """
    text: list[Line] = []
    for rows in _runs(_rows(found)):
        placed = _placed(rows)
        explained = Reader().explained(_grid(placed)) if len(placed) > 1 else set()
        number = next(numbers) if explained else 0
        for place, row in enumerate(rows):
            if place not in explained:
                text += row
                continue
            if text:
                yield Region(text)
                text = []
            yield from (
                Region([line], CellPlace(number, place, column, of_text=True))
                for column, line in placed[place]
            )
    if text:
        yield Region(text)


def _rows(found: Sequence[Line]) -> list[Row]:
    """Lines that follow one another at one level, each right of the one before."""
    rows: list[Row] = []
    for line in found:
        last = rows[-1][-1] if rows else None
        if (
            last is not None
            and last.direction == line.direction == _ACROSS
            and abs(last.level - line.level) <= _LEVEL * line.size
            and line.starts[0] >= max(last.ends) - 0.5 * line.size
        ):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that may be one table: of two lines and more, close below one another; others by themselves."""
    run: list[Row] = []
    for row in rows:
        if run and not (len(row) > 1 and len(run[-1]) > 1 and _follows(run[-1], row)):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _follows(above: Row, row: Row) -> bool:
    return 0 < above[0].level - row[0].level <= _STEP * max(above[0].size, row[0].size)


def _placed(rows: Sequence[Row]) -> list[list[tuple[int, Line]]]:
    """Each line with the number of its column; nothing where there are no columns."""
    if len(rows[0]) < 2:
        return []
    edges: list[tuple[float, float]] = []
    for start, end in sorted((line.starts[0], max(line.ends)) for row in rows for line in row):
        if edges and start < edges[-1][1]:
            edges[-1] = edges[-1][0], max(end, edges[-1][1])
        else:
            edges.append((start, end))
    starts = [start for start, _ in edges]
    placed = [[(sum(s <= line.starts[0] for s in starts) - 1, line) for line in row] for row in rows]
    clear = sum(len({column for column, _ in row}) == len(row) for row in placed)
    return placed if len(edges) > 1 and clear >= 0.8 * len(placed) else []


def _grid(placed: Sequence[Sequence[tuple[int, Line]]]) -> dict[int, dict[int, str]]:
    grid: dict[int, dict[int, str]] = {}
    for number, row in enumerate(placed):
        for column, line in row:
            if value := "".join(text for text, _ in reading([line])).strip():
                cells = grid.setdefault(number, {})
                cells[column] = f"{cells[column]} {value}" if column in cells else value
    return grid
