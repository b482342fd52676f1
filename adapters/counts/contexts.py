"""Contexts: a document's words as numbers, cut into units of counting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from adapters.counts.faults import invalid
from engine.language.terms import WORD_PATTERN, fold

_BREAK, _BOUNDARY, _FIRST_WORD = 0, 1, 2

_PARAGRAPH = r"\n[^\S\n]*\n\s*"
_ABBREVIATIONS = "Mr Mrs Ms Dr St Prof Gen Sen Gov Jr Sr vs Fig No cf al Inc Co Ltd"
_NOT_ABBREVIATED = r"(?<!\b\w\.)" + "".join(rf"(?<!\b{word}\.)" for word in _ABBREVIATIONS.split())
_SENTENCE = rf"(?:(?<=[.!?]){_NOT_ABBREVIATED}|(?<=[.!?][\"'”’)\]]))\s+(?=[\"'“‘(\[]*[^\Wa-z_])|{_PARAGRAPH}"
# Ends a phrase, not a context. A full stop after a short word is taken for an abbreviation's.
_PUNCTUATION = r"[,;:!?()\[\]{}—…|]|(?<=\w\w\w\w)\.(?!\w)"


@dataclass(frozen=True, slots=True)
class Unit:
    """Unit of counting: ``paragraph``, ``document``, ``sentence`` or ``window:N``.

    Parameters
    ----------
    name : str
        A paragraph ends at a blank line. A sentence ends at ``. ! ?`` before
        a capital or a digit, unless a common abbreviation or an initial stands
        there, and at the end of a paragraph. ``window:N`` cuts a document into
        consecutive blocks of N words (the last one may be shorter).

    Raises
    ------
    InvalidError
        ``CNT011`` for any other name.
    """

    name: str

    def __post_init__(self) -> None:
        if self.name not in ("paragraph", "document", "sentence") and not self.window:
            raise invalid(
                "CNT011",
                "unit",
                "must be paragraph, document, sentence or window:N with N >= 2",
                self.name,
                "paragraph suits most policies.",
            )

    @property
    def window(self) -> int:
        """N of ``window:N``; 0 for the other units."""
        size = re.fullmatch(r"window:([1-9]\d{0,5})", self.name)
        return int(size[1]) if size and int(size[1]) > 1 else 0

    def pattern(self) -> re.Pattern[str]:
        """Finds words, boundaries of contexts (with white space) and breaks of phrases (without)."""
        boundary = {"paragraph": _PARAGRAPH, "sentence": _SENTENCE}.get(self.name)
        return re.compile("|".join(filter(None, (WORD_PATTERN, boundary, _PUNCTUATION))))


class Words(NamedTuple):
    """The words of one document.

    Parameters
    ----------
    ids : ndarray of int32, shape (n_words,)
        Numbers of the words' keys, in the order of the text.
    is_broken : ndarray of bool, shape (n_words,)
        Whether punctuation, or the start of a context, stands before the word.
    lengths : ndarray of int64
        Number of words of each context, >= 1; their sum is n_words.
    """

    ids: npt.NDArray[np.int32]
    is_broken: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int64]


class WordReader:
    """Reads documents into numbers; a new word gets the next number.

    Parameters
    ----------
    unit : Unit
        What a context is.
    min_words : int
        Contexts of fewer words are left out, >= 1.
    """

    def __init__(self, unit: Unit, min_words: int = 1) -> None:
        self.n_left_out = 0
        self._min_words = min_words
        self._find = unit.pattern().findall
        self._window = unit.window
        self._ids = _SurfaceIds()

    def keys(self) -> list[str]:
        """Keys of all words met so far; their place is their number."""
        return list(self._ids.of_key)

    def read(self, text: str) -> Words:
        """Words and contexts of one document."""
        found = self._find(text)
        marks = np.fromiter(map(self._ids.__getitem__, found), np.int32, len(found))
        is_word = marks >= _FIRST_WORD
        places = np.flatnonzero(is_word)
        ends = np.cumsum(is_word)[marks == _BOUNDARY]
        if self._window:
            ends = np.arange(self._window, len(places), self._window)
        edges = np.unique(np.concatenate(([0], ends, [len(places)])))
        is_broken = np.diff(places, prepend=-2) > 1
        is_broken[edges[:-1][edges[:-1] < len(places)]] = True
        return self._without_short(Words(marks[places] - _FIRST_WORD, is_broken, np.diff(edges)))

    def _without_short(self, words: Words) -> Words:
        is_long = words.lengths >= self._min_words
        self.n_left_out += int(np.count_nonzero(~is_long))
        kept = np.repeat(is_long, words.lengths)
        return Words(words.ids[kept], words.is_broken[kept], words.lengths[is_long])


class _SurfaceIds(dict[str, int]):
    """Number of what was found in the text, as it is spelled there."""

    def __init__(self) -> None:
        super().__init__()
        self.of_key: dict[str, int] = {}

    def __missing__(self, surface: str) -> int:
        if surface[0].isalnum():
            number = self.of_key.setdefault(fold(surface), len(self.of_key)) + _FIRST_WORD
        else:
            number = _BOUNDARY if surface[-1].isspace() else _BREAK
        self[surface] = number
        return number
