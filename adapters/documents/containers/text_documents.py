"""Texts that are documents of their own: XML, HTML or JSON in a value of another file."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from adapters.documents.containers.composite import Composite, deeper
from adapters.documents.office.xml_slots import Slot, Undo
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from engine.ports import OpenDocument, Replacement
from engine.text import Document

_MARKUP = re.compile(r"\s*<\?xml\s|</[A-Za-z][\w.:-]*\s*>|<[A-Za-z][^<>]*/>|<br\s*>", re.IGNORECASE)
_RECORD = re.compile(r"\s*[\[{].*[\]}]\s*", re.DOTALL)


def suffix_of_text(text: str) -> str:
    """The suffix of the format that a text is in: XML, HTML or a record of JSON; empty for plain text.

    Examples
    --------
    >>> suffix_of_text("<?xml version='1.0'?><a/>"), suffix_of_text("Dear <b>Jane</b>"), suffix_of_text("<2")
    ('.xml', '.html', '')
    """
    if _RECORD.fullmatch(text):
        return ".json"
    if not _MARKUP.search(text):
        return ""
    return ".xml" if text.lstrip().startswith("<?xml") else ".html"


def opened_text(document_id: str, text: str, settings: Settings) -> OpenDocument | None:
    """A text that is a document of its own; None for any other, and for what its format refuses."""
    suffix = suffix_of_text(text)
    if not suffix:
        return None
    content = text.encode("utf-8", "surrogatepass")
    try:
        return format_for(suffix, content, deeper(document_id, settings)).open(document_id, content)
    except UnreadableError:
        return None


class Nested(NamedTuple):
    """A document that is a value of a file, as it is or in base64."""

    slot: Slot
    opened: OpenDocument
    is_packed: bool = False

    def write(self, replacements: Sequence[Replacement]) -> Undo:
        """Put it there with `replacements` applied."""
        content = self.opened.rewrite(replacements)
        return self.slot.write((base64.b64encode(content) if self.is_packed else content).decode())


class HoldingDocument:
    """An open file, and the documents in its values.

    Parameters
    ----------
    document_id : str
    own : OpenDocument
        The file without what its values hold.
    nested : sequence of Nested
        In the order of the text.
    """

    def __init__(self, document_id: str, own: OpenDocument, nested: Sequence[Nested]) -> None:
        self._own, self._nested = own, nested
        self._composite = Composite(document_id, [own, *(one.opened for one in nested)])

    @property
    def document(self) -> Document:
        """What the file says itself, then the documents inside."""
        return self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file with what stands in it, `replacements` applied."""
        own, *shares = self._composite.shares(replacements)
        with ExitStack() as undoing:
            for nested, share in zip(self._nested, shares, strict=True):
                undoing.callback(nested.write(share))
            return self._own.rewrite(own)
