"""What shows that a document is about a protected concept, so that doubtful words beside it go too."""

from __future__ import annotations

import pytest

from engine.methods.c_sanitized import CompiledConcept
from engine.methods.c_sanitized.company import Company
from tests.c_sanitized_corpus import (
    CONTEXTS,
    LABELS,
    PARENTS,
    TinyKnowledge,
    but,
    compiled,
    concept_rule,
    release,
    sanitizer,
)

RULE = concept_rule("hiv", alpha=1.0, z=1.0, min_joint=1)
MANY = PARENTS | {"band": ["organism"], "medal": ["entity"]}
BANDS = TinyKnowledge(MANY, LABELS | {"band": ["band", "HIV"], "medal": ["medal", "HIV"]}, name="bands")
RARE = [*CONTEXTS, "the heron stood there"]


def told(concept: CompiledConcept, *keys: str) -> bool:
    return bool(Company([concept]).about(keys))


def test_a_name_that_means_nothing_else_is_enough() -> None:
    assert told(compiled(RULE), "hiv")


def test_a_name_of_other_things_needs_a_second_sign() -> None:
    concept = compiled(RULE, CONTEXTS, [BANDS])
    assert concept.ambiguous == {"hiv"}
    assert not told(concept, "hiv")
    assert not told(concept, "hiv", "hiv")
    assert told(concept, "hiv", "antiretroviral")


def test_one_other_meaning_is_no_ambiguity() -> None:
    other = TinyKnowledge(MANY, LABELS | {"band": ["band", "HIV"]}, name="bands")
    assert compiled(RULE, CONTEXTS, [other]).ambiguous == frozenset()


def test_a_word_that_is_likelier_than_not_is_enough_and_a_weaker_one_is_not() -> None:
    contexts = [*CONTEXTS, *["hiv patients in the ward"] * 2, *["the ward was painted"] * 6]
    concept = compiled(but(RULE, alpha=3.0), contexts)
    assert {"antiretroviral", "ward"} <= set(concept.disclosing)
    assert told(concept, "antiretroviral")
    assert not told(concept, "ward")


def test_words_of_one_stem_are_one_sign() -> None:
    wards = ["hiv patients in the infirmary", "hiv and the infirmarian"] * 2
    contexts = [*CONTEXTS, *wards, *["the infirmary was painted", "an infirmarian came"] * 4]
    concept = compiled(but(RULE, alpha=3.0), contexts, [])
    assert {"infirmary", "infirmarian"} <= set(concept.disclosing)
    assert not told(concept, "infirmary", "infirmarian")


def test_what_discloses_nothing_is_no_sign() -> None:
    assert not told(compiled(RULE), "council", "hospital")


def test_words_go_only_where_a_concept_that_doubts_them_is_told() -> None:
    """A word seen eight times is safe beside one concept, and doubtful for a rarer one."""
    contexts = [*CONTEXTS, *["the heron stood there"] * 8, "a condition of the moon is lunacy"]
    often, seldom = (compiled(but(RULE, protect=name, alpha=2.0), contexts, []) for name in ("hiv", "lunacy"))
    assert often.judge("heron") == "safe"
    assert seldom.judge("heron") == "doubtful"
    using = sanitizer([often, seldom])
    assert release("HIV and the heron.", using) == "[REDACTED] and the heron."
    assert release("Lunacy and the heron.", using) == "[REDACTED] and the [REDACTED]."


def test_a_lone_ambiguous_name_goes_and_what_stands_beside_it_stays() -> None:
    using = sanitizer(compiled(but(RULE, alpha=2.0), RARE, [BANDS]), [])
    assert release("HIV and a heron.", using) == "[REDACTED] and a heron."
    plain = sanitizer(compiled(but(RULE, alpha=2.0), RARE), [])
    assert release("HIV and a heron.", plain) == "[REDACTED] and a [REDACTED]."


@pytest.mark.parametrize("keeping", [True, False])
def test_a_concept_that_keeps_what_is_unseen_doubts_nothing(keeping: bool) -> None:
    concept = compiled(but(RULE, unseen="keep") if keeping else but(RULE, alpha=2.0), RARE)
    assert told(concept, "hiv") is not keeping
