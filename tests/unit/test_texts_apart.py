"""The figures of texts written apart count mentions, words and what must stay, and show no word of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from benchmarks.texts_apart import Range, measured

TEXT = "Anna Quill came on 3 May 2021 as a baker with a Foley."
RECORDS = [
    {"language": "en", "text": TEXT, "spans": [[0, 10, "PERSON"], [19, 29, "DATE"], [35, 40, "PROFESSION"]]},
    {"language": "en", "text": TEXT, "spans": [[0, 10, "PERSON"]], "keep": [[48, 53]]},
]


def half_of_the_name(records: Sequence[dict[str, Any]]) -> list[list[Range]]:
    return [[(0, 10, "person"), (19, 24, "date")], [(0, 4, "person"), (48, 53, "person")]]


def test_a_mention_counts_when_all_its_words_go_and_a_year_may_stay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    measured(RECORDS, half_of_the_name, False)
    shown = capsys.readouterr().out
    assert "(all)                  mentions 0.500 (2 of 4)  words 0.714 (5 of 7)" in shown
    assert "(without professions)  mentions 0.667 (2 of 3)  words 0.833 (5 of 6)" in shown
    assert "precision of words 0.833 (5 of 6)" in shown
    assert "wrong name removals    0.333 (1 of 3)" in shown
    assert "words to keep, kept    0.000 (0 of 1)" in shown
    assert not any(word in shown for word in ("Anna", "Quill", "Foley", "May"))


def test_halves_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    measured(RECORDS, half_of_the_name, True)
    shown = capsys.readouterr().out
    assert "en first half: 1 texts" in shown
    assert "en second half: 1 texts" in shown
