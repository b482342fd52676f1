"""Folding: a text becomes one byte per code point, so that a byte scan keeps the offsets of the text.

Patterns are written once, in ASCII, and meet every way of typing the same
identifier: full-width and Arabic-Indic digits become ``0-9``, every dash
``-``, every space a space, accented letters their base letter. What prints
nothing (zero-width characters, soft hyphens, combining marks) is left out and
the offsets of what stays are remembered.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.catalog.names import EXEMPTION
from engine.language.unseen import BLANKS

LETTER = 0x80
"""A letter of a script without a Latin base (Greek, Cyrillic, Arabic, Han...): no word character to RE2."""
OTHER = 0x82
"""Anything else that prints: emoji, symbols, control characters."""
UNDERSCORE = 0x83
"""The underscore, which RE2's word boundary would otherwise take for a letter."""
TOKEN = 0x84
"""A character of a token that a replacement wrote: neither text nor context."""
_DROPPED = 0x7F
_ENCODING_ERRORS = "saferelease-fold"
_BASES = {"ß": "s", "æ": "a", "œ": "o", "ø": "o", "ð": "d", "þ": "t", "ł": "l", "đ": "d", "ı": "i", "ħ": "h"}
_SYMBOLS = {
    "№": "#",
    "€": "$",
    "£": "$",
    "¥": "$",
    "¢": "$",
    "−": "-",
    "⁄": "/",
    "′": "'",
    "″": '"',
    "º": "°",
}
_CONTROLS = {"\t": " ", "\r": " ", "\v": "\n", "\f": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n"}
_SPECIAL = {**_SYMBOLS, **_CONTROLS, "_": chr(UNDERSCORE)}
_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and the way back to the offsets of the original.

    Parameters
    ----------
    data : bytes
        The folded text, one byte per code point kept.
    dropped : array of int
        For each character left out, in order: how many bytes of `data` stand before it.
    """

    data: bytes
    dropped: NDArray[np.intp] = field(default_factory=lambda: _NONE)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original text of the non-empty folded range [start, end)."""
        if not len(self.dropped):
            return start, end
        before, inside = np.searchsorted(self.dropped, (start, end - 1), "right")
        return start + int(before), end + int(inside)

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """The folded range of the original range [start, end)."""
        if not len(self.dropped):
            return start, end
        left_out = np.searchsorted(self.dropped + np.arange(len(self.dropped)), (start, end))
        return start - int(left_out[0]), end - int(left_out[1])


def fold(text: str) -> Folded:
    """Fold `text`, keeping the way back to its offsets; tokens of replacements are blanked out.

    Parameters
    ----------
    text : str
        Any text, lone surrogates included.

    Returns
    -------
    Folded
        Offsets of the original follow from ``Folded.span``.
    """
    data = text.encode("latin-1", _ENCODING_ERRORS).translate(_LATIN1)
    if b"[" in data:
        data = _TOKENS.sub(_blank, data)
    if _DROPPED not in data:
        return Folded(data)
    places = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == _DROPPED)
    return Folded(data.translate(None, bytes([_DROPPED])), places - np.arange(len(places)))


def _blank(token: re.Match[bytes]) -> bytes:
    return bytes([TOKEN]) * len(token.group())


def _folded_letter(character: str) -> str:
    base = _BASES.get(character.lower()) or unicodedata.normalize("NFKD", character)[0]
    if not (base.isascii() and base.isalpha()):
        return chr(LETTER)
    return base.upper() if character.isupper() else base


def _folded_symbol(character: str, kind: str) -> str:
    if kind == "Pd":
        return "-"
    if kind in ("Pi", "Pf"):
        return "'" if character in "‘’‚‛‹›" else '"'
    wide = unicodedata.decomposition(character).startswith(("<wide>", "<small>"))
    if wide and (compatible := unicodedata.normalize("NFKC", character)).isascii():
        return compatible
    return character if ord(character) in range(0xA1, 0x100) else chr(OTHER)


def folded_character(character: str) -> str:
    """The single Latin-1 character that stands for `character` in a folded text."""
    kind = unicodedata.category(character)
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character.isascii():
        return character if character.isprintable() or character == "\n" else chr(OTHER)
    if kind in ("Mn", "Me", "Mc", "Cf") or character in BLANKS:
        return chr(_DROPPED)
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    if kind[0] == "L":
        return _folded_letter(character)
    return " " if kind == "Zs" else _folded_symbol(character, kind)


class _FoldTable(dict[int, str]):
    """Code point to folded character, computed on first use (a `str.translate` table)."""

    def __missing__(self, code_point: int) -> str:
        self[code_point] = folded = folded_character(chr(code_point))
        return folded


_TABLE = _FoldTable()


def _fold_beyond_latin1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return error.object[error.start : error.end].translate(_TABLE), error.end


codecs.register_error(_ENCODING_ERRORS, _fold_beyond_latin1)
_PASSED_ON = {_DROPPED, LETTER, OTHER, UNDERSCORE}
_TOKENS = re.compile(
    rf"\[(?:[A-Z][A-Z\-]{{1,40}}(?: [X\-./ ]{{4,40}}\d{{4}})?|{EXEMPTION}: [0-9]+ words?)\]".encode()
)
_LATIN1 = bytes(i if i in _PASSED_ON else ord(folded_character(chr(i))) for i in range(256))
