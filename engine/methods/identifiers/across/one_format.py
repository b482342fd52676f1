"""Values of one format, and items of one list: where most of them are found, the others are of their kind."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap
from operator import itemgetter

from engine.catalog.names import LEARNED
from engine.catalog.rules import nothing, rule
from engine.methods.columns.forms import form_named
from engine.text import Span

_CODES = frozenset({
    "code", "unique-code", "mrn", "health-plan", "account", "license", "device", "national-id", "ssn",
    "taxpayer-id", "passport",
})  # fmt: skip
_FEW = 3
"""Found ones from which a format or a list says something."""
_MOST = 0.7
"""Share of a list of which more items are found, if it is one of names."""
_CODE = re.compile(
    r"(?<![\w.,/$€£+:@\-])(?=[A-Z0-9./\-]*\d)[A-Z0-9]+(?:[./\-][A-Z0-9]+){0,6}(?![\w%@:]|[.,/\-]\w)"
)
_HANDLE = re.compile(r"(?<![\w@./])@[A-Za-z]\w{2,38}(?![\w@])")
_LINES = re.compile(r"(?:^[ \t]{0,8}[*•+\-] +[^\n]+(?:\n|\Z)){3,}", re.MULTILINE)
_HEAD = re.compile(r"^[ \t]{0,8}[*•+\-] +[`*_\[]{0,2}([^\W\d_][^\n<(,;:|`*_\[\]—–]*[^\W_])", re.MULTILINE)
_QUOTED = re.compile(r"(['\"])[^'\"\n,]{2,40}\1(?:, ?\1[^'\"\n,]{2,40}\1){2,}")
_INSIDE = re.compile(r"(['\"])([^'\"\n,]{2,40})\1")


@rule("one-format", without=nothing)
def of_one_format(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Codes of a format, handles, and items of a list of which most are found.

    Parameters
    ----------
    text : str
    found : sequence of Span
        What recognisers and patterns found in it.

    Yields
    ------
    Span
        What of them is not found, as the category of those that are.
    """
    codes = [span for span in found if span.category in _CODES]
    if len(codes) >= _FEW:
        yield from _of_formats(text, codes, _CODE.finditer(text))
    named = [span for span in found if span.category in LEARNED]
    if len(named) >= _FEW:
        yield from _of_formats(text, named, _HANDLE.finditer(text))
        for items in _lists(text):
            yield from _of_list(text, named, items)


def _of_formats(text: str, found: Sequence[Span], tokens: Iterable[re.Match[str]]) -> Iterator[Span]:
    by_format: dict[str, list[tuple[int, int]]] = {}
    for token in tokens:
        if shape := _format(token[0]):
            by_format.setdefault(shape, []).append(token.span())
    for places in by_format.values():
        yield from _more(found, places, 0.5)


def _more(found: Sequence[Span], places: Sequence[tuple[int, int]], more_than: float) -> Iterator[Span]:
    """Places that no finding covers, as the others that are covered, if those are so many."""
    covered = [*starmap(_Covering(found), places)]
    known = [span for span in covered if span]
    if len(known) >= _FEW and more_than * len(places) < len(known) < len(places):
        why = {"pattern": "one-format"}
        left = (place for place, span in zip(places, covered, strict=True) if not span)
        yield from (Span(*place, known[0].category, known[0].score, why) for place in left)


def _format(token: str) -> str:
    """Digits and letters of a code as they are ordered; empty for what says too little. Handles are one."""
    if token.startswith("@"):
        return "@"
    digits = sum(map(str.isdigit, token))
    if digits < (6 if digits == len(token) else 5):
        return ""
    return re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", token))


def _lists(text: str) -> Iterator[list[tuple[int, int]]]:
    """The heads of the lines of lists, and the quoted items of others."""
    for lines in _LINES.finditer(text):
        yield [head.span(1) for head in _HEAD.finditer(text, *lines.span())]
    for items in _QUOTED.finditer(text):
        yield [item.span(2) for item in _INSIDE.finditer(text, *items.span())]


def _of_list(text: str, named: Sequence[Span], items: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """Items of a list of names, which people, places and organisations share: ALLEN, CLAY, BUTLER."""
    return (each for each in _more(named, items, _MOST) if _is_name(text[each.start : each.end]))


def _is_name(item: str) -> bool:
    return any(form_named(form).fullmatch(item) for form in ("names first last", "one capital word"))


class _Covering:
    """The finding that covers a place whole."""

    def __init__(self, found: Sequence[Span]) -> None:
        self._found = sorted(found, key=lambda span: (span.start, span.end))
        self._longest = [*_longest(self._found)]

    def __call__(self, start: int, end: int) -> Span | None:
        at = bisect_right(self._longest, start, key=itemgetter(0)) - 1
        return self._longest[at][2] if at >= 0 and self._longest[at][1] >= end else None


def _longest(found: Sequence[Span]) -> Iterator[tuple[int, int, Span]]:
    """Of findings in their order, the one that reaches furthest so far, by where it becomes it."""
    end = -1
    for span in found:
        if span.end > end:
            end = span.end
            yield span.start, end, span
