"""Addresses that a recogniser finds as one place or in pieces: street, postal code and town, each whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.text import Span

_POSTCODE = re.compile(r"(?<![\w.,/-])(?:[A-Z]{1,3}-)?\d{5}(?![\w/])")
_BETWEEN = re.compile(r"\s*[,;()]\s*|\.\s+|\s+-\s+|\s+")
_NUMBER = re.compile(r"\d|\bs\.?/?n\b")
_BETWEEN_TOWNS = re.compile(
    r"(?<=\w{3})(?:, | \(|\. | (?=España\Z|México\Z|Argentina\Z|France\Z|Deutschland\Z))"
)
_ABBREVIATED = re.compile(r"(?:\b[A-Z][a-z]{0,4}|\b[A-Z]/|\b[A-Z][a-z]+str)\Z")
_STOP = re.compile(r"\. ?\Z")


def address_parts(text: str, found: Sequence[Span]) -> list[Span]:
    """`found` with places divided at their postal code, and joined over the stop of an abbreviated word.

    Parameters
    ----------
    text : str
    found : sequence of Span
        Sorted by start.

    Returns
    -------
    list of Span
        "Calle Mayor 3, 28040 Madrid" is three places, "Avda" and "Estrella, 66" with a stop between are one.
    """
    joined: list[Span] = []
    for span in found:
        if joined and _is_one(text, joined[-1], span):
            joined[-1] = replace(joined[-1], end=span.end, score=max(joined[-1].score, span.score))
        else:
            joined.append(span)
    return [part for span in joined for part in _divided(text, span)]


def _is_one(text: str, left: Span, right: Span) -> bool:
    both = left.category == right.category == "location"
    stop = _STOP.fullmatch(text, left.end, right.start) if both and left.end < right.start else None
    return bool(stop and _ABBREVIATED.search(text[left.start : left.end]))


def _divided(text: str, span: Span) -> Iterator[Span]:
    if span.category != "location":
        yield span
        return
    code = _POSTCODE.search(text, span.start, span.end)
    if code is None:
        yield from _towns(text, span)
        return
    before = text[span.start : code.start()].rstrip(" ,.;(-\n")
    after = _BETWEEN.match(text, code.end(), span.end)
    if before:
        yield replace(span, end=span.start + len(before))
    yield replace(span, start=code.start(), end=code.end())
    if after and after.end() < span.end:
        yield from _towns(text, replace(span, start=after.end()))


def _towns(text: str, span: Span) -> Iterator[Span]:
    """Towns, regions and a country one after the other; all as it is where a number is in it."""
    at = span.start
    name = text[span.start : span.end]
    cuts = () if _NUMBER.search(name) else _BETWEEN_TOWNS.finditer(text, span.start, span.end)
    for cut in cuts:
        yield replace(span, start=at, end=cut.start())
        at = cut.end()
    yield replace(span, start=at)
