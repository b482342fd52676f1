"""Algorithm 1 of [CS] on a corpus of 148 contexts, 4 of them about HIV, counted by hand.

IC(HIV) = log2(148/4) = 5.2095 bits. Counts n(t), n(HIV, t): antiretroviral 3, 3;
patient 5, 3; hospital 4, 2; infection 4, 2; drug 5, 2; disease 2, 0.
"""

from __future__ import annotations

from math import log2

import pytest

from tests.c_sanitized_corpus import TinyKnowledge, compiled, concept_rule, decide, release, sanitizer

RULE = concept_rule("HIV", alpha=1.5, z=0.0, min_joint=2, counting="string")


def test_threshold() -> None:
    concept = compiled(RULE)
    assert (concept.n_contexts, concept.n_concept) == (148, 4)
    assert concept.information_content_bits == pytest.approx(log2(37))
    assert concept.threshold_bits == pytest.approx(log2(37) / 1.5)
    assert concept.allowed_probability == pytest.approx((1 / 37) ** (1 / 3))


@pytest.mark.parametrize(
    ("term", "n_term", "n_joint", "pmi_bits", "discloses_at"),
    [
        ("antiretroviral", 3, 3, log2(37), 1.0),
        ("patient", 5, 3, log2(22.2), 1.5),
        ("hospital", 4, 2, log2(18.5), 1.5),
        ("drug", 5, 2, log2(14.8), 1.5),
    ],
)
def test_terms_fire_from_their_alpha_on(
    term: str, n_term: int, n_joint: int, pmi_bits: float, discloses_at: float
) -> None:
    concept = compiled(RULE, alpha=discloses_at)
    counted = concept.counts(term)
    assert concept.judge(term) == "discloses"
    assert counted is not None
    assert (counted.n_term, counted.n_joint) == (n_term, n_joint)
    assert counted.pmi_bits == pytest.approx(pmi_bits)
    assert counted.pmi_bits >= concept.threshold_bits - 1e-12


def test_alpha_one_blocks_only_what_always_comes_with_the_concept() -> None:
    concept = compiled(RULE, alpha=1.0)
    words = {key for key in concept.disclosing if " " not in key}
    assert words == {"hiv", "antiretroviral"}


def test_disease_never_fires() -> None:
    assert compiled(RULE, alpha=20.0).judge("disease") == "safe"


def test_most_specific_safe_generalization_is_taken() -> None:
    """HIV infection -> viral infection (holds "infection", 3.2 bits) -> infection -> disease (safe)."""
    using = sanitizer(compiled(RULE))
    assert release("The council met the HIV infection.", using) == "The council met the disease."
    (decision,) = decide("The council met the HIV infection.", using)
    assert decision.action == "generalize"
    assert decision.why["source"] == "tiny disease"
    assert decision.why["probability"] == 1.0
    assert decision.why["threshold_bits"] == pytest.approx(3.473)


def test_at_a_lower_alpha_a_more_specific_word_is_safe() -> None:
    """At alpha 1 "infection" (p = .5) may be seen, and "viral infection" with it."""
    using = sanitizer(compiled(RULE, alpha=1.0, unseen="keep"))
    assert release("The council met HIV.", using) == "The council met a viral infection."


def test_every_occurrence_goes_and_without_a_generalization_the_placeholder_stands() -> None:
    using = sanitizer(compiled(RULE), [TinyKnowledge({"hiv": []}, {"hiv": ["HIV"]})])
    assert release("HIV, then hiv again; HIV's end.", using) == (
        "[REDACTED], then [REDACTED] again; [REDACTED] end."
    )


def test_first_knowledge_base_that_has_a_safe_generalization_decides() -> None:
    first = TinyKnowledge({"retrovirus": ["infection"], "infection": []}, {}, "first")
    second = TinyKnowledge({"retrovirus": ["council"], "council": []}, {}, "second")
    concept = compiled(RULE, alpha=1.5, min_joint=1)
    (decision,) = decide("The retrovirus met.", sanitizer(concept, [first, second]))
    assert (decision.replacement, decision.why["source"]) == ("council", "second council")
