"""PowerPoint presentations (PPTX): slides, notes, layouts, masters, charts, diagrams; what moves leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass

from lxml import etree

from adapters.documents.containers.archive import write_archive
from adapters.documents.layout import Layout
from adapters.documents.office.ooxml.closed_world import Names
from adapters.documents.office.ooxml.package import Package, open_package
from adapters.documents.office.ooxml.texts import package_texts
from adapters.documents.office.pictures import texts_of_pictures, with_pictures
from adapters.documents.office.word.docx import PackageDocument, add_link, add_part
from adapters.documents.office.word.tables import TablePlaces
from adapters.documents.office.xml_slots import Slot, edited, local
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import SensitiveText

KEPT = frozenset(
    {
        "officeDocument", "slide", "slideLayout", "slideMaster", "notesSlide", "notesMaster", "tableStyles",
        "theme", "image", "hyperlink", "chart", "diagramData", "diagramLayout", "diagramQuickStyle",
        "diagramColors", "diagramDrawing",
    }
)  # fmt: skip
_MOVING = frozenset({"timing", "transition"})
_FRAMED = frozenset({"oleObj", "control", "contentPart"})
_FRAMES = frozenset({"graphicFrame", "AlternateContent"})
_READ_LAST = ("slideLayout", "slideMaster", "notesMaster")


class Pptx:
    """PowerPoint presentations.

    Paragraphs of slides, notes, layouts and masters are parts, each as one text however many runs it is
    split into; so are cells of tables, alternative texts, link targets, and texts of charts and diagrams.
    Properties, comments, tags, embedded objects, films, sounds, macros, animations and transitions leave.

    Parameters
    ----------
    settings : Settings
        ``comments``, ``embedded``, ``scripts``, ``images`` and the limits.
    """

    name = "pptx"
    suffixes: Sequence[str] = (".pptx", ".pptm", ".potx", ".potm", ".ppsx", ".ppsm")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC007, DOC008, DOC012; DOC013, DOC014, DOC019 what the settings refuse."""
        package = open_package(document_id, content, KEPT, self._settings)
        for root in package.roots.values():
            _clean(root)
        package.close(Names())
        layout: Layout[Slot] = Layout()
        tables = TablePlaces()
        for name in _reading_order(package):
            add_part(layout, package.roots[name], package.kinds[name], tables)
        for _, relationship in package.external():
            add_link(layout, relationship.element)
        opened = _Presentation(layout.document(document_id), package, layout)
        return with_pictures(opened, self._settings)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text of the package by expat: character data, attributes, names, strings."""
        texts = [*package_texts("", content, self._settings), *texts_of_pictures(content, self._settings)]
        return [SensitiveText(text) for text in texts]


@dataclass(frozen=True, slots=True)
class _Presentation(PackageDocument):
    """Slides whose texts stay inside their shapes, also where replacements are longer."""

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The package's bytes with `replacements` applied."""
        bodies = (body for root in self.package.roots.values() for body in root.iter("{*}txBody"))
        lengths = {body: _length(body) for body in bodies if body.tag != f"{_DRAWN}txBody"}  # cells grow
        with edited(self.layout, replacements), _fitted(lengths):
            return write_archive(self.package.files())


_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SCALE = "90000"
"""A first share of the size; without one LibreOffice shrinks nothing."""


@contextmanager
def _fitted(lengths: Mapping[etree._Element, int]) -> Iterator[None]:
    """As long as this lasts, programs shrink a text that grew; how far it must would tell how long it was."""
    changed = []
    for body, length in lengths.items():
        properties = body.find(f"{_DRAWN}bodyPr")
        if properties is not None and _length(body) > length:
            changed.append((properties, deepcopy(properties)))
            _shrink(properties)
    try:
        yield
    finally:
        for properties, old in changed:
            if (holder := properties.getparent()) is not None:
                holder.replace(properties, old)


def _length(body: etree._Element) -> int:
    return sum(len(run.text or "") for run in body.iter(f"{_DRAWN}t"))


def _shrink(properties: etree._Element) -> None:
    """Have a text shrunk to its shape, unless its shape grows or it is shrunk anyway."""
    names = [local(child.tag) for child in properties]
    if "spAutoFit" in names or properties.find(f"{_DRAWN}normAutofit[@fontScale]") is not None:
        return
    for old in [child for child in properties if local(child.tag) in ("noAutofit", "normAutofit")]:
        properties.remove(old)
    fit = etree.Element(f"{_DRAWN}normAutofit", fontScale=_SCALE)
    properties.insert(int(names[:1] == ["prstTxWarp"]), fit)


def _clean(root: etree._Element) -> None:
    """Remove what moves, and frames of embedded objects with all that stands in for them."""
    for element in list(root.iter(etree.Element)):
        name = local(element.tag)
        if name in _MOVING or name in _FRAMED:
            _remove(_outermost(element))


def _outermost(element: etree._Element) -> etree._Element:
    """The frame around an element, and the choice of markup around that."""
    for parent in element.iterancestors():
        if local(parent.tag) not in _FRAMES | {"graphic", "graphicData", "Choice", "Fallback"}:
            break
        if local(parent.tag) in _FRAMES:
            element = parent
    return element


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _reading_order(package: Package) -> list[str]:
    """Slides with their notes and drawings before layouts and masters."""
    return sorted(package.roots, key=lambda name: package.kinds[name] in _READ_LAST)
