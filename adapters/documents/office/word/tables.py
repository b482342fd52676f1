"""Tables of Word documents: in which row and column a cell stands."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from adapters.documents.office.xml_slots import attributes_of, local, named
from engine.text import CellPlace

_WIDEST = 63
"""Most columns of a table (Word)."""
_WRAPPERS = frozenset({"sdt", "sdtContent", "ins", "moveTo", "smartTag", "customXml"})


class TablePlaces:
    """Places of the cells of a package, its tables counted through all its parts."""

    def __init__(self) -> None:
        self._n_tables = 0
        self._places: dict[etree._Element, CellPlace] = {}
        self._names: set[etree._Element] = set()

    def add(self, root: etree._Element) -> None:
        """Number the tables of a part and place their cells."""
        for table in named(root, ("tbl",)):
            for number, row in enumerate(_inner(table, "tr")):
                self._row(number, row)
            self._n_tables += 1

    def place(self, cell: etree._Element) -> CellPlace | None:
        """Where a cell (``tc``) stands."""
        return self._places.get(cell)

    def is_name(self, cell: etree._Element) -> bool:
        """Whether it stands in a row that Word repeats on every page: a row of headers."""
        return cell in self._names

    def _row(self, number: int, row: etree._Element) -> None:
        properties = next(_inner(row, "trPr"), None)
        is_header = _number(properties, "tblHeader") != 0
        column = max(_number(properties, "gridBefore"), 0)
        for cell in _inner(row, "tc"):
            span = max(_number(next(_inner(cell, "tcPr"), None), "gridSpan"), 1)
            self._places[cell] = CellPlace(self._n_tables, number, column, span=span, of_text=True)
            if is_header:
                self._names.add(cell)
            column += span


def _inner(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """The children of a name, also those inside content controls and tracked changes."""
    for child in element.iterchildren(etree.Element):
        if local(child.tag) == name:
            yield child
        elif local(child.tag) in _WRAPPERS:
            yield from _inner(child, name)


def _number(properties: etree._Element | None, name: str) -> int:
    """The value of a property: 0 when it is missing or off, 1 for one that is just there."""
    found = next((c for c in properties if local(c.tag) == name), None) if properties is not None else None
    if found is None:
        return 0
    value = next((v for key, v in attributes_of(found).items() if local(key) == "val"), "1")
    if value in ("false", "off"):
        return 0
    return min(int(value), _WIDEST) if value.isascii() and value.isdecimal() else 1
