"""Words of a page that somebody covered: they are painted, the drawn page does not show them, and they leave.

The page is drawn three times: as it is, without its text, and with the text alone, each letter in a colour of
its own. Where the first two do not differ, a letter of the third is not seen. So it makes no difference how
it was covered: by a rectangle, a picture, a note, the edge of a clipping path, or the colour of its ground. A
mark for redaction that was never applied is painted first, as its program would have done.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, pairwise
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
from numpy.typing import NDArray
from pikepdf import Array, Dictionary, Name, Operator, Pdf

from adapters.documents.pdf.fonts import FontBook
from adapters.documents.pdf.streams import content_streams, inner_dictionary, operators_of, write_operators
from adapters.documents.pdf.text import SHOWN, Glyph, StreamReader
from adapters.documents.pdf.write import without

_SCALE = 1.5
"""Pixels a point: a letter of 8 points is some 9 pixels high."""
_LONGEST = 3000
"""Pixels of the longer side at most."""
_NOTICED = 10
"""Least difference of a colour, of 255, that is seen."""
_SEEN = 0.5
"""Share of a letter's ink that must be seen."""
_STATE = frozenset({"q", "Q", "cm", "BT", "ET", "Tf", "Tc", "Tw", "Tz", "TL", "Ts", "Td", "TD", "Tm", "T*"})
_ENDS = frozenset({"f", "F", "f*", "b", "B", "b*", "B*", "s", "S"})
_GREYS = frozenset({"g", "G", "rg", "RG", "k", "K", "sc", "SC", "scn", "SCN"})
_COVERS = frozenset({"Do", "sh", "INLINE IMAGE", "W", "W*"})
_UNSEEN_MODES = frozenset({3, 7})
_WHITE = 0xFFFFFF
_ANYWHERE = [-20000, -20000, 20000, 20000]
_Change = Callable[[int, Sequence[Any], Any], list[Any]]
"""New operators for those of a content stream, by its number and resources."""


def apply_redactions(source: Pdf) -> int:
    """Paint the marks for redaction that were never applied, and take them off; how many there were."""
    n_marks = 0
    for page in source.pages:
        found = page.obj.get("/Annots")
        notes = list(found) if isinstance(found, Array) else []
        marks = [one for one in notes if _is_mark(one)]
        if marks:
            page.obj["/Annots"] = Array([one for one in notes if not _is_mark(one)])
            painted = " ".join(f"{x} {y} {w} {h} re f" for one in marks for x, y, w, h in _fields(one))
            page.contents_add(b"q\n", prepend=True)
            page.contents_add(f"\nQ q 0 g {painted} Q".encode())
            n_marks += len(marks)
    return n_marks


def _is_mark(note: Any) -> bool:
    return isinstance(note, Dictionary) and note.get("/Subtype") == Name.Redact


def _fields(mark: Any) -> Iterator[tuple[float, float, float, float]]:
    """The rectangles that a mark covers."""
    quads = [float(value) for value in mark.get("/QuadPoints", ())] or _corners(mark)
    for at in range(0, len(quads) - 7, 8):
        across, down = quads[at : at + 8 : 2], quads[at + 1 : at + 8 : 2]
        yield min(across), min(down), max(across) - min(across), max(down) - min(down)


def _corners(mark: Any) -> list[float]:
    x0, y0, x1, y1 = (float(value) for value in mark["/Rect"])
    return [x0, y0, x1, y0, x0, y1, x1, y1]


