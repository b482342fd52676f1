"""Removed values that stand once more where their recogniser did not know them."""

from __future__ import annotations

from engine.stages.left_over import left_over
from engine.text import Decision


def gone(text: str, value: str, category: str = "url") -> list[str]:
    start = text.index(value)
    decision = Decision(start, start + len(value), "identifiers", category, "replace", "[X]", "c")
    return [text[s.start : s.end] for s in left_over(text, [decision])]


def test_a_value_is_found_again_glued_to_a_letter_that_is_no_sign_of_it() -> None:
    text = "see webpage.com or, as it was said™, webpage.com, there"
    assert gone(text, "webpage.com") == ["webpage.com"]


def test_offsets_stay_where_characters_would_become_several() -> None:
    assert gone("\u2122\ufb01\u200b on 2022/12/13 and in /2022/12/13/10", "2022/12/13", "date") == [
        "2022/12/13"
    ]


def test_what_stands_once_is_not_left() -> None:
    assert gone("see webpage.com there", "webpage.com") == []
