"""What the checks name in a released text, where it stands in the document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from engine.checks.identifiers import ResidualIdentifier
from engine.checks.line_ends import without_line_ends
from engine.stages.repeats.normalized import Normalized
from engine.text import Decision, Span

Find = Callable[[str], Sequence[ResidualIdentifier]]


def left_standing(text: str, decisions: Sequence[Decision], find: Find) -> list[Span]:
    """Where the document holds what `find` still finds in it as `decisions` leave it.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        What is changed; sorted and disjoint.
    find : callable
        What the checks name in a released text.

    Returns
    -------
    list of Span
        Sorted; with a replacement that is part of what was found goes what it stands for. What is found in
        replacements alone stands nowhere in the document.
    """
    released = _AsReleased(text, decisions)
    plain = Normalized(without_line_ends(released.text))
    places: dict[tuple[int, int], str] = {}
    for left in find(plain.text):
        start, end = released.span(*plain.span(left.start, left.end))
        if not released.is_replaced(start, end):
            places.setdefault((start, end), left.category)
    return [Span(*place, category, 1.0, {"pattern": "left"}) for place, category in sorted(places.items())]


class _AsReleased:
    """A document's text with replacements in it, and the way back."""

    def __init__(self, text: str, decisions: Sequence[Decision]) -> None:
        self._starts: list[int] = []
        self._pieces: list[tuple[int, int, bool]] = []
        pieces: list[str] = []
        length = at = 0
        ends = [(d.start, d.end, d.replacement) for d in decisions]
        for start, end, replacement in [*ends, (len(text), len(text), "")]:
            for begin, stop, piece, replaced in (
                (at, start, text[at:start], False),
                (start, end, replacement, True),
            ):
                if piece:
                    self._starts.append(length)
                    self._pieces.append((begin, stop, replaced))
                    pieces.append(piece)
                    length += len(piece)
            at = end
        self.text = "".join(pieces)
        self._replaced = [(d.start, d.end) for d in decisions]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Start and end, in the document, of what stands between `start` and `end` here."""
        return self._place(start)[0], self._place(end - 1)[1]

    def is_replaced(self, start: int, end: int) -> bool:
        """Whether one replacement stands for all between `start` and `end` of the document."""
        at = bisect_right(self._replaced, (start, len(self.text) + end)) - 1
        return at >= 0 and end <= self._replaced[at][1]

    def _place(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._starts, offset) - 1
        start, end, replaced = self._pieces[index]
        at = start + offset - self._starts[index]
        return (start, end) if replaced else (at, at + 1)
