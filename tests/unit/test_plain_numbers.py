"""Counts, values, ranges, fractions and verbs are no codes and dates; amounts go with all of their digits."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_model, default_recognizer
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.entities.plain_numbers import without_plain_numbers
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.tagger.features import tokenize

MEDICINE = MedicalVocabulary(frozenset({"platelets", "specimen"}))


def _left(text: str, said: str, category: str, probability: float = 0.8) -> list[str]:
    tokens = tokenize(text)
    start = text.index(said)
    first, end = list(tokens.starts).index(start), list(tokens.ends).index(start + len(said)) + 1
    judged = [(Entity(category, [Mention(first, end, 0.9)]), probability)]
    left = without_plain_numbers(judged, tokens, default_model().tagger.lexicon, MEDICINE)
    return [
        text[tokens.starts[m.first] : tokens.ends[m.end - 1]] for entity, _ in left for m in entity.mentions
    ]


@pytest.mark.parametrize(
    ("text", "said", "category"),
    [
        ("The trial enrolled 20148 patients.", "20148", "code"),
        ("We saw 45120 people.", "45120", "code"),
        ("Platelets 45000", "45000", "code"),
        ("gauge 22-25", "22-25", "code"),
        ("calibration gain 0.0442 set", "0442", "code"),
        ("0.0442 is the gain", "0442", "code"),
        ("Rear plate fastened with 12-15 Nm.", "Nm", "location"),
        ("1/2 NS at 75 mL/h", "1/2", "date"),
        ("took 1/2 tablets", "1/2", "date"),
        ("She may march again.", "march", "date"),
    ],
)
def test_what_counts_or_measures_stays(text: str, said: str, category: str) -> None:
    assert _left(text, said, category) == []


@pytest.mark.parametrize(
    ("text", "said", "category", "probability"),
    [
        ("MRN 20148 patients asked", "20148", "code", 0.8),
        ("The trial enrolled 20148 patients.", "20148", "code", 0.95),
        ("Specimen 45120", "45120", "code", 0.8),
        ("case 25-22", "25-22", "code", 0.8),
        ("case 10.0442 here", "0442", "code", 0.8),
        ("section 1.0.0442", "0442", "code", 0.8),
        ("case 0 .0442", "0442", "code", 0.8),
        ("born in Albuquerque, NM", "NM", "location", 0.8),
        ("route 66 NM", "NM", "location", 0.8),
        ("called Nm", "Nm", "location", 0.8),
        ("seen 1/2 in clinic", "1/2", "date", 0.8),
        ("born in march here", "march", "date", 0.8),
        ("march 3 again", "march", "date", 0.8),
        ("By March again", "March", "date", 0.8),
    ],
)
def test_what_may_tell_goes(text: str, said: str, category: str, probability: float) -> None:
    assert _left(text, said, category, probability) == [said]


def test_an_amount_goes_with_its_thousands() -> None:
    assert _left("The fine was 3,200 euros.", "200 euros", "quantity") == ["3,200 euros"]
    assert _left("Room 3, 200 euros.", "200 euros", "quantity") == ["200 euros"]


def test_the_recogniser_asks() -> None:
    from engine.text import Document, SensitiveText

    found = default_recognizer().find(
        Document("a", SensitiveText("The trial enrolled 20148 patients in total."))
    )
    assert [span.category for span in found] == []
