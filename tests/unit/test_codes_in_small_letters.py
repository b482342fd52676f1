"""Codes and streets of a text without capitals are found as those of any other."""

from __future__ import annotations

import pytest

from engine.methods.identifiers.across.small_letters import with_capital_codes
from engine.methods.identifiers.recognizer import IdentifierRecognizer
from engine.text import Document, SensitiveText

_TALK = "we met her at the desk last week and then "


def _found(text: str) -> list[str]:
    recognizer = IdentifierRecognizer(["unique-code", "plate", "street-address"])
    return [text[s.start : s.end] for s in recognizer.find(Document("a", SensitiveText(text)))]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("booking ngt7hq2x was gone", "ngt7hq2x"),
        ("the claim no is dr 4410928 now", "dr 4410928"),
        ("file 10442-b was signed", "10442-b"),
        ("his plate was mv19 xfe today", "mv19 xfe"),
        ("moved to 110 tide street with him", "110 tide street"),
    ],
)
def test_a_code_in_small_letters_is_found(said: str, code: str) -> None:
    assert code in _found(_TALK + said)


@pytest.mark.parametrize(
    "said",
    [
        "took 5mg on the 3rd at 7pm",
        "drove 30 miles of road",
        "went 5 minutes down the road",
        "is in 2019 the one",
    ],
)
def test_amounts_and_ordinals_are_no_codes(said: str) -> None:
    assert _found(_TALK + said) == []


def test_a_text_with_capitals_stays_as_it_is() -> None:
    data = b"Anna Keller and Otto Lupus saw x7y88 in the ward."
    assert with_capital_codes(data) is data
    assert with_capital_codes(data.lower()) != data.lower()
