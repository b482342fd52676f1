"""Overlapping findings become disjoint ones: coverage first, then the category that says most."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter

from engine.catalog.names import LEARNED
from engine.catalog.rules import rule, unchanged
from engine.methods.identifiers.categories import CATEGORIES
from engine.text import Span

_PRIORITY = {category: -i for i, category in enumerate(CATEGORIES)}
_SPECIALISES = {("birth-date", "date"), ("fax", "phone"), ("minor", "person")}
_ANY_CODE = "code"
"""What a learned recogniser takes for some code: a pattern that overlaps it knows of which kind it is."""
_START = attrgetter("start")
_ZIP_FROM = 5
"""A ZIP code ends an address; a five-digit house number begins one."""


def resolve(spans: Iterable[Span]) -> list[Span]:
    """Disjoint spans that cover all of `spans`, sorted.

    Notes
    -----
    Overlapping spans become their union, so nothing found is ever uncovered.
    The union takes the category (and the reason) of its longest span; equal
    lengths go by score, by a context word, then by the order of ``CATEGORIES``. A date of birth
    beats a date, a fax number a telephone number, a minor a person, anything a learned code, and a pattern
    of the same words the name that a model sees in them.

    Examples
    --------
    >>> [found] = resolve([Span(0, 11, "ssn"), Span(4, 8, "phone", 0.5)])
    >>> found.start, found.end, found.category
    (0, 11, 'ssn')
    """
    resolved: list[Span] = []
    group: list[Span] = []
    end = -1
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if group and span.start >= end:
            resolved.append(_union(group))
            group = []
        group.append(span)
        end = span.end if len(group) == 1 else max(end, span.end)
    return [*resolved, _union(group)] if group else resolved


def _worth(span: Span) -> tuple[int, float, bool, int]:
    return span.end - span.start, span.score, "context" in span.why, _PRIORITY.get(span.category, 0)


def _union(group: Sequence[Span]) -> Span:
    if len(group) == 1:
        return group[0]
    best = max([s for s in group if s.category != _ANY_CODE] or group, key=_worth)
    if best.category in LEARNED and "pattern" not in best.why:
        known = [s for s in group if "pattern" in s.why and s.end - s.start == best.end - best.start]
        best = max(known, key=_worth, default=best)
    best = next((s for s in group if (s.category, best.category) in _SPECIALISES), best)
    start, end = group[0].start, max(s.end for s in group)
    return Span(start, end, best.category, best.score, best.why)


@rule("carve-postal-codes", without=unchanged)
def carve_postal_codes(spans: Sequence[Span], text: str) -> list[Span]:
    """`spans` of `text` with the postal code at an address's end as a finding of its own.

    An address is one finding up to its postal code; where a policy also asks
    for postal codes, these keep their own operator (the first three digits).
    """
    codes = sorted((span for span in spans if span.category == "zip"), key=_START)
    if not codes:
        return list(spans)
    return [_without_code(span, codes, text) if span.category == "street-address" else span for span in spans]


def _without_code(address: Span, codes: Sequence[Span], text: str) -> Span:
    """`address` up to the first of `codes` inside; they are sorted by their starts."""
    first = bisect_right(codes, address.start + _ZIP_FROM, key=_START)
    begun = codes[first : bisect_left(codes, address.end, key=_START)]
    code = next((code for code in begun if code.end <= address.end), None)
    if code is None:
        return address
    kept = text[address.start : code.start].rstrip(" ,\n\t")
    return Span(address.start, address.start + len(kept), "street-address", address.score, address.why)
