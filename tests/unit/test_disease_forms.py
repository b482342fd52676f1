"""Each name of a disease is found in each of its forms."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from engine.catalog import disease_names
from engine.catalog.disease_names import _FOREIGN, disease_places
from engine.catalog.lexicon import words

_ROWS = [line.split(": ") for line in words("medicine/eponyms")]


@pytest.mark.parametrize("written", [str.lower, str.title, str.upper])
def test_every_surname_is_found_with_every_word_behind_it(written: Callable[[str], str]) -> None:
    named = [
        f"{name}{mark} {word}" for name, behind in _ROWS for word in behind.split() for mark in ("", "'s")
    ]
    for text in named:
        assert disease_places(f"with {written(text)}.") == [(5, 5 + len(text))]


@pytest.mark.parametrize(
    "form", ["morbus {}", "maladie de {}", "síndrome de {}", "{}-syndrom", "{} krankheit"]
)
def test_every_surname_is_found_as_other_languages_write_it(form: str) -> None:
    for name in _FOREIGN.split():
        text = form.format(name)
        assert disease_places(f"with {text}.") == [(5, 5 + len(text))]


def test_a_surname_without_the_disease_is_none() -> None:
    assert not any(disease_places(f"with {name} here.") for name, _ in _ROWS if "-" not in name)


def test_a_text_without_a_disease_is_not_searched_by_the_slow_expression(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(disease_names, "_phrase", None)
    assert disease_places("Mr. Parkinson was seen, his disease is mild. \ud800") == []


@pytest.mark.parametrize("letter", ["I", "i", "İ", "ı"])
def test_every_letter_that_the_expression_takes_for_an_i_passes_the_first_look(letter: str) -> None:
    text = f"park{letter}nson's d{letter}ſease"
    assert disease_names._phrase().search(text)
    assert disease_places(f"\ud800 {text}") == [(2, 2 + len(text))]


def test_a_phrase_over_the_border_of_two_blocks_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        "Parkinson's disease ",
        "morbus Bowen",
        "syndrome de ",
        "Crohn\u2019s disease:",
        "x ",
        "\u0130",
        "\n",
    )
    chooser = random.Random(4)
    texts = ["".join(chooser.choices(words, k=40)) for _ in range(60)]
    whole = [disease_places(text) for text in texts]
    monkeypatch.setattr(disease_names, "_BLOCK", 7)
    assert [disease_places(text) for text in texts] == whole
    assert sum(map(len, whole)) > 100


def test_no_phrase_is_longer_than_what_blocks_have_in_common() -> None:
    phrase = disease_names._phrase()
    assert re._parser.parse(phrase.pattern, phrase.flags).getwidth()[1] < disease_names._LONGEST
