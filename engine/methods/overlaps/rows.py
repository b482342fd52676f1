"""What a text tells of the rows of a table about the same people, told from keyed numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.language.word_lists.stop_words import STOP_WORDS
from engine.methods.overlaps.reading import KeyedWords, Numbers, Reading, no_numbers

LEAST_CELLS = 4
"""Cells of one row that a text must show in full to be about that row, where nothing names the person."""
CODE_LETTERS = 5
"""A word with a digit and as many letters and digits names a person by itself: a record's number."""

_APART = 2
"""Words of a name stand so far apart at most: "Ada M. Lund"."""
_MANY_WORDS = 4
_SAY_NOTHING = STOP_WORDS | frozenset(
    ["yes", "no", "true", "false", "none", "null", "nan", "unknown", "other", "mr", "mrs", "ms", "dr", "prof"]
)
_COLUMN_BIT = 1
_ROW_BIT = 24
_COLUMN_BITS = (1 << _ROW_BIT) - 2

_BITS = 64


@dataclass(frozen=True, eq=False)
class RowNumbers:
    """A released table as texts about its people are compared with it: numbers, no text.

    Parameters
    ----------
    links, link_rows : array
        What names a row's person: a pair of words of a name, or a code; and the row.
    values, cells : array
        A word of a cell; and ``row << 24 | column << 1 | hidden``.
    level : array, shape (1,)
        The k of its clause.
    """

    links: Numbers = field(default_factory=no_numbers)
    link_rows: Numbers = field(default_factory=no_numbers)
    values: Numbers = field(default_factory=no_numbers)
    cells: Numbers = field(default_factory=no_numbers)
    level: Numbers = field(default_factory=no_numbers)


def cell_number(row: NDArray[np.int64], column: int, hidden: NDArray[np.bool_]) -> Numbers:
    """The place of a word: its row, its column, and whether the released row hides it."""
    found: Numbers = (row.astype(np.uint64) << np.uint64(_ROW_BIT)) | hidden.astype(np.uint64)
    return found | np.uint64(column << _COLUMN_BIT)


def telling(reading: Reading) -> NDArray[np.bool_]:
    """Which words can tell something of a person: no small words, no single digits."""
    return np.array([_tells(key) for key in reading.keys], np.bool_)


def _tells(key: str) -> bool:
    return len(key) > 1 and (key[0].isdigit() or len(key) > 2) and key not in _SAY_NOTHING


def name_links(words: KeyedWords, cell: str) -> Numbers:
    """What a cell that names a person is found by: pairs of its words, or the one code that it is."""
    reading = words.read(cell)
    named = [place for place, key in enumerate(reading.keys) if len(key) > 1 and key not in _SAY_NOTHING]
    if len(named) == 1:
        return reading.numbers[[place for place in named if _is_code(reading.keys[place])]]
    pairs = combinations(named, 2) if len(named) <= _MANY_WORDS else [(named[0], named[-1])] * bool(named)
    return np.unique(_paired(reading.numbers, list(pairs)))


def text_links(reading: Reading, text: str | None = None) -> Numbers:
    """All pairs of near words of a text, and its codes; with the `text`, pairs of capitals and numbers."""
    here = np.fromiter(map(len, reading.keys), np.int64) > 1
    if text is not None:
        firsts = [text[start] for start in reading.starts]
        marked = {one for one in set(firsts) if one.isupper() or one.isdigit()}
        here &= np.fromiter(map(marked.__contains__, firsts), np.bool_, len(here))
    codes = {key for key in set(reading.keys) if _is_code(key)}
    found = [reading.numbers[[place for place, key in enumerate(reading.keys) if key in codes]]]
    for apart in range(1, _APART + 1):
        both = np.flatnonzero(here[:-apart] & here[apart:])
        found.append(_paired(reading.numbers, np.stack([both, both + apart], 1)))
    return np.unique(np.concatenate(found))


def pair_link(one: int, other: int) -> int:
    """What two words of a name are found by, in either order."""
    return int(_paired(np.array([one, other], np.uint64), [(0, 1)])[0])


def _paired(numbers: Numbers, pairs: Sequence[tuple[int, int]] | NDArray[np.int64]) -> Numbers:
    places = np.array(pairs, np.int64).reshape(-1, 2)
    one, other = numbers[places[:, 0]], numbers[places[:, 1]]
    least, most = np.minimum(one, other), np.maximum(one, other)
    found: Numbers = least * np.uint64(0x9E3779B97F4A7C15) + (most ^ (most >> np.uint64(29)))
    return found


def _is_code(key: str) -> bool:
    may_be = len(key) >= CODE_LETTERS and not key.isalpha()
    return may_be and any(letter.isdigit() for letter in key)


@dataclass(frozen=True)
class RowsTold:
    """What a text tells of a table.

    Parameters
    ----------
    rows : tuple of int
        From 0, in the order of the original table.
    words : array of uint64
        Distinct words that these rows hide and the text shows: without them k rows share what it shows.
    """

    rows: tuple[int, ...]
    words: Numbers


