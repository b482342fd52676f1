"""Fonts of a PDF: which characters the codes of a string stand for, and how far each moves."""

from __future__ import annotations

import io
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdffont import PDFFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdfparser import PDFParser
from pdfminer.psexceptions import PSException

UNREADABLE = "\ufffd"
_BROKEN = (
    PSException,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
    struct.error,
)
# Ligatures and mathematical letters: "ﬁ" is read, and searched, as "fi", "𝐹" as "F".
_READS_AS_LETTERS = re.compile("[\ufb00-\ufb06\U0001d400-\U0001d7ff]")
_NO_CHARACTER = frozenset({"Cc", "Co", "Cs", "Cn"})


Code = tuple[int, int, str, float]
"""One code of a shown string: start and end of its bytes, the text it stands for, its width in text units."""


class Font:
    """A font as the text reader needs it.

    Parameters
    ----------
    font : PDFFont or None
        pdfminer's; None for a font that cannot be read: its codes have no text.
    code_length : int
        Bytes per code where the font cannot tell.
    """

    def __init__(self, font: PDFFont | None, code_length: int) -> None:
        self._font = font
        self._code_length = code_length
        self._known: dict[int, tuple[str, float]] = {}
        self._pairs: dict[bytes, int] = {}
        self.vertical = bool(font and font.is_vertical())

    def codes(self, shown: bytes) -> Iterable[Code]:
        """The codes of a shown string, in order, all bytes covered."""
        if self._font is None or self._font.is_multibyte():
            return self._long_codes(shown)
        meanings = {code: self._meaning(code) for code in set(shown)}
        return [(at, at + 1, *meanings[code]) for at, code in enumerate(shown)]

    def _long_codes(self, shown: bytes) -> Iterator[Code]:
        at = 0
        while at < len(shown):
            length, cid = self._next(shown, at)
            text, width = self._meaning(cid)
            yield at, at + length, text, width
            at += length

    def _next(self, shown: bytes, at: int) -> tuple[int, int]:
        """Length and character id of the code at `at`."""
        if self._font is None:
            return min(self._code_length, len(shown) - at), -1
        pair = shown[at : at + 2]
        if (known := self._pairs.get(pair)) is not None:
            return 2, known
        for length in (2, 1, 3, 4):
            piece = shown[at : at + length]
            found = list(self._font.decode(piece)) if len(piece) == length else []
            if len(found) == 1:
                if length == len(pair):
                    self._pairs[pair] = found[0]
                return length, found[0]
        return min(2, len(shown) - at), -1

    def _meaning(self, cid: int) -> tuple[str, float]:
        if cid not in self._known:
            self._known[cid] = self._look_up(cid)
        return self._known[cid]

    def _look_up(self, cid: int) -> tuple[str, float]:
        if self._font is None or cid < 0:
            return UNREADABLE, 0.5
        try:
            width = float(self._font.char_width(cid))
        except _BROKEN:
            width = 0.5
        try:
            return readable(self._font.to_unichr(cid)), width
        except (PDFUnicodeNotDefined, *_BROKEN):
            return UNREADABLE, width


def readable(text: str) -> str:
    """`text`, or `UNREADABLE` if it holds what is no character: controls, private use."""
    if text == "\u00ad":
        return "-"
    text = text.replace("\u00a0", " ")
    if any(_READS_AS_LETTERS.match(c) for c in text):
        text = unicodedata.normalize("NFKC", text)
    if text.isspace():
        return " "
    bad = any(unicodedata.category(c) in _NO_CHARACTER for c in text) or not text
    return UNREADABLE if bad else text


class FontBook:
    """The fonts of a file, by object number.

    Parameters
    ----------
    content : bytes
        The PDF, with fonts as objects of their own.
    """

    def __init__(self, content: bytes) -> None:
        self._document = PDFDocument(PDFParser(io.BytesIO(content)))
        self._manager = PDFResourceManager(caching=True)
        self._fonts: dict[int, Font] = {}

    def font(self, item: Any) -> Font:
        """The font of a pikepdf font dictionary."""
        number = item.objgen[0] if item is not None else 0
        if number not in self._fonts:
            self._fonts[number] = self._read(number, item)
        return self._fonts[number]

    def _read(self, number: int, item: Any) -> Font:
        is_composite = item is not None and str(item.get("/Subtype", "")) == "/Type0"
        try:
            spec: Any = self._document.getobj(number)
            return Font(self._manager.get_font(number, spec), 2 if is_composite else 1)
        except _BROKEN:
            return Font(None, 2 if is_composite else 1)
