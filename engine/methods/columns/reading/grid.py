"""The cells of one table by row and column: its width, its titles, its declared and joined headers."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile

from engine.text import CellPlace, Part

ROWS_TRIED = 12
ROWS_BELOW = 24
_HEADER_CELL = 60
_NUMERIC = re.compile(r"[-+<>$€£]?[\d.,:/%\- ]*\d[\d.,:/%\- ]*|\S+@\S+|\d[\d\-/.:T ]+\w*")
_LINK = re.compile(r"(?i)(?:https?|ftp)://|www\.")
_LONG_NUMBER = re.compile(r"\d{3}")
_NUMBERED = re.compile(r"(?i)([a-z]+[ _\-]?)(\d{1,3})")

Grid = Mapping[int, Mapping[int, str]]
"""Rows of columns of texts, without blanks around them; empty cells are missing."""
Place = tuple[int, int]


def lines_beside(grid: Grid, first: int) -> set[int]:
    """Rows above and below the data that are no records: titles and remarks.

    One cell is filled, or less than half of them and words stand where the column has numbers.
    """
    width = width_of(grid)
    if width < 3:
        return set()
    rows = [row for row in sorted(grid) if row >= first]

    def is_line(row: int) -> bool:
        few = 2 * len(grid[row]) < width
        return len(grid[row]) < 2 or (few and _contradicts(grid[row], [grid[other] for other in rows]))

    above = takewhile(lambda row: len(grid[row]) < 2, rows)
    return {*above, *takewhile(is_line, reversed(rows))}


def _contradicts(row: Mapping[int, str], rows: Sequence[Mapping[int, str]]) -> bool:
    """Whether a cell without a digit stands in a column of numbers."""
    worded = {c: text for c, text in row.items() if not any(map(str.isdigit, text))}
    return bool(worded) and contrast_of(worded, rows) > 0


def cells_of(parts: Sequence[Part]) -> Iterator[tuple[Part, CellPlace]]:
    """The parts that are cells, with their places."""
    return ((part, part.cell) for part in parts if part.cell is not None)


def declared_headers(parts: Sequence[Part], grid: Grid) -> list[int]:
    """Rows of headers as the document says: the first, or the first two, of which every cell is one."""
    data = {part.cell.row for part in parts if part.cell and part.kind != "header"}
    least = 2 if width_of(grid) > 1 else 1
    rows = [row for row in sorted(grid) if len(grid[row]) >= least]
    leading = list(takewhile(lambda row: row not in data, rows))[:2]
    return leading if leading and any(row > leading[-1] for row in rows) else []


def are_marked(grid: Grid, column: int, marked: Container[Place]) -> bool:
    """Whether a document marks the cells of a column as names of those beside them, which it does not."""
    rows = [row for row in grid if column in grid[row]]
    beside = [row for row in grid if column + 1 in grid[row]]
    is_named = bool(rows) and all((row, column) in marked for row in rows)
    return is_named and not any((row, column + 1) in marked for row in beside)


def spans_of(parts: Sequence[Part]) -> dict[Place, int]:
    """How many columns each merged cell covers."""
    return {(p.cell.row, p.cell.column): p.cell.span for p in parts if p.cell and p.cell.span > 1}


def grid_of(parts: Sequence[Part], text: str) -> dict[int, dict[int, str]]:
    """The texts of a table's cells, empty ones left out."""
    grid: dict[int, dict[int, str]] = {}
    for part in parts:
        if part.cell is not None and (value := text[part.start : part.end].strip()):
            row = grid.setdefault(part.cell.row, {})
            before = row.get(part.cell.column)
            row[part.cell.column] = f"{before} {value}" if before else value
    return grid


def width_of(grid: Grid) -> int:
    """Number of columns that the fuller of the first rows fill."""
    return max((len(grid[row]) for row in sorted(grid)[: ROWS_TRIED + ROWS_BELOW]), default=0)


def fills_half(row: Mapping[int, str], width: int) -> bool:
    """Whether a row fills half of the columns, and two where there are so many."""
    return len(row) >= max(width / 2, min(2, width))


def could_be_name(text: str) -> bool:
    """Whether a cell is short, no number and no address of a page, as names of columns are."""
    return (
        len(text) <= _HEADER_CELL
        and not _LINK.match(text)
        and not _NUMERIC.fullmatch(text)
        and not _LONG_NUMBER.search(text)
    )


