"""Excel workbooks (XLSX): every cell is a part named by its column; values stay, formulas leave."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, time
from decimal import Context, Decimal, InvalidOperation

from lxml import etree
from openpyxl import load_workbook
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

from adapters.documents.containers.archive import write_archive
from adapters.documents.faults import malformed
from adapters.documents.layout import Layout, Run
from adapters.documents.office.number_masks import masked
from adapters.documents.office.ooxml.closed_world import Names
from adapters.documents.office.ooxml.package import Package, open_package
from adapters.documents.office.ooxml.slots import TEXT_ELEMENTS
from adapters.documents.office.ooxml.texts import package_texts
from adapters.documents.office.ooxml.vocabulary import is_text
from adapters.documents.office.page_headers import sections
from adapters.documents.office.pictures import texts_of_pictures, with_pictures
from adapters.documents.office.word.docx import add_link, add_part
from adapters.documents.office.xml_slots import (
    AttributeSlot,
    Slot,
    TextSlot,
    Undo,
    attributes_of,
    edited,
    local,
    xml_text,
)
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.delimited import Cell, header_of
from engine.ports import OpenDocument, Replacement
from engine.text import CellPlace, Document, SensitiveText, column_name

KEPT = frozenset(
    {
        "officeDocument",
        "worksheet",
        "sharedStrings",
        "styles",
        "theme",
        "drawing",
        "chart",
        "image",
        "hyperlink",
    }
)
_REMOVED = frozenset(
    {
        "f", "rPh", "phoneticPr", "definedNames", "calcPr", "fileSharing", "fileRecoveryPr", "extLst",
        "AlternateContent", "revisionPtr", "oleObjects", "controls", "tableParts", "legacyDrawing",
        "legacyDrawingHF", "customSheetViews", "customWorkbookViews", "webPublishing", "webPublishObjects",
        "smartTags", "smartTagPr", "smartTagTypes", "externalReferences", "pivotCaches", "scenarios",
        "sheetPr", "customProperties", "externalData", "userShapes", "dataConsolidate", "protectedRanges",
    }
)  # fmt: skip
_DIGITS = Context(prec=15)
"""As many digits of a fraction as a program for sheets shows; a file may hold 9.800000000000001 for 9.8."""
_LISTED = re.compile(r'"[^"]*"|-?\d{1,9}(?:\.\d{1,6})?|[$A-Z0-9:]{2,20}')
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_LIKE_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")


class Xlsx:
    """Excel workbooks.

    Each cell is a part named by its column, dates as they read; sheet names,
    headers and footers, link targets, texts of drawings and charts are parts
    too. Formulas are replaced by their last values (a formula would compute a
    removed value again); properties, comments, pivot caches, names, external
    links and macros leave.

    Parameters
    ----------
    settings : Settings
        ``images`` and the limits.
    """

    name = "xlsx"
    suffixes: Sequence[str] = (".xlsx", ".xlsm", ".xltx", ".xltm")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a workbook; DOC003, DOC007, DOC008, DOC012."""
        package = open_package(document_id, content, KEPT, self._settings)
        for name, root in package.roots.items():
            if package.kinds[name] in ("officeDocument", "worksheet", "sharedStrings"):
                _clean(root)
        package.close(Names())
        layout: Layout[Slot] = Layout()
        workbook = package.roots[package.main]
        for sheet in _named(workbook, "sheet"):
            slot = AttributeSlot(sheet, "name", sheet_name)
            layout.add("sheet", [Run(sheet.get("name", ""), slot)])
        book = _Book(package, self._settings.columns)
        for name, root in package.roots.items():
            if package.kinds[name] == "worksheet":
                book.add_sheet(layout, root)
            elif package.kinds[name] in ("drawing", "chart"):
                add_part(layout, root, package.kinds[name])
        for _, relationship in package.external():
            add_link(layout, relationship.element)
        package.drop("sharedStrings")
        return with_pictures(WorkbookDocument(layout.document(document_id), package, layout), self._settings)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text of the package by expat: values, attributes, names, strings; dates by openpyxl."""
        texts = [*package_texts("", content, self._settings), *_dates(content)]
        texts += texts_of_pictures(content, self._settings)
        return [SensitiveText(text) for text in texts]


def _dates(content: bytes) -> Iterator[str]:
    """Cells that read as dates or times; the package has them as numbers."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles it does not know
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            for sheet in book.worksheets:
                for row in sheet.iter_rows(values_only=True):
                    yield from (str(value) for value in row if isinstance(value, date | time))
    except (ValueError, TypeError, LookupError, AttributeError, OSError, SyntaxError):
        raise malformed("", "XLSX", "a workbook that the second parser cannot read") from None


