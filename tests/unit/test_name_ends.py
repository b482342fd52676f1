"""Ages over 89 that stand right behind a name."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.name_ends import ages_behind_names
from engine.text import Span


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Jed Apple (97) left", "97"),
        ("Jed Apple, (aged 97) left", "97"),
        ("Jed Apple, ninety-six. Dementia", "ninety-six"),
        ("Jed Apple, at 104, on Monday", "104"),
        ("Jed Apple, 102\nroommate", "102"),
        ("Jed Apple is 94 not 49", "94"),
        ("Jed Apple is 97 and she's on here", "97"),
        ("Jed Apple is 97 and 3 others", ""),
        ("Jed Apple 94F from", "94"),
        ("Jed Apple, is 96, on oxygen", "96"),
        ("Jed Apple is 92 – oldest", "92"),
        ("Jed Apple, 95!!, hymn", "95"),
        ("Jed Apple, aetat. 98, sings", "98"),
        ("Jed Apple (M, 95), client", "95"),
        ("Jed Apple [M; 101; pacer]", "101"),
        ("Jed Apple (M97, ICU)", "97"),
        ("Jed Apple (101 YOA) also", "101"),
        ("Jed Apple (93 at her last visit)", "93"),
        ("Jed Apple\n   (91, a veteran)", "91"),
        ("Jed Apple - 97 - deaf", "97"),
        ("Jed Apple – F – 90 – hospice", "90"),
        ("Jed Apple, F/94, NKDA", "94"),
        ("Jed Apple     91/M/widowed", "91"),
        ("Jed Apple, 93 (F), fell", "93"),
        ("Jed Apple (89) left", ""),
        ("Jed Apple (95% sure)", ""),
        ("Jed Apple - 97 boxes", ""),
        ("Jed Apple-91", "91"),
        ("Jed Apple, room 94", ""),
        ("Jed Apple 94 mg", ""),
        ("Jed Apple, 98.6 degrees", ""),
        ("Jed Apple 94 people", ""),
        ("Jed Apple, 92 F.3d 100", ""),
        ("Jed Apple v. Roe, 97.", ""),
    ],
)
def test_an_age_right_behind_a_person(text: str, age: str) -> None:
    found = ages_behind_names(text, [Span(0, 9, "person", 0.9)])
    assert [text[span.start : span.end] for span in found] == ([age] if age else [])
    assert list(ages_behind_names(text, [Span(0, 9, "location", 0.9)])) == []
