"""What the checks name in a released text, where it stands in the document."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from engine.checks.identifiers import ResidualIdentifier
from engine.checks.line_ends import without_line_ends
from engine.stages.repeats.in_document import WALL, removed_values
from engine.stages.repeats.normalized import Normalized
from engine.text import PART_BREAK, Decision, Span, is_inside

_CONTEXT = 200
"""Characters before and behind a change that are read again, and on to the next border of a paragraph."""

Window = tuple[int, int]


class Find(Protocol):
    """What the checks name in a text: values of `removed` and, where asked for, `forms` of identifiers."""

    def __call__(
        self, text: str, removed: Collection[tuple[str, str]], *, forms: bool
    ) -> Sequence[ResidualIdentifier]: ...


class LeftStanding:
    """Where a document holds what `find` still finds in it as it is released, asked with ever more decisions.

    The whole text is read once. After that, paragraphs in which another decision stands are read again, and
    the others for what was not removed before: else some rounds cost as much as all decisions of a long text.

    Parameters
    ----------
    text : str
        The document's text.
    find : Find
    """

    def __init__(self, text: str, find: Find) -> None:
        self._text, self._find = text, find
        self._first: _Look | None = None

    def under(self, decisions: Sequence[Decision]) -> list[Span]:
        """What is left standing.

        Parameters
        ----------
        decisions : sequence of Decision
            What is changed; sorted and disjoint.

        Returns
        -------
        list of Span
            Sorted; with a replacement that is part of what was found goes what it stands for. What is found
            in replacements alone stands nowhere in the document.
        """
        removed = removed_values(self._text, decisions)
        first = self._first
        windows = _around(self._text, first.changed(decisions), decisions) if first else []
        if first is None or 2 * sum(end - start for start, end in windows) > len(self._text):
            self._first = _Look(self._text, decisions, removed, [(0, len(self._text))])
            places = self._first.places(self._find, removed, forms=True)
        else:
            again = _Look(self._text, decisions, removed, windows)
            places = again.places(self._find, removed, forms=True)
            if new := removed - first.removed:
                elsewhere = first.places(self._find, new, forms=False)
                places |= {place: what for place, what in elsewhere.items() if not meets(windows, place)}
        return [
            Span(*place, category, 1.0, {"pattern": "left"}) for place, category in sorted(places.items())
        ]


class _Look:
    """Some windows of a document as decisions leave them, as the checks read a text."""

    def __init__(
        self,
        text: str,
        decisions: Sequence[Decision],
        removed: AbstractSet[tuple[str, str]],
        windows: Sequence[Window],
    ) -> None:
        self.removed = removed
        self._changes = _changes(decisions)
        self._back = WayBack(decisions)
        released = "".join(_as_released(text, decisions, windows, self._back))
        self._plain = Normalized(without_line_ends(released))

    def changed(self, decisions: Sequence[Decision]) -> list[Window]:
        """Where `decisions` are others than these; sorted."""
        return sorted({(start, end) for start, end, _ in self._changes ^ _changes(decisions)})

    def places(self, find: Find, removed: Collection[tuple[str, str]], *, forms: bool) -> dict[Window, str]:
        """Places of the document with the category of what is found there."""
        found: dict[Window, str] = {}
        for left in find(self._plain.text, removed, forms=forms):
            place = self._back.span(*self._plain.span(left.start, left.end))
            if not self._back.is_replaced(*place):
                found.setdefault(place, left.category)
        return found


def _changes(decisions: Iterable[Decision]) -> set[tuple[int, int, str]]:
    return {(d.start, d.end, d.replacement) for d in decisions}


def _around(text: str, places: Sequence[Window], decisions: Sequence[Decision]) -> list[Window]:
    """Whole paragraphs around `places`, which are sorted; sorted and disjoint.

    No decision stands in two of them.
    """
    starts, borders = [d.start for d in decisions], [0]
    at = text.find(PART_BREAK)
    while at >= 0:
        border = at + len(PART_BREAK)
        before = bisect_left(starts, border) - 1
        if before < 0 or decisions[before].end <= border:
            borders.append(border)
        at = text.find(PART_BREAK, border)
    borders.append(len(text))
    windows: list[Window] = []
    for start, end in places:
        first = borders[bisect_right(borders, max(start - _CONTEXT, 0)) - 1]
        last = borders[bisect_left(borders, min(end + _CONTEXT, len(text)))]
        if windows and first <= windows[-1][1]:
            first, last = windows[-1][0], max(last, windows.pop()[1])
        windows.append((first, last))
    return windows


def meets(windows: Sequence[Window], place: Window) -> bool:
    """Whether `place` and one of `windows`, sorted and disjoint, share a character."""
    at = bisect_left(windows, place[1], key=lambda window: window[0]) - 1
    return at >= 0 and windows[at][1] > place[0]


def as_released(text: str, decisions: Sequence[Decision]) -> tuple[str, WayBack]:
    """`text` with its replacements, and the way back from there to `text`."""
    back = WayBack(decisions)
    return "".join(_as_released(text, decisions, [(0, len(text))], back)), back


class WayBack:
    """From a text as it is released to the document."""

    def __init__(self, decisions: Sequence[Decision]) -> None:
        self._replaced = [(d.start, d.end) for d in decisions]
        self._starts: list[int] = []
        self._pieces: list[tuple[int, int, bool]] = []
        self._length = 0

    def add(self, start: int, end: int, piece: str, *, replaced: bool) -> str:
        """`piece` follows: it, or what it replaces, stands between `start` and `end` of the document."""
        if piece:
            self._starts.append(self._length)
            self._pieces.append((start, end, replaced))
            self._length += len(piece)
        return piece

    def span(self, start: int, end: int) -> Window:
        """Start and end, in the document, of what stands between `start` and `end` here."""
        return self._place(start)[0], self._place(end - 1)[1]

    def is_replaced(self, start: int, end: int) -> bool:
        """Whether one replacement stands for all between `start` and `end` of the document."""
        return is_inside(start, end, self._replaced)

    def _place(self, offset: int) -> Window:
        index = bisect_right(self._starts, offset) - 1
        start, end, replaced = self._pieces[index]
        at = start + offset - self._starts[index]
        return (start, end) if replaced else (at, at + 1)


def _as_released(
    text: str, decisions: Sequence[Decision], windows: Sequence[Window], back: WayBack
) -> Iterator[str]:
    """The pieces of `text` in `windows` with replacements in them; `back` is told each."""
    for number, (at, last) in enumerate(windows):
        if number:
            yield back.add(at, at, WALL, replaced=True)
        for which in range(bisect_left(decisions, at, key=lambda d: d.start), len(decisions)):
            start, end = decisions[which].start, decisions[which].end
            if start >= last:
                break
            yield back.add(at, start, text[at:start], replaced=False)
            yield back.add(start, end, decisions[which].replacement, replaced=True)
            at = end
        yield back.add(at, last, text[at:last], replaced=False)
