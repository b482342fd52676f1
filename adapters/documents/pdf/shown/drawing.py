"""Pages of a PDF as pictures, and their characters in place, by PDFium."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from adapters.documents.faults import malformed

_POINTS = 72
_DPI = 110
_LONGEST = 2200
"""Pixels of the longer side: a page of any size is drawn with as many at the most."""
_GRID = 100_000
_BLANK, _FIRST_SURROGATE, _END_OF_SURROGATES = 32, 0xD800, 0xE000


class Glyph(NamedTuple):
    """A character on a page: edges as shares of the page's width and height, from the top left."""

    text: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


def n_pages(content: bytes) -> int:
    """How many pages a PDF has; DOC007 for what PDFium cannot read."""
    with _opened(content) as document:
        return len(document)


def picture(content: bytes, number: int) -> bytes:
    """Page `number`, from 1, as a PNG file; DOC007 when PDFium cannot read it, or it has no such page."""
    with _opened(content) as document:
        if not 1 <= number <= len(document):
            raise malformed("", "PDF", "fewer pages")
        page, written = document[number - 1], io.BytesIO()
        scale = min(_DPI / _POINTS, _LONGEST / max(page.get_size()))
        page.render(scale=scale).to_pil().convert("RGB").save(written, "PNG")
    return written.getvalue()


def glyphs(content: bytes) -> Iterator[Glyph]:
    """The characters of all pages that are no blanks, in the order in which PDFium reads them."""
    with _opened(content) as document:
        for number, page in enumerate(document, 1):
            text_page = page.get_textpage()
            yield from _glyphs(page, text_page, number)
            text_page.close()
            page.close()


def _opened(content: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError:
        raise malformed("", "PDF", "a file that cannot be drawn") from None


def _glyphs(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, number: int) -> Iterator[Glyph]:
    rectangle = pdfium.FS_RECTF()
    for index in range(text_page.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text_page.raw, index)
        if code <= _BLANK or _FIRST_SURROGATE <= code < _END_OF_SURROGATES or code > 0x10FFFF:
            continue
        if pdfium.FPDFText_GetLooseCharBox(text_page.raw, index, rectangle):
            yield Glyph(chr(code), number, *_as_shown(page, rectangle))


def _as_shown(page: pypdfium2.PdfPage, rectangle: pdfium.FS_RECTF) -> tuple[float, float, float, float]:
    """A rectangle of the page's own space as it is shown: cropped and turned."""
    corners = [_device(page, x, y) for x in (rectangle.left, rectangle.right) for y in _levels(rectangle)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _levels(rectangle: pdfium.FS_RECTF) -> tuple[float, float]:
    return rectangle.bottom, rectangle.top


def _device(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page.raw, 0, 0, _GRID, _GRID, 0, x, y, across, down)
    return across.value / _GRID, down.value / _GRID
