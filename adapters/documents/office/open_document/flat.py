"""Flat Open Documents: one file of XML, closed by the vocabulary of the packages, pictures in base64."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from lxml import etree

from adapters.documents.faults import malformed, too_large
from adapters.documents.layout import Layout
from adapters.documents.office.open_document.closed import DRAW, OFFICE, Closing
from adapters.documents.office.open_document.open_document import add_parts
from adapters.documents.office.open_document.texts import flat_texts
from adapters.documents.office.xml_slots import Slot, edited, parse_xml, serialize
from adapters.documents.pictures.embedded import clean_image
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import SensitiveText

_DATA, _MIMETYPE = f"{OFFICE}binary-data", f"{OFFICE}mimetype"
_VENDOR = "application/vnd.oasis.opendocument."


class FlatOdt:
    """Flat Open Document texts, by the same rules as packages.

    Parameters
    ----------
    settings : Settings
        ``comments``, ``revisions``, ``embedded``, ``scripts``, ``images`` and the limits.
    """

    name = "fodt"
    suffixes: Sequence[str] = (".fodt",)
    _kind = "text"

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC007; DOC013, DOC014, DOC019, DOC020 by the settings."""
        if len(content) > self._settings.max_bytes:
            raise too_large(document_id, len(content), self._settings.max_bytes)
        root = parse_xml(document_id, content)
        said = root.get(_MIMETYPE, "").removesuffix("-template")
        if root.tag != f"{OFFICE}document" or said != f"{_VENDOR}{self._kind}":
            raise malformed(document_id, self.name, "another document")
        pictures = _pictures(root, self._settings)
        Closing(document_id, self._settings, lambda _: "").close(root)
        root.set(_MIMETYPE, said)
        for image, picture in pictures.items():
            etree.SubElement(image, _DATA).text = base64.b64encode(picture).decode()
        layout: Layout[Slot] = Layout()
        add_parts(layout, [root], of_text=self._kind != "spreadsheet")
        return _FlatDocument(document_id, root, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text by expat: paragraphs, attributes, names, strings of pictures."""
        return [SensitiveText(text) for text in flat_texts(content)]


class FlatOds(FlatOdt):
    """Flat Open Document workbooks."""

    name = "fods"
    suffixes: Sequence[str] = (".fods",)
    _kind = "spreadsheet"


class FlatOdp(FlatOdt):
    """Flat Open Document presentations."""

    name = "fodp"
    suffixes: Sequence[str] = (".fodp",)
    _kind = "presentation"


def _pictures(root: etree._Element, settings: Settings) -> dict[etree._Element, bytes]:
    """Clean pictures by the elements that hold them; closing takes out what these hold."""
    found: dict[etree._Element, bytes] = {}
    for data in root.iter(_DATA):
        parent = data.getparent()
        if parent is not None and parent.tag == f"{DRAW}image":
            try:
                picture = base64.b64decode("".join((data.text or "").split()), validate=True)
            except (binascii.Error, ValueError):
                continue
            found[parent] = clean_image(picture, settings)
    return found


class _FlatDocument:
    """An open file: a tree whose slots the layout knows."""

    def __init__(self, document_id: str, root: etree._Element, layout: Layout[Slot]) -> None:
        self.document = layout.document(document_id)
        self._root, self._layout = root, layout

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file with `replacements` applied."""
        with edited(self._layout, replacements):
            return serialize(self._root)
