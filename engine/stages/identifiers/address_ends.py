"""Five digits that end an address: a postal code, though no State and no word says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.text import Span

_PLACES = frozenset({"location", "street-address"})
_SCORE = 0.8
_END = re.compile(r",?[ \n]{1,2}(?:[A-Z]{2} |\d{1,3} )?(\d{5}(?:-\d{4})?)(?=\s*(?:\Z|[\n;)?!]|[.,](?!\d)))")


def postal_codes(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Postal codes right after the places and streets that were found in `text`.

    Parameters
    ----------
    text : str
    found : sequence of Span

    Yields
    ------
    Span
        Of category ``"zip"``. Nothing but the end of a line or a sentence follows it: "Portland 25389
        people" is no address.
    """
    for place in {span.end for span in found if span.category in _PLACES}:
        code = _END.match(text, place)
        if code is not None:
            yield Span(code.start(1), code.end(1), "zip", _SCORE, {"pattern": "address-end"})
