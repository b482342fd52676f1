"""Institutions that their form gives away, in English and in German, Spanish and French."""

from __future__ import annotations

import pytest

from adapters.recognizers.gazetteers import ordinary_words
from adapters.recognizers.medicine import medical_vocabulary
from engine.methods.names.entities.institution_forms import find_institutions
from engine.methods.names.languages.institutions import institutions
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.methods.names.tagger.features import tokenize


def found(text: str) -> list[str]:
    tokens = tokenize(text)
    ranges = find_institutions(tokens, medical_vocabulary())
    return [text[tokens.starts[first] : tokens.ends[end - 1]] for first, end in ranges]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Seen at Copper Ridge Family Medicine today.", ["Copper Ridge Family Medicine"]),
        ("Refills go to Larkspur Pharmacy, 12 Elm St", ["Larkspur Pharmacy"]),
        ("MRI at Quillfield Nuclear Imaging", ["Quillfield Nuclear Imaging"]),
        ("Her son attends Ashgrove Elementary School", ["Ashgrove Elementary School"]),
        ("Transfer from St. Odile's Hospital", ["St. Odile's Hospital"]),
        ("Bramwell & Sons Insurance paid", ["Bramwell & Sons Insurance"]),
        ("Larkspur Pharmacy\nCopper Ridge Clinic", ["Larkspur Pharmacy", "Copper Ridge Clinic"]),
    ],
)
def test_a_name_before_what_an_institution_is_goes_with_it(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Referred to Nuclear Medicine and Physical Therapy Services",
        "Home Health to visit. Mental Health follow-up. Outpatient Pharmacy",
        "The Clinic closes at five. Our Hospital is small.",
        "the clinic and its pharmacy, copper ridge family medicine",
        "Copper Ridge\nFamily Medicine",
    ],
)
def test_departments_and_small_letters_are_no_institutions(text: str) -> None:
    assert found(text) == []


def institutions_in(language: str, text: str) -> list[str]:
    spans = institutions(text, Vocabulary(language, ordinary_words(language)))
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("de", "vor dem Amtsgericht Wolfratshausen, Saal 3", ["Amtsgericht Wolfratshausen"]),
        ("de", "das Jugendamt des Kreises Unna lädt", ["Jugendamt des Kreises Unna"]),
        ("de", "im Seniorenzentrum St. Hildegundis wohnt", ["Seniorenzentrum St. Hildegundis"]),
        ("de", "Gaststätte Zum Krummen Dachsbau", ["Gaststätte Zum Krummen Dachsbau"]),
        ("de", "die Klinik für Innere Medizin, das Krankenhaus schreibt", []),
        (
            "es",
            "JUZGADO DE PRIMERA INSTANCIA N.º 3 DE TERUEL",
            ["JUZGADO DE PRIMERA INSTANCIA N.º 3 DE TERUEL"],
        ),
        ("es", "alumna del Colegio Virgen de Guadalest.", ["Colegio Virgen de Guadalest"]),
        ("es", "va al hospital y a la farmacia", []),
        ("fr", "TRIBUNAL JUDICIAIRE DE QUIMPER", ["TRIBUNAL JUDICIAIRE DE QUIMPER"]),
        ("fr", "analyses au laboratoire Kervadec demain", ["laboratoire Kervadec"]),
        ("fr", "la mairie et le collège sont fermés", []),
    ],
)
def test_a_word_for_an_institution_begins_its_name(language: str, text: str, names: list[str]) -> None:
    assert institutions_in(language, text) == names
