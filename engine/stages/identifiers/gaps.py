"""What stands between or beside findings and is of them: middles of names, ends of addresses and codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.catalog.rules import nothing, rule
from engine.text import Span

_PLACES = frozenset({"location", "street-address", "zip"})
_NO_CODES = _PLACES | {
    "person",
    "organisation",
    "minor",
    "date",
    "birth-date",
    "age",
    "age-over-89",
    "url",
    "email",
}
_CAPITALISED = r"[^\W\d_a-zß-ÿ][^\W\d_]*[a-zß-ÿ][^\W\d_]*"
_OF_NAME = re.compile(
    rf" (?:(?:de|del|la|da|dos|van|von|der|den|ter|y|e|bin|ben|el|al) ){{0,2}}{_CAPITALISED}"
    r"(?: (?:de|del|la|da|dos|van|von|der|den|y|e))? "
)
_OF_ADDRESS = re.compile(
    rf"(?:,|;| [–-])? ?(?:in )?({_CAPITALISED}(?:[ -]{_CAPITALISED}){{0,2}}|(?:[A-Z]{{1,2}}-)?\d{{4,5}}),? "
)
_CODE_BEFORE_TOWN = re.compile(r"(?:^|[,;:/(•|] ?|\. |[–-] )((?:[A-Z]{1,2}-)?\d{4,5}) \Z", re.MULTILINE)
_INITIALS = re.compile(r", [^\W\d_a-z]\.?(?: ?[^\W\d_a-z]\.?)?(?=\s{2}|[ \t]*(?:\n|\Z)|[;)]| [-–|(/])")
_GIVEN = re.compile(rf" ?/ ?{_CAPITALISED}(?=\s*(?:\n|\Z))")
_PARTICLES = re.compile(
    r"(?:^|\s)((?:(?:LE|LA|DE|DU|DES|VAN|VON|DER|DEN|EL|AL|DI|DA|BEN|BIN|MAC|ST\.?) ){1,2}"
    r"|(?:von|van|zu|zum|zur) (?:der |den |dem )?)\Z"
)
_MORE_OF_CODE = re.compile(r"(?:[-/](?:[A-Z]{1,3}|\d{1,5}))+(?![\w-])|/[a-z]{2,3}(?![\w-])")
_HEAD_OF_CODE = re.compile(r"(?<![\w/.-])[A-Z]{1,4}[-/]\Z")
_MORE_OF_TOWN = re.compile(
    r" (?:[ia]\. ?(?:d\. ?)?[A-Z][a-zß-ÿ]{0,4}\.?|am (?:Main|Rhein|Inn|See|Neckar)|"
    r"an der [A-ZÄÖÜ][a-zß-ÿ]+)(?!\w)|"
    r" (?:St|Street|Rd|Road|Ave|Avenue|Blvd|Boulevard|Ln|Lane|Drive|Ct|Court|Hwy|Pkwy)\b\.?(?= |,|;|\n|\Z)"
)
_REACH = 12
_BY_INITIALS = r"(?:(?:[a-z]{2,3}|[A-Z][a-z]) ){0,2}[^\W\d_a-zß-ÿ][\w'’-]+ [^\W\d_a-zß-ÿ]{1,3}(?![\w'’-])"
_LIST_BY_INITIALS = re.compile(
    rf"(?<![\w'’-]){_BY_INITIALS}(?:(?:[,;]| and| &|[,;] and|[,;] &)\s{_BY_INITIALS})+"
)
_ITEM = re.compile(rf"{_BY_INITIALS}")
"""As journals and indexes write those who wrote: each by surname and initials, without stops."""


@rule("gaps", without=nothing)
def gaps(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Findings that follow from where others stand.

    Parameters
    ----------
    text : str
    found : sequence of Span
        What recognisers and patterns found in it.

    Yields
    ------
    Span
        The name between two parts of a name ("Elvira Schneider de Bevilacqua"), the town between a street
        and its postal code, the postal code before a town, initials behind a surname and its comma, codes
        with what a hyphen or a stroke glues to them, and all of a list of which one is found.
    """
    spans = sorted(found, key=lambda span: (span.start, span.end))
    end, left = -1, None
    for span in spans:
        if left is not None and end < span.start <= end + 40:
            yield from _between(text, left, end, span)
        yield from _beside(text, span, left)
        if span.end >= end:
            end, left = span.end, span
    if _LIST_BY_INITIALS.search(text):
        yield from _listed(text, [span for span in spans if span.category == "person"])