@dataclass(frozen=True, slots=True)
class WorkbookDocument:
    """An open workbook: trees whose slots the layout knows."""

    document: Document
    package: Package
    layout: Layout[Slot]

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The workbook's bytes with `replacements` applied; sheets never share a name."""
        with edited(self.layout, replacements), _names_apart(self.package.roots[self.package.main]):
            return write_archive(self.package.files())


@dataclass(frozen=True, slots=True)
class CellSlot:
    """A cell; a changed one holds its text itself."""

    cell: etree._Element

    def write(self, text: str) -> Undo:
        """Put `text` there as an inline string."""
        cell, kind, children = self.cell, self.cell.get("t"), list(self.cell)
        for child in children:
            cell.remove(child)
        cell.set("t", "inlineStr")
        _inline(cell).append(_text_element(cell, xml_text(text)))

        def undo() -> None:
            for child in list(cell):
                cell.remove(child)
            cell.extend(children)
            cell.set("t", kind) if kind is not None else cell.attrib.pop("t")

        return undo


class _Book:
    """What cells refer to: shared strings, and the formats that make a number a date."""

    def __init__(self, package: Package, columns: frozenset[str] = frozenset()) -> None:
        self._columns = columns
        self._n_sheets = 0
        roots = {package.kinds[name]: root for name, root in package.roots.items()}
        self._strings = list(_children(roots.get("sharedStrings"), "si"))
        formats = _number_formats(roots.get("styles"))
        self._date_styles = {style for style, code in formats.items() if is_date_format(code)}
        self._masks = {style: code for style, code in formats.items() if masked("0", code) is not None}
        workbook = package.roots[package.main]
        is_mac = any(pr.get("date1904") in ("1", "true") for pr in _named(workbook, "workbookPr"))
        self._epoch = MAC_EPOCH if is_mac else WINDOWS_EPOCH

    def add_sheet(self, layout: Layout[Slot], root: etree._Element) -> None:
        """Add the cells of a sheet row by row, then its other texts."""
        cells = [(cell, *_place(cell)) for cell in _named(root, "c")]
        for cell, _, _ in cells:
            self._own_string(cell)
        texts = [(cell, row, column, self._text(cell)) for cell, row, column in cells]
        header = header_of(
            [Cell(row, column, text, 0, 0, False) for _, row, column, text in texts if text], self._columns
        )
        wanted = {column for column, name in header.names.items() if column_name(name) in self._columns}
        texts = [
            (cell, row, column, text or (self._other(cell) if column in wanted else ""))
            for cell, row, column, text in texts
        ]
        for cell, row, column, text in texts:
            kind = "header" if row in header.rows else "number" if _is_number(cell) else "cell"
            name = header.names.get(column) or f"column {column + 1}"
            layout.add(kind, self._runs(cell, text), name, CellPlace(self._n_sheets, row, column))
        self._n_sheets += 1
        self._add_rest(layout, root)

    def _own_string(self, cell: etree._Element) -> None:
        """Give the cell its own copy of a shared string: another cell may keep it."""
        kind, value = cell.get("t"), next(iter(_children(cell, "v")), None)
        if kind not in ("s", "str") or value is None:
            return
        text = value.text or ""
        cell.remove(value)
        cell.set("t", "inlineStr")
        inline = _inline(cell)
        if kind == "str":
            inline.append(_text_element(cell, text))
        elif text.isdecimal() and int(text) < len(self._strings):
            inline.extend(deepcopy(list(self._strings[int(text)])))

    def _text(self, cell: etree._Element) -> str:
        if cell.get("t") == "inlineStr":
            return "".join(t.text or "" for t in _named(cell, "t"))
        value = next((v.text or "" for v in _children(cell, "v")), "")
        return self._number(cell, value) if _is_number(cell) else ""

    def _other(self, cell: etree._Element) -> str:
        """A boolean or an error as it stands: a part only in a column that the policy names."""
        return next((v.text or "" for v in _children(cell, "v")), "")

    def _number(self, cell: etree._Element, value: str) -> str:
        """A number as it reads: dates as dates, digits in their mask, no exponent, fractions of 15 digits."""
        style = cell.get("s", "0")
        try:
            number = Decimal(value)
            if style in self._date_styles:
                shown = from_excel(float(number), self._epoch)
                return str(shown).removesuffix(" 00:00:00")
            if style in self._masks and value.isdecimal():
                return masked(value, self._masks[style]) or value
            if not number.is_finite() or abs(number.adjusted()) >= 30:
                return value
            if len(number.as_tuple().digits) > _DIGITS.prec and number % 1:
                number = _DIGITS.plus(number).normalize()
            return format(number, "f")
        except (InvalidOperation, ValueError, OverflowError, TypeError):
            return value

    def _runs(self, cell: etree._Element, text: str) -> list[Run[Slot]]:
        if cell.get("t") == "inlineStr":
            return [Run(t.text, TextSlot(t)) for t in _named(cell, "t") if t.text]
        return [Run(text, CellSlot(cell))]

    def _add_rest(self, layout: Layout[Slot], root: etree._Element) -> None:
        """Headers, footers, lists of allowed values, texts of links."""
        for element in _outside_cells(root):
            tag = local(element.tag)
            if tag.endswith(("Header", "Footer")):
                for runs in sections(element):
                    layout.add("header", runs)
            elif element.text and element.text.strip() and tag in TEXT_ELEMENTS:
                layout.add("header", [Run(element.text, TextSlot(element))])
            for name, value in attributes_of(element).items():
                if value and is_text(tag, name):
                    layout.add("attribute", [Run(value, AttributeSlot(element, name))], name)


