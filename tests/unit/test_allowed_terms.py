"""What allowed terms leave of the findings of a learned recogniser."""

from __future__ import annotations

import pytest

from engine.methods.identifiers.terms import TermFinder
from engine.plan.steps import IdentifierStep
from engine.stages.allowed import AllowedTerms
from engine.text import Span

TERMS = ("Hx", "CHF", "PAXIL", "Parkinson's disease", "Kroll")


def lists_of(word: str) -> tuple[str, ...]:
    return ("last",) if word == "kroll" else ()


def left(text: str, found: str, category: str = "person") -> list[str]:
    step = IdentifierStep(
        id="A", find=(category,), operator="placeholder", census=None, threshold=0.5, allow=TERMS, deny=()
    )
    start = text.index(found)
    span = Span(start, start + len(found), category, 0.9, {})
    spans = AllowedTerms({category: step}, lists_of).without([span], text)
    return [text[s.start : s.end] for s in spans]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CHF stays", "CHF"),
        ("Hx CHF, stable", "Hx CHF"),
        ("on PAXIL 20 mg", "PAXIL"),
        ("has Parkinson's disease (mild)", "Parkinson"),
        ("Kroll presided", "Kroll"),
        ("Hx Parkinson's disease", "Hx Parkinson"),
    ],
)
def test_a_finding_of_allowed_terms_alone_stays_in_place(text: str, found: str) -> None:
    assert left(text, found) == []


@pytest.mark.parametrize(
    ("text", "found", "kept"),
    [
        ("CHF Keller seen", "CHF Keller", "Keller"),
        ("Keller PAXIL", "Keller PAXIL", "Keller"),
        ("Anna CHF Keller", "Anna CHF Keller", "Anna CHF Keller"),
        ("Hx: Keller, CHF.", "Hx: Keller, CHF", "Keller"),
    ],
)
def test_allowed_terms_at_the_edges_of_a_name_stay_and_the_name_goes(
    text: str, found: str, kept: str
) -> None:
    assert left(text, found) == [kept]


def test_a_word_of_an_organisation_s_name_goes_with_it() -> None:
    assert left("CHF Industries called", "CHF Industries", "organisation") == ["CHF Industries"]
    assert left("Hx CHF, stable", "Hx CHF", "organisation") == []


def test_an_allowed_name_beside_another_is_another_person() -> None:
    assert left("Mr Anton Kroll came", "Anton Kroll") == ["Anton Kroll"]
    assert left("Mr Kroll came", "Kroll") == []


def test_part_of_a_word_is_no_allowed_term() -> None:
    assert left("CHFields called", "CHFields") == ["CHFields"]
    assert left("Krolling called", "Krolling") == ["Krolling"]


def test_a_name_behind_a_title_is_no_abbreviation() -> None:
    assert left("Dr. Chf saw her", "Chf") == ["Chf"]
    assert left("Mr Chf left", "Chf") == ["Chf"]
    assert left("Dr. CHF clinic", "CHF") == []
    assert left("his Chf is stable", "Chf") == []
    assert left("Judge Kroll presided", "Kroll") == []


def test_the_terms_of_one_text_are_found_once_and_nothing_of_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = IdentifierStep(
        id="A", find=("person",), operator="placeholder", census=None, threshold=0.5, allow=TERMS, deny=()
    )
    allowed = AllowedTerms({"person": step}, lists_of)
    searched: list[str] = []
    places = TermFinder.places
    monkeypatch.setattr(TermFinder, "places", lambda self, text: searched.append(text) or places(self, text))
    text, other = "Hx Zanzibar CHF", "Zanzibar CHF and"
    found = [Span(12, 15, "person", 0.9, {})]
    assert allowed.without(found, text) == allowed.without(found, text) == []
    assert allowed.without(found, other) == found
    assert allowed.without(found, text) == []
    assert allowed.without([Span(0, 2, "mrn", 0.9, {})], text) == [Span(0, 2, "mrn", 0.9, {})]
    assert searched == [text, other, text]
    assert "zanzibar" not in repr(vars(allowed)).lower()
