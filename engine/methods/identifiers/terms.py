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
_SIGNS = re.compile(r"([\W_]+)")
_MARK, _OTHER = "\uffff", "\ufffe"
"""No characters of Unicode, both: one marks where words begin and end, the other stands for it in a text."""
_INVISIBLE = np.array(
    [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF], np.uint32
)
_UNSEEN = re.compile("[" + "".join(map(chr, _INVISIBLE)) + "]")
_TO_COMPACT = re.compile(f"  |{_UNSEEN.pattern}")


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
        categories: dict[str, dict[str, None]] = {}
        for category, words in terms.items():
            for word in words:
                categories.setdefault(_marked(_needle(word, category)), {})[category] = None
        self._categories = [tuple(each) for each in categories.values()]
        self._automaton = AhoCorasick(list(categories)) if categories else None

    def find(self, text: str, rule: str) -> Iterator[Span]:
        """Spans of every whole-word occurrence, overlapping ones included; `rule` goes into the reason.

        Characters that print nothing are left out, and once more read as what parts two words: such a mark
        stands within a word, and also where two files were joined.
        """
        if self._automaton is None:
            return
        once = lowered(text)
        readings = dict.fromkeys((once, _UNSEEN.sub(_OTHER, once)))
        found = (span for each in readings for span in self._found(self._automaton, each, rule))
        yield from dict.fromkeys(found)

    def _found(self, automaton: AhoCorasick, text: str, rule: str) -> Iterator[Span]:
        plain, kept = _compact(text)
        haystack = _marked(plain)
        found = automaton.find_matches_as_indexes(haystack, overlapping=True)
        n_before = _n_unmarked(haystack if found else "")
        for index, first, last in found:
            start, end = int(n_before[first]), int(n_before[last])
            if kept is not None:
                start, end = int(kept[start]), int(kept[end - 1]) + 1
            for category in self._categories[index]:
                yield Span(start, end, category, 1.0, {"pattern": rule})


def _marked(text: str) -> str:
    """`text` with a mark where a run of letters and digits begins or ends.

    A term that is marked in this way is found in a text that is only where it stands as whole words.
    """
    pieces = _SIGNS.split(text.replace(_MARK, _OTHER))
    return "".join((_MARK * bool(pieces[0]), _MARK.join(pieces).strip(_MARK), _MARK * bool(pieces[-1])))


def _n_unmarked(text: str) -> NDArray[np.intp]:
    """How many characters other than marks stand before each place of `text`, its end included."""
    return np.concatenate(([0], np.cumsum(_points(text) != ord(_MARK))))


def _points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _compact(text: str) -> tuple[str, NDArray[np.intp] | None]:
    """`text` with one blank for several and without invisible characters, and where the rest stood."""
    if not _TO_COMPACT.search(text):
        return text, None
    points = _points(text)
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
