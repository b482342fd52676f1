"""Removed values that stand in a document once more, where their recogniser did not know them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.checks.identifiers import residual_identifiers
from engine.text import PLACEHOLDER, Decision, Span

_BLOT = "\u25a0"
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_UNIT = re.compile(r"[^\x00-\x7f]+")


def left_over(
    text: str, decisions: Sequence[Decision], elsewhere: Collection[tuple[str, str]] = ()
) -> list[Span]:
    """Where `text` holds values that `decisions` remove elsewhere, as the verifier looks for them.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        What is removed; only identifiers are looked for.
    elsewhere : collection of (str, str)
        Category and value of identifiers that other documents lose.

    Returns
    -------
    list of Span
        Sorted and disjoint.
    """
    removed = removed_values(text, decisions) | set(elsewhere)
    if not removed:
        return []
    characters = list(text)
    for decision in decisions:
        characters[decision.start : decision.end] = _BLOT * (decision.end - decision.start)
    plain = _Normalized("".join(characters))
    found: list[Span] = []
    for left in residual_identifiers(plain.text, (), removed):
        start, end = plain.place(left.start)[0], plain.place(left.end - 1)[1]
        if not found or start >= found[-1].end:
            found.append(Span(start, end, left.category, 1.0, {"pattern": "left-over"}))
    return found


def removed_values(text: str, decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    """Category and value of every identifier that `decisions` remove."""
    return {(d.category, text[d.start : d.end]) for d in decisions if d.stage == "identifiers"}


def without_removed(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """`decisions`, none of whose generalizations says a value that another one removes.

    "Brazil" becomes "South American nation", but "South" had to go as part of a name: then nothing stands
    in its place.
    """
    removed = removed_values(text, decisions)
    return [
        replace(d, replacement=PLACEHOLDER)
        if d.stage == "concepts" and residual_identifiers(d.replacement, (), removed)
        else d
        for d in decisions
    ]


class _Normalized:
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
