"""A setting of a concept is written in one place, and arrives everywhere."""

from __future__ import annotations

import pytest

from engine.plan.step_comparison import concept_settings
from engine.policy.clauses.concepts import ConceptClause, ConceptRule, ConceptSettings
from engine.policy.combining.sides import compare

CLAUSE = ConceptClause(id="c", law="House rule 1", protect="HIV", alpha=1.5)
OTHER = {
    "protect": "syphilis",
    "also": ("AIDS",),
    "sense": "mental disorder",
    "alpha": 2.0,
    "disclose_at_most": "disease",
    "unit": "sentence",
    "counting": "string",
    "max_names": 9,
    "unseen": "redact",
    "evidence": {"z": 0.5, "min_joint": 2},
    "replace_with": "redact",
    "combinations": 0.85,
    "groups": 2,
    "choice": {"mechanism": "exponential", "epsilon": 1.0},
}
"""For every setting a value that is not the clause's."""


def with_other(key: str) -> ConceptClause:
    alone = {"alpha": None} if key == "disclose_at_most" else {}
    return ConceptClause.model_validate(CLAUSE.model_dump() | {key: OTHER[key]} | alone)


@pytest.mark.parametrize("key", ConceptSettings.model_fields)
def test_the_method_the_check_and_the_plan_receive_every_setting(key: str) -> None:
    clause = with_other(key)
    expected = getattr(clause, key)
    assert expected != getattr(CLAUSE, key)
    assert getattr(ConceptRule.of(clause, clause.id), key) == expected
    assert getattr(clause.alone(), key) == expected


def test_a_rule_carries_its_clause_and_the_terms_of_its_policy() -> None:
    rule = ConceptRule.of(CLAUSE, CLAUSE.id, ("MRN",))
    assert (rule.clause, rule.known) == ("c", ("MRN",))
    assert type(CLAUSE.alone()) is ConceptSettings
    assert ConceptSettings.model_validate(CLAUSE.alone().model_dump()) == CLAUSE.alone()


@pytest.mark.parametrize("key", sorted(set(ConceptSettings.model_fields) - {"max_names"}))
def test_no_setting_is_left_out_of_a_comparison(key: str) -> None:
    different = {
        name.split(" ")[0] for name, old, new, _ in concept_settings(CLAUSE, with_other(key)) if old != new
    }
    assert key in different
    assert compare(CLAUSE, with_other(key)) != "equivalent"


def test_a_setting_without_a_stated_direction_cannot_be_compared() -> None:
    assert compare(CLAUSE, with_other("counting")) == "unknown"
    assert compare(CLAUSE, with_other("alpha")) == "stronger"
    assert compare(with_other("alpha"), CLAUSE) == "weaker"
    assert compare(CLAUSE, with_other("max_names")) == "equivalent"
