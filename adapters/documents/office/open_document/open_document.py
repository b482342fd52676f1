"""Open Document files (ODF): texts, workbooks, presentations; their paragraphs and cells are parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from urllib.parse import quote, unquote

from lxml import etree

from adapters.documents.containers.archive import read_archive, write_archive
from adapters.documents.faults import encrypted, malformed, with_scripts
from adapters.documents.layout import Layout, Run
from adapters.documents.office.open_document.closed import (
    DESCRIBED,
    HREF,
    INLINE,
    PARAGRAPHS,
    TABLE,
    TEXT,
    Closing,
    as_text,
)
from adapters.documents.office.open_document.texts import odf_texts
from adapters.documents.office.xml_slots import (
    AttributeSlot,
    Slot,
    TailSlot,
    TextSlot,
    Undo,
    attributes_of,
    edited,
    parse_xml,
    serialize,
)
from adapters.documents.pictures.embedded import clean_image
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import CellPlace, Document, SensitiveText

_MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
_PARTS = ("content.xml", "styles.xml")
_WHITE = {f"{TEXT}tab": "\t", f"{TEXT}line-break": "\n"}
_WIDEST = 16_384
_LONGEST = 1_048_576


class Odt:
    """Open Document texts: ``content.xml`` and ``styles.xml`` by a closed vocabulary, all else made anew.

    Parameters
    ----------
    settings : Settings
        ``comments``, ``revisions``, ``embedded``, ``scripts``, ``images`` and the limits.
    """

    name = "odt"
    suffixes: Sequence[str] = (".odt", ".ott")
    _kind = "text"

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC007, DOC008, DOC012; DOC013, DOC014, DOC019, DOC020 by the settings."""
        files = read_archive(document_id, content, self._settings)
        if b"encryption-data" in files.get("META-INF/manifest.xml", b""):
            raise encrypted(document_id)
        if "content.xml" not in files:
            raise malformed(document_id, self.name, "a package without content")
        if self._settings.scripts == "refuse" and any(n.startswith(("Basic/", "Scripts/")) for n in files):
            raise with_scripts(document_id)
        package = _Package(document_id, files, self._settings, self._kind)
        layout: Layout[Slot] = Layout()
        add_parts(layout, [*package.roots.values()], of_text=self._kind != "spreadsheet")
        return OdfDocument(layout.document(document_id), package, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text of the package by expat: paragraphs, attributes, names, strings."""
        return [SensitiveText(text) for text in odf_texts("", content, self._settings)]


class Ods(Odt):
    """Open Document workbooks."""

    name = "ods"
    suffixes: Sequence[str] = (".ods", ".ots")
    _kind = "spreadsheet"


class Odp(Odt):
    """Open Document presentations."""

    name = "odp"
    suffixes: Sequence[str] = (".odp", ".otp")
    _kind = "presentation"


def add_parts(layout: Layout[Slot], roots: Sequence[etree._Element], of_text: bool) -> None:
    """The parts of closed trees; cells of texts may only lay out a page."""
    tables = _Cells(of_text)
    for root in roots:
        tables.add(root)
        _add(layout, root, tables)


class _Package:
    """The trees of a file, closed, and its pictures under new names."""

    def __init__(self, document_id: str, files: dict[str, bytes], settings: Settings, kind: str) -> None:
        self._kind = kind
        self.pictures: dict[str, bytes] = {}
        paths: dict[str, str] = {}

        def picture(path: str) -> str:
            old = path.removeprefix("./")
            if old not in files or old in _PARTS:
                return ""
            if old not in paths:
                paths[old] = f"Pictures/{len(paths) + 1}.png"
                self.pictures[paths[old]] = clean_image(files[old], settings)
            return paths[old]

        closing = Closing(document_id, settings, picture)
        self.roots = {name: parse_xml(document_id, files[name]) for name in _PARTS if name in files}
        for root in self.roots.values():
            closing.close(root)

    def files(self) -> dict[str, bytes]:
        """All files of the released package, the first of which says what it is."""
        kind = f"application/vnd.oasis.opendocument.{self._kind}"
        trees = {name: serialize(root) for name, root in self.roots.items()}
        manifest = _manifest(kind, [*trees, *self.pictures])
        return {"mimetype": kind.encode(), **trees, **self.pictures, "META-INF/manifest.xml": manifest}


def _manifest(kind: str, names: Sequence[str]) -> bytes:
    root = etree.Element(f"{{{_MANIFEST}}}manifest", nsmap={"manifest": _MANIFEST})
    for path, media_type in (
        ("/", kind),
        *((n, "text/xml" if n.endswith("xml") else "image/png") for n in names),
    ):
        entry = etree.SubElement(root, f"{{{_MANIFEST}}}file-entry")
        entry.set(f"{{{_MANIFEST}}}full-path", path)
        entry.set(f"{{{_MANIFEST}}}media-type", media_type)
    return serialize(root)


@dataclass(frozen=True, slots=True)
class OdfDocument:
    """An open file: trees whose slots the layout knows."""

    document: Document
    package: _Package
    layout: Layout[Slot]

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The package's bytes with `replacements` applied."""
        with edited(self.layout, replacements):
            return write_archive(self.package.files())


@dataclass(frozen=True, slots=True)
class CellSlot:
    """Text of a cell with a value behind it: once the text is another, the value leaves."""

    slot: Slot
    cell: etree._Element

    def write(self, text: str) -> Undo:
        """Put `text` there."""
        back, before = self.slot.write(text), attributes_of(self.cell)
        as_text(self.cell)

        def undo() -> None:
            back()
            for name, value in before.items():
                self.cell.set(name, value)

        return undo


class _Cells:
    """Places of the cells of all tables of a file."""

    def __init__(self, of_text: bool) -> None:
        self._of_text = of_text
        self._tables = count()
        self._places: dict[etree._Element, CellPlace] = {}

    def add(self, root: etree._Element) -> None:
        """Place the cells of a tree; rows and cells that stand for many count as many."""
        for table in root.iter(f"{TABLE}table"):
            number, row = next(self._tables), 0
            for line in table.iter(f"{TABLE}table-row"):
                if next(line.iterancestors(f"{TABLE}table")) is table:
                    self._row(number, row, line)
                    row += _repeated(line, "number-rows-repeated", _LONGEST)

    def _row(self, table: int, row: int, line: etree._Element) -> None:
        column = 0
        for cell in line.iterchildren(f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            span = _repeated(cell, "number-columns-spanned", _WIDEST)
            self._places[cell] = CellPlace(table, row, column, span=span, of_text=self._of_text)
            column += _repeated(cell, "number-columns-repeated", _WIDEST)

    def of(self, paragraph: etree._Element) -> etree._Element | None:
        """The cell that a paragraph stands in."""
        return next(paragraph.iterancestors(f"{TABLE}table-cell", f"{TABLE}covered-table-cell"), None)

    def place(self, cell: etree._Element | None) -> CellPlace | None:
        """Where a cell stands."""
        return None if cell is None else self._places.get(cell)


def _repeated(element: etree._Element, name: str, most: int) -> int:
    value = element.get(f"{TABLE}{name}", "1")
    return min(int(value), most) if value.isascii() and value.isdecimal() and int(value) else 1


def _add(layout: Layout[Slot], root: etree._Element, tables: _Cells) -> None:
    """Paragraphs, descriptions and link targets of a tree in their order."""
    for element in root.iter(etree.Element):
        if element.tag in PARAGRAPHS:
            cell = tables.of(element)
            kind = "body" if cell is None else "cell"
            layout.add(kind, [_in_cell(run, cell) for run in _runs(element)], "", tables.place(cell))
        elif element.tag in DESCRIBED and element.text:
            layout.add("alternative", [Run(element.text, TextSlot(element))])
        elif element.tag == f"{TEXT}a":
            target = unquote(element.get(HREF, ""), errors="replace")
            layout.add("link", [Run(target, AttributeSlot(element, HREF, _quoted))])


def _quoted(text: str) -> str:
    return quote(text, safe="@:/?#[]!$&'()*+,;=~")


def _in_cell(run: Run[Slot], cell: etree._Element | None) -> Run[Slot]:
    return run if cell is None or run.place is None else Run(run.text, CellSlot(run.place, cell))


def _runs(element: etree._Element) -> Iterator[Run[Slot]]:
    """The text of a paragraph across its spans; what floats in it (notes, frames) is not part of it."""
    if element.text:
        yield Run(element.text, TextSlot(element))
    for child in element.iterchildren(etree.Element):
        if child.tag in INLINE:
            yield from _runs(child)
        elif child.tag in _WHITE:
            yield Run(_WHITE[child.tag], None)
        elif child.tag == f"{TEXT}s":
            yield Run(" " * _spaces(child), None)
        if child.tail:
            yield Run(child.tail, TailSlot(child))


def _spaces(element: etree._Element) -> int:
    value = element.get(f"{TEXT}c", "1")
    return min(int(value), 100) if value.isascii() and value.isdecimal() else 1
