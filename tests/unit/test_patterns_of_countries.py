"""Numbers of countries, in clauses that name them."""

from __future__ import annotations

from functools import cache

import pytest

from engine.catalog.names import COUNTRIES
from engine.methods.identifiers import CATEGORIES, PATTERNS, IdentifierRecognizer
from engine.methods.identifiers.patterns.countries import PATTERNS_BY_COUNTRY
from engine.methods.identifiers.patterns.national import NUMBERS
from engine.plan.plan import identifier_step
from engine.policy.clauses.text import IdentifierClause
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Document, SensitiveText


@cache
def recognizer(country: str) -> IdentifierRecognizer:
    return IdentifierRecognizer([*CATEGORIES], reference_year=2024, own=PATTERNS_BY_COUNTRY[country])


EXAMPLES = [
    (country, row, text)
    for country, rows in PATTERNS_BY_COUNTRY.items()
    for row in rows
    for text in row.examples
]


def found(country: str, text: str) -> list[tuple[str, str]]:
    spans = recognizer(country).find(Document("d", SensitiveText(text)))
    return [(s.category, text[s.start : s.end]) for s in spans]


def released(text: str, countries: tuple[str, ...], *find: str) -> str:
    clause = IdentifierClause(id="c", law="a law", find=find, countries=countries)
    stage = IdentifierStage([identifier_step(clause)], b"k" * 32, 2024)
    for decision in reversed(stage.decide(Document("d", SensitiveText(text)))):
        text = text[: decision.start] + decision.replacement + text[decision.end :]
    return text


def test_a_pattern_finds_its_examples() -> None:
    found_in = {(row.id, text): found(country, text) for country, row, text in EXAMPLES}
    missed = [
        (row.id, text)
        for _, row, text in EXAMPLES
        if row.category not in [category for category, _ in found_in[row.id, text]]
    ]
    assert missed == []


def test_every_country_has_numbers_and_every_row_a_name_of_its_own() -> None:
    assert set(PATTERNS_BY_COUNTRY) == set(COUNTRIES)
    always = {number.id[:2] for number in NUMBERS}
    assert {country for country, rows in PATTERNS_BY_COUNTRY.items() if not rows} <= always
    assert always <= set(COUNTRIES)
    ids = [row.id for row in (*PATTERNS, *(row for rows in PATTERNS_BY_COUNTRY.values() for row in rows))]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("country", "right", "wrong"),
    [
        ("ca", "6912 448 203", "6912 448 204"),
        ("ca", "130 692 544", "130 692 545"),
        ("au", "2123 45670 1", "2123 45680 1"),
        ("br", "11.222.333/0001-81", "11.222.333/0001-82"),
        ("br", "700 0083 5436 3907", "700 0083 5436 3908"),
        ("gb", "943 476 5919", "943 476 5918"),
        ("in", "91-4432-8871-0027", "91-4432-8871-0028"),
        ("jp", "6214 9832 0257", "6214 9832 0258"),
    ],
)
def test_a_check_digit_decides_about_a_number_without_a_word(country: str, right: str, wrong: str) -> None:
    wanted = ("national-id", "health-plan")

    def whole(number: str) -> bool:
        return any(n == number for c, n in found(country, f"It says {number} there.") if c in wanted)

    assert whole(right)
    assert not whole(wrong)


def test_numbers_of_a_country_are_off_until_a_clause_names_it() -> None:
    text = "It says 6912 448 203 there, CPSO 71884."
    assert released(text, (), "health-plan", "license") == text
    assert released(text, ("au",), "health-plan", "license") == text
    assert released(text, ("ca",), "license") == "It says 6912 448 203 there, CPSO [LICENSE]."
    assert released(text, ("ca",), "health-plan", "license") == "It says [HEALTH-PLAN] there, CPSO [LICENSE]."


def test_a_health_card_is_no_payment_card() -> None:
    text = "Health card: 4111 111 116 VC"
    assert released(text, ("ca",), "health-plan", "credit-card") == "Health card: [HEALTH-PLAN]"
