"""Rows grouped by their projected pattern, grown one feature at a time.

This is what makes feasibility cheap: adding feature f only touches the patterns
of rows that have f, and a pattern without f keeps its containment size.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_containment.tables.bits import as_bits, weight
from engine.methods.k_containment.tables.table import Bools, Ints

Privacy = Literal["containment", "anonymity"]
_WORD = 64
_SORT_BELOW = 16
_FEW_PATTERNS = 200
"""Up to so many patterns comparing each with all is fastest."""


class Partition:
    """The distinct patterns of a table projected on the features added so far.

    Parameters
    ----------
    n_rows : int
        Rows of the table; at first all share the empty pattern.

    Notes
    -----
    Memory: one integer per row and one bit per (pattern, feature added).
    """

    def __init__(self, n_rows: int) -> None:
        self.group: NDArray[np.int32] = np.zeros(n_rows, np.int32)
        self.n_patterns = 1
        self._size: Ints = np.array([n_rows], np.int64)
        self._words: NDArray[np.uint64] = np.zeros((1, 1), np.uint64)
        self._n_features = 0

    @property
    def size(self) -> Ints:
        """Rows that have each pattern."""
        return self._size[: self.n_patterns]

    def touched(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.intp], Ints]:
        """Patterns among `rows`, and how many of `rows` have each."""
        if len(rows) * _SORT_BELOW < self.n_patterns:
            return np.unique(self.group[rows].astype(np.intp), return_counts=True)
        counts = np.bincount(self.group[rows], minlength=self.n_patterns)
        patterns = np.flatnonzero(counts)
        return patterns, counts[patterns].astype(np.int64)

    def allows(self, rows: NDArray[np.int32], k: int, privacy: Privacy = "containment") -> bool:
        """Whether the table stays private at `k` when the feature that `rows` have is added."""
        if 0 < len(rows) < k:
            return False
        patterns, counts = self.touched(rows)
        if privacy == "anonymity":
            rest = self._size[patterns] - counts
            return bool(((counts >= k) & ((rest == 0) | (rest >= k))).all())
        return bool(_affordable(self._words[patterns], counts, k, stop=True).all())

    def covers(self, rows: NDArray[np.int32], of_label: NDArray[np.int32]) -> bool:
        """Whether a row of `of_label` contains each pattern of `rows`; all of them share a new feature."""
        patterns, _ = self.touched(rows)
        counts = np.bincount(np.searchsorted(patterns, self.group[of_label]), minlength=len(patterns))
        return bool(_affordable(self._words[patterns], counts.astype(np.int64), 1, stop=True).all())

    def affordable(self, rows: NDArray[np.int32], k: int) -> NDArray[np.int32]:
        """The most of `rows` that can show the new feature with the table still k-AC.

        Notes
        -----
        Pattern P may take f when patterns that contain P and take f hold at
        least k rows with f. The condition is monotone in the set of patterns
        that take f, so there is a unique largest such set; deciding patterns
        from the largest to the smallest finds it in one pass.
        """
        if 0 < len(rows) < k:
            return rows[:0]
        patterns, counts = self.touched(rows)
        kept = np.zeros(self.n_patterns, np.bool_)
        kept[patterns] = _affordable(self._words[patterns], counts, k, stop=False)
        return rows[kept[self.group[rows]]]

    def add(self, rows: NDArray[np.int32]) -> None:
        """Add a feature that exactly `rows` have."""
        patterns, counts = self.touched(rows)
        word, bit = divmod(self._n_features, _WORD)
        self._n_features += 1
        if word == self._words.shape[1]:
            self._words = np.pad(self._words, ((0, 0), (0, max(1, word))))
        split = counts < self._size[patterns]
        self._words[patterns[~split], word] |= np.uint64(1 << bit)
        self._split(rows, patterns[split], counts[split], (word, bit))

    def _split(
        self, rows: NDArray[np.int32], patterns: NDArray[np.intp], counts: Ints, at: tuple[int, int]
    ) -> None:
        """Part `rows` from the others of their patterns: they alone have the feature at a word and bit."""
        if not len(patterns):
            return
        new = slice(self.n_patterns, self.n_patterns + len(patterns))
        self._reserve(new.stop)
        self._words[new] = self._words[patterns]
        self._words[new, at[0]] |= np.uint64(1 << at[1])
        self._size[new] = counts
        self._size[patterns] -= counts
        group = self.group[rows]
        place = np.minimum(np.searchsorted(patterns, group), len(patterns) - 1)
        moved = patterns[place] == group
        self.group[rows[moved]] = new.start + place[moved]
        self.n_patterns = new.stop

    def _reserve(self, n_patterns: int) -> None:
        """Make room; doubling keeps the copying linear in the patterns."""
        missing = n_patterns - len(self._size)
        if missing > 0:
            more = max(missing, len(self._size))
            self._size = np.pad(self._size, (0, more))
            self._words = np.pad(self._words, ((0, more), (0, 0)))


def _affordable(words: NDArray[np.uint64], counts: Ints, k: int, *, stop: bool) -> Bools:
    """Which patterns reach k rows with the new feature among the patterns that contain them."""
    accepted: Bools = counts >= k
    rare = np.flatnonzero(~accepted)
    if not len(rare):
        return accepted
    order = rare[np.argsort(-np.bitwise_count(words[rare]).sum(axis=1, dtype=np.int64), kind="stable")]
    search = _few if len(counts) <= _FEW_PATTERNS else _many
    accepted[order] = search(words, counts, k, order, stop)
    return accepted


def _few(words: NDArray[np.uint64], counts: Ints, k: int, order: NDArray[np.intp], stop: bool) -> Bools:
    """The patterns of `order`, largest first, by comparing each with all."""
    words = words[:, words.any(axis=0)]
    live, accepted = counts.copy(), np.zeros(len(order), np.bool_)
    for place, i in enumerate(order):
        contains = ((words & words[i]) == words[i]).all(axis=1)
        accepted[place] = live[contains].sum() >= k
        if not accepted[place]:
            if stop:
                break
            live[i] = 0
    return accepted


def _many(words: NDArray[np.uint64], counts: Ints, k: int, order: NDArray[np.intp], stop: bool) -> Bools:
    """What `_few` gives; the patterns that have a feature are the bits of one whole number."""
    patterns, features = _ones(words)
    starts = np.searchsorted(patterns, np.arange(len(counts) + 1))
    having = _holders(patterns, features, len(counts))
    live, accepted = (1 << len(counts)) - 1, np.zeros(len(order), np.bool_)
    for place, i in enumerate(order.tolist()):
        shared = live
        for feature in features[starts[i] : starts[i + 1]].tolist():
            shared &= having[feature]
        accepted[place] = shared.bit_count() >= k or weight(shared, counts) >= k
        if not accepted[place]:
            if stop:
                break
            live ^= 1 << i
    return accepted


def _ones(words: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pattern and feature of every one, by rising pattern."""
    patterns, places = np.nonzero(words)
    bits = np.unpackbits(
        words[patterns, places].astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"
    )
    which, bit = np.nonzero(bits)
    return patterns[which], places[which] * _WORD + bit


def _holders(patterns: NDArray[np.intp], features: NDArray[np.intp], n_patterns: int) -> dict[int, int]:
    """For each feature the patterns that have it, as bits."""
    order = np.argsort(features, kind="stable")
    found, first = np.unique(features[order], return_index=True)
    holders: dict[int, int] = {}
    for feature, members in zip(found.tolist(), np.split(patterns[order], first[1:]), strict=True):
        holders[feature] = as_bits(members, n_patterns)
    return holders
