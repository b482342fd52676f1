"""What a tagger remembers from one document to the next: words of public sources, never other words."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
_Column = TypeVar("_Column", Floats, IntArray)

_MOST_KNOWN = 1 << 15
"""Words that are remembered: 18 MB with the shipped model."""


class KnownWords:
    """What a tagger knows about words, in rows that are filled on first use; row 0 is of no word.

    Parameters
    ----------
    width : int
        Weights of a word.

    Attributes
    ----------
    weights : float array, shape (n_rows, width)
        Summed over the attributes of the word.
    pair_numbers, shapes : int array, shape (n_rows,)
        Numbers of the word in pairs, and of its shape.
    """

    def __init__(self, width: int) -> None:
        self.weights = np.zeros((1, width), np.float32)
        self.pair_numbers = np.zeros(1, np.int64)
        self.shapes = np.zeros(1, np.int64)
        self._rows: dict[str, int] = {}

    def rows_of(self, words: Sequence[str]) -> IntArray:
        """The rows of words; 0 for those that are not known."""
        return np.fromiter(map(self._rows.get, words, itertools.repeat(0)), np.int64, len(words))

    def add(self, words: Sequence[str], weights: Floats, pair_numbers: IntArray, shapes: IntArray) -> None:
        """Remember words, as long as there is room."""
        first, n = 1 + len(self._rows), min(len(words), _MOST_KNOWN - len(self._rows))
        end = first + n
        if end > len(self.weights):
            n_rows = max(end, 2 * len(self.weights))
            self.weights = _longer(self.weights, n_rows)
            self.pair_numbers, self.shapes = _longer(self.pair_numbers, n_rows), _longer(self.shapes, n_rows)
        self.weights[first:end] = weights[:n]
        self.pair_numbers[first:end], self.shapes[first:end] = pair_numbers[:n], shapes[:n]
        self._rows.update(zip(words[:n], range(first, end), strict=True))


def _longer(column: _Column, n_rows: int) -> _Column:
    """`column` with room for so many rows."""
    found = np.zeros((n_rows, *column.shape[1:]), column.dtype)
    found[: len(column)] = column
    return found
