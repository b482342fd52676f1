"""Parts of speech by rules, and the noun phrases that they make."""

from __future__ import annotations

import pytest

from engine.language.noun_phrases import part_of_speech, spans_of_phrases
from engine.language.wording import takes_article


@pytest.mark.parametrize(
    ("before", "tag_before", "word", "readings", "tag"),
    [
        ("the", "t", "test", "vn", "n"),
        ("to", "f", "test", "nv", "v"),
        ("retrovirus", "n", "test", "vn", "n"),
        ("drugs", "n", "help", "vn", "v"),
        ("is", "f", "gay", "an", "a"),
        ("a", "t", "homosexual", "na", "n"),
        ("the", "t", "untreated", "v", "v"),
        ("an", "t", "untreated", "av", "a"),
        ("of", "f", "nevirapine", "", "n"),
        ("of", "f", "antiretroviral", "", "a"),
        ("", "f", "three", "n", "t"),
        ("", "f", "310", "", "d"),
        ("quite", "f", "thoroughly", "", "f"),
        ("we", "f", "went", "v", "v"),
    ],
)
def test_part_of_speech(before: str, tag_before: str, word: str, readings: str, tag: str) -> None:
    assert part_of_speech(word, readings, before, tag_before) == tag  # type: ignore[arg-type]


def test_phrases_end_at_their_last_noun() -> None:
    assert spans_of_phrases(["t", "a", "n", "n", "v", "d", "n"]) == [(0, 4), (4, 5), (5, 7)]
    assert spans_of_phrases(["a"]) == [(0, 1)]
    assert spans_of_phrases([]) == []


@pytest.mark.parametrize("alone", ["treatment", "surgery", "people", "drugs", "physics", "Europe", "therapy"])
def test_these_stand_without_an_article(alone: str) -> None:
    assert not takes_article(alone)


@pytest.mark.parametrize("counted", ["disease", "health problem", "city", "part of the body", "illness"])
def test_these_need_an_article(counted: str) -> None:
    assert takes_article(counted)
