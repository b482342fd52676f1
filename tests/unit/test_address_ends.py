"""A postal code that only its place in an address tells."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.address_ends import postal_codes
from engine.text import Span


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Elm Street, Nauru 25389", "25389"),
        ("Elm Street, Nauru, JN 25389-1200.", "25389-1200"),
        ("Elm Street, Nauru 13 25389\nseen", "25389"),
        ("Elm Street, Nauru 25389? She asked", "25389"),
        ("Elm Street, Nauru 25389 people", ""),
        ("Elm Street, Nauru 25389.5 tons", ""),
        ("Elm Street, Nauru has 25389", ""),
    ],
)
def test_five_digits_that_end_an_address(text: str, code: str) -> None:
    place = Span(12, 17, "location", 0.9)
    assert [text[s.start : s.end] for s in postal_codes(text, [place])] == ([code] if code else [])
    assert list(postal_codes(text, [Span(12, 17, "person", 0.9)])) == []
