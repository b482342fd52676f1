"""The columns of a document: its cells by place, the row of headers found, each column with its header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from engine.methods.columns.headers import Meaning, meaning_of, words_of
from engine.methods.columns.kinds import CATEGORY_OF
from engine.methods.columns.reading.grid import (
    ROWS_BELOW,
    ROWS_TRIED,
    Grid,
    Place,
    are_marked,
    cells_of,
    contrast_of,
    could_be_headers,
    could_be_name,
    declared_headers,
    fills_half,
    grid_of,
    is_blank_form,
    is_numbered,
    joined_headers,
    lines_beside,
    numbered_items,
    repeats,
    skipped_by,
    spans_of,
    width_of,
)
from engine.methods.columns.reading.paths import NO_SUBJECT, Column, Paths
from engine.text import CellPlace, Document, Part

_LABELS_FROM, _DECLARED = 0.6, 0.4
_SURE_LABEL, _PLAIN_LABEL = 0.75, 0.9
_ROW_OF_LABELS, _PLAIN_SHARE = 3, 0.5
_CONTRAST = 0.3
"""Share of columns whose headers are known, and that stand out from what is below: both are enough."""
_LABELS_TRIED = 200
_NARROW = 4
"""Columns of a table up to which labels may come again below its headers, each beside its value."""
_FORM = 0.35
"""Share of the cells of a form that are labels; in the columns of a table fewer are."""

_Label = tuple[str, int, int]
_Reading = tuple[Sequence[int], int, dict[Place, _Label]]
_IDENTIFYING = frozenset(CATEGORY_OF) | {"name"}


@dataclass(frozen=True, slots=True)
class Tables:
    """The columns of all tables, and the parts that are schema: names of columns, keys."""

    columns: Sequence[Column]
    schema: Sequence[Part]


class Reader:
    """Reads the tables of one document; what headers mean is looked up once each."""

    def __init__(self) -> None:
        self._meanings: dict[str, Meaning | None] = {}

    def meaning(self, header: str) -> Meaning | None:
        """What a header says."""
        if header not in self._meanings:
            self._meanings[header] = meaning_of(header)
        return self._meanings[header]

    def read(self, document: Document) -> Tables:
        """The tables of `document`."""
        text = document.text.reveal()
        by_table: dict[int, list[Part]] = {}
        schema: list[Part] = []
        for part in document.parts:
            if part.kind == "key":
                schema.append(part)
            elif part.cell is not None:
                by_table.setdefault(part.cell.table, []).append(part)
        columns: list[Column] = []
        for parts in by_table.values():
            if parts[0].cell and parts[0].cell.by_path:
                columns += Paths(self.meaning, self._are_labels).read(parts, text)
            else:
                found, names = self._table(parts, text)
                columns += found
                schema += names
        return Tables(columns, schema)

    def _table(self, parts: Sequence[Part], text: str) -> tuple[list[Column], list[Part]]:
        grid = grid_of(parts, text)
        header_rows, first, labelled = self._read_as_items(grid) or self._read(grid, parts)
        names = joined_headers(grid, header_rows, spans_of(parts))
        names_of_columns = {*header_rows, *self._rows_of_labels(grid, parts)}
        headings = {(row, column) for _, row, column in labelled.values()}
        beside = lines_beside(grid, first)
        columns: dict[object, Column] = {}
        schema: list[Part] = []
        for part, cell in cells_of(parts):
            label = labelled.get((cell.row, cell.column))
            if cell.row in names_of_columns or (cell.row, cell.column) in headings:
                schema.append(part)
            elif label is not None or (cell.row >= first and cell.row not in beside):
                self._column(columns, cell, label, names).cells.append(part)
        named = width_of(grid) > 1 or header_rows
        return ([*columns.values()] if named else _single(columns)), schema

    def _column(
        self, columns: dict[object, Column], cell: CellPlace, label: _Label | None, names: Mapping[int, str]
    ) -> Column:
        """The column of a cell: that of its label, or else the one that it stands in."""
        header = label[0] if label else names.get(cell.column, "")
        key = (label[2], header.casefold()) if label else cell.column
        if key not in columns:
            meaning = self.meaning(header) if header else None
            columns[key] = Column(cell.table, cell.column, header, meaning)
        return columns[key]

    def _rows_of_labels(self, grid: Grid, parts: Sequence[Part]) -> set[int]:
        """Rows of a document's table that name what stands below or beside, wherever they stand."""
        in_document = any(cell.of_text for _, cell in cells_of(parts[:1]))
        return {row for row in grid if in_document and self._is_row_of_labels(grid[row])}

    def _read(self, grid: Grid, parts: Sequence[Part]) -> _Reading:
        start = min(grid, default=0)
        labels = self._label_columns(grid, start, parts, distinct=True)
        declared = declared_headers(parts, grid)
        header_rows = declared or self._found_headers(grid, parts)
        if labels and self._are_plain_headers(grid, header_rows, _DECLARED if declared else _LABELS_FROM):
            labels = set()
        header_rows = [] if labels else header_rows
        first = header_rows[-1] + 1 if header_rows else start
        labels = labels or self._labels_below(grid, first, header_rows)
        found = self._labelled(grid, labels, first) | self._forms(grid, labels, header_rows)
        return header_rows, first, found

    def _labels_below(self, grid: Grid, first: int, header_rows: Sequence[int]) -> set[int]:
        return {
            column
            for column in self._label_columns(grid, first, (), distinct=False)
            if not (header_rows and self._identifies(grid[header_rows[-1]].get(column, "")))
            and (width_of(grid) <= _NARROW or _holds_anything(grid, header_rows, column + 1))
        }

    def _read_as_items(self, grid: Grid) -> _Reading | None:
        """A form whose labels are numbered: what stands right of an item, up to the next, is its answer."""
        items = numbered_items(grid)
        known = sum(self.meaning(grid[row][column]) is not None for row, column in items)
        if not items or known < _LABELS_FROM * len(items):
            return None
        found: dict[Place, _Label] = {}
        for row, cells in grid.items():
            label: _Label | None = None
            for column, value in sorted(cells.items()):
                if (row, column) in items:
                    label = value, row, column
                elif label is not None:
                    found[row, column] = label
        return [], min(grid), found

    def _found_headers(self, grid: Grid, parts: Sequence[Part]) -> list[int]:
        """The rows of headers of a table that declares none; a blank form has none."""
        return [] if is_blank_form(grid, spans_of(parts)) else self._only_row(grid) or self.header_rows(grid)

    def _are_plain_headers(self, grid: Grid, rows: Sequence[int], least: float) -> bool:
        """Whether a row of a wide table says of many columns what they hold, as no row of labels does."""
        names = [*grid[rows[-1]].values()] if rows else []
        return len(names) > _NARROW and sum(map(self._is_label, names)) >= least * len(names)

    def explained(self, grid: Grid) -> set[int]:
        """The rows of a grid of which headers or labels say what they hold, those of headers among them."""
        start = min(grid, default=0)
        labels = self._label_columns(grid, start, (), distinct=True)
        header_rows = [] if labels else self.header_rows(grid)
        if header_rows:
            is_told = self._are_told(grid, header_rows)
            return {row for row in grid if row >= header_rows[0] and is_told}
        labelled = self._labelled(grid, labels, start) | self._forms(grid, labels, [])
        return {row for (row, _), label in labelled.items() if self._is_label(label[0])}

    def _are_told(self, grid: Grid, header_rows: Sequence[int]) -> bool:
        """Whether headers say what half of the columns hold, or stand out from what is below."""
        names = [text for row in header_rows for text in grid[row].values()]
        below = [grid[row] for row in grid if row > header_rows[-1]]
        stand_out = contrast_of(grid[header_rows[-1]], below) > _PLAIN_SHARE
        plain = sum(map(self._is_label, names))
        return plain >= _PLAIN_SHARE * len(names) or (len(below) >= _ROW_OF_LABELS and stand_out)

    def _labelled(self, grid: Grid, labels: set[int], first: int) -> dict[Place, _Label]:
        """The cells right of a label, up to the next one or to an answer that nobody gave, each with it."""
        skipped = skipped_by(grid)
        anywhere = width_of(grid) <= _NARROW or first == min(grid, default=0)  # else below headers
        found: dict[Place, _Label] = {}
        for row in grid:
            if labels and row >= first:
                found |= self._labelled_in(row, grid[row], labels, anywhere, skipped[row])
        return found

    def _labelled_in(
        self, row: int, cells: Mapping[int, str], labels: set[int], anywhere: bool, skipped: Set[int]
    ) -> Iterator[tuple[Place, _Label]]:
        label: _Label | None = None
        for column, value, beside in _with_next(cells):
            if column in labels or (anywhere and self._is_label_of(value, beside)):
                label = value, row, column
            elif label is not None and skipped.isdisjoint(range(label[2], column)):
                yield (row, column), label

    def _is_label_of(self, text: str, value: str) -> bool:
        return bool(value) and self._is_label(text) and not self._is_label(value)

    def _forms(self, grid: Grid, labels: set[int], header_rows: Sequence[int]) -> dict[Place, _Label]:
        """Values beside their labels in forms, whose rows differ, and above a row of headers."""
        rows = sorted(row for row in grid if not header_rows or row < header_rows[0])
        if labels or not self._is_form([text for row in rows[:200] for text in grid[row].values()]):
            return {}
        return {
            (row, beside): (label, row, column)
            for row in rows
            for (column, label), (beside, value) in pairwise(sorted(grid[row].items()))
            if self._is_label_of(label, value) and self._identifies(label)
        }

    def _is_form(self, cells: Sequence[str]) -> bool:
        """Whether many cells are labels, and few of them come again."""
        labels = [text.casefold() for text in cells if self._is_label(text)]
        return len(labels) >= _FORM * len(cells) and 2 * len(set(labels)) > len(labels)

    def _identifies(self, header: str) -> bool:
        meaning = self.meaning(header)
        return meaning is not None and meaning.kind in _IDENTIFYING

    def _is_label(self, text: str) -> bool:
        meaning = self.meaning(text) if could_be_name(text) else None
        least = _SURE_LABEL if text.endswith(":") else _PLAIN_LABEL
        return meaning is not None and meaning.score >= least

    def _is_row_of_labels(self, row: Mapping[int, str]) -> bool:
        """Whether a row names what stands below or beside, as those of a form do that repeats them."""
        plain = sum(map(self._is_label, row.values()))
        partly = all((told := self.meaning(text)) and told.score >= _SURE_LABEL for text in row.values())
        return len(row) >= _ROW_OF_LABELS and partly and plain >= _PLAIN_SHARE * len(row)

    def _only_row(self, grid: Grid) -> list[int]:
        """The row of a table that has no other, if it names columns."""
        cells = [text for row in grid.values() for text in row.values()]
        return list(grid) if len(grid) == 1 < len(cells) and all(map(self._is_label, cells)) else []

    def header_rows(self, grid: Grid) -> list[int]:
        """The row of headers, or two of them, one above the other; none when the first rows are data.

        A line of notes above the table may look like headers of the columns below: what tells more wins.
        """
        width = width_of(grid)
        rows = sorted(grid)
        best: list[int] = []
        for place, row in enumerate(rows[:ROWS_TRIED]):
            filled = grid[row]
            before = grid[best[-1]] if best else {}
            if not fills_half(filled, width) or not self._tells_more(filled, before):
                continue
            below = [grid[r] for r in rows[place + 1 : place + 1 + ROWS_BELOW]]
            if below and is_numbered(filled):
                return [row]
            if below and self._is_header(filled, below):
                best = rows[place : place + 1 + self._is_second(below)]
            elif len(filled) == width:
                break
        return best

    def _is_second(self, rows: Sequence[Mapping[int, str]]) -> bool:
        """Whether the first of `rows` is a second row of headers."""
        return len(rows) > 1 and self._is_header(rows[0], rows[1:], second=True)

    def _tells_more(self, row: Mapping[int, str], before: Mapping[int, str]) -> bool:
        """Whether a row fills more columns than one above it, or says what they hold where that does not."""
        return (
            not before
            or len(row) > len(before)
            or (self._share_known(row) >= _LABELS_FROM and self._share_known(before) < _LABELS_FROM / 2)
        )

    def _share_known(self, row: Mapping[int, str]) -> float:
        return sum(self.meaning(text) is not None for text in row.values()) / len(row)

    def _is_header(
        self, row: Mapping[int, str], below: Sequence[Mapping[int, str]], second: bool = False
    ) -> bool:
        known = self._share_known(row)
        may_repeat = known >= _LABELS_FROM and not second
        if not could_be_headers(row, below) or (repeats(row) and not may_repeat):
            return False
        known_below = self._known(row, below)
        contrast = contrast_of(row, below)
        if second:
            return known >= _LABELS_FROM and known_below < known / 2 and contrast > 0
        return _is_above(known, known_below, contrast)

    def _known(self, row: Mapping[int, str], below: Sequence[Mapping[int, str]]) -> float:
        cells = [other[c] for other in below[:6] for c in row if c in other]
        return sum(self.meaning(t) is not None for t in cells) / len(cells) if cells else 0.0

    def _label_columns(self, grid: Grid, first: int, parts: Sequence[Part], distinct: bool) -> set[int]:
        """Columns that name what stands right of them: "MRN | 00731942", one pair under the other.

        Of `parts` given, those that a document marks as names (``<th>``) count as such. Below a row of
        headers labels may come again and again; in its place they are `distinct`.
        """
        rows = [grid[row] for row in sorted(grid) if row >= first][:_LABELS_TRIED]
        marked = {(cell.row, cell.column) for part, cell in cells_of(parts) if part.kind == "header"}
        found: set[int] = set()
        for column in range(width_of(grid) - 1):
            named = self._are_names(rows, column, distinct) or (marked and are_marked(grid, column, marked))
            if column - 1 not in found and named:
                found.add(column)
        return found

    def _are_names(self, rows: Sequence[Mapping[int, str]], column: int, distinct: bool) -> bool:
        """Whether a column names what stands right of it, where names are no labels themselves."""
        cells, values = ([row[at] for row in rows if at in row] for at in (column, column + 1))
        few = distinct and 2 * len({text.casefold() for text in cells}) <= len(cells)
        return not few and self._are_labels(cells) and not self._are_labels(values)

    def _are_labels(self, cells: Sequence[str]) -> bool:
        """Whether most cells say what a value is, and at least two say that it identifies."""
        if len(cells) < 2 or not all(map(could_be_name, cells)):
            return False
        meanings = [told for text in cells if (told := self.meaning(text))]
        known = sum(told.score >= _SURE_LABEL for told in meanings)
        return known >= _LABELS_FROM * len(cells) and _identify_plainly(meanings)


