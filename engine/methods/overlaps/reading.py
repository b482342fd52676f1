"""A text as keyed numbers: one for each word, its neighbours, its shingles and its paragraphs.

Whoever has no key learns nothing from the numbers but which of them are equal. Whoever has it can try words,
as with every keyed hash: the numbers belong into the installation's private state.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.language.stems import stem_of
from engine.language.terms import token_columns

Numbers = NDArray[np.uint64]
Mask = NDArray[np.bool_]

SHINGLE_WORDS = 4
PARAGRAPH_WORDS = 12
"""A paragraph of fewer words (a greeting, a heading) says nothing about where it was taken from."""

_BYTES = 8
_MAX_CACHED = 1 << 20
_LABEL = re.compile(r"(?:\\?\[|%5B)[A-Z][A-Z -]*(?:\\?\]|%5D)")
"""What stands for a removed value, also as markup and links write it."""
_APART = re.compile(r"[_\[\]\u25a0]|\n[^\S\n]*\n")
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n")
_PRIMES = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
_MIXERS = ((33, 0xFF51AFD7ED558CCD), (33, 0xC4CEB9FE1A85EC53))


class KeyedWords:
    """Numbers of words under one key.

    Parameters
    ----------
    key : bytes
        16 to 64 bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._spelt = _Remembered(self.number)
        self._stems = _Remembered(lambda key: self._spelt[stem_of(key)])

    def __repr__(self) -> str:
        return "KeyedWords(...)"

    def __getstate__(self) -> bytes:
        return self._key

    def __setstate__(self, key: bytes) -> None:
        self.__init__(key)  # type: ignore[misc]

    def number(self, stem: str) -> int:
        """64 bits of keyed BLAKE2b of a stem."""
        return self.of_bytes(stem.encode("utf-8", "surrogatepass"))

    def numbers(self, stems: Iterable[str]) -> Numbers:
        """The same of many, in order."""
        return np.fromiter(map(self.number, stems), np.uint64)

    def of_words(self, keys: Sequence[str]) -> Numbers:
        """The number of each word, by its key: that of its stem."""
        return np.fromiter(map(self._stems.__getitem__, keys), np.uint64, len(keys))

    def of_spellings(self, keys: Sequence[str]) -> Numbers:
        """The number of each key itself."""
        return np.fromiter(map(self._spelt.__getitem__, keys), np.uint64, len(keys))

    def of_bytes(self, content: bytes) -> int:
        """The same of any content."""
        return int.from_bytes(
            hashlib.blake2b(content, digest_size=_BYTES, key=self._key).digest(), "little"
        )  # fmt: skip

    def read(self, text: str) -> Reading:
        """Read a released text; labels of removed values are none of its words."""
        return self.read_original(_LABEL.sub(_blank, text) if "[" in text or "%5B" in text else text)

    def read_original(self, text: str) -> Reading:
        """Read a text as it was before anything was removed: "[NOTE]" is a word of its own."""
        starts, ends, keys = token_columns(text)
        return Reading(starts, ends, keys, self.of_words(keys), *_gaps(text, starts, ends))


class _Remembered(dict[str, int]):
    """The numbers of words, by their keys."""

    def __init__(self, number: Callable[[str], int]) -> None:
        self._number = number

    def __missing__(self, key: str) -> int:
        number = self._number(key)
        if len(self) < _MAX_CACHED:
            self[key] = number
        return number


