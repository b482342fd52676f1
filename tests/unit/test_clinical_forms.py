"""What notes write that is no address, date or name: doses, scores, settings, labels of the next field."""

from __future__ import annotations

import pytest

from adapters.recognizers.medicine import medical_vocabulary
from engine.methods.identifiers import IdentifierRecognizer
from engine.methods.names.tagger.features import tokenize
from engine.stages.identifiers.learned_forms import is_look_alike, is_measure
from engine.text import Document, SensitiveText


@pytest.mark.parametrize(
    "text",
    ["ASPIRIN 325 MG GIVEN. CT HEAD NEGATIVE.", "MORPHINE 4 MG IV. Dr Place", "took 2 tabs. St was clear"],
)
def test_a_dose_is_no_address(text: str) -> None:
    assert list(IdentifierRecognizer(["street-address"]).find(Document("d", SensitiveText(text)))) == []


def test_an_address_with_a_word_that_begins_so_still_is() -> None:
    text = "at 325 Magnolia Lane"
    found = IdentifierRecognizer(["street-address"]).find(Document("d", SensitiveText(text)))
    assert [text[s.start : s.end] for s in found] == ["325 Magnolia Lane"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Vent: AC 18/420/60/12.", "18/420/60/12"),
        ("Mood 3/10, sleeping", "3/10"),
    ],
)
def test_readings_are_no_dates(text: str, written: str) -> None:
    start = text.index(written)
    assert is_measure(text, start, start + len(written))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("seen on 2/2 for cough", "2/2"),
        ("Signature on file: 2/2", "2/2"),
        ("last visit 2/2 Dr Eze", "2/2"),
        ("3/14", "3/14"),
    ],
)
def test_dates_are(text: str, written: str) -> None:
    start = text.index(written)
    assert not is_measure(text, start, start + len(written))


def test_a_short_note_of_a_shift_is_clinical_by_its_doses() -> None:
    vocabulary = medical_vocabulary()
    note = (
        "Foley draining clear, Hemovac 40 cc. Pain better, Dilaudid 1 mg IV given. Lasix 40 mg IV, Norco x1."
    )
    assert vocabulary.is_clinical(tokenize(note), frozenset())
    letter = (
        "Keisha called about the order of 40 chairs. We met Darnell in Shreveport and he paid 300 dollars."
    )
    assert not vocabulary.is_clinical(tokenize(letter), frozenset())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("lighting to BS EN 12464-1 is", "12464-1"),
        ("certified to ISO 27001 since", "27001"),
        ("at approximately 2215 hours", "2215"),
        ("RxBIN: 004336 and", "004336"),
    ],
)
def test_numbers_of_standards_vehicles_clocks_and_payers_are_no_codes(text: str, number: str) -> None:
    start = text.index(number)
    assert is_look_alike(text, start, start + len(number))
