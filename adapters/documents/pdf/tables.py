"""Tables on a page: cells that stand below one another, where a row of headers or labels explains them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby, pairwise, zip_longest
from typing import NamedTuple

from adapters.documents.pdf.lines import Line, reading
from engine.methods.columns.reading.tables import Reader
from engine.text import CellPlace

_LEVEL = 0.4
_STEP = 4.0
"""Most that a row may stand below the one before it, in sizes of its font."""
_CLOSE = 1.45
"""Most that a line of a cell may stand below the one before it, in sizes of its font."""
_APART = 1.1
"""How much further the next row stands than the lines of a cell from each other."""
EDGE = 0.1
"""Most that words which begin at one edge are apart, in sizes of their font."""
_ACROSS = (1.0, 0.0)


class Region(NamedTuple):
    """Lines that are one part: a cell, or text."""

    lines: list[Line]
    cell: CellPlace | None = None


Cell = list[Line]
Row = list[Cell]


def regions(found: Sequence[Line], numbers: count[int], edge: float = EDGE) -> Iterator[Region]:
    """The lines of a page, in their order, cells of tables apart.

    Parameters
    ----------
    found : sequence of Line
        In the order of reading.
    numbers : count
        Numbers for the tables.
    edge : float
        Most that words which begin at one edge are apart, in sizes of their font.

    Notes
    -----
    Rows of two lines and more whose lines overlap from row to row make columns. They are a table only
    where `Reader.explained` knows what their columns or rows hold; all else stays one text, so that
    no sentence is cut. A line that goes on below, closer than the next row, is of the same cell, and is read
    with it where there are columns.
    """
    for is_text, pieces in groupby(_pieces(found, numbers, edge), key=lambda piece: piece.cell is None):
        if is_text:
            yield Region([line for piece in pieces for line in piece.lines])
        else:
            yield from pieces


def _pieces(found: Sequence[Line], numbers: count[int], edge: float) -> Iterator[Region]:
    """Cells of tables, and rows of text."""
    order = {id(line): place for place, line in enumerate(found)}
    for rows in _runs(list(_folded(_rows(found)))):
        placed = _placed([_divided(row, rows, edge) for row in rows]) if len(rows) > 1 else []
        explained = Reader().explained(_grid(placed)) if placed else set()
        number = next(numbers) if explained else 0
        for place, row in enumerate(rows):
            if place in explained:
                for column, cell in placed[place]:
                    yield Region(cell, CellPlace(number, place, column, of_text=True))
            else:
                lines = [line for cell in row for line in cell]
                yield Region(lines if placed else sorted(lines, key=lambda line: order[id(line)]))


def _rows(found: Sequence[Line]) -> list[list[Line]]:
    """Lines that follow one another at one level, each right of the one before."""
    rows: list[list[Line]] = []
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


def _folded(rows: Sequence[list[Line]]) -> Iterator[Row]:
    """Rows of cells: lines that wrap inside a cell stand in fewer columns, and closer than the next row."""
    before, start = -1, 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and _goes_on(rows[start], rows[end - 1], rows[end]):
            end += 1
        if not _stands_apart(rows, before, start, end):
            end = start + 1
        cells = [[line] for line in rows[start]]
        for line in (line for row in rows[start + 1 : end] for line in row):
            cells[_above(rows[start], line)].append(line)
        yield cells
        before, start = start, end


def _goes_on(first: list[Line], above: list[Line], row: list[Line]) -> bool:
    """Whether a row holds further lines of cells of `first`."""
    step = above[0].level - row[0].level
    size = max(first[0].size, row[0].size)
    below = {_above(first, line) for line in row}
    return 0 < step <= _CLOSE * size and len(first) > len(row) == len(below) and -1 not in below


def _above(first: list[Line], line: Line) -> int:
    """The cell of a row under which a line begins and ends, or -1."""
    for number, (cell, beside) in enumerate(zip_longest(first, first[1:])):
        begins = abs(cell.starts[0] - line.starts[0]) <= 0.5 * line.size
        if begins and (beside is None or max(line.ends) <= beside.starts[0]):
            return number
    return -1


def _stands_apart(rows: Sequence[list[Line]], before: int, start: int, end: int) -> bool:
    """Whether the lines of a row are closer to each other than to the rows of cells before and after it.

    The row before begins at `before`, and its last line stands right above.
    """
    step = max((a[0].level - b[0].level for a, b in pairwise(rows[start:end])), default=0.0)
    gaps = [
        rows[upper][0].level - rows[upper + 1][0].level
        for upper, other in ((start - 1, before), (end - 1, end))
        if 0 <= other < len(rows) and len(rows[other]) > 1
    ]
    return bool(gaps) and all(gap > _APART * step for gap in gaps)


def _divided(row: Row, rows: Sequence[Row], edge: float) -> Row:
    """A row whose cells nearly touch, cut where a word begins at the edge that most rows have."""
    starts = [cell[0].starts[0] for other in rows for cell in other]
    cells: Row = []
    for first, *others in row:
        spaces = first.spaces()
        cuts = [
            at
            for at, start in enumerate(first.starts)
            if at
            and (at in spaces or first.glyphs[at - 1][0].text.isspace())
            and 2 * sum(abs(start - other) < edge * first.size for other in starts) > len(rows)
        ]
        pieces = [_part(first, *ends) for ends in pairwise([0, *cuts, len(first.glyphs)])]
        cells += [[pieces[0], *others], *([piece] for piece in pieces[1:])]
    return cells


def _part(line: Line, start: int, end: int) -> Line:
    part = slice(start, end)
    return Line(line.level, line.size, line.direction, line.glyphs[part], line.starts[part], line.ends[part])


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
    last, first = min((line for cell in above for line in cell), key=lambda line: line.level), row[0][0]
    return 0 < last.level - first.level <= _STEP * max(last.size, first.size)


def _placed(rows: Sequence[Row]) -> list[list[tuple[int, Cell]]]:
    """Each cell with the number of its column; nothing where there are no columns."""
    if len(rows[0]) < 2:
        return []
    edges: list[tuple[float, float]] = []
    for start, end in sorted(_width(cell) for row in rows for cell in row):
        if edges and start < edges[-1][1]:
            edges[-1] = edges[-1][0], max(end, edges[-1][1])
        else:
            edges.append((start, end))
    starts = [start for start, _ in edges]
    placed = [[(sum(s <= cell[0].starts[0] for s in starts) - 1, cell) for cell in row] for row in rows]
    clear = sum(len({column for column, _ in row}) == len(row) for row in placed)
    return placed if len(edges) > 1 and clear >= 0.8 * len(placed) else []


def _width(cell: Cell) -> tuple[float, float]:
    return min(line.starts[0] for line in cell), max(max(line.ends) for line in cell)


def _grid(placed: Sequence[Sequence[tuple[int, Cell]]]) -> dict[int, dict[int, str]]:
    grid: dict[int, dict[int, str]] = {}
    for number, row in enumerate(placed):
        for column, cell in row:
            if value := "".join(text for text, _ in reading(cell)).strip():
                cells = grid.setdefault(number, {})
                cells[column] = f"{cells[column]} {value}" if column in cells else value
    return grid
