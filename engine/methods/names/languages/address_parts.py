"""Addresses that a recogniser finds as one place or in pieces: street, postal code and town, each whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.catalog.rules import rule, second
from engine.text import Span

_POSTCODE = re.compile(r"(?<![\w.,/-])(?:[A-Z]{1,3}-)?\d{5}(?![\w/])")
_BETWEEN = re.compile(r"\s*[,;()]\s*|\.\s+|\s+-\s+|\s+")
_NUMBER = re.compile(r"\d|\bs\.?/?n\b")
_BETWEEN_TOWNS = re.compile(
    r"(?<=\w{3})(?:, | \(|\. | (?=España\Z|México\Z|Argentina\Z|France\Z|Deutschland\Z))"
)
_ABBREVIATED = re.compile(r"(?:\b[A-Z][a-z]{0,4}|\b[A-Z]/|\b[A-Z][a-z]+str)\Z")
_WAY = re.compile(
    r"(?:Calle|Avenida|Avda|Paseo|Plaza|Camino|Carretera|C/|[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin)\b"
)
_WAY_REACH = 12
_STOP = re.compile(r"\. ?\Z")
_WAY_BEFORE = re.compile(
    r"\b(?:C/\.?|Cl\.|Avda\.?|Avd\.|Av\.|Pza?\.?|Plza\.?|Ctra\.?|Po\.|P\.?º)(?: Dr\.| Prof\.)? ?\Z"
)
_ENDS_IN_NUMBER = re.compile(r"(?:\b\d{1,4}(?: ?bis)?|\b[Ss]/[Nn])\Z")
_FLOOR = re.compile(
    r"(?:,| -|\.)? {0,2}(?:(?:Esc|Portal|Bloque|Bl|Piso|Planta|Pta|Puerta)\.? ?\w{1,3}|"
    r"\d{1,2} ?(?:\.?[ºª°]|\.o|er|[A-H]\b)|"
    r"[Bb]ajo\b)(?:,? ?(?:[A-H]\b|[Dd]cha|[Ii]zqda|[Ii]zq|[Dd]erecha|[Ii]zquierda|[Pp]iso|"
    r"\d{1,2}[ºª]?(?![\d/])))?"
    r"(?:,? ?[A-H]\b)?"
)


@rule("address-parts-of-languages", without=second)
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
    return [part for span in joined for part in _divided(text, _whole(text, span))]


def _whole(text: str, span: Span) -> Span:
    """A street with the abbreviated word before it ("C/.") and the floor behind its number."""
    if span.category != "location":
        return span
    before = _WAY_BEFORE.search(text[max(0, span.start - _WAY_REACH) : span.start])
    start = span.start - len(before[0]) if before else span.start
    numbered = _ENDS_IN_NUMBER.search(text[span.start : span.end])
    floor = (
        _FLOOR.match(text, span.end) if numbered and re.search("[a-z]", text[span.start : span.end]) else None
    )
    if floor is None:
        return replace(span, start=start)
    return replace(span, start=start, end=floor.end())


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
    is_street = bool(_NUMBER.search(name) or _WAY.match(name))
    cuts = () if is_street else _BETWEEN_TOWNS.finditer(text, span.start, span.end)
    for cut in cuts:
        yield replace(span, start=at, end=cut.start())
        at = cut.end()
    yield replace(span, start=at)
