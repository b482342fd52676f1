"""Delimited tables (CSV, TSV): every cell is a part named by its column."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adapters.documents.faults import malformed
from adapters.documents.layout import Layout, Run
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.source import Escape, Slice, SourceDocument
from engine.errors import UnreadableError
from engine.methods.columns.reading.tables import Reader
from engine.ports import OpenDocument
from engine.text import CellPlace, SensitiveText, column_name

DELIMITERS = ",;\t|^"
_SAMPLE_RECORDS = 50
_SAMPLE_CHARACTERS = 20_000
_LEAST_LINES = 4
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_COLUMN_NAME = re.compile(r"[^\W\d][\w .,\-/()#%°'’]{0,63}|#")


class Cell(NamedTuple):
    """One cell: its text and where its source stands, quotes included."""

    row: int
    column: int
    text: str
    start: int
    end: int
    quoted: bool


class Delimited:
    """CSV and TSV files; delimiter and quoting stay as they are.

    Parameters
    ----------
    settings : Settings
        Size limit, and the encoding of files that are not UTF-8.
    """

    name = "csv"
    suffixes: Sequence[str] = (".csv", ".tsv")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a table; DOC003-DOC005, DOC007 a quote that is never closed."""
        decoded = decode(document_id, content, self._settings)
        layout = table_layout(document_id, decoded.text, sniff_delimiter(decoded.text), self._settings)
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All cells, by Python's csv module."""
        text = stream_text(content, self._settings)
        csv.field_size_limit(self._settings.max_bytes)
        try:
            delimiter = csv.Sniffer().sniff(text[:65536], DELIMITERS).delimiter
        except csv.Error:
            delimiter = ","
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        return [SensitiveText(cell) for row in rows for cell in row if cell]


def table_layout(document_id: str, source: str, delimiter: str, settings: Settings) -> Layout[Slice]:
    """The cells of a source, each a part named by its column."""
    table = list(cells(document_id, source, delimiter))
    header = header_of(table, settings.columns)
    escapes = {(q, f): _escape(delimiter, q, f) for q in (True, False) for f in (True, False)}
    layout: Layout[Slice] = Layout()
    for cell in table:
        if not cell.text:
            continue
        name = header.names.get(cell.column) or f"column {cell.column + 1}"
        kind = "header" if cell.row in header.rows else "cell"
        place = Slice(cell.start, cell.end, escapes[cell.quoted, cell.text.startswith(_FORMULA)], whole=True)
        layout.add(kind, [Run(cell.text, place)], name, CellPlace(0, cell.row, cell.column))
    return layout


def table_delimiter(source: str) -> str | None:
    """What delimits the columns of a text that is a table though its name does not say so; None for others.

    Notes
    -----
    Nine of ten of its lines have the same number of cells, three or more, and those are no sentences.
    """
    sample = source[:_SAMPLE_CHARACTERS]
    delimiter = sniff_delimiter(sample)
    if delimiter not in sample or not _is_table(sample.rpartition("\n")[0] or sample, delimiter):
        return None
    return delimiter if _is_table(source, delimiter) else None


def _is_table(source: str, delimiter: str) -> bool:
    n_lines = sum(bool(line.strip()) for line in source.splitlines())
    try:
        found = list(cells("", source, delimiter))
    except UnreadableError:
        return False
    widths = Counter(n for n in Counter(cell.row for cell in found).values() if n > 1)
    width, n = max(widths.items(), key=lambda item: item[1], default=(0, 0))
    words = sum(len(cell.text.split()) for cell in found)
    return width >= 3 and n >= max(_LEAST_LINES, 0.9 * (n_lines - 2)) and words <= 4 * len(found)


@lru_cache(16)
def cell_pattern(delimiter: str) -> re.Pattern[str]:
    """One cell and what ends it."""
    stop = re.escape(delimiter)
    return re.compile(
        rf'(?:"(?P<inner>[^"]*(?:""[^"]*)*)"(?P<tail>[^{stop}\r\n]*)|(?P<bare>[^"{stop}\r\n][^{stop}\r\n]*|))'
        rf"(?P<stop>{stop}|\r\n|\n|\r|\Z)"
    )


def cells(document_id: str, source: str, delimiter: str) -> Iterator[Cell]:
    """The cells of `source`, in order, as RFC 4180 reads them."""
    pattern = cell_pattern(delimiter)
    row = column = at = 0
    while at < len(source):
        found = pattern.match(source, at)
        if found is None:
            raise malformed(document_id, "CSV", f"a quote that is never closed, at offset {at}")
        quoted = found["inner"] is not None
        text = found["inner"].replace('""', '"') + found["tail"] if quoted else found["bare"]
        yield Cell(row, column, text, at, found.start("stop"), quoted)
        row, column = (row, column + 1) if found["stop"] == delimiter else (row + 1, 0)
        at = found.end()


def sniff_delimiter(source: str) -> str:
    """The delimiter that cuts the first records into the most columns, equally often; a comma in doubt."""
    best, best_score = ",", 0.0
    for delimiter in filter(source.__contains__, DELIMITERS):
        widths = Counter(_widths(source, delimiter))
        width, n_records = max(widths.items(), key=lambda item: item[1], default=(1, 0))
        score = n_records / max(sum(widths.values()), 1) * (width - 1) ** 0.5
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _widths(source: str, delimiter: str) -> list[int]:
    """Numbers of columns of the first records."""
    widths: list[int] = []
    try:
        for cell in cells("", source, delimiter):
            if cell.column == 0:
                if len(widths) == _SAMPLE_RECORDS:
                    break
                widths.append(0)
            widths[-1] += 1
    except UnreadableError:
        return []
    return widths


class Header(NamedTuple):
    """Rows that hold names of columns, and the names that may be shown, by column."""

    rows: Collection[int]
    names: Mapping[int, str]


def header_of(table: Sequence[Cell], wanted: Collection[str] = ()) -> Header:
    """Where the names of columns stand, and those that may be shown.

    Parameters
    ----------
    table : sequence of Cell
        The cells; rows count from 0.
    wanted : collection of str
        Columns that the policy names, folded: a first row with one of them is a header.

    Notes
    -----
    A name is shown in reports, so only one that the policy or the vocabulary of headers knows is.
    """
    grid: dict[int, dict[int, str]] = {}
    for cell in table:
        if text := cell.text.strip():
            grid.setdefault(cell.row, {})[cell.column] = text
    reader = Reader()
    rows = reader.header_rows(grid)
    first = min(grid, default=0)
    if wanted and any(column_name(text) in wanted for text in grid.get(first, {}).values()):
        rows = rows if first in rows else [first]
    found = grid[rows[-1]] if rows else {}
    times = Counter(column_name(text) for text in found.values())
    names = {
        column: text
        for column, text in found.items()
        if column_name(text) in wanted or (times[column_name(text)] == 1 and _may_be_shown(text, reader))
    }
    return Header(rows, names)


def _may_be_shown(text: str, reader: Reader) -> bool:
    plain = _COLUMN_NAME.fullmatch(text) and not re.search(r"\d{3}", text)
    return bool(plain) and reader.meaning(text) is not None


def _escape(delimiter: str, quoted: bool, was_formula: bool) -> Escape:
    """How text is written into a cell that was quoted, that was a formula, or neither."""

    def escape(text: str) -> str:
        if text.startswith(_FORMULA) and not was_formula:
            text = "'" + text  # spreadsheets run a cell that starts so as a formula
        if quoted or any(mark in text for mark in (delimiter, '"', "\n", "\r")):
            return '"' + text.replace('"', '""') + '"'
        return text

    return escape
