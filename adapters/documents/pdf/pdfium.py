"""The second look at a released PDF: its text by PDFium, in two orders.

PDFium reads fonts, encodings and content streams by code of its own. Its text comes in the order in which
it was drawn, as a reader copies it, and once more from the places of the characters alone.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from adapters.documents.pdf.lines import pitch

PdfiumError = pypdfium2.PdfiumError
_LEVELS = 0.3
_SPACE = 0.15
_APART = 1.0


class _Character(NamedTuple):
    """A character, where it starts and ends, its level and size, in points."""

    text: str
    left: float
    right: float
    level: float
    size: float


def seen_texts(content: bytes) -> Iterator[str]:
    """The text of each page as drawn, and as it stands on the page.

    Parameters
    ----------
    content : bytes
        A PDF file.

    Yields
    ------
    str
        Per page the text in the order of drawing, then that in the order of places if it is another one.

    Raises
    ------
    PdfiumError
        PDFium cannot read the file.
    """
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            text_page = page.get_textpage()
            drawn = text_page.get_text_bounded() if text_page.count_chars() else ""
            yield drawn
            placed = "\n\n".join(_in_place(list(_characters(text_page))))
            if placed.split() != drawn.split():
                yield placed
            text_page.close()
            page.close()


def _characters(text_page: pypdfium2.PdfTextPage) -> Iterator[_Character]:
    page, numbers = text_page.raw, (ctypes.c_double * 6)()
    x, y, left, right, bottom, top = (ctypes.c_double.from_buffer(numbers, at) for at in range(0, 48, 8))
    unicode_of, origin_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetCharOrigin
    box_of, size_of = pdfium.FPDFText_GetCharBox, pdfium.FPDFText_GetFontSize
    for index in range(text_page.count_chars()):
        code = unicode_of(page, index)
        if code <= 32 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
            continue
        if not origin_of(page, index, x, y):
            continue
        box_of(page, index, left, right, bottom, top)
        start, level, _, end, low, high = numbers[:]  # at once: thousands a page
        height = max(size_of(page, index), high - low, 0.1)
        yield tuple.__new__(_Character, (chr(code), start, max(end, start), level, height))


def _in_place(found: list[_Character]) -> Iterator[str]:
    """Rows of characters from the top, divided at wide gaps."""
    found.sort(key=attrgetter("level"), reverse=True)
    row: list[_Character] = []
    for one in found:
        if row and row[0].level - one.level > _LEVELS * max(row[0].size, one.size):
            yield from _pieces(row)
            row = []
        row.append(one)
    yield from _pieces(row)


def _pieces(row: list[_Character]) -> Iterator[str]:
    row.sort(key=attrgetter("left"))
    step = pitch([after.left - before.left for before, after in pairwise(row)])
    piece: list[str] = []
    before = row[0] if row else None
    for one in row:
        gap = (one.left - before.right) / one.size if before is not None else 0.0
        if gap > _APART:
            yield "".join(piece)
            piece = []
        elif before is not None and (gap > _SPACE if step is None else one.left - before.left > 1.5 * step):
            piece.append(" ")
        piece.append(one.text)
        before = one
    if piece:
        yield "".join(piece)
