"""Tables of HTML: in which row and column a text stands, as a browser places it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from adapters.documents.markup.html_tokens import Token
from engine.text import CellPlace

_WIDEST, _HIGHEST = 1_000, 65_534
"""Most that ``colspan`` and ``rowspan`` count (HTML Living Standard, 4.9.11)."""
_LAST = 2_000
"""From this column on, cells reach over no others: no memory for tables that nobody reads."""
_NUMBER = re.compile(r"\s*\+?(\d{1,6})")


@dataclass(slots=True)
class _Open:
    """An open table: its number, the row that is read, the next column, and cells from rows above."""

    number: int
    is_list: bool
    row: int = -1
    column: int = 0
    below: dict[int, int] = field(default_factory=dict)
    """Columns that a cell above still covers, with the number of rows."""
    cell: CellPlace | None = None
    is_name: bool = False

    def next_row(self) -> None:
        """A row begins."""
        self.row, self.column = self.row + 1, 0
        self.below = {column: rows - 1 for column, rows in self.below.items() if rows > 1}

    def next_cell(self, wide: int, high: int) -> None:
        """A cell begins in the next column that is free."""
        if self.row < 0:
            self.next_row()
        while self.column in self.below:
            self.column += 1
        wide, high = (wide, high) if self.column < _LAST else (1, 1)
        self.cell = CellPlace(self.number, self.row, self.column, span=wide, of_text=True)
        if high > 1:
            self.below |= dict.fromkeys(range(self.column, self.column + wide), high)
        self.column += wide


class TablePlaces:
    """The place of what is being read, told by the tags of tables.

    A list of terms (``<dl>``) is a table of two columns: each term names what follows it.

    Parameters
    ----------
    source : str
        The decoded file.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._open: list[_Open] = []
        self._n_tables = 0

    @property
    def cell(self) -> CellPlace | None:
        """The cell that is open; None between cells and outside tables."""
        return self._open[-1].cell if self._open else None

    @property
    def is_name(self) -> bool:
        """Whether the cell that is open is marked as a name of others."""
        return bool(self._open) and self._open[-1].cell is not None and self._open[-1].is_name

    def tag(self, token: Token) -> None:
        """A tag of a block was read."""
        name, opens = token.name, token.kind == "open"
        if name in ("table", "dl"):
            self._table(opens, name == "dl")
        elif not self._open:
            return
        elif name in ("tr", "td", "th"):
            self._of_table(token, opens)
        elif name in ("dt", "dd"):
            self._of_list(name == "dt", opens)

    def _table(self, opens: bool, is_list: bool) -> None:
        if opens:
            self._open.append(_Open(self._n_tables, is_list))
            self._n_tables += 1
        elif any(table.is_list == is_list for table in self._open):
            while self._open.pop().is_list != is_list:  # lists left open inside a table end with it
                pass

    def _of_table(self, token: Token, opens: bool) -> None:
        table = self._open[-1]
        if table.is_list:
            return
        table.cell = None
        if opens and token.name == "tr":
            table.next_row()
        elif opens:
            table.is_name = token.name == "th"
            table.next_cell(*self._spans(token))

    def _of_list(self, is_term: bool, opens: bool) -> None:
        table = self._open[-1]
        if not table.is_list:
            return
        table.cell = None
        if opens and is_term:
            table.next_row()
        if opens:
            table.is_name, table.column = is_term, int(not is_term)
            table.next_cell(1, 1)

    def _spans(self, token: Token) -> Iterator[int]:
        """Columns and rows that a cell takes."""
        given = {a.name: _NUMBER.match(self._source, a.start, a.end) for a in token.attributes}
        for name, most in (("colspan", _WIDEST), ("rowspan", _HIGHEST)):
            number = given.get(name)
            yield min(max(int(number[1]), 1), most) if number else 1