def _with_next(row: Mapping[int, str]) -> Iterator[tuple[int, str, str]]:
    """The filled cells of a row, each with the one right of it, which is empty for the last."""
    filled = sorted(row.items())
    for (column, text), (_, beside) in zip_longest(filled, filled[1:], fillvalue=(0, "")):
        yield column, text, beside


def _identify_plainly(meanings: Sequence[Meaning]) -> bool:
    """Whether labels name two kinds that identify, one of them plainly."""
    telling = [told for told in meanings if told.kind not in _DESCRIBING]
    plainly = any(told.is_whole and not told.bare for told in telling)
    return plainly and len({told.kind for told in telling}) >= 2


def _is_above(known: float, known_below: float, contrast: float) -> bool:
    """Whether a row says what is below it: by shares of headers known, of cells known there, of contrasts."""
    if known >= _PLAIN_SHARE:
        return known_below < known or contrast > _CONTRAST
    return contrast >= _PLAIN_SHARE or (known >= _CONTRAST and (contrast >= _CONTRAST or not known_below))


def _holds_anything(grid: Grid, header_rows: Sequence[int], column: int) -> bool:
    """Whether the header of a column leaves open what it holds ("value"): labels beside it may say so.

    "Code" does, "revenue code" does not.
    """
    words = words_of(grid[header_rows[-1]].get(column, "")) if header_rows else ()
    return bool(words) and words[-1] in NO_SUBJECT and (len(words) == 1 or words[-1] != "code")


_DESCRIBING = frozenset({"label", "measure", "text", "code", "flag", "state", "country", "year", "sex"})


def _single(columns: Mapping[object, Column]) -> list[Column]:
    """A table of one column without a header: a list, or a frame around text."""
    return [column for column in columns.values() if len(column.cells) > 2]
