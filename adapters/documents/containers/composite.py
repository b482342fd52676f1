"""Documents made of documents: mails with attachments, archives of files."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from adapters.documents.faults import EndlessError, across_parts, too_deep
from adapters.documents.layout import Layout
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from adapters.documents.text.encoding import Decoded
from adapters.documents.text.source import Slice, SourceDocument, literal
from engine.errors import UnreadableError
from engine.ports import OpenDocument, Replacement
from engine.text import NO_PICTURES, PART_BREAK, Document, Part, PictureFacts, SensitiveText


class Composite:
    """Open documents in a row, as one text.

    Parameters
    ----------
    document_id : str
        Id of the whole.
    children : sequence of OpenDocument
        In the order of the text.
    """

    def __init__(self, document_id: str, children: Sequence[OpenDocument]) -> None:
        self._children = children
        self._starts: list[int] = []
        texts: list[str] = []
        parts: list[Part] = []
        length = n_tables = 0
        for child in children:
            text = child.document.text.reveal()
            length += len(PART_BREAK) if text and texts else 0
            self._starts.append(length)
            if text:
                moved = [_moved(part, length, n_tables) for part in child.document.parts]
                n_tables = max((p.cell.table + 1 for p in moved if p.cell), default=n_tables)
                parts += moved
                texts.append(text)
                length += len(text)
        pictures = reduce(PictureFacts.plus, (child.document.pictures for child in children), NO_PICTURES)
        whole = SensitiveText(PART_BREAK.join(texts))
        codes = frozenset[str]().union(*(child.document.public_codes for child in children))
        self.document = Document(document_id, whole, tuple(parts), pictures, codes)

    def rewritten(self, replacements: Sequence[Replacement]) -> list[bytes]:
        """The content of each child with the replacements that fall into it."""
        shares = self.shares(replacements)
        return [child.rewrite(share) for child, share in zip(self._children, shares, strict=True)]

    def shares(self, replacements: Sequence[Replacement]) -> list[list[Replacement]]:
        """The replacements that fall into each child, by its own offsets."""
        shares: list[list[Replacement]] = [[] for _ in self._children]
        for item in replacements:
            at = self._child_at(item)
            start = self._starts[at]
            shares[at].append(replace(item, start=item.start - start, end=item.end - start))
        return shares

    def _child_at(self, item: Replacement) -> int:
        index = bisect_right(self._starts, item.start) - 1
        for at in (index, index - 1):  # a child without text starts where the one before it ends
            if at >= 0 and item.end <= self._starts[at] + len(self._children[at].document.text):
                return at
        raise across_parts(item.start, item.end, "must lie inside one part of the file")


def _moved(part: Part, by: int, n_tables: int) -> Part:
    """The part as one of the whole: further on, its table numbered after those before it."""
    cell = part.cell and part.cell._replace(table=part.cell.table + n_tables)
    return replace(part, start=part.start + by, end=part.end + by, cell=cell)


def open_nested(document_id: str, suffix: str, content: bytes, settings: Settings) -> OpenDocument | None:
    """A file inside another one; None if it cannot be opened and is to be removed.

    Raises
    ------
    UnreadableError
        DOC006 nested too deep; DOC012 archives that unpack to too much together; with ``unopened="refuse"``
        whatever its format says.
    """
    inner = deeper(document_id, settings)
    try:
        return format_for(suffix, content, inner).open(document_id, content)
    except EndlessError:
        raise
    except UnreadableError:
        if settings.unopened == "refuse":
            raise
        return None


def nested_texts(suffix: str, content: bytes, settings: Settings) -> list[str]:
    """All text of a file inside another one, read back by its format; of other files their strings."""
    fmt = format_for(suffix, content, deeper("", settings))
    return [text.reveal() for text in fmt.read_back(content)]


def deeper(document_id: str, settings: Settings) -> Settings:
    """The settings one level further in; DOC006 at the last level."""
    if settings.max_attached <= 0:
        raise too_deep(document_id, settings.max_attached)
    return replace(settings, max_attached=settings.max_attached - 1)


def open_lines(document_id: str, kind: str, lines: Sequence[tuple[str, str]]) -> SourceDocument:
    """Named one-line texts (header fields, file names) as a document of one line each.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    kind : str
        Kind of the parts.
    lines : sequence of (name, text)
        The texts must have no line ends.
    """
    source = "\n".join(text for _, text in lines)
    layout: Layout[Slice] = Layout()
    at = 0
    for name, text in lines:
        layout.add(kind, [literal(source, at, at + len(text), one_line)], name)
        at += len(text) + 1
    return SourceDocument(layout.document(document_id), Decoded(source, "utf-8"), layout)


def one_line(text: str) -> str:
    """`text` without line ends: none can be smuggled into a header or a file name."""
    return " ".join(text.split())
