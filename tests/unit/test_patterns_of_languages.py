"""Patterns of German, Spanish and French, in policies that name these languages."""

from __future__ import annotations

from functools import cache

import pytest

from engine.methods.identifiers import CATEGORIES, PATTERNS, IdentifierRecognizer
from engine.methods.identifiers.patterns.languages import PATTERNS_BY_LANGUAGE
from engine.policy.clauses.documents import LANGUAGES
from engine.text import Document, SensitiveText


@cache
def recognizer(language: str) -> IdentifierRecognizer:
    return IdentifierRecognizer([*CATEGORIES], reference_year=2024, own=PATTERNS_BY_LANGUAGE[language])


EXAMPLES = [
    (language, row, text)
    for language, rows in PATTERNS_BY_LANGUAGE.items()
    for row in rows
    for text in row.examples
]


def found(language: str, text: str) -> list[tuple[str, str]]:
    spans = recognizer(language).find(Document("d", SensitiveText(text)))
    return [(s.category, text[s.start : s.end]) for s in spans]


def test_a_pattern_finds_its_examples() -> None:
    missed = [
        (row.id, text)
        for language, row, text in EXAMPLES
        if row.category not in [category for category, _ in found(language, text)]
    ]
    assert missed == []


def test_every_language_that_a_policy_can_name_has_patterns_of_its_own() -> None:
    assert {"en", *PATTERNS_BY_LANGUAGE} == set(LANGUAGES)
    ids = [row.id for row in (*PATTERNS, *(row for rows in PATTERNS_BY_LANGUAGE.values() for row in rows))]
    assert len(ids) == len(set(ids))
    assert all(row.examples for rows in PATTERNS_BY_LANGUAGE.values() for row in rows)


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        (
            "de",
            "wohnhaft An der Kirche 4a, EG rechts, 06108 Halle (Saale).",
            ["An der Kirche 4a, EG rechts, 06108 Halle (Saale)"],
        ),
        ("de", "am Do., 3.4. und bis zum 7. Mai", ["Do., 3.4.", "7. Mai"]),
        (
            "es",
            "vive en la C/ Sol n.º 5, 2.º dcha., 41003 Sevilla.",
            ["C/ Sol n.º 5, 2.º dcha., 41003 Sevilla"],
        ),
        ("es", "del lunes 3 al domingo 9 de julio", ["lunes 3", "domingo 9 de julio"]),
        (
            "fr",
            "au 3 bis, rue d'Alésia, esc. C, 2e étage, 75014 Paris.",
            ["3 bis, rue d'Alésia, esc. C, 2e étage, 75014 Paris"],
        ),
        ("fr", "le samedi 7 et le 12 mars", ["samedi 7", "12 mars"]),
    ],
)
def test_addresses_and_dates_go_whole(language: str, text: str, values: list[str]) -> None:
    assert [value.strip() for _, value in found(language, text)] == values


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "de",
            "RR 150/90, Puls 84, EF 35 %, Kreatinin 1,4 mg/dl, Streitwert 4.200 Euro, Kontrolle in 6 Wochen",
        ),
        ("de", "Im Alter von 45 Jahren erhielt sie 20 mg Torasemid am Morgen; 12 500 Personen kamen."),
        (
            "es",
            "TA 135/80, Fc 72, Sat 96 %, paracetamol 1 g cada 8 horas durante 5 días, 5.300 euros, 45 años",
        ),
        (
            "fr",
            "TA 16/9, pouls 92, T° 37,8, Kardégic 75 mg, 18 000 euros, 45 ans, EVA 3/10, 14 jours",
        ),
    ],
)
def test_readings_doses_and_amounts_stay(language: str, text: str) -> None:
    assert [one for one in found(language, text) if one[0] != "quantity"] == []