def remove_covered(pdf: Pdf) -> int:
    """Take out of the content streams the letters that no page shows; how many there were.

    Parameters
    ----------
    pdf : Pdf
        Its streams normalized, its fonts objects of their own.
    """
    if not any(_may_cover(operators_of(owner)) for owner, _ in content_streams(pdf)):
        return 0
    written = io.BytesIO()
    pdf.save(written, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    content = written.getvalue()
    glyphs = _glyphs(content)
    covered = _covered(content, glyphs)
    for number, (owner, _) in enumerate(list(content_streams(pdf))):
        gone = [glyph for glyph in glyphs[number] if (number, *glyph[:3]) in covered and glyph.text]
        if gone:
            write_operators(pdf, owner, without(operators_of(owner), gone))
    return len(covered)


def _may_cover(operators: Sequence[Any]) -> bool:
    """Whether anything but text in black is painted."""
    for operands, operator in ((one.operands, str(one.operator)) for one in operators):
        if operator in _ENDS or operator in _COVERS:
            return True
        if operator in _GREYS and any(operands) and operator not in ("k", "K"):
            return True
    return False


def _glyphs(content: bytes) -> list[list[Glyph]]:
    """The letters of each content stream."""
    fonts = FontBook(content)
    with Pdf.open(io.BytesIO(content)) as pdf:
        return [
            StreamReader(fonts, resources).read(operators_of(owner)).glyphs
            for owner, resources in content_streams(pdf)
        ]


_Place = tuple[int, int, int, int]
"""A letter: its stream, operator, string and first byte."""


def _covered(content: bytes, glyphs: Sequence[Sequence[Glyph]]) -> set[_Place]:
    """The places of the letters of which no page shows enough."""
    places: list[_Place] = [(number, *glyph[:3]) for number, stream in enumerate(glyphs) for glyph in stream]
    ink, seen = _inks(content, glyphs, len(places))
    known = ink > 0
    hidden = known & (seen < _SEEN * ink)
    covered: set[_Place] = set()
    at = 0
    for stream in glyphs:
        span = slice(at, at + len(stream))
        covered |= {places[at + one] for one in _with_between(known[span], hidden[span])}
        at += len(stream)
    return covered


def _with_between(known: NDArray[np.bool_], hidden: NDArray[np.bool_]) -> Iterable[int]:
    """Hidden letters, and blanks and unknown ones between two of them."""
    numbers = [int(one) for one in np.flatnonzero(known)]
    for before, after in pairwise([*numbers, len(known)]):
        if hidden[before]:
            yield before
            if after < len(known) and hidden[after]:
                yield from range(before + 1, after)


def _inks(
    content: bytes, glyphs: Sequence[Sequence[Glyph]], n_glyphs: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many pixels each letter has on all pages, and how many of them are seen."""
    ink, seen = np.zeros(n_glyphs + 1, np.int64), np.zeros(n_glyphs + 1, np.int64)
    apart = _LettersApart(glyphs)
    drawn = [_redrawn(content, change) for change in (apart.as_they_are, _without_text)]
    drawn.append(_redrawn(content, apart.alone, wide=True))
    with (
        pypdfium2.PdfDocument(drawn[0]) as plain,
        pypdfium2.PdfDocument(drawn[1]) as bare,
        pypdfium2.PdfDocument(drawn[2]) as letters,
    ):
        for pages in zip(plain, bare, letters, strict=True):
            shown, ground, inks = (_pixels(page) for page in pages)
            numbers = (_WHITE - inks).astype(np.int64)
            is_letter = (numbers > 0) & (numbers <= n_glyphs)
            seen_here = is_letter & (shown != ground)
            seen_here[seen_here] = _noticed(shown[seen_here], ground[seen_here])
            ink += np.bincount(numbers[is_letter], minlength=n_glyphs + 1)
            seen += np.bincount(numbers[seen_here], minlength=n_glyphs + 1)
    return ink[1:], seen[1:]


def _noticed(one: NDArray[np.uint32], other: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which pixels differ so much that a reader sees it."""
    channels = (
        one.view(np.uint8).reshape(-1, 4).astype(int),
        other.view(np.uint8).reshape(-1, 4).astype(int),
    )
    noticed: NDArray[np.bool_] = np.abs(channels[0] - channels[1]).max(axis=1) > _NOTICED
    return noticed


def _pixels(page: Any) -> NDArray[np.uint32]:
    """The page as it is drawn, red, green and blue in one number a pixel."""
    scale = min(_SCALE, _LONGEST / max(page.get_size()))
    drawn = page.render(
        scale=scale, no_smoothtext=True, no_smoothimage=True, no_smoothpath=True, prefer_bgrx=True
    )
    rows: Any = np.ascontiguousarray(drawn.to_numpy()).view("<u4")[..., 0]
    pixels: NDArray[np.uint32] = rows & np.uint32(_WHITE)
    return pixels


def _redrawn(content: bytes, change: _Change, *, wide: bool = False) -> bytes:
    with Pdf.open(io.BytesIO(content)) as pdf:
        for number, (owner, resources) in enumerate(list(content_streams(pdf))):
            operators = operators_of(owner)
            if not operators or str(operators[0].operator) not in ("d0", "d1"):  # a glyph of a Type 3 font
                write_operators(pdf, owner, change(number, operators, resources))
            if wide and "/BBox" in owner:
                owner["/BBox"] = Array(_ANYWHERE)
        written = io.BytesIO()
        pdf.save(written)
    return written.getvalue()


def _without_text(_number: int, operators: Sequence[Any], _resources: Any) -> list[Any]:
    return [one for one in operators if str(one.operator) not in SHOWN]


class _LettersApart:
    """Changes that show each letter by an operator of its own: all drawings then place it alike.

    Parameters
    ----------
    glyphs : sequence of sequence of Glyph
        The letters of each content stream.
    """

    def __init__(self, glyphs: Sequence[Sequence[Glyph]]) -> None:
        numbers = count(1)
        self._inks: list[dict[int, list[tuple[Glyph, int]]]] = []
        for stream in glyphs:
            by_operator: dict[int, list[tuple[Glyph, int]]] = {}
            for glyph in stream:
                by_operator.setdefault(glyph.operator, []).append((glyph, next(numbers)))
            self._inks.append(by_operator)

    def as_they_are(self, number: int, operators: Sequence[Any], _resources: Any) -> list[Any]:
        """All that is painted."""
        kept: list[Any] = []
        for index, one in enumerate(operators):
            if str(one.operator) in SHOWN:
                kept += _apart(one, self._inks[number].get(index, ()), coloured=False)
            else:
                kept.append(one)
        return kept

    def alone(self, number: int, operators: Sequence[Any], resources: Any) -> list[Any]:
        """The text alone, each letter in the colour of its number."""
        kept: list[Any] = []
        xobjects = inner_dictionary(resources, "/XObject")
        for index, one in enumerate(operators):
            operator = str(one.operator)
            if operator in SHOWN:
                kept += _apart(one, self._inks[number].get(index, ()), coloured=True)
            elif operator in _STATE:
                kept.append(one)
            elif operator == "Tr":
                kept.append(([3 if int(one.operands[0]) in _UNSEEN_MODES else 0], one.operator))
            elif operator == "Do" and xobjects[str(one.operands[0])].get("/Subtype") == Name.Form:
                kept.append(one)
        return kept


def _apart(shown: Any, glyphs: Sequence[tuple[Glyph, int]], *, coloured: bool) -> Iterator[Any]:
    operator, operands = str(shown.operator), shown.operands
    if operator == '"':
        yield ([operands[0]], Operator("Tw"))
        yield ([operands[1]], Operator("Tc"))
    if operator in ("'", '"'):
        yield ([], Operator("T*"))
    items = list(operands[-1]) if isinstance(operands[-1], Array) else [operands[-1]]
    by_item: dict[int, list[tuple[Glyph, int]]] = {}
    for glyph, ink in glyphs:
        by_item.setdefault(glyph.item, []).append((glyph, ink))
    for number, item in enumerate(items):
        if not isinstance(item, pikepdf.String):
            yield ([Array([item])], Operator("TJ"))
        for glyph, ink in by_item.get(number, ()):
            if coloured:
                yield (_colour(ink), Operator("rg"))
            yield ([pikepdf.String(bytes(item)[glyph.start : glyph.end])], Operator("Tj"))


def _colour(ink: int) -> list[float]:
    value = _WHITE - ink
    return [round(part / 255, 5) for part in (value >> 16, value >> 8 & 255, value & 255)]
