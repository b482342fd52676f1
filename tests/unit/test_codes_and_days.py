"""Codes that any label gives out and dates without a year; what looks like them stays."""

from __future__ import annotations

import pytest

from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer
from engine.methods.identifiers.patterns.languages import PATTERNS_BY_LANGUAGE
from engine.text import Document, SensitiveText

RECOGNIZER = IdentifierRecognizer([*CATEGORIES], reference_year=2024)


def found(text: str) -> list[str]:
    return [text[s.start : s.end] for s in RECOGNIZER.find(Document("d", SensitiveText(text)))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The collar number was PC4471.", "PC4471"),
        ("Locker key no. is 448-19", "448-19"),
        ("Agent: And your claim number, sir?\nDale: Hang on, it's 21-7F-881.", "21-7F-881"),
        ("Policy ................ HX 4418 20", "HX 4418 20"),
        ("she came on the 14th, alone", "the 14th"),
        ("A: When?\nB: The twenty-first.", "The twenty-first"),
        ("due by the 12th at noon", "the 12th"),
        ("sails 03AUG from", "03AUG"),
        ("Date of visit [ 3-14 ]", "3-14"),
        ("seen september the fourth nineteen ninety", "september the fourth nineteen ninety"),
        ("yours of the 3rd ult.", "3rd ult."),
        ("lunch on Thurs the 9th", "Thurs the 9th"),
        ("Final payment 04/15, thanks", "04/15"),
        ("His lease (L-5C-2019) ends", "L-5C-2019"),
    ],
)
def test_a_number_that_is_given_out_is_found(text: str, value: str) -> None:
    assert value in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "See room number 4120 and page number 1188.",
        "HS code 8471.30 and error code 80070005 mean little.",
        "She took the 2nd dose on the 3rd floor of the ward.",
        "From the 10th to 12th centuries, in the 5th Circuit.",
        "It happened in sixteenth-century Venice, on the second floor.",
        "He got MK-3475 under ISO-27001 rules.",
        "Which reading do you see?\nShe says nothing.",
        "kindergarten (5-6 year olds)",
        "a room of 12.6 X 12.6 and a book of 23 x 15 cm",
        "It blows the doors off of 3D-Studio.",
        "Scores were 7-10 and 3/4 of all.",
        "May one ask? March two by two!",
        "Your Form I-485 and Form 1099 of 8 CFR.",
        "The part number is BU 406 and model # JC-1501.",
    ],
)
def test_what_looks_like_one_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ref HMA/23/00417-B. Please quote 00417-B.", "00417-B"),
        ("EMT-P lic P088412, EMT-B E12044", ""),
        ("EMT-P lic P088412, EMT-B E920447", "E920447"),
        ("Badge W-1077 spoke to W-2204 first", "W-2204"),
    ],
)
def test_a_code_tells_others_of_its_document(text: str, value: str) -> None:
    assert value in found(text) or not value


def test_a_code_of_another_language_ends_before_the_full_stop() -> None:
    spanish = IdentifierRecognizer(["unique-code"], own=PATTERNS_BY_LANGUAGE["es"])
    text = "NHC: 2569870.\nNASS: 47 39047534 02.\n"
    spans = spanish.find(Document("d", SensitiveText(text)))
    assert [text[s.start : s.end] for s in spans] == ["2569870", "47 39047534 02"]
