"""Allow and deny lists: whole words, any case, any number of terms in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from ahocorasick_rs import AhoCorasick
from numpy.typing import NDArray

from engine.errors import InvalidError, fault
from engine.text import Span

_SPACES = re.compile(r"\s+")
_INVISIBLE = np.array(
    [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF], np.uint32
)
_TO_COMPACT = re.compile("  |[" + "".join(map(chr, _INVISIBLE)) + "]")


def lowered(text: str) -> str:
    """`text` in lower case with every space as one blank, character by character: offsets stay."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return re.sub(r"\s", " ", lower)


class TermFinder:
    """Finds the terms of one or more categories as whole words.

    Parameters
    ----------
    terms : mapping
        Category to its terms (non-empty strings; case does not matter, runs of spaces count as one).

    Raises
    ------
    InvalidError
        IDN006, when a term is blank.
    """

    def __init__(self, terms: Mapping[str, Sequence[str]]) -> None:
        self._categories: list[str] = []
        needles: list[str] = []
        for category, words in terms.items():
            for word in words:
                needles.append(_needle(word, category))
                self._categories.append(category)
        self._automaton = AhoCorasick(needles) if needles else None

    def find(self, text: str, rule: str) -> Iterator[Span]:
        """Spans of every whole-word occurrence, overlapping ones included; `rule` goes into the reason."""
        if self._automaton is None:
            return
        haystack, kept = _compact(lowered(text))
        for index, start, end in self._automaton.find_matches_as_indexes(haystack, overlapping=True):
            if _is_whole(haystack, start, end):
                if kept is not None:
                    start, end = int(kept[start]), int(kept[end - 1]) + 1
                yield Span(start, end, self._categories[index], 1.0, {"pattern": rule})


def _compact(text: str) -> tuple[str, NDArray[np.intp] | None]:
    """`text` with one blank for several and without invisible characters, and where the rest stood."""
    if not _TO_COMPACT.search(text):
        return text, None
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    blank = points == ord(" ")
    again = np.concatenate(([False], blank[1:] & blank[:-1]))
    kept = np.flatnonzero(~(again | np.isin(points, _INVISIBLE)))
    return points[kept].tobytes().decode("utf-32-le", "surrogatepass"), kept


def _needle(word: str, category: str) -> str:
    needle = _SPACES.sub(" ", lowered(word)).strip()
    if not needle:
        raise InvalidError(
            fault(
                "IDN006",
                f"terms of {category}",
                "must not be blank",
                "",
                "Remove the empty entry from the list.",
            )
        )
    return needle


def _is_whole(text: str, start: int, end: int) -> bool:
    cut_before = start > 0 and text[start].isalnum() and text[start - 1].isalnum()
    cut_after = end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
    return not (cut_before or cut_after)