def _clean(root: etree._Element) -> None:
    for element in list(root.iter(etree.Element)):
        parent = element.getparent()
        if parent is not None and local(element.tag) in _REMOVED:
            parent.remove(element)
        elif parent is not None and _computes(element):
            _drop(parent)
        elif parent is not None and local(element.tag) == "v" and _is_misnamed(parent, element.text or ""):
            parent.set("t", "str")
        elif element.text and "_x" in element.text:
            element.text = _LIKE_ESCAPED.sub("_x005F_", _ESCAPED.sub(_unescaped, element.text))


def _computes(element: etree._Element) -> bool:
    """Whether an element is a rule for cells that is no list, number or range."""
    return local(element.tag) in ("formula1", "formula2") and not _LISTED.fullmatch(element.text or "")


def _is_misnamed(cell: etree._Element, value: str) -> bool:
    """Whether a cell says that it holds a number and holds something else."""
    if cell.get("t", "n") != "n":
        return False
    try:
        float(value)
    except ValueError:
        return True
    return False


def _unescaped(found: re.Match[str]) -> str:
    """The character that ``_x0041_`` stands for (ECMA-376 part 1, 22.9.2.19)."""
    return xml_text(chr(int(found[1], 16))) or " "


def _drop(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _outside_cells(root: etree._Element) -> Iterator[etree._Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += [c for c in reversed(element) if isinstance(c.tag, str) and local(c.tag) != "c"]


def _named(root: etree._Element, name: str) -> list[etree._Element]:
    return [element for element in root.iter(etree.Element) if local(element.tag) == name]


def _children(root: etree._Element | None, name: str) -> Iterator[etree._Element]:
    for element in root if root is not None else ():
        if local(element.tag) == name:
            yield element


def _place(cell: etree._Element) -> tuple[int, int]:
    """Row and column of a cell, from 0."""
    found = _REFERENCE.fullmatch(cell.get("r", ""))
    if found:
        return int(found[2]) - 1, column_index_from_string(found[1]) - 1
    row = cell.getparent()
    return (0, 0) if row is None else (int(row.get("r", "1")) - 1, row.index(cell))


def _is_number(cell: etree._Element) -> bool:
    return cell.get("t", "n") in ("n", "d")


def _inline(cell: etree._Element) -> etree._Element:
    return etree.SubElement(cell, f"{{{etree.QName(cell).namespace}}}is")


def _text_element(cell: etree._Element, text: str) -> etree._Element:
    element = etree.Element(f"{{{etree.QName(cell).namespace}}}t")
    element.text = text
    element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return element


def _number_formats(styles: etree._Element | None) -> dict[str, str]:
    """Number formats by the index of the cell style that has them."""
    if styles is None:
        return {}
    codes = {str(number): code for number, code in BUILTIN_FORMATS.items()}
    codes |= {e.get("numFmtId", ""): e.get("formatCode", "") for e in _named(styles, "numFmt")}
    formats = next((list(e) for e in _children(styles, "cellXfs")), [])
    return {str(at): codes.get(e.get("numFmtId", "0"), "General") for at, e in enumerate(formats)}


def sheet_name(text: str) -> str:
    """`text` as Excel accepts it for a sheet: 31 characters, without ``[]:*?/\\``."""
    return _NOT_IN_SHEET_NAMES.sub("_", text)[:31] or "Sheet"


@contextmanager
def _names_apart(workbook: etree._Element) -> Iterator[None]:
    """Sheets with names of their own, for as long as the context lasts."""
    sheets = _named(workbook, "sheet")
    before = [attributes_of(sheet).get("name", "") for sheet in sheets]
    taken: set[str] = set()
    for sheet, name in zip(sheets, before, strict=True):
        unused, n = name, 1
        while unused.lower() in taken:
            n += 1
            unused = f"{name[:25]} ({n})"
        taken.add(unused.lower())
        sheet.set("name", unused)
    try:
        yield
    finally:
        for sheet, name in zip(sheets, before, strict=True):
            sheet.set("name", name)
