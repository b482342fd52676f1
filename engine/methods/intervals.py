"""Stretches of a text, asked many times which of them touch or cover a place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import itemgetter, sub


class Intervals:
    """Stretches [start, end), which may overlap.

    Parameters
    ----------
    stretches : iterable of (start, end)

    Notes
    -----
    What may touch a place begins at most the longest stretch before it: two binary searches find these.
    """

    def __init__(self, stretches: Iterable[tuple[int, int]] = ()) -> None:
        self._sorted = sorted(stretches)
        self._starts = list(map(itemgetter(0), self._sorted))
        self._longest = max(map(sub, map(itemgetter(1), self._sorted), self._starts), default=0)

    def touching(self, start: int, end: int) -> list[tuple[int, int]]:
        """Stretches that share a character with [start, end), sorted.

        Examples
        --------
        >>> Intervals([(0, 2), (4, 9), (5, 6)]).touching(2, 6)
        [(4, 9), (5, 6)]
        """
        first = bisect_left(self._starts, start - self._longest)
        last = bisect_left(self._starts, end)
        return [one for one in self._sorted[first:last] if one[1] > start]

    def touch(self, start: int, end: int) -> bool:
        """Whether one stretch shares a character with [start, end)."""
        return bool(self.touching(start, end))

    def cover(self, start: int, end: int) -> bool:
        """Whether one stretch holds all of [start, end)."""
        return any(a <= start and end <= b for a, b in self.touching(start, end))

    def __repr__(self) -> str:
        return f"Intervals({len(self._sorted)})"
