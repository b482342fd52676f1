"""Identifiers that a line end divides in running text; lists and forms keep their lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.layout.wrapped_lines import unwrapped
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Document, SensitiveText

STEP = IdentifierStep(
    id="x",
    find=("date", "birth-date", "phone", "ssn", "street-address"),
    operator="placeholder",
    census=None,
    threshold=0.5,
    allow=(),
    deny=(),
)


def gone(text: str) -> list[str]:
    stage = IdentifierStage([STEP], b"k" * 32, 2024)
    return [text[d.start : d.end] for d in stage.decide(Document("d", SensitiveText(text)))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The patient was seen again on April\n2, 2024 and reported no pain", "April\n2, 2024"),
        ("The patient was seen again on April\r\n2, 2024 and reported no pain", "April\r\n2, 2024"),
        ("> The patient was seen again on April\n> 2, 2024 and felt well", "April\n> 2, 2024"),
        ("The last visit of the patient was on 04/12/\n2024 and all was well", "04/12/\n2024"),
        ("You can reach us at all times at (518)\n555-0119 or in the office", "(518)\n555-0119"),
        ("The patient has now lived at 14 Juniper\nStreet for eleven years or more", "14 Juniper\nStreet"),
    ],
)
def test_what_a_line_end_divides_is_found_whole(text: str, value: str) -> None:
    assert gone(text) == [value]


def test_lists_and_forms_keep_their_line_ends() -> None:
    for text in (
        "Date of birth\nApril\n2\n2024",
        "a line of words that is long enough to be full, here\n\nand another one after it",
        "one of the rooms was number 518\nyes\n" + "a very long line of many words " * 4,
    ):
        assert unwrapped(text) == text


@given(st.text(alphabet="ab -/>.,\n\r1", max_size=300))
def test_only_blanks_marks_and_line_ends_change(text: str) -> None:
    found = unwrapped(text)
    assert len(found) == len(text)
    assert all(a == b or (a in "\n\r >" and b in " \u200b") for a, b in zip(text, found, strict=True))


def test_long_lines_take_no_time() -> None:
    text = "\n\n".join(["word " * 100_000] * 3) + "\nyes"
    assert unwrapped(text) == text.replace(" \nyes", " \u200byes")
