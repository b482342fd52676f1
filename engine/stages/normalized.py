"""A text as the release checks normalize it; what is found in it keeps its place in the original."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_UNIT = re.compile(r"[^\x00-\x7f]+")


class Normalized:
    """A text as the verifier normalizes it, with the place that each of its characters had.

    Only runs of characters outside ASCII can change their length. Where one does, its characters are
    placed at the whole run, with the ASCII character before it: a mark may belong to it.
    """

    def __init__(self, text: str) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._units: list[tuple[int, int, bool]] = []
        length = at = 0
        for start, end in _units(text):
            for begin, stop, exact in ((at, start, True), (start, end, False)):
                plain = text[begin:stop] if exact else _plain(text[begin:stop])
                if plain:
                    self._starts.append(length)
                    same = exact or _is_same_length(text[begin:stop])
                    self._units.append((begin, stop, same))
                    pieces.append(plain)
                    length += len(plain)
            at = end
        self.text = "".join(pieces)

    def place(self, offset: int) -> tuple[int, int]:
        """Start and end, in the original, of what stands at `offset` here."""
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
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def _is_same_length(text: str) -> bool:
    return all(len(_plain(c)) == 1 for c in text) and len(_plain(text)) == len(text)