@dataclass(frozen=True, eq=False)
class Reading:
    """A text as numbers.

    Parameters
    ----------
    starts, ends : sequence of int
        Offsets of its words, labels of removed values (``[PERSON]``) aside.
    keys : sequence of str
        Their keys, as `engine.language.terms.tokenize` gives them.
    numbers : array of uint64, shape (n,)
        One for each word.
    apart : array of bool, shape (n,)
        Whether something that is no word divides a word from the one before.
    paragraph : array of int, shape (n,)
        Which paragraph, divided by empty lines, each word stands in.
    """

    starts: Sequence[int]
    ends: Sequence[int]
    keys: Sequence[str]
    numbers: Numbers
    apart: Mask
    paragraph: NDArray[np.int64]

    def words(self) -> Numbers:
        """The distinct numbers, ascending."""
        return np.unique(self.numbers)

    def before(self) -> Numbers:
        """A number for each word with the one before it; 0 where there is none."""
        found = np.zeros(len(self.numbers), np.uint64)
        joined = ~self.apart[1:]
        found[1:][joined] = _mixed([self.numbers[:-1], self.numbers[1:]])[joined]
        return found

    def after(self) -> Numbers:
        """A number for each word with the one after it; 0 where there is none."""
        found = np.zeros(len(self.numbers), np.uint64)
        found[:-1] = self.before()[1:]
        found[found != 0] = ~found[found != 0]
        return found

    def neighbours(self, chosen: Mask) -> Numbers:
        """The distinct numbers of the chosen words with either neighbour."""
        both: Numbers = np.concatenate([self.before()[chosen], self.after()[chosen]])
        return np.unique(both[both != 0])

    def shingles(self) -> Numbers:
        """The distinct numbers of all runs of four words; of a shorter text the one of all its words."""
        n = len(self.numbers)
        if n < SHINGLE_WORDS:
            return _mixed([self.numbers[i : i + 1] for i in range(n)]) if n else no_numbers()
        runs = [self.numbers[i : n - SHINGLE_WORDS + 1 + i] for i in range(SHINGLE_WORDS)]
        return np.unique(_mixed(runs))

    def paragraphs(self) -> Numbers:
        """A number for each word's paragraph; 0 for one of fewer than twelve words."""
        found = np.zeros(len(self.numbers), np.uint64)
        ends = [*np.flatnonzero(np.diff(self.paragraph)) + 1, len(self.numbers)]
        for start, end in pairwise([0, *ends]):
            if end - start >= PARAGRAPH_WORDS:
                found[start:end] = digest_of(self.numbers[start:end])
        return found


def no_numbers() -> Numbers:
    """An empty array."""
    return np.zeros(0, np.uint64)


def digest_of(numbers: Numbers) -> int:
    """One number for a sequence of keyed numbers.

    Examples
    --------
    >>> one, other = np.array([3, 7], np.uint64), np.array([7, 3], np.uint64)
    >>> digest_of(one) == digest_of(one.copy()), digest_of(one) == digest_of(other)
    (True, False)
    """
    return int.from_bytes(hashlib.blake2b(numbers.tobytes(), digest_size=_BYTES).digest(), "little")


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match[0])


def _gaps(text: str, starts: Sequence[int], ends: Sequence[int]) -> tuple[Mask, NDArray[np.int64]]:
    """Where a word stands apart from the one before, and in which paragraph."""
    firsts = np.array(starts, np.int64)
    before = np.array([0, *ends[:-1]], np.int64)[: len(firsts)]
    apart = _behind(_APART, text, firsts) & (firsts - before > 1)
    apart[:1] = True
    return apart, np.cumsum(_behind(_PARAGRAPH_END, text, firsts))


def _behind(pattern: re.Pattern[str], text: str, starts: NDArray[np.int64]) -> Mask:
    """Which words stand behind a place of what no word holds, as the next ones."""
    found = np.zeros(len(starts) + 1, np.bool_)
    found[np.searchsorted(starts, [match.start() for match in pattern.finditer(text)], "right")] = True
    return found[:-1]


def _mixed(columns: Sequence[Numbers]) -> Numbers:
    """One number for each row of keyed numbers, order counting."""
    found = np.zeros(len(columns[0]), np.uint64)
    for place, column in enumerate(columns):
        found = found * np.uint64(_PRIMES[0]) + column * np.uint64(_PRIMES[place % len(_PRIMES)])
    for shift, factor in _MIXERS:
        found = (found ^ (found >> np.uint64(shift))) * np.uint64(factor)
    mixed: Numbers = found ^ (found >> np.uint64(33))
    return mixed
