"""Plain text: running text and the cells of tables, kept but for what controls a terminal or a printer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adapters.documents.layout import Layout
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import as_shown
from adapters.documents.text.delimited import table_delimiter, table_layout
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.source import SourceDocument, literal
from adapters.documents.text.tables_in_text import regions
from engine.ports import OpenDocument
from engine.text import SensitiveText


class PlainText:
    """Text files: the file is the text, as a terminal shows it; the cells of tables are parts.

    Parameters
    ----------
    settings : Settings
        Size limit, and the encoding of files that are not UTF-8.
    """

    name = "txt"
    suffixes: Sequence[str] = (".txt", ".text")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a text file; DOC003 too large, DOC004 unknown encoding, DOC005 not text."""
        decoded = decode(document_id, content, self._settings, text_only=False)
        decoded = replace(decoded, text=as_shown(document_id, decoded.text))
        delimiter = table_delimiter(decoded.text)
        if delimiter is not None:
            layout = table_layout(document_id, decoded.text, delimiter, self._settings)
        else:
            layout = Layout()
            for region in regions(decoded.text):
                run = literal(decoded.text, region.start, region.end)
                layout.add(region.kind, [run], cell=region.cell)
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The text, decoded by Python's stream reader."""
        return [SensitiveText(stream_text(content, self._settings))]
