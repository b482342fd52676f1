"""Persons whom the form of a note gives away: labels, titles of several, degrees, ages."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_model
from engine.methods.names.entities.person_forms import find_persons
from engine.methods.names.tagger.features import tokenize


def _persons(text: str) -> list[str]:
    tokens = tokenize(text)
    found = find_persons(tokens, default_model().tagger.lexicon)
    return [text[tokens.starts[first] : tokens.ends[end - 1]] for first, end in found]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Patient: Okafor, Brigid L   MRN 4410", ["Okafor, Brigid L"]),
        ("Patient: Luxembourg, Petra", ["Luxembourg, Petra"]),
        ("Name: Nwosu, Prudence", ["Nwosu, Prudence"]),
        ("MD: HOLLOWELL,K", ["HOLLOWELL,K"]),
        ("Provider: Reyes-Toth, Anna", ["Reyes-Toth, Anna"]),
        ("Read with Drs. Achterberg, Wu and Pennant.", ["Achterberg", "Wu", "Pennant"]),
        ("Crew: P. Lobster EMT, K. Basket, RN", ["P. Lobster", "K. Basket"]),
        ("Husb Ivo at bedside", ["Ivo"]),
        ("Zephyr Nakai-Bell 9M wt 31 kg", ["Zephyr Nakai-Bell"]),
    ],
)
def test_a_form_names_persons(text: str, names: list[str]) -> None:
    assert _persons(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Patient: Alert, Oriented x3",
        "Patient: calm, Anna visits",
        "Plan: Keller, Anna",
        "Patient: Keller\n\nAnna, RN",
        "Pain 5 RN aware",
        "Husb Will drive her home",
        "Weight Loss 9M ago",
        "Seen at age 9M",
    ],
)
def test_other_words_there_name_nobody(text: str) -> None:
    assert _persons(text) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"patient": "Gwendolyn Ackerby", "room": 4}', ["Gwendolyn Ackerby"]),
        ('{""patient"": ""Gwendolyn O\'Ackerby""}', ["Gwendolyn O'Ackerby"]),
        ("{'client': 'Ackerby, Gwendolyn B.'}", ["Ackerby, Gwendolyn B."]),
        ('{"patient_name": "Keller"}', ["Keller"]),
        ('{"patient": "Stable", "name": "Report", "member": "yes"}', []),
        ('{"color": "Keller"}', []),
        ('"patient": "', []),
    ],
)
def test_a_name_in_quotes_behind_a_quoted_label(text: str, named: list[str]) -> None:
    assert _persons(text) == named
