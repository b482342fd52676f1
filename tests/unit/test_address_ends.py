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
        ("Elm Street, Nauru 25389   (603) 555-0142", "25389"),
        ("Elm Street, Nauru 25389 people", ""),
        ("Elm Street, Nauru 25389.5 tons", ""),
        ("Elm Street, Nauru has 25389", ""),
    ],
)
def test_five_digits_that_end_an_address(text: str, code: str) -> None:
    place = Span(12, 17, "location", 0.9)
    assert [text[s.start : s.end] for s in postal_codes(text, [place])] == ([code] if code else [])
    assert list(postal_codes(text, [Span(12, 17, "person", 0.9)])) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Parent: Jed Apple, Tonasket 98855.", ["Tonasket", "98855"]),
        ("Parent: Jed Apple, Port Tonasket 98855\nfax", ["Port Tonasket", "98855"]),
        ("Parent: Jed Apple 98855.", []),
        ("Parent: Jed Apple, Tonasket 98855 people", []),
        ("Parent: Jed Apple, tonasket 98855.", []),
    ],
)
def test_a_town_between_a_name_and_its_code(text: str, found: list[str]) -> None:
    spans = postal_codes(text, [Span(8, 17, "person", 0.9)])
    assert [text[span.start : span.end] for span in spans] == found


def test_a_sentence_may_end_before_the_code() -> None:
    text = "We're in Chino Valley. 86323."
    assert [text[s.start : s.end] for s in postal_codes(text, [Span(9, 21, "location", 0.9)])] == ["86323"]


def test_a_person_with_a_number_is_an_address() -> None:
    text = "lives   Threlkeld 2831 Bench Rd Ennis 59729\nfax"
    assert [text[s.start : s.end] for s in postal_codes(text, [Span(8, 37, "person", 0.9)])] == ["59729"]
