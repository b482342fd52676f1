"""Replacements drawn by the exponential mechanism: how often each, by which key, none too telling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import exp
from typing import Any

import pytest
from pydantic import ValidationError
from scipy.stats import chisquare

from engine.checks.concepts import residual_terms
from engine.methods.c_sanitized import Sanitizer
from engine.methods.c_sanitized.replacing.drawing import ExponentialMechanism, n_draws, probabilities
from engine.policy.clauses.concepts import Choice, ConceptClause
from engine.policy.combining.sides import compare
from engine.text import PLACEHOLDER
from tests.c_sanitized_corpus import RAW, TinyKnowledge, but, compiled, decide, protected, release, sanitizer

TEXT = "The council met a retrovirus."
KNOWLEDGE = TinyKnowledge(
    parents={"retrovirus": ["disease"], "disease": ["condition"], "condition": ["entity"], "entity": []},
    labels={},
)
LEVELS = ("disease", "condition")
KEYS = [number.to_bytes(32) for number in range(600)]
CLAUSE = ConceptClause(id="c", law="House rule 1", protect="HIV", alpha=1.5)


def drawing(epsilon: float, **changes: Any) -> Callable[..., Sanitizer]:
    """A sanitizer that draws, but for its key."""
    rule = but(RAW, choice=Choice(mechanism="exponential", epsilon=epsilon), **changes)
    return partial(sanitizer, compiled(rule), [KNOWLEDGE])


def drawn(epsilon: float, keys: Sequence[bytes] = KEYS) -> Counter[str]:
    """What stands in the place of the term, release by release."""
    using = drawing(epsilon)
    return Counter(decide(TEXT, using(key=key))[0].replacement for key in keys)


def fits(counted: Mapping[str, int], epsilon: float) -> bool:
    """Whether outcomes are as frequent as the mechanism says, by Pearson's test at one in a million."""
    expected = [share * sum(counted.values()) for share in probabilities(len(LEVELS), epsilon)]
    found = [counted.get(level, 0) for level in (*LEVELS, PLACEHOLDER)]
    return sum(found) == sum(counted.values()) and chisquare(found, expected).pvalue > 1e-6


@pytest.mark.parametrize("epsilon", [0.5, 3.0, 8.0])
def test_outcomes_are_as_frequent_as_the_mechanism_says(epsilon: float) -> None:
    counted = drawn(epsilon)
    assert fits(counted, epsilon)
    assert not fits(counted, epsilon + 3.0)


def test_the_most_specific_each_time_or_an_even_choice_would_be_noticed() -> None:
    assert not fits({"disease": len(KEYS)}, 0.5)
    assert not fits(dict.fromkeys((*LEVELS, PLACEHOLDER), len(KEYS) // 3), 3.0)


@pytest.mark.parametrize("n_levels", [1, 2, 5, 9])
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 12.0])
def test_no_outcome_is_more_than_exp_epsilon_times_as_likely_as_another(
    n_levels: int, epsilon: float
) -> None:
    chances = probabilities(n_levels, epsilon)
    assert sum(chances) == pytest.approx(1)
    assert sorted(chances, reverse=True) == chances
    assert chances[0] / chances[-1] == pytest.approx(exp(epsilon / 2))


def test_the_same_term_is_drawn_once_for_a_release_and_anew_for_another() -> None:
    twice = f"{TEXT}\n\nThe city has roads and a retrovirus."
    using = drawing(1.0)
    for key in KEYS[:20]:
        first, second = (each.replacement for each in decide(twice, using(key=key)))
        assert first.split(" ")[-1] == second.split(" ")[-1]
        assert release(twice, using(key=key)) == release(twice, using(key=key))
    assert len(drawn(1.0, KEYS[:20])) == 3


def test_nothing_but_the_key_decides_and_nobody_sees_it() -> None:
    mechanism = ExponentialMechanism(1.0, b"a secret of a release")
    assert "secret" not in repr(mechanism)
    others = {ExponentialMechanism(0.1, key).draw("retrovirus", LEVELS) for key in KEYS[:40]}
    assert others == {*LEVELS, PLACEHOLDER}
    with pytest.raises(ValueError, match="secret of a release"):
        drawing(1.0)(key=b"")


def test_no_article_tells_what_the_term_ended_in() -> None:
    """Two terms with the same levels, one of which ends in its first level."""
    using, ends = drawing(1.0), ("a disease", "a condition", PLACEHOLDER)
    for term in ("retrovirus", "retrovirus disease"):
        released = {release(f"He has {term}.", using(key=key)) for key in KEYS[:40]}
        assert released == {f"He has {end}." for end in ends}


def test_no_draw_says_more_than_the_policy_allows() -> None:
    infection = TinyKnowledge(
        parents={"retrovirus": ["infection"], "infection": ["condition"], "condition": []}, labels={}
    )
    rule = but(RAW, choice=Choice(mechanism="exponential", epsilon=100.0))
    for key in KEYS[:100]:
        text = release(TEXT, sanitizer(compiled(rule), [infection], key))
        assert "infection" not in text  # the most specific, but above the limit
        assert not residual_terms(text, [protected(rule)])


def test_a_draw_that_tells_with_its_neighbours_gives_way_and_is_counted() -> None:
    contexts = ["hiv the condition spread", "the condition spread hiv", *["the condition"] * 20]
    contexts += ["the city council spread on monday"] * 200
    rule = but(RAW, choice=Choice(mechanism="exponential", epsilon=100.0))
    knowledge = TinyKnowledge(parents={"retrovirus": ["condition"], "condition": []}, labels={})
    using = sanitizer(compiled(rule, contexts), [knowledge], KEYS[0])
    assert release("The city spread the retrovirus.", using) == "The city spread the condition."
    decisions = decide("The retrovirus spread.", using)
    assert not residual_terms(release("The retrovirus spread.", using), [protected(rule, contexts)])
    assert [decision.replacement for decision in decisions] == [PLACEHOLDER]
    assert n_draws(decisions) == 1


def test_the_smallest_epsilon_of_a_policy_holds_and_redact_leaves_nothing_to_draw() -> None:
    loose, tight = (but(RAW, choice=Choice(mechanism="exponential", epsilon=each)) for each in (40.0, 0.5))
    both = sanitizer([compiled(loose), compiled(tight)], [KNOWLEDGE], KEYS[0])
    assert both.epsilon == 0.5
    assert sanitizer(compiled(RAW), [KNOWLEDGE]).epsilon is None
    redacting = sanitizer([compiled(loose), compiled(but(RAW, replace_with="redact"))], [KNOWLEDGE], KEYS[0])
    decisions = decide(TEXT, redacting)
    assert [decision.replacement for decision in decisions] == [PLACEHOLDER]
    assert n_draws(decisions) == 0


def test_a_clause_cannot_ask_for_a_draw_of_nothing_or_without_epsilon() -> None:
    for settings in ({"replace_with": "redact"}, {"choice": {"mechanism": "exponential"}}):
        asked = CLAUSE.model_dump() | {"choice": {"mechanism": "exponential", "epsilon": 1.0}} | settings
        with pytest.raises(ValidationError):
            ConceptClause.model_validate(asked)


def test_a_smaller_epsilon_protects_more_and_a_draw_cannot_be_compared_with_none() -> None:
    one, ten = (
        CLAUSE.model_copy(update={"choice": Choice(mechanism="exponential", epsilon=each)})
        for each in (1.0, 10.0)
    )
    assert compare(ten, one) == "stronger"
    assert compare(one, ten) == "weaker"
    assert compare(CLAUSE, one) == "unknown"
