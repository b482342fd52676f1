"""Number, article and capitals of replacements."""

from __future__ import annotations

import pytest

from engine.language.wording import (
    begin_like,
    in_form_of,
    indefinite_article,
    is_plural,
    pluralize,
    with_article,
)


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("infection", "infections"),
        ("virus", "viruses"),
        ("therapy", "therapies"),
        ("day", "days"),
        ("diagnosis", "diagnoses"),
        ("person", "people"),
        ("bacterium", "bacteria"),
        ("microorganism", "microorganisms"),
        ("information", "information"),
        ("physics", "physics"),
        ("illness", "illnesses"),
        ("city", "cities"),
        ("sickness", "sicknesses"),
        ("darkness", "darkness"),
        ("disease of the skin", "diseases of the skin"),
        ("viral infection", "viral infections"),
    ],
)
def test_plural(singular: str, plural: str) -> None:
    assert pluralize(singular) == plural


@pytest.mark.parametrize(
    ("phrase", "article"),
    [
        ("infection", "an"),
        ("disease", "a"),
        ("hour", "an"),
        ("hospital", "a"),
        ("university", "a"),
        ("unusual drug", "an"),
        ("European", "a"),
        ("HIV test", "an"),
        ("US citizen", "a"),
        ("MRI", "an"),
        ("one-way street", "a"),
        ("umbrella", "an"),
    ],
)
def test_indefinite_article_goes_by_sound(phrase: str, article: str) -> None:
    assert indefinite_article(phrase) == article


def test_article_in_front_of_the_span_is_changed_only_when_it_must_be() -> None:
    assert with_article("It was a ", "infection") == (2, "an infection")
    assert with_article("An ", "disease") == (3, "A disease")
    assert with_article("It was an ", "infection") == (0, "infection")
    assert with_article("the ", "infection") == (0, "infection")
    assert with_article("Vitamin A", "infection") == (0, "infection")
    assert with_article("an ", "[REDACTED]") == (3, "a [REDACTED]")


def test_number_and_possessive_follow_the_original() -> None:
    assert in_form_of("virus", "retroviruses") == "viruses"
    assert in_form_of("virus", "retrovirus") == "virus"
    assert in_form_of("disease", "Kaposi's") == "disease's"
    assert in_form_of("organism", "bacteria") == "organisms"
    assert not is_plural("virus")
    assert not is_plural("AIDS")


def test_capital_only_at_the_beginning_of_a_sentence() -> None:
    assert begin_like("disease", "Syphilis", starts_sentence=True) == "Disease"
    assert begin_like("disease", "HIV", starts_sentence=False) == "disease"
    assert begin_like("disease", "syphilis", starts_sentence=True) == "disease"