class RowIndex:
    """A table's rows, looked up by the words of a text.

    Parameters
    ----------
    table : RowNumbers
    """

    def __init__(self, table: RowNumbers) -> None:
        self._table = table
        self._k = int(table.level[0]) if len(table.level) else 0
        order = np.argsort(table.values, kind="stable")
        self._values, self._places = table.values[order], table.cells[order]
        by_link = np.argsort(table.links, kind="stable")
        self._links, self._linked = table.links[by_link], table.link_rows[by_link]
        self._cell_ids, self._cell_words = np.unique(
            table.cells >> np.uint64(_COLUMN_BIT), return_counts=True
        )

    def told(self, links: Numbers, shown: Numbers) -> RowsTold:
        """The rows of which a text shows what fewer than k of them share, and of that something hidden.

        Parameters
        ----------
        links : array of uint64
            `text_links` of the original text.
        shown : array of uint64
            Distinct words of the released text.
        """
        numbers, places = _postings(self._values, self._places, shown)
        named = frozenset(_postings(self._links, self._linked, links)[1].tolist())
        found = self._told_by(named, numbers, places)
        complete = self._complete(places)
        found |= self._told_by(self._described(complete), numbers, places, complete)
        words = [word for told in found.values() for word in told]
        return RowsTold(tuple(sorted(found)), np.unique(np.array(words, np.uint64)))

    def _complete(self, places: Numbers) -> Numbers:
        """The cells of which a text shows every word."""
        ids, counts = np.unique(places >> np.uint64(_COLUMN_BIT), return_counts=True)
        total = self._cell_words[np.searchsorted(self._cell_ids, ids)]
        done: Numbers = ids[counts >= total]
        return done

    def _described(self, complete: Numbers) -> frozenset[int]:
        """The rows of which a text shows enough whole cells to be about them, named or not."""
        rows, counts = np.unique(complete >> np.uint64(_ROW_BIT - _COLUMN_BIT), return_counts=True)
        return frozenset(rows[counts >= LEAST_CELLS].tolist())

    def _told_by(
        self, rows: frozenset[int], numbers: Numbers, places: Numbers, complete: Numbers | None = None
    ) -> dict[int, list[int]]:
        """Hidden words that are shown of these rows, where fewer than k rows share all that is shown."""
        if not rows:
            return {}
        if complete is not None:
            kept = np.isin(places >> np.uint64(_COLUMN_BIT), complete)
            numbers, places = numbers[kept], places[kept]
        alike = _Alike(numbers, places)
        return {row: told for row in sorted(rows) if (told := alike.telling(row, self._k))}


class _Alike:
    """Rows by what a text shows of them: each row a set of bits, one for each word of a column.

    Equal to the plain loop over sets of words in tests/unit/test_rows_told.py.
    """

    def __init__(self, numbers: Numbers, places: Numbers) -> None:
        _, column = np.unique(places & np.uint64(_COLUMN_BITS), return_inverse=True)
        words, word = np.unique(numbers, return_inverse=True)
        said, at = np.unique(column * len(words) + word, return_inverse=True)
        self._rows, row = np.unique(places >> np.uint64(_ROW_BIT), return_inverse=True)
        self._words = words[said % max(1, len(words))]
        shape = len(self._rows), -(-len(said) // _BITS)
        self._seen, self._hidden = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        bit = np.uint64(1) << (at % _BITS).astype(np.uint64)
        np.bitwise_or.at(self._seen, (row, at // _BITS), bit)
        gone = (places & np.uint64(1)).astype(np.bool_)
        np.bitwise_or.at(self._hidden, (row[gone], at[gone] // _BITS), bit[gone])
        self._single = np.bincount(np.unique(row * len(said) + at) % max(1, len(said)), minlength=len(said))
        self._patterns, self._counts = np.unique(self._seen, axis=0, return_counts=True)
        self._known: dict[bytes, list[int]] = {}

    def telling(self, row: int, k: int) -> list[int]:
        """The hidden words of a row to hide, the rarest first, until k rows share what is left."""
        place = int(np.searchsorted(self._rows, np.uint64(row)))
        if place == len(self._rows) or self._rows[place] != row or not self._hidden[place].any():
            return []
        key = self._seen[place].tobytes() + self._hidden[place].tobytes()
        if key not in self._known:
            self._known[key] = self._told(self._seen[place].copy(), self._hidden[place], k)
        return self._known[key]

    def _told(self, left: Numbers, hidden: Numbers, k: int) -> list[int]:
        bits = np.unpackbits(hidden.view(np.uint8), bitorder="little")
        gone = []
        for said in sorted(np.flatnonzero(bits).tolist(), key=lambda one: (self._single[one], one)):
            if self._counts[((self._patterns & left) == left).all(axis=1)].sum() >= k:
                break
            left[said // _BITS] &= ~(np.uint64(1) << np.uint64(said % _BITS))
            gone.append(int(self._words[said]))
        return gone


def _postings(numbers: Numbers, kept: Numbers, asked: Numbers) -> tuple[Numbers, Numbers]:
    """What is kept beside each of the numbers asked for, in ascending `numbers`."""
    left, right = (np.searchsorted(numbers, asked, side) for side in ("left", "right"))
    places = [np.arange(a, b) for a, b in zip(left, right, strict=True) if a < b]
    if not places:
        return no_numbers(), no_numbers()
    chosen = np.concatenate(places)
    return numbers[chosen], kept[chosen]


def without_shared(
    links: Iterable[Numbers], rows: Iterable[NDArray[np.int64]], k: int
) -> tuple[Numbers, Numbers]:
    """Links with their rows, without those that k rows share: they name nobody."""
    flat = np.concatenate([no_numbers(), *links])
    of = np.concatenate([no_numbers(), *(one.astype(np.uint64) for one in rows)])
    distinct, inverse, counts = np.unique(flat, return_inverse=True, return_counts=True)
    few = counts[inverse] < k if len(distinct) else np.zeros(0, np.bool_)
    return flat[few], of[few]
