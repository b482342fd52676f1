"""Levels that people choose from, against the independent check; and what a second person lets stand."""

from __future__ import annotations

from engine.checks.concepts import residual_terms
from engine.methods.combinations.evidence import Evidence
from engine.record.telling import Level
from engine.stages.corrections import Corrections, blotted
from engine.text import BLOT, SensitiveText
from flows.document.advising import Advisor
from tests.shipped_sanitizer import Shipped, shipped

TERMS = {
    "HIV": "zidovudine syphilis tuberculosis pneumonia lymphoma retrovirus hepatitis",
    "drug addiction": "heroin methadone cocaine morphine rehabilitation opium overdose",
    "schizophrenia": "clozapine delusions psychosis haloperidol hallucinations psychiatrist",
}


def ladders(concept: str, terms: str) -> tuple[Shipped, dict[str, tuple[Level, ...]]]:
    made = shipped(concept)
    advisor = Advisor(made.sanitizer, [(made.compiled, Evidence(made.protected.table))])
    text = "".join(f"They spoke of {term} again.\n\n" for term in terms.split())
    decisions = made.decide(text)
    found = advisor.ladders(SensitiveText(text), decisions)
    return made, {text[d.start : d.end]: levels for d, levels in zip(decisions, found, strict=True)}


def test_what_is_said_to_be_within_the_limit_passes_the_independent_check() -> None:
    n_within = n_above = 0
    for concept, terms in TERMS.items():
        made, found = ladders(concept, terms)
        assert len(found) >= 3, concept
        for levels in found.values():
            assert levels[-1].words == "[REDACTED]"
            for one in levels:
                left = residual_terms(f"They spoke of {one.words} again.", [made.protected])
                assert one.within <= (not left), (concept, one.words)
                n_within += one.within
                n_above += not one.within
    assert (n_within >= 40, n_above >= 5) == (True, True), (n_within, n_above)


def test_a_name_of_the_concept_tells_all_and_the_placeholder_nothing() -> None:
    made = shipped("HIV")
    advisor = Advisor(made.sanitizer, [(made.compiled, Evidence(made.protected.table))])
    text = SensitiveText("They spoke of HIV again.")
    (levels,) = advisor.ladders(text, made.decide(text.reveal()))
    assert levels[-1].bits == 0
    assert all(one.concept == "HIV" and one.allowed == levels[0].allowed for one in levels)
    assert "HIV" not in repr(levels)


def test_a_granted_level_is_passed_by_as_a_whole_word() -> None:
    level, value = (Corrections(**{name: frozenset({"drug"})}) for name in ("granted_levels", "granted"))
    assert blotted("A drug, Drug or drugstore.", level) == f"A {BLOT * 4}, {BLOT * 4} or drugstore."
    assert blotted("A drug or drugstore.", value) == f"A {BLOT * 4} or {BLOT * 4}store."
