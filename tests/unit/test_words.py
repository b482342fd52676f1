"""Words that people use: each leads to a name that exists, and the error says it."""

from __future__ import annotations

import pytest

from adapters.policies.files import shipped_policies
from engine.catalog.laws import LAWS
from engine.catalog.names import CATEGORIES, COUNTRIES, FACTS, LEARNED, OPERATORS, SHIPPED, did_you_mean
from engine.catalog.words import WORDS, meant, plain, schedule_meant
from engine.policy.check import check

KNOWN = {*CATEGORIES, *LEARNED, *FACTS, *OPERATORS, *LAWS, *shipped_policies()}


def test_every_word_leads_to_names_that_exist() -> None:
    for word, names in WORDS.items():
        assert word == plain(word)
        for name in names:
            key, _, countries = name.partition(", with countries: ")
            assert key in KNOWN, word
            assert not countries or countries.strip("[]") in COUNTRIES


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("postal-code", "zip"),
        ("Postcode", "zip"),
        ("name", "person"),
        ("SIN", "national-id, with countries: [ca]"),
        ("social_insurance_number", "national-id, with countries: [ca]"),
        ("date of birth", "birth-date"),
        ("DOB", "birth-date"),
        ("health card", "health-plan, with countries: [ca]"),
    ],
)
def test_a_category_in_the_words_of_people(said: str, key: str) -> None:
    data = {
        "policy": "p",
        "version": "1.0.0",
        "title": "T",
        "laws": [{"cite": "Rule 1", "title": "A rule"}],
        "identifiers": [{"law": "Rule 1", "find": [said]}],
    }
    [problem] = check(data, SHIPPED).problems
    assert problem.code == "POL020"
    assert problem.advice == f"Did you mean {key}?"


def test_one_word_is_answered_by_what_fits_its_place() -> None:
    assert did_you_mean("HIPAA", list(shipped_policies())) == "Did you mean hipaa-safe-harbor?"
    assert did_you_mean("HIPAA", list(LAWS)) == "Did you mean 45 CFR 164.514(b)(2)(i)?"
    assert meant("HIPAA", ["zip"]) == ""
    assert did_you_mean("ssnn", ["ssn", "zip"]) == "Did you mean ssn?"


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("daily at 2am", "0 2 * * *"),
        ("Every day at 14:30", "30 14 * * *"),
        ("nightly", "0 2 * * *"),
        ("weekdays at 6 pm", "0 18 * * 1-5"),
        ("every Friday at noon", "0 12 * * 5"),
        ("daily at midnight", "0 0 * * *"),
        ("daily at 12am", "0 0 * * *"),
        ("daily at 25", ""),
        ("daily at 13pm", ""),
        ("daily at 2am and 3am", ""),
        ("when it suits", ""),
    ],
)
def test_a_schedule_in_words(said: str, fields: str) -> None:
    assert schedule_meant(said) == fields
