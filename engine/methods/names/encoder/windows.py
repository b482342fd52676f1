"""Windows of word pieces that an encoder reads: around what is doubtful, with words before and after."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

LONGEST = 254
"""Pieces of a window at most: what the tagger was trained on, with its first and last sign 256."""


@dataclass(frozen=True)
class Window:
    """Pieces [first, end) to read, of which [kept, kept_end) get their labels from this window."""

    first: int
    end: int
    kept: int
    kept_end: int


def windows(doubtful: BoolArray, starts: Sequence[int], context: int) -> Iterator[Window]:
    """Windows that hold every doubtful piece with `context` pieces on both sides.

    Parameters
    ----------
    doubtful : bool array, shape (n_pieces,)
    starts : sequence of int
        First pieces of sentences and lines: a window is cut there where it can be.
    context : int, >= 0
        A piece is read with at least so many before and after it, where the text has them.

    Notes
    -----
    They follow from the pieces of the document alone: not from other documents, nor from how many are read
    at a time. Every piece belongs to one window at most.
    """
    n, most = len(doubtful), LONGEST - 2 * context
    cuts = np.array(sorted({*starts, 0}), np.int64)
    for a, b in _runs(doubtful, context):
        while a < b:
            end = b if b - a <= most else _cut(cuts, a, a + most)
            yield Window(max(0, a - context), min(n, end + context), a, end)
            a = end


def _cut(cuts: IntArray, first: int, end: int) -> int:
    """The last beginning of a sentence in the second half of pieces [first, end], else `end`."""
    at = int(cuts[np.searchsorted(cuts, end, side="right") - 1])
    return at if at > (first + end) // 2 else end


def _runs(doubtful: BoolArray, gap: int) -> list[tuple[int, int]]:
    """Runs of doubtful pieces; those with at most `gap` sure ones between are one, and read at once."""
    at = np.flatnonzero(doubtful)
    if not len(at):
        return []
    breaks = np.flatnonzero(np.diff(at) > gap + 1)
    firsts, lasts = at[[0, *(breaks + 1)]], at[[*breaks, len(at) - 1]]
    return list(zip(firsts.tolist(), (lasts + 1).tolist(), strict=True))


def sentence_pieces(token_starts: IntArray, sequences: IntArray, piece_starts: IntArray) -> list[int]:
    """First pieces of the sentences that begin at some tokens."""
    firsts = token_starts[sequences]
    found: list[int] = np.searchsorted(piece_starts, firsts, side="left").tolist()
    return list(itertools.takewhile(lambda i: i < len(piece_starts), found))
