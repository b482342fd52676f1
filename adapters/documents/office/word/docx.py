"""Word documents (DOCX): every story, field, link, picture text and name is a part; metadata leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

from lxml import etree

from adapters.documents.containers.archive import write_archive
from adapters.documents.faults import with_revisions
from adapters.documents.layout import Layout, Run
from adapters.documents.office.ooxml.closed_world import SERIES, Names, drawn_number
from adapters.documents.office.ooxml.package import Package, open_package
from adapters.documents.office.ooxml.slots import TEXT_ELEMENTS
from adapters.documents.office.ooxml.tags import Tag, elements_of
from adapters.documents.office.ooxml.texts import package_texts
from adapters.documents.office.ooxml.value_forms import FIELD_WORDS
from adapters.documents.office.ooxml.vocabulary import is_layout, is_text
from adapters.documents.office.pictures import texts_of_pictures, with_pictures
from adapters.documents.office.word.clean import clean_story, is_revised
from adapters.documents.office.word.fields import name_bookmarks, settle_fields
from adapters.documents.office.word.tables import TablePlaces
from adapters.documents.office.xml_slots import (
    AttributeSlot,
    Slot,
    SymbolSlot,
    TextSlot,
    attributes_of,
    edited,
    local,
)
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import CellPlace, Document, SensitiveText

KEPT = frozenset(
    {
        "officeDocument", "styles", "numbering", "settings", "theme", "header", "footer",
        "footnotes", "endnotes", "image", "hyperlink", "chart", "diagramData", "diagramLayout",
        "diagramQuickStyle", "diagramColors", "diagramDrawing",
    }
)  # fmt: skip
_STORIES = {
    "officeDocument": "body",
    "header": "header",
    "footer": "footer",
    "footnotes": "footnote",
    "endnotes": "endnote",
}
_DRAWINGS = frozenset({"drawing", "chart", "diagramData", "diagramDrawing"})
_STRUCTURE = frozenset({"theme", "tableStyles", "diagramLayout", "diagramQuickStyle", "diagramColors"})
_SKIPPED = frozenset({"rPr", "pPr", "sectPr", "tblPr", "tcPr", "trPr", "sdtPr", "ffData"})


class Docx:
    """Word documents.

    Paragraphs of the body, tables, headers, footers, notes and text boxes are
    parts, each as one text however many runs it is split into; so are field
    codes, link targets, alternative texts, bookmarks, form texts, and texts of
    charts and diagrams. Properties, comments, custom XML, embedded objects,
    macros, fonts and the identities of editors leave the file; tracked changes
    are settled; styles and layout stay.

    Parameters
    ----------
    settings : Settings
        ``revisions``, ``comments``, ``embedded``, ``scripts``, ``images`` and the limits.
    """

    name = "docx"
    suffixes: Sequence[str] = (".docx", ".docm", ".dotx", ".dotm")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC007, DOC008, DOC012, DOC014 embedded documents that replace text;
        DOC013, DOC014, DOC019, DOC020 what the settings refuse."""
        package = open_package(document_id, content, KEPT, self._settings)
        layout: Layout[Slot] = Layout()
        names = Names()
        for root in package.roots.values():
            if self._settings.revisions == "refuse" and is_revised(root):
                raise with_revisions(document_id)
            clean_story(root, self._settings)
            name_bookmarks(root, names)
        for root in package.roots.values():
            settle_fields(root, names)
        package.close(names)
        tables = TablePlaces()
        for name, root in package.roots.items():
            add_part(layout, root, package.kinds[name], tables)
        for _, relationship in package.external():
            add_link(layout, relationship.element)
        return with_pictures(PackageDocument(layout.document(document_id), package, layout), self._settings)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text of the package by expat: character data, attributes, names, strings."""
        texts = [*package_texts("", content, self._settings), *texts_of_pictures(content, self._settings)]
        return [SensitiveText(text) for text in texts]


@dataclass(frozen=True, slots=True)
class PackageDocument:
    """An open package: trees whose slots the layout knows."""

    document: Document
    package: Package
    layout: Layout[Slot]

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The package's bytes with `replacements` applied."""
        with edited(self.layout, replacements):
            return write_archive(self.package.files())


def add_link(layout: Layout[Slot], relationship: etree._Element) -> None:
    """Add the target of a link to an address outside the package."""
    target = relationship.get("Target", "")
    shown = unquote(target, errors="strict") if _is_utf8(target) else target
    slot = AttributeSlot(relationship, "Target", lambda text: quote(text, safe="@:/?#!$&'()*+,;=~"))
    layout.add("link", [Run(shown, slot)])


