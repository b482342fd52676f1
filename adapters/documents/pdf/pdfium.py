"""The second look at a released PDF: its text by PDFium, in two orders.

PDFium reads fonts, encodings and content streams by code of its own. Its text comes in the order in which
it was drawn, as a reader copies it, and once more from the places of the characters alone.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from adapters.documents.pdf.lines import pitch

PdfiumError = pypdfium2.PdfiumError
_LEVELS = 0.3
_SPACE = 0.15
_APART = 1.0
_DRAWN_SCALE = 2.0
_ONE_COLOUR = 8
"""Difference of grey, of 255, that nobody sees."""
_ROW = 3
_COVERS = frozenset(
    {
        pdfium.FPDF_PAGEOBJ_PATH,
        pdfium.FPDF_PAGEOBJ_IMAGE,
        pdfium.FPDF_PAGEOBJ_SHADING,
        pdfium.FPDF_PAGEOBJ_FORM,
    }
)
_AT_ONCE = 256
"""Letters that are compared with everything painted, in one step: a bound of memory."""
_LAST = 2**31
"""The order of a letter that shows nothing, as if painted after everything."""
_UNSEEN_MODES = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})

Box = tuple[float, float, float, float]
"""Left, bottom, right and top edge in points."""


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


def n_covered(content: bytes) -> int:
    """How many letters a released file's pages paint and cover, three and more in a row.

    Another way than that by which they were taken out: PDFium says where each letter stands and what is
    painted above it, and the drawn page has one colour there.
    """
    with pypdfium2.PdfDocument(content) as document:
        return sum(_n_covered(page) for page in document)


def _n_covered(page: pypdfium2.PdfPage) -> int:
    objects = list(page.get_objects(max_depth=1))
    covers = [(n, one.get_bounds()) for n, one in enumerate(objects) if one.type in _COVERS]
    if not covers or not _may_be_covered(objects, covers):
        return 0
    orders = {ctypes.addressof(one.raw.contents): n for n, one in enumerate(objects)}
    text_page, found, row = page.get_textpage(), 0, 0
    drawn = page.render(scale=_DRAWN_SCALE, grayscale=True).to_numpy()
    letters = list(_letters(text_page, orders))
    for (_, box), is_below in zip(letters, _below(letters, covers), strict=True):
        row = row + 1 if is_below and _is_one_colour(page, box, drawn) else 0
        found += (row == _ROW) * _ROW + (row > _ROW)
    text_page.close()
    return found


def _may_be_covered(objects: Sequence[pypdfium2.PdfObject], covers: Sequence[_Letter]) -> bool:
    """Whether letters must be looked at: something lies over a text, or a text's place is not known."""
    if any(one.type == pdfium.FPDF_PAGEOBJ_FORM for one in objects):
        return True
    texts = [(n, one.get_bounds()) for n, one in enumerate(objects) if one.type == pdfium.FPDF_PAGEOBJ_TEXT]
    unknown = any(right <= left or top <= bottom for _, (left, bottom, right, top) in texts)
    return unknown or any(_below(texts, covers, near=True))


_Letter = tuple[int, Box]
"""When a letter or digit is painted, by the order of its object, and where."""


def _letters(text_page: pypdfium2.PdfTextPage, orders: Mapping[int, int]) -> Iterator[_Letter]:
    for index in range(text_page.count_chars()):
        if not chr(pdfium.FPDFText_GetUnicode(text_page.raw, index)).isalnum():
            continue
        shown = pdfium.FPDFText_GetTextObject(text_page.raw, index)
        unseen = pdfium.FPDFTextObj_GetTextRenderMode(shown) in _UNSEEN_MODES
        order = _LAST if unseen else orders.get(ctypes.addressof(shown.contents), -1)
        yield order, text_page.get_charbox(index)


def _below(letters: Sequence[_Letter], covers: Sequence[_Letter], near: bool = False) -> Iterator[bool]:
    """Of each letter whether something is painted later, over its middle; `near`, over any of it."""
    painted = np.array([n for n, _ in covers])
    left, bottom, right, top = np.array([box for _, box in covers]).reshape(-1, 4).T
    for at in range(0, len(letters), _AT_ONCE):
        some = letters[at : at + _AT_ONCE]
        orders = np.array([order for order, _ in some])[:, None]
        boxes = np.array([box for _, box in some])
        x, y = (boxes[:, :2] + boxes[:, 2:]).T[:, :, None] / 2
        across, up = (boxes[:, 2:] - boxes[:, :2]).T[:, :, None] * near / 2
        over = (painted > orders) & (left <= x + across) & (x - across <= right)
        over &= (bottom <= y + up) & (y - up <= top)
        yield from map(bool, over.any(axis=1))


def _is_one_colour(page: pypdfium2.PdfPage, box: Box, drawn: NDArray[np.uint8]) -> bool:
    """Whether the drawn page has one colour where a letter stands."""
    left, bottom, right, top = box
    columns, rows = zip(
        *(_pixel(page, drawn, *corner) for corner in ((left, top), (right, bottom))), strict=True
    )
    if min(columns) < 1 or min(rows) < 1 or max(columns) - min(columns) < 2 or max(rows) - min(rows) < 2:
        return False
    field = drawn[min(rows) - 1 : max(rows) + 2, min(columns) - 1 : max(columns) + 2]
    return field.size > 0 and int(field.max()) - int(field.min()) <= _ONE_COLOUR


def _pixel(page: pypdfium2.PdfPage, drawn: NDArray[np.uint8], x: float, y: float) -> tuple[int, int]:
    across, down = ctypes.c_int(), ctypes.c_int()
    height, width = drawn.shape
    pdfium.FPDF_PageToDevice(page.raw, 0, 0, width, height, 0, x, y, across, down)
    return across.value, down.value


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
