"""Allow and deny lists: whole words, any case, any number of terms in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from ahocorasick_rs import AhoCorasick
from numpy.typing import NDArray

from engine.errors import InvalidError, fault
from engine.text import Span, lowered

_SPACES = re.compile(r"\s+")
_OTHER_BLANK = re.compile(r"[^\S ]")
_SIGNS = re.compile(r"([\W_]+)")
_WORD_END = re.compile(r"(?<=[^\W_])(?=[\W_])")
_BLOCK = 1 << 18
_MARK, _OTHER = "\uffff", "\ufffe"
"""No characters of Unicode, both: one marks where words begin and end, the other stands for it in a text."""
_INVISIBLE = np.array(
    [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF], np.uint32
)
_UNSEEN = re.compile("[" + "".join(map(chr, _INVISIBLE)) + "]")
_TO_COMPACT = re.compile(f"  |{_UNSEEN.pattern}")


def with_blanks(text: str) -> str:
    """`text` in small letters with every space as one blank, character by character: offsets stay."""
    return _OTHER_BLANK.sub(" ", lowered(text))


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
        """Spans of every whole-word occurrence, as `places` tells them; `rule` goes into the reason."""
        return (Span(a, b, category, 1.0, {"pattern": rule}) for a, b, category in self.places(text))

    def places(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and category of every whole-word occurrence, overlapping ones included.

        Characters that print nothing are left out, and once more read as what parts two words: such a mark
        stands within a word, and also where two files were joined.
        """
        if self._automaton is None:
            return
        once = with_blanks(text)
        readings = dict.fromkeys((once, _UNSEEN.sub(_OTHER, once)))
        found = (place for each in readings for place in self._found(self._automaton, each))
        yield from dict.fromkeys(found)

    def _found(self, automaton: AhoCorasick, text: str) -> Iterator[tuple[int, int, str]]:
        plain, kept = _compact(text)
        haystack = _marked(plain)
        found = automaton.find_matches_as_indexes(haystack, overlapping=True)
        if not found:
            return
        places = _unmarked(haystack, np.array(found, np.intp)[:, 1:])
        if kept is not None:
            places = np.stack([kept[places[:, 0]], kept[places[:, 1] - 1] + 1], 1)
        for (index, _, _), (start, end) in zip(found, places.tolist(), strict=True):
            for category in self._categories[index]:
                yield start, end, category


def _marked(text: str) -> str:
    """`text` with a mark where a run of letters and digits begins or ends.

    A term that is marked in this way is found in a text that is only where it stands as whole words.
    """
    found = "".join([_MARK.join(_SIGNS.split(block)) for block in _blocks(text.replace(_MARK, _OTHER))])
    is_first, is_last = (end not in ("", _MARK) for end in (found[:1], found[-1:]))
    return "".join((_MARK * is_first, found.strip(_MARK), _MARK * is_last))


def _blocks(text: str) -> Iterator[str]:
    """`text` in blocks that end with a word: the pieces of a large one at once take ten times its memory."""
    first = 0
    while first < len(text):
        cut = _WORD_END.search(text, first + _BLOCK)
        end = cut.start() if cut else len(text)
        yield text[first:end]
        first = end


def _unmarked(text: str, places: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many characters other than marks stand before some places of `text`."""
    marks = np.flatnonzero(_points(text) == ord(_MARK))
    return places - np.searchsorted(marks, places)


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
    needle = _SPACES.sub(" ", with_blanks(word)).strip()
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
