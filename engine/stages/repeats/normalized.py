"""A text as the release checks normalize it; what is found in it keeps its place in the original."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence

from engine.text import BLOT, Decision, Span

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_DASH = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63]")
_UNIT = re.compile(r"[^\x00-\x7f]+")


def blotted_out(text: str, decisions: Sequence[Decision | Span]) -> str:
    """`text` with what `decisions` remove blotted out, offsets kept."""
    characters = list(text)
    for decision in decisions:
        characters[decision.start : decision.end] = BLOT * (decision.end - decision.start)
    return "".join(characters)


class Normalized:
    """A text normalized: NFKC, invisible characters left out; where `folded`, one case and one dash.

    Only runs of characters outside ASCII can change their length. Where one does, its characters are
    placed at the whole run, with the ASCII character before it: a mark may belong to it.
    """

    def __init__(self, text: str, *, folded: bool = False) -> None:
        normal = _folded if folded else _plain
        pieces: list[str] = []
        self._starts: list[int] = []
        self._units: list[tuple[int, int, bool]] = []
        length = at = 0
        for start, end in _units(text):
            for begin, stop, exact in ((at, start, True), (start, end, False)):
                plain = normal(text[begin:stop])
                if plain:
                    self._starts.append(length)
                    same = exact or _is_same_length(text[begin:stop], normal)
                    self._units.append((begin, stop, same))
                    pieces.append(plain)
                    length += len(plain)
            at = end
        self.text = "".join(pieces)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Start and end, in the original, of what stands between `start` and `end` here."""
        return self._place(start)[0], self._place(end - 1)[1]

    def _place(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._starts, offset) - 1
        start, end, exact = self._units[index]
        at = start + offset - self._starts[index]
        return (at, at + 1) if exact else (start, end)


def _units(text: str) -> list[tuple[int, int]]:
    """Runs outside ASCII, a mark's with the character before it; the last one ends the text."""
    found = [
        (run.start() - (run.start() > 0 and unicodedata.combining(run[0][0]) > 0), run.end())
        for run in _UNIT.finditer(text)
    ]
    return [*found, (len(text), len(text))]


def _plain(text: str) -> str:
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def _folded(text: str) -> str:
    return _DASH.sub("-", _plain(text)).casefold()


def _is_same_length(text: str, normal: Callable[[str], str]) -> bool:
    return all(len(normal(c)) == 1 for c in text) and len(normal(text)) == len(text)
