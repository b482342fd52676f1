"""Ranges are no codes and units no places; amounts go with all of their digits."""

from __future__ import annotations

import pytest

from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.entities.plain_numbers import without_plain_numbers
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.tagger.features import tokenize

MEDICINE = MedicalVocabulary(frozenset({"platelets"}))


def _left(text: str, said: str, category: str, probability: float = 0.8) -> list[str]:
    tokens = tokenize(text)
    start = text.index(said)
    first, end = list(tokens.starts).index(start), list(tokens.ends).index(start + len(said)) + 1
    judged = [(Entity(category, [Mention(first, end, 0.9)]), probability)]
    left = without_plain_numbers(judged, tokens, MEDICINE)
    return [
        text[tokens.starts[m.first] : tokens.ends[m.end - 1]] for entity, _ in left for m in entity.mentions
    ]


@pytest.mark.parametrize(
    ("text", "said", "category"),
    [
        ("Platelets 45000", "45000", "code"),
        ("gauge 22-25", "22-25", "code"),
        ("Rear plate fastened with 12-15 Nm.", "Nm", "location"),
    ],
)
def test_what_counts_or_measures_stays(text: str, said: str, category: str) -> None:
    assert _left(text, said, category) == []


@pytest.mark.parametrize(
    ("text", "said", "category", "probability"),
    [
        ("Specimen 45120", "45120", "code", 0.8),
        ("case 25-22", "25-22", "code", 0.8),
        ("born in Albuquerque, NM", "NM", "location", 0.8),
        ("route 66 NM", "NM", "location", 0.8),
        ("called Nm", "Nm", "location", 0.8),
    ],
)
def test_what_may_tell_goes(text: str, said: str, category: str, probability: float) -> None:
    assert _left(text, said, category, probability) == [said]


def test_an_amount_goes_with_its_thousands() -> None:
    assert _left("The fine was 3,200 euros.", "200 euros", "quantity") == ["3,200 euros"]
    assert _left("Room 3, 200 euros.", "200 euros", "quantity") == ["200 euros"]
