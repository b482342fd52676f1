"""Cases under facts of a matter: clauses that no pattern can decide are tested like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.cases import load_cases
from engine.cases.text_cases import ClauseCases, run_cases
from engine.errors import InvalidError
from engine.methods.names.matter import Matter
from engine.plan.plan import Plan
from engine.policy import Policy
from flows.authoring.bench import run_policy_cases
from flows.compiling.compilation import Compiled, compile_policy
from flows.compiling.matters import NO_FACTS, NO_MINOR, idle_for_facts, under_facts, under_matter

MINORS = "Fed. R. Civ. P. 5.2(a)(3)"
POLICY = f"""policy: court
version: 1.0.0
title: T
identifiers:
  - {{id: a3, title: Minors, law: {MINORS}, find: [minor], replace_with: initials}}
"""
CASES = """clause: a3
facts: {subjects: [{name: Tim Keller, minor: true}]}
must_go:
  - {text: "Keller, Tim ran.", gone: ["Keller, Tim"], becomes: "T. K. ran."}
must_stay:
  - text: "Timothy stayed."
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "court.yaml"
    path.write_text(POLICY)
    (tmp_path / "court.cases").mkdir()
    (tmp_path / "court.cases" / "a3.yaml").write_text(CASES)
    return path


def test_cases_run_under_their_facts_and_prove_their_clause(policy: Path) -> None:
    run = run_policy_cases(str(policy), mutation=True)
    assert (list(run.failures), run.counts) == ([], {"a3": (1, 1)})


def test_without_the_facts_the_name_is_missed(policy: Path) -> None:
    cases = policy.with_suffix(".cases") / "a3.yaml"
    cases.write_text(CASES.replace("minor: true", "minor: false"))
    [failure] = run_policy_cases(str(policy)).failures
    assert "different" in failure
    assert "[PERSON] ran." in failure
    cases.write_text("".join(line for line in CASES.splitlines(True) if not line.startswith("facts")))
    assert ["missed" in failure for failure in run_policy_cases(str(policy)).failures] == [True, False]


def test_faults_of_facts_are_located(policy: Path, tmp_path: Path) -> None:
    (policy.with_suffix(".cases") / "a3.yaml").write_text(
        CASES.replace("name: Tim Keller, minor: true", "nam: Tim Keller, born: 1961")
    )
    with pytest.raises(InvalidError) as caught:
        load_cases(policy.with_suffix(".cases"), compile_policy(str(policy)).loaded.policy)
    assert [(f.code, f.where.split("a3.yaml")[1], f.must) for f in caught.value.faults] == [
        ("POL010", ":2:21 facts.subjects[0].nam", "must be a key of the policy language"),
        ("POL015", ":2:44 facts.subjects[0].born", "must be a date, as in 1961-02-14"),
    ]
    assert "Did you mean name?" in str(caught.value)


def status(plan: Plan) -> tuple[str, str]:
    clause = plan.clauses[0]
    return clause.status, clause.note


@pytest.fixture
def compiled(policy: Path) -> Compiled:
    return compile_policy(str(policy))


def test_a_clause_without_facts_is_not_called_covered(compiled: Compiled) -> None:
    assert status(compiled.plan)[0] == "covered"
    without = under_matter(compiled, None, keys=None)  # type: ignore[arg-type]
    assert status(without.plan) == ("not covered", NO_FACTS)
    assert idle_for_facts(without.plan) == ["a3"]
    assert without.plan.plan_id != compiled.plan.plan_id


def test_a_clause_that_looks_for_more_than_minors_is_partly_covered_without_facts(policy: Path) -> None:
    policy.write_text(POLICY.replace("[minor]", "[minor, person]"))
    without = under_matter(compile_policy(str(policy)), None, keys=None)  # type: ignore[arg-type]
    assert status(without.plan) == ("partly", NO_FACTS)


@pytest.mark.parametrize(
    ("person", "expected"),
    [({"name": "Tim", "minor": True}, "covered"), ({"name": "Tim"}, "not covered"),
     ({"born": "2012-05-03", "minor": True}, "not covered")],
)  # fmt: skip
def test_facts_without_a_named_minor_do_not_cover_it_either(
    compiled: Compiled, person: dict, expected: str
) -> None:
    plan = under_facts(compiled, Matter.model_validate({"subjects": [person]}), "n").plan
    assert status(plan)[0] == expected
    assert idle_for_facts(plan) == ([] if expected == "covered" else ["a3"])
    assert NO_MINOR in plan.clauses[0].note or expected == "covered"


def test_a_runner_that_knows_no_facts_cannot_pass_cases_that_have_some() -> None:
    policy = Policy.model_validate(
        {
            "policy": "p",
            "version": "1.0.0",
            "title": "T",
            "identifiers": [{"id": "a3", "find": ["minor"], "law": MINORS}],
        }
    )
    group = ClauseCases.model_validate(
        {
            "clause": "a3",
            "facts": {"subjects": [{"name": "Tim"}]},
            "must_go": [{"text": "Tim", "gone": ["Tim"]}],
        }
    )
    with pytest.raises(TypeError):
        run_cases(policy, [group], lambda document: [])  # type: ignore[arg-type]
