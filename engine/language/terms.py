"""Terms: the words of a text with their offsets, and the key under which a term is counted.

One key stands for all spellings of a term: case, compatibility forms, kinds of
apostrophe and hyphen, invisible characters, possessives and plurals are folded
away, so that "Kaposi's", "KAPOSI’S" and "kaposi" are counted together, in the
corpus and in a document alike.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, chain, repeat
from typing import NamedTuple

from engine.language.plurals import singular

_APOSTROPHES = "'’‘＇"
_LETTER_APOSTROPHE = re.compile(r"(?<=\w)\u02bc(?=\w)")  # a letter for Unicode
_HYPHENS = "-‐‑"
_INVISIBLE = "\u00ad\u034f\u200b\u200c\u200d\u2060\ufeff"
_WITH_MARKS = (range(0x300, 0x3100), range(0xA600, 0xAC00), range(0xFB00, 0xFFFE))
"""Between them are ideographs, syllables and private signs alone, which are many."""
_MARKS = "".join(c for c in map(chr, chain(*_WITH_MARKS)) if unicodedata.category(c) in ("Mn", "Mc"))

_LETTER = r"[^\W_]"
_INSIDE = rf"[{_HYPHENS}.,{_APOSTROPHES}{_INVISIBLE}{_MARKS}]"
_BELONGS = (
    rf"(?:(?<=[{_INVISIBLE}{_MARKS}])|(?={_LETTER})(?:"
    rf"(?<=[{_APOSTROPHES}])"  # Kaposi's, O'Brien
    rf"|(?<=[^\W\d_][{_HYPHENS}])(?=\d\d?(?!\w))"  # HIV-1, COVID-19; not HIV-positive
    r"|(?<=\d[.,])(?=\d)"  # 1,200
    rf"|(?<=\b{_LETTER}\.)(?={_LETTER}\b)))"  # U.S
)
KEY_VERSION = 1
"""Raised whenever a word gets another key than before: what was counted under old keys is of no use then."""

WORD_PATTERN = rf"{_LETTER}++(?:{_INSIDE}{_BELONGS}{_LETTER}*+)*"
"""Regular expression of a word, without groups: `tokenize` cuts by it."""

_WORD = re.compile(f"({WORD_PATTERN})")

_SPELLING = str.maketrans(
    dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_HYPHENS, "-") | dict.fromkeys(_INVISIBLE, None)
)
_MAX_CACHED_WORDS = 1_000_000


class Token(NamedTuple):
    """A word of a text.

    Parameters
    ----------
    start, end : int
        Offsets into the text, in code points, end exclusive.
    key : str
        The folded word, see `fold`.
    """

    start: int
    end: int
    key: str


def tokenize(text: str) -> list[Token]:
    """Words of `text` in order, with offsets and keys.

    Parameters
    ----------
    text : str
        Any text. Words are runs of Unicode letters and digits with their
        combining marks; an apostrophe inside a word, the dots of "U.S", the
        points of a number and a hyphen before one or two digits ("HIV-1")
        belong to it. Any other hyphen separates ("HIV-positive" is two words,
        as "HIV positive" is).

    Returns
    -------
    list of Token
        Sorted, disjoint.

    Notes
    -----
    The same as ``[Token(m.start(), m.end(), fold(m[0])) for m in word.finditer(text)]``,
    and faster.
    """
    spans = zip(*token_columns(text), strict=True)
    return list(map(tuple.__new__, repeat(Token), spans))


def token_columns(text: str) -> tuple[list[int], list[int], list[str]]:
    """The starts, ends and keys of `tokenize` as three lists of one length (twice as fast).

    Notes
    -----
    Splitting gives separators and words in turn, and the running sum of their
    lengths gives all offsets.
    """
    pieces = _WORD.split(text)
    offsets = list(accumulate(map(len, pieces)))
    return offsets[0:-1:2], offsets[1::2], list(map(_folded.__getitem__, pieces[1::2]))


def term_keys(text: str) -> list[str]:
    """Keys of the words of `text` in order, without offsets (faster than `tokenize`)."""
    return list(map(_folded.__getitem__, _WORD.findall(text)))


def fold(word: str) -> str:
    """Key of one word: all its spellings, its possessive and its plural share it.

    Parameters
    ----------
    word : str
        One word, as `tokenize` cuts them.

    Returns
    -------
    str
        The key, itself a word with this same key: ``fold(fold(w)) == fold(w)``.

    Notes
    -----
    Compatibility decomposition and case folding (NFKC, casefold), curly
    apostrophes and hyphens made straight, invisible characters dropped,
    possessive ``'s`` dropped, plural made singular (`engine.language.plurals`).
    """
    return _folded[word]


def term_key(phrase: str) -> str:
    """Key of a term of one or more words: their keys joined by one space.

    Parameters
    ----------
    phrase : str
        E.g. ``"Opportunistic infections"``, whose key is ``"opportunistic infection"``.

    Returns
    -------
    str
        The key, or ``""`` when `phrase` holds no word.

    Examples
    --------
    >>> term_key("Kaposi's Sarcomas")
    'kaposi sarcoma'
    """
    return " ".join(term_keys(phrase))


class _FoldedWords(dict[str, str]):
    """Keys of words met before; forgets all when it is full, so memory stays bounded."""

    def __missing__(self, word: str) -> str:
        key = _fold(word)
        if len(self) >= _MAX_CACHED_WORDS:
            self.clear()
        self[word] = key
        return key


_folded = _FoldedWords()


def _fold(word: str) -> str:
    while (folded := singular(_without_possessive(_one_spelling(word)))) != word:
        word = folded
    return word


def _one_spelling(word: str) -> str:
    if word.isascii():
        return word.casefold()
    plain = unicodedata.normalize("NFKC", word.translate(_SPELLING)).casefold()
    plain = unicodedata.normalize("NFKC", plain).casefold().translate(_SPELLING)
    plain = _LETTER_APOSTROPHE.sub("'", plain)
    if _WORD.fullmatch(plain) is None:  # a compatibility form such as "⒈" brought in punctuation
        plain = "".join(c for c in plain if c.isalnum() or unicodedata.combining(c))
    return plain


def _without_possessive(word: str) -> str:
    return word[:-2] if word.endswith("'s") and len(word) > 2 else word