def contrast_of(row: Mapping[int, str], below: Sequence[Mapping[int, str]]) -> float:
    """Share of the columns whose cells are alike, numbers or few words that recur, and the first is not."""
    if not row:
        return 0.0
    cells = {column: [other[column] for other in below if column in other] for column in row}
    return sum(_stands_out(row[column], cells[column], len(row) > 2) for column in row) / len(row)


def _stands_out(text: str, cells: Sequence[str], by_words: bool) -> bool:
    """Whether a cell is no number above numbers, or none of few words that recur."""
    if 2 * sum(map(_is_number, cells)) > len(cells):
        return not _NUMERIC.fullmatch(text)
    words = {cell.casefold() for cell in cells}
    return (
        by_words
        and len(cells) >= _RECURRING
        and 2 * len(words) <= len(cells)
        and text.casefold() not in words
    )


def _is_number(text: str) -> bool:
    return _NUMERIC.fullmatch(text) is not None or _LONG_NUMBER.search(text) is not None


_RECURRING = 6
"""Cells of which half recur, so that they say something about the one above them."""


def could_stand_above(text: str, column: int, below: Sequence[Mapping[int, str]]) -> bool:
    """Whether a cell could name its column: by its looks, or since it is no number above numbers."""
    cells = [row[column] for row in below if column in row]
    numbers = sum(_NUMERIC.fullmatch(cell) is not None for cell in cells)
    is_short = len(text) <= _HEADER_CELL and not _NUMERIC.fullmatch(text)
    return could_be_name(text) or (is_short and 2 * numbers > len(cells))


def could_be_headers(row: Mapping[int, str], below: Sequence[Mapping[int, str]]) -> bool:
    """Whether each cell could name its column, and none stands there again."""
    could = all(could_stand_above(text, column, below) for column, text in row.items())
    return could and not any(row[column] == other.get(column, "") for other in below for column in row)


def repeats(row: Mapping[int, str]) -> bool:
    """Whether two cells of a row are alike."""
    return len({text.casefold() for text in row.values()}) < len(row)


def is_blank_form(grid: Grid, spans: Mapping[Place, int]) -> bool:
    """Whether no cell that is filled has a filled one beside it: labels, and nobody has written answers."""
    places = {(row, column) for row, cells in grid.items() for column in cells}
    return (
        len({column for _, column in places}) > 1
        and len(grid) > 1
        and not any((row, column + spans.get((row, column), 1)) in places for row, column in places)
    )


def skipped_by(grid: Grid) -> dict[int, frozenset[int]]:
    """By row, the columns that it leaves blank and others fill."""
    columns = frozenset(column for row in grid.values() for column in row)
    return {row: columns.difference(cells) for row, cells in grid.items()}


_ITEM = re.compile(r"(\d{1,3})[.)]\s*\S*[^\W\d_]{2}")
_ITEMS = 4
"""Items from which numbers are those of a form: two or three sentences may be counted too."""


def numbered_items(grid: Grid) -> set[Place]:
    """The cells that number what a form asks for: "1. Name", "2. Medicare number", "3. SSN", row by row."""
    found = {
        (row, column): int(item[1])
        for row in sorted(grid)
        for column, text in sorted(grid[row].items())
        if (item := _ITEM.match(text))
    }
    numbers = [*found.values()]
    steps = [after - before for before, after in pairwise(numbers)]
    is_counted = len(numbers) >= _ITEMS and all(0 < step <= 2 for step in steps)
    return set(found) if is_counted else set()


def is_numbered(row: Mapping[int, str]) -> bool:
    """Whether the cells are names that only count: "F1", "F2", "F3", some of them renamed."""
    found = {c: m for c, text in row.items() if (m := _NUMBERED.fullmatch(text))}
    steps = {int(m[2]) - c for c, m in found.items()}
    return len(found) >= 3 and len(steps) == 1 and len({m[1].casefold() for m in found.values()}) == 1


def joined_headers(grid: Grid, rows: Sequence[int], spans: Mapping[Place, int]) -> dict[int, str]:
    """Names by column; a name that spans columns counts for those right of it too."""
    if not rows:
        return {}
    names = _spread(grid, rows[-1], spans)
    if len(rows) > 1:
        above = _spread(grid, rows[0], spans)
        last = ""
        for column in range(max([*names, *above]) + 1):
            last = above.get(column, last)
            names[column] = f"{last} {names.get(column, '')}".strip()
    return names


def _spread(grid: Grid, row: int, spans: Mapping[Place, int]) -> dict[int, str]:
    """The cells of a row, a merged one in each of its columns."""
    found: dict[int, str] = {}
    for column, text in grid[row].items():
        found |= dict.fromkeys(range(column, column + spans.get((row, column), 1)), text)
    return found
