"""Five digits that end an address: a postal code, though no State and no word says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.catalog.rules import nothing, rule
from engine.methods.columns.known_values import COUNTRIES
from engine.text import Span

_PLACES = frozenset({"location", "street-address"})
_SCORE = 0.8
_END = re.compile(
    r"(?:, (?P<town>[A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20})?)|,?\n ?(?P<country>[A-Z][A-Za-z ]{2,24}?))?"
    r"[.,]?[ \n]{1,2}"
    r"(?:[A-Z]{2} {1,6}|\d{1,3} |\()?(?P<code>\d{5}(?:-\d{4})?)"
    r"(?=\s*(?:\Z|[\n;)?!]|[.,](?!\d))| {2}|\t)"
)


@rule("postal-codes", without=nothing)
def postal_codes(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Postal codes right after the places and streets that were found in `text`, also with a town between.

    Parameters
    ----------
    text : str
    found : sequence of Span

    Yields
    ------
    Span
        Of category ``"zip"``, and the town between, of category ``"location"``. A town may also follow a
        person ("Applegarth, Tonasket 98855"), and a country the place on the line before. Nothing but the end
        of a line or a sentence follows the code: "Portland 25389 people" is no address.
    """
    ends = {(span.end, _is_place(span, text)) for span in found if span.category in (*_PLACES, "person")}
    for end, is_place in sorted(ends):
        code = _END.match(text, end)
        if code is None or not (is_place or code["town"]):
            continue
        if code["country"] and code["country"].lower() not in COUNTRIES:
            continue
        if code["town"]:
            yield Span(*code.span("town"), "location", _SCORE, {"pattern": "address-end"})
        yield Span(*code.span("code"), "zip", _SCORE, {"pattern": "address-end"})


def _is_place(span: Span, text: str) -> bool:
    """Whether it is a place; a person with a number is one ("Threlkeld Ranch 2831 Sourdough Bench Rd")."""
    return span.category in _PLACES or any(sign.isdecimal() for sign in text[span.start : span.end])
