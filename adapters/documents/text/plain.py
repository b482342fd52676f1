"""Plain text: one part, kept byte for byte, but for what controls a terminal or a printer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from adapters.documents.faults import undecodable
from adapters.documents.layout import Layout
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import as_shown
from adapters.documents.text.encoding import bom_of, codec_for, decode
from adapters.documents.text.source import Slice, SourceDocument, literal
from engine.ports import OpenDocument
from engine.text import SensitiveText


class PlainText:
    """Text files: the file is the text, as a terminal shows it.

    Parameters
    ----------
    settings : Settings
        Size limit, and the encoding of files that are not UTF-8.
    """

    name = "txt"
    suffixes: Sequence[str] = (".txt", ".text", ".log")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a text file; DOC003 too large, DOC004 unknown encoding, DOC005 not text."""
        decoded = decode(document_id, content, self._settings, text_only=False)
        decoded = replace(decoded, text=as_shown(document_id, decoded.text))
        layout: Layout[Slice] = Layout()
        layout.add("body", [literal(decoded.text, 0, len(decoded.text))])
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The text, decoded by Python's stream reader."""
        return [SensitiveText(stream_text(content, self._settings))]


def stream_text(content: bytes, settings: Settings, label: str | None = None) -> str:
    """Text of `content` by Python's stream reader, for reading back what `decode` did not read."""
    marked = bom_of(content)
    codec = marked[1] if marked else codec_for(label or settings.encoding or "utf-8") or "utf-8"
    body = io.BytesIO(content[len(marked[0]) :] if marked else content)
    try:
        return io.TextIOWrapper(body, encoding=codec, errors="strict", newline="").read()
    except UnicodeError:
        raise undecodable("", f"bytes that are not {codec}") from None
