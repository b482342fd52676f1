"""The shipped policies on their own cases: every clause about identifiers holds and is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

import pytest

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import LoadedPolicy, load_policy, shipped_policies
from engine.cases.text_cases import Decide, idle_clauses, run_cases
from engine.catalog.names import SHIPPED
from engine.methods.names.matter import Matter, MatterFinder
from engine.methods.names.recognizer import Evidence, LearnedRecognizer
from engine.plan.plan import compile_plan
from engine.policy import Policy
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Decision, Document
from flows.compiling.recognizers import model_refs, open_recognizers

YEAR = 2024
"""Ages in the cases are reckoned from it."""


def identifiers_of(policy: Policy) -> Policy:
    return policy.model_copy(update={"concepts": (), "attributes": ()})


def compile_policy(loaded: LoadedPolicy, policy: Policy) -> Decide:
    """As a release compiles it, with the recognisers that its clauses ask for."""
    own = replace(loaded, policy=identifiers_of(policy))
    plan = compile_plan(own.policy, policy_sha256="0" * 64, models=model_refs(own))
    learned = open_recognizers(plan, own.files)

    @cache
    def stage(facts: Matter | None) -> IdentifierStage:
        finder = MatterFinder(facts) if facts else None
        return IdentifierStage(plan.identifiers, b"k" * 32, YEAR, learned, finder)

    def decide(document: Document, facts: Matter | None = None) -> Sequence[Decision]:
        return stage(facts).decide(document)

    return decide


@pytest.fixture(autouse=True, scope="module")
def read_once() -> Iterator[None]:
    """The learned recogniser reads a text once, however many clauses are left out of its policy in turn."""
    honest, read = LearnedRecognizer.read, dict[object, tuple[LearnedRecognizer, Evidence | None]]()

    def remembered(self: LearnedRecognizer, document: Document) -> Evidence | None:
        key = (self.reads_as, document.text.reveal())
        if key not in read:
            read[key] = self, honest(self, document)  # kept, for its number stands in the key
        return read[key][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LearnedRecognizer, "read", remembered)
        yield


@pytest.mark.parametrize("name", sorted(shipped_policies()))
def test_every_case_about_identifiers_holds_and_every_clause_is_needed(name: str) -> None:
    path = shipped_policies()[name]
    loaded = load_policy(path, SHIPPED)
    whole = loaded.policy
    policy = identifiers_of(whole)
    ids = {clause.id for clause in policy.clauses}
    cases = [group for group in load_cases(cases_folder(path), whole) if group.clause in ids]
    report = run_cases(policy, cases, compile_policy(loaded, policy))
    assert [str(failure) for failure in report.failures] == []
    assert idle_clauses(policy, cases, partial(compile_policy, loaded)) == []