def _is_utf8(target: str) -> bool:
    try:
        unquote(target, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def add_part(
    layout: Layout[Slot], root: etree._Element, kind: str, tables: TablePlaces | None = None
) -> None:
    """Add the texts of one part of the package, in the order of the tree; cells in places of `tables`."""
    if kind in _STRUCTURE:
        return
    tables = tables or TablePlaces()
    tables.add(root)
    story = _STORIES.get(kind, "drawing" if kind in _DRAWINGS else "style")
    taken: set[etree._Element] = set()
    for element in elements_of(root, _may_hold_text):
        if local(element.tag) == "p" and element not in taken:
            _add_paragraph(layout, element, (story, tables), taken)
        elif local(element.tag) in SERIES:
            _add_series(layout, element, taken)
        elif element not in taken and element.text and _is_read(element):
            layout.add(story, [Run(element.text, TextSlot(element))])
        _add_attributes(layout, element)


def _may_hold_text(tag: Tag) -> bool:
    """Whether elements of a tag, or their attributes, may be read: in a part without text, attributes."""
    return tag.name == "p" or any(_is_for_text(tag.name, key, "textInput") for key, _ in tag.attributes)


def _add_series(layout: Layout[Slot], series: etree._Element, taken: set[etree._Element]) -> None:
    """The numbers of a chart's series as one text: points apart, they would read as digits apart."""
    runs: list[Run[Slot]] = []
    for element in (e for e in series.iter(etree.Element) if local(e.tag) == "v" and e.text):
        taken.add(element)
        runs += [
            Run("; " if runs else "\u2192 ", None),
            Run(element.text or "", TextSlot(element, drawn_number)),
        ]
    layout.add("number", runs)


def _is_read(element: etree._Element) -> bool:
    """Whether character data stands where a reader sees it."""
    name = local(element.tag)
    return name in TEXT_ELEMENTS and not (name == "instrText" and FIELD_WORDS.fullmatch(element.text or ""))


def _add_paragraph(
    layout: Layout[Slot],
    paragraph: etree._Element,
    inside: tuple[str, TablePlaces],
    taken: set[etree._Element],
) -> None:
    runs: list[Run[Slot]] = []
    fields: list[Run[Slot]] = []
    above: list[Run[Slot]] = []
    for element, is_above in _inline(paragraph):
        taken.add(element)
        run = _run(element)
        if run is not None:
            (fields if local(element.tag) == "instrText" else above if is_above else runs).append(run)
    kind, cell = _place(paragraph, *inside)
    layout.add(kind, runs, cell=cell)
    layout.add("field", fields)
    layout.add("ruby", above)


def _place(paragraph: etree._Element, story: str, tables: TablePlaces) -> tuple[str, CellPlace | None]:
    """What the paragraph is in: a cell, a text box, or the story itself."""
    for parent in paragraph.iterancestors():
        name = local(parent.tag)
        if name == "tc":
            return "header" if tables.is_name(parent) else "cell", tables.place(parent)
        if name in ("txbxContent", "txBody") and local(getattr(parent.getparent(), "tag", "")) != "tc":
            return "text box", None
    return story, None


def _inline(element: etree._Element, is_above: bool = False) -> Iterator[tuple[etree._Element, bool]]:
    """Elements of a paragraph that hold or stand for text, not those of paragraphs inside it.

    With each, whether it stands above the line (the reading aid of a ruby).
    """
    for child in element.iterchildren(etree.Element):
        name = local(child.tag)
        if name == "p" or name in _SKIPPED:
            continue
        if len(child) == 0:
            yield child, is_above
        else:
            yield from _inline(child, is_above or name == "rt")


def _run(element: etree._Element) -> Run[Slot] | None:
    """The text that a leaf of a paragraph stands for."""
    name = local(element.tag)
    if element.text and _is_read(element):
        return Run(element.text, TextSlot(element))
    if name in ("tab", "ptab"):
        return Run("\t", None)
    if name in ("br", "cr"):
        return Run("\n", None)
    if name == "noBreakHyphen":
        return Run("-", SymbolSlot(element))
    if name == "sym":
        return Run(_symbol(element), SymbolSlot(element))
    return None


def _symbol(element: etree._Element) -> str:
    code = next((value for key, value in attributes_of(element).items() if local(key) == "char"), "")
    if not re.fullmatch(r"[0-9A-Fa-f]{2,4}", code):
        return ""
    number = int(code, 16)
    number = number - 0xF000 if 0xF000 <= number < 0xF100 else number
    return chr(number) if 32 <= number < 0xD800 else ""


def _add_attributes(layout: Layout[Slot], element: etree._Element) -> None:
    if not element.attrib:
        return
    name, parent = local(element.tag), element.getparent()
    above = local(parent.tag) if parent is not None else ""
    for key, value in attributes_of(element).items():
        if value and _is_for_text(name, key, above) and not is_layout(name, local(key), value):
            layout.add("attribute", [Run(value, AttributeSlot(element, key))], local(key))


@lru_cache(16384)
def _is_for_text(element: str, key: str, above: str) -> bool:
    """Whether an attribute is a place for text."""
    attribute = local(key)
    return is_text(element, attribute, above if attribute == "val" else "")
