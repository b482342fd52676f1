"""Rows grouped by their projected pattern, grown one feature at a time.

This is what makes feasibility cheap: adding feature f only touches the patterns
of rows that have f, and a pattern without f keeps its containment size.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_containment.table import Bools, Ints

Privacy = Literal["containment", "anonymity"]
_WORD = 64


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
        self.size: Ints = np.array([n_rows], np.int64)
        self._words: NDArray[np.uint64] = np.zeros((1, 1), np.uint64)
        self._n_features = 0

    @property
    def n_patterns(self) -> int:
        """Number of distinct patterns."""
        return len(self.size)

    def touched(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.intp], Ints]:
        """Patterns among `rows`, and how many of `rows` have each."""
        counts = np.bincount(self.group[rows], minlength=self.n_patterns)
        patterns = np.flatnonzero(counts)
        return patterns, counts[patterns].astype(np.int64)

    def allows(self, rows: NDArray[np.int32], k: int, privacy: Privacy = "containment") -> bool:
        """Whether the table stays private at `k` when the feature that `rows` have is added."""
        if 0 < len(rows) < k:
            return False
        patterns, counts = self.touched(rows)
        if privacy == "anonymity":
            rest = self.size[patterns] - counts
            return bool(((counts >= k) & ((rest == 0) | (rest >= k))).all())
        return bool(_affordable(self._words[patterns], counts, k, stop=True).all())

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
        if word == self._words.shape[1]:
            self._words = np.pad(self._words, ((0, 0), (0, max(1, word))))
        new_words = self._words[patterns].copy()
        new_words[:, word] |= np.uint64(1 << bit)
        moved = np.zeros(self.n_patterns, np.int32)
        moved[patterns] = self.n_patterns + np.arange(len(patterns), dtype=np.int32)
        self.group[rows] = moved[self.group[rows]]
        size = np.concatenate([self.size, counts])
        size[patterns] -= counts
        self._keep(size > 0, size, np.concatenate([self._words, new_words]))
        self._n_features += 1

    def _keep(self, alive: Bools, size: Ints, words: NDArray[np.uint64]) -> None:
        renumber = np.cumsum(alive, dtype=np.int32) - 1
        self.group = renumber[self.group].astype(np.int32)
        self.size, self._words = size[alive], words[alive]


def _affordable(words: NDArray[np.uint64], counts: Ints, k: int, *, stop: bool) -> Bools:
    """Which patterns reach k rows with the new feature among the patterns that contain them."""
    accepted: Bools = counts >= k
    rare = np.flatnonzero(~accepted)
    if not len(rare):
        return accepted
    used = words.any(axis=0)
    words = words[:, used]
    live = counts.copy()
    order = rare[np.argsort(-np.bitwise_count(words[rare]).sum(axis=1, dtype=np.int64), kind="stable")]
    for i in order:
        contains = ((words & words[i]) == words[i]).all(axis=1)
        if live[contains].sum() >= k:
            accepted[i] = True
        elif stop:
            return accepted
        else:
            live[i] = 0
    return accepted
