"""The shipped policies on their own cases: every clause about identifiers holds and is needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import load_policy, shipped_policies
from adapters.recognizers.learned import default_recognizer
from engine.cases.text_cases import Decide, idle_clauses, run_cases
from engine.catalog.names import LEARNED, SHIPPED
from engine.names.matter import Matter, MatterFinder
from engine.plan.plan import compile_plan
from engine.policy import Policy
from engine.stages.identifiers import IdentifierStage
from engine.text import Decision, Document

YEAR = 2024
"""Ages in the cases are reckoned from it."""


def identifiers_of(policy: Policy) -> Policy:
    return policy.model_copy(update={"concepts": ()})


def compile_policy(policy: Policy) -> Decide:
    plan = compile_plan(identifiers_of(policy), policy_sha256="0" * 64)
    asked = {category for step in plan.identifiers for category in step.find} & set(LEARNED)
    learned = [default_recognizer(categories=asked)] if asked else []

    @cache
    def stage(facts: Matter | None) -> IdentifierStage:
        finder = MatterFinder(facts) if facts else None
        return IdentifierStage(plan.identifiers, b"k" * 32, YEAR, learned, finder)

    def decide(document: Document, facts: Matter | None = None) -> Sequence[Decision]:
        return stage(facts).decide(document)

    return decide


@pytest.mark.parametrize("name", sorted(shipped_policies()))
def test_every_case_about_identifiers_holds_and_every_clause_is_needed(name: str) -> None:
    path = shipped_policies()[name]
    whole = load_policy(path, SHIPPED).policy
    policy = identifiers_of(whole)
    ids = {clause.id for clause in policy.clauses}
    cases = [group for group in load_cases(cases_folder(path), whole) if group.clause in ids]
    report = run_cases(policy, cases, compile_policy(policy))
    assert [str(failure) for failure in report.failures] == []
    assert idle_clauses(policy, cases, compile_policy) == []