def _listed(text: str, persons: Sequence[Span]) -> Iterator[Span]:
    """All of a list of surnames with initials of which one is found as a whole."""
    for run in _LIST_BY_INITIALS.finditer(text):
        items = [item.span() for item in _ITEM.finditer(text, *run.span())]
        known = next((p for p in persons for start, end in items if p.start <= start and end <= p.end), None)
        if known:
            yield from (Span(*item, "person", known.score, {"pattern": "list-of-names"}) for item in items)


def _between(text: str, left: Span, end: int, right: Span) -> Iterator[Span]:
    if left.category == right.category == "person" and _OF_NAME.fullmatch(text, end, right.start):
        yield replace(left, end=right.end, why={"pattern": "between-names"})
    elif left.category in _PLACES and right.category in _PLACES and _is_address(text, left, right):
        middle = _OF_ADDRESS.fullmatch(text, end, right.start)
        if middle:
            yield Span(middle.start(1), middle.end(1), "location", left.score, {"pattern": "between-places"})


def _is_address(text: str, left: Span, right: Span) -> bool:
    """Whether one of two places is a street with its number, or a postal code."""
    shown = (left.category, text[left.start : left.end]), (right.category, text[right.start : right.end])
    return any(category != "location" or any(map(str.isdigit, place)) for category, place in shown)


def _beside(text: str, span: Span, left: Span | None) -> Iterator[Span]:
    if span.category == "person":
        yield from _more_of_name(text, span)
    elif span.category == "location":
        more = _MORE_OF_TOWN.match(text, span.end)
        if more and text[span.start].isupper():
            yield replace(span, end=more.end(), why={"pattern": "more-of-place"})
        code = _CODE_BEFORE_TOWN.search(text[max(0, span.start - _REACH) : span.start])
        if code and not text[span.start].isdigit():
            start = span.start - len(code[1]) - 1
            if left is None or not (left.start <= start and span.start - 1 <= left.end):
                yield replace(span, start=start, why={"pattern": "code-before-town"})
    if span.category in ("location", "street-address") or span.category not in _NO_CODES:
        yield from _whole_code(text, span)


def _more_of_name(text: str, span: Span) -> Iterator[Span]:
    """A name with initials behind its comma, a given name behind its stroke, and particles before it."""
    if not text[span.start].isupper():
        return
    more = _INITIALS.match(text, span.end) or (
        _GIVEN.match(text, span.end) if text[span.start : span.end].isupper() else None
    )
    before = _PARTICLES.search(text[max(0, span.start - _REACH) : span.start])
    start = span.start - len(before[1]) if before else span.start
    if more or before:
        yield replace(span, start=start, end=more.end() if more else span.end, why={"pattern": "whole-name"})


def _whole_code(text: str, span: Span) -> Iterator[Span]:
    """A code, or a number of a house, with what is glued to it by a hyphen or a stroke."""
    start, end = span.start, span.end
    if not any(map(str.isdigit, text[start:end])):
        return
    if text[end - 1].isdigit() or span.category not in _PLACES:
        more = _MORE_OF_CODE.match(text, end)
        end = more.end() if more else end
    if span.category not in _PLACES and text[start].isalnum():
        head = _HEAD_OF_CODE.search(text[max(0, start - _REACH) : start])
        start -= len(head[0]) if head else 0
    if (start, end) != (span.start, span.end):
        yield replace(span, start=start, end=end)
