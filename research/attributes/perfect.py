"""What a perfect finder of clues would leave of posts: a limit for every method that changes words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

LEFT = 0.2
"""Share of the clues that may be left."""


def fewest_words(clues: Iterable[Iterable[Hashable]], left: float = LEFT) -> int:
    """How many words must change so that no strong word is left of most clues.

    Parameters
    ----------
    clues : iterable of iterables
        The strong words of each clue.
    left : float
        Share of the clues that may keep strong words.

    Returns
    -------
    int
        Found step by step: the clue that needs the fewest further words is next. Where clues overlap, a
        better choice may need a few words less.

    Examples
    --------
    >>> fewest_words([{1}, {2, 3}, {3}, {4, 5, 6}], left=0.25)
    3
    """
    gone, waiting = set[Hashable](), [set(clue) for clue in clues]
    for _ in range(len(waiting) - int(left * len(waiting))):
        cheapest = min(waiting, key=lambda clue: len(clue - gone))
        waiting.remove(cheapest)
        gone |= cheapest
    return len(gone)
