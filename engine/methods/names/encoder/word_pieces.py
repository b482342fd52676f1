"""Word pieces of a text, as BERT's uncased tokenizer cuts it, with the offsets that it forgets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]

_ASCII_SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_WORD = re.compile(rf"[^\s{re.escape(_ASCII_SIGNS)}]+|[{re.escape(_ASCII_SIGNS)}]")
_SHAPED = re.compile(r"[^\W_]+|[^\w\s]|_")
_LONGEST_WORD = 100
_MARK = "\ue000"  # private use: BERT drops it from texts, so none holds it after folding
_REMOVED = frozenset(("Cc", "Cf", "Co", "Cs"))
_IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)

SMALL, TITLE, CAPITALS, MIXED, DIGITS, SIGN = range(6)
"""Shapes of words: the body of the encoder knows no capitals, these say what the letters were."""


@dataclass(frozen=True)
class Pieces:
    """Word pieces of one text.

    Parameters
    ----------
    ids : int array, shape (n,)
        Rows of the vocabulary.
    starts : int array, shape (n,)
        Offset of each piece's first character in the text, in code points.
    shapes : int array, shape (n,)
        Shape of the word that each piece is of.
    """

    ids: IntArray
    starts: IntArray
    shapes: IntArray

    def __repr__(self) -> str:
        return f"Pieces({len(self.ids)} pieces)"


class WordPieces:
    """Cuts texts into pieces that are in a vocabulary.

    Parameters
    ----------
    vocabulary : sequence of str
        Pieces by row; those inside words begin with ``##``. It holds ``[UNK]``, ``[CLS]`` and ``[SEP]``.

    Notes
    -----
    Equals the library ``tokenizers`` with the tokenizer file of all-MiniLM-L6-v2 (a file of vectors holds
    this), which would be a dependency of 8 MB for what is written in these lines.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._rows: Mapping[str, int] = {piece: row for row, piece in enumerate(vocabulary)}
        self._unknown = self._rows["[UNK]"]
        self.first, self.last = self._rows["[CLS]"], self._rows["[SEP]"]
        self._cut = lru_cache(maxsize=1 << 16)(self._cut_word)

    def __call__(self, text: str) -> Pieces:
        """Pieces of `text`."""
        folded, origin = _folded(text)
        ids: list[int] = []
        starts: list[int] = []
        for word, at in _words(folded):
            for row, offset in self._cut(word):
                ids.append(row)
                starts.append(at + offset)
        places = np.array(starts, np.int64)
        places = places if origin is None else origin[places]
        return Pieces(np.array(ids, np.int64), places, _shapes(text)[places].astype(np.int64))

    def _cut_word(self, word: str) -> tuple[tuple[int, int], ...]:
        """Rows of the longest pieces from the left, with their offsets; one unknown where none fits."""
        if len(word) > _LONGEST_WORD:
            return ((self._unknown, 0),)
        found: list[tuple[int, int]] = []
        a = 0
        while a < len(word):
            pieces = (("##" if a else "") + word[a:b] for b in range(len(word), a, -1))
            ends = zip(range(len(word), a, -1), pieces, strict=True)
            fitting = next(((b, self._rows[piece]) for b, piece in ends if piece in self._rows), None)
            if fitting is None:
                return ((self._unknown, 0),)
            found.append((fitting[1], a))
            a = fitting[0]
        return tuple(found)


def _words(folded: str) -> Iterator[tuple[str, int]]:
    """Words and single signs with their offsets, without marks."""
    for match in _WORD.finditer(folded):
        word, at = match[0], match.start()
        if _MARK not in word:
            yield word, at
            continue
        for part in re.finditer(f"[^{_MARK}]+", word):
            yield part[0], at + part.start()


def _folded(text: str) -> tuple[str, IntArray | None]:
    """Text in small letters without accents, and where each of its characters comes from.

    A sign or an ideograph stands between marks: it is a word of its own. None where nothing has moved.
    """
    if text.isascii() and text.isprintable():
        return text.lower(), None
    forms = list(map(_folded_sign, text))
    origin = np.repeat(np.arange(len(text)), np.fromiter(map(len, forms), np.int64, len(forms)))
    return "".join(forms), origin


@lru_cache(maxsize=1 << 14)
def _folded_sign(sign: str) -> str:
    if sign in "\t\n\r" or sign.isspace():
        return " "
    if unicodedata.category(sign) in _REMOVED or sign == "\ufffd":
        return ""
    plain = "".join(c for c in unicodedata.normalize("NFD", sign) if unicodedata.category(c) != "Mn").lower()
    return f"{_MARK}{plain}{_MARK}" if _stands_apart(sign) else plain


def _stands_apart(sign: str) -> bool:
    """Whether a sign beyond ASCII is a word of its own: punctuation, or an ideograph."""
    code = ord(sign)
    if code < 128:
        return False
    return unicodedata.category(sign)[0] == "P" or any(a <= code <= b for a, b in _IDEOGRAPHS)


def _shapes(text: str) -> npt.NDArray[np.int8]:
    """The shape of the word that each character belongs to."""
    shapes = np.full(len(text) + 1, SIGN, np.int8)
    for match in _SHAPED.finditer(text):
        shapes[match.start() : match.end()] = _shape(match[0])
    return shapes


@lru_cache(maxsize=1 << 16)
def _shape(word: str) -> int:
    if not word[0].isalnum():
        return SIGN
    if any(map(str.isdigit, word)):
        return DIGITS
    if word.islower():
        return SMALL
    if word.isupper() and len(word) > 1:
        return CAPITALS
    return TITLE if word[0].isupper() and (len(word) == 1 or word[1:].islower()) else MIXED
