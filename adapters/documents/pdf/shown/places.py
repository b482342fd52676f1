"""Where words of a document stand on its drawn pages: text and pages are read by different readers."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from adapters.documents.pdf.shown.drawing import Glyph, glyphs, n_pages

_CONTEXT = 40
"""Characters on either side by which one occurrence of a word is told from another."""
_MOST_COMPARED = 20_000
_THIN = 1.6
"""A line is so many times as high as its highest character, at the most."""
_HYPHENS = frozenset("-\u2010\u2011\u00ad")


class Box(NamedTuple):
    """A rectangle over words: edges as shares of the page's width and height, from the top left."""

    span: int
    page: int
    left: float
    top: float
    right: float
    bottom: float


class Placed(NamedTuple):
    """How many pages there are, and where words stand on them."""

    n_pages: int
    boxes: tuple[Box, ...] = ()


class _Compact(NamedTuple):
    """A text without blanks, hyphens, accents and case, and whence each character comes."""

    text: str
    origins: Sequence[int]


def placed(content: bytes, text: str, spans: Sequence[tuple[int, int]]) -> Placed:
    """Where `spans` of a document's text stand on the pages of a PDF.

    Parameters
    ----------
    content : bytes
        The document as PDF.
    text : str
        The document's text, as the format's own reader gives it.
    spans : sequence of (int, int)
        Offsets into it.

    Notes
    -----
    Both texts are compared without blanks, for they break lines in other places. Of words that stand more
    than once, each occurrence on the pages belongs to the one of the text with the most alike
    surroundings: also a header that is drawn on every page and stands in the text once. Words that are
    drawn otherwise than they are read have no box.
    """
    drawn = list(glyphs(content))
    here = _compact(text)
    there = _compact(glyph.text for glyph in drawn)
    starts = _starts(here, spans)
    wanted: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, (start, end) in enumerate(starts):
        if start < end:
            wanted[here.text[start:end]][start].append(number)
    boxes = [
        box
        for words, of_start in wanted.items()
        for start, place in _pairs(words, here.text, there.text)
        for number in of_start.get(start, ())
        for box in _boxes(number, _drawn_at(drawn, there, place, len(words)))
    ]
    return Placed(n_pages(content), tuple(sorted(boxes)))


def _compact(pieces: Iterable[str]) -> _Compact:
    made, origins = [], []
    for origin, piece in enumerate(pieces):
        for one in unicodedata.normalize("NFKD", piece).casefold():
            if not (one.isspace() or one in _HYPHENS or unicodedata.combining(one)):
                made.append(one)
                origins.append(origin)
    return _Compact("".join(made), origins)


def _starts(here: _Compact, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of the text as spans of its compact form."""
    first: dict[int, int] = {}
    for place in range(len(here.origins) - 1, -1, -1):
        first[here.origins[place]] = place
    following, place = {}, len(here.origins)
    for origin in range(max(here.origins, default=-1) + 1, -1, -1):
        place = first.get(origin, place)
        following[origin] = place
    return [
        (following.get(start, len(here.origins)), following.get(end, len(here.origins)))
        for start, end in spans
    ]


def _pairs(words: str, here: str, there: str) -> Iterator[tuple[int, int]]:
    """For each occurrence on the pages, that of the text to which it belongs, and itself."""
    ours, theirs = list(_all(words, here)), list(_all(words, there))
    if len(ours) * len(theirs) > _MOST_COMPARED:
        yield from ((ours[n * len(ours) // len(theirs)], place) for n, place in enumerate(theirs))
        return
    likeness = {
        (n, m): (_alike(here, mine, there, yours, len(words)), -abs(n / len(ours) - m / len(theirs)))
        for n, mine in enumerate(ours)
        for m, yours in enumerate(theirs)
    }
    yield from ((ours[n], theirs[m]) for n, m in _matched(likeness, len(theirs)))


def _matched(
    likeness: Mapping[tuple[int, int], tuple[int, float]], n_theirs: int
) -> Iterator[tuple[int, int]]:
    """The most alike belong together, one to one; what is left over, to the most alike of all."""
    best = sorted(likeness, key=likeness.__getitem__, reverse=True)
    mine, yours = set[int](), set[int]()
    for n, m in best:
        if n not in mine and m not in yours:
            mine.add(n)
            yours.add(m)
            yield n, m
    for m in set(range(n_theirs)) - yours if likeness else ():
        yield next(pair for pair in best if pair[1] == m)


def _all(words: str, text: str) -> Iterator[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + len(words))


def _alike(here: str, ours: int, there: str, theirs: int, length: int) -> int:
    """How many characters before and behind two occurrences are the same."""
    before = _shared(
        reversed(here[max(0, ours - _CONTEXT) : ours]), reversed(there[max(0, theirs - _CONTEXT) : theirs])
    )
    ours, theirs = ours + length, theirs + length
    return before + _shared(iter(here[ours : ours + _CONTEXT]), iter(there[theirs : theirs + _CONTEXT]))


def _shared(one: Iterator[str], other: Iterator[str]) -> int:
    n = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        n += 1
    return n


def _drawn_at(drawn: Sequence[Glyph], there: _Compact, place: int, length: int) -> list[Glyph]:
    numbers = dict.fromkeys(there.origins[place : place + length])
    return [drawn[number] for number in numbers]


def _boxes(span: int, found: Iterable[Glyph]) -> Iterator[Box]:
    """One rectangle for each line."""
    line: list[Glyph] = []
    for glyph in found:
        if line and not _is_one_line([*line, glyph]):
            yield _around(span, line)
            line = []
        line.append(glyph)
    if line:
        yield _around(span, line)


def _is_one_line(line: Sequence[Glyph]) -> bool:
    """Whether characters stand in one line of a page, whichever way it is written or turned."""
    around, last = _around(0, line), line[-1]
    if last.page != around.page:
        return False
    height = max(one.bottom - one.top for one in line)
    width = max(one.right - one.left for one in line)
    return around.bottom - around.top <= _THIN * height or around.right - around.left <= _THIN * width


def _around(span: int, line: Sequence[Glyph]) -> Box:
    return Box(
        span,
        line[0].page,
        min(one.left for one in line),
        min(one.top for one in line),
        max(one.right for one in line),
        max(one.bottom for one in line),
    )
