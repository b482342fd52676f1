"""learn and gate in the policy language: checked, compared, combined."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalog.names import SHIPPED
from engine.plan.comparison import compare_plans
from engine.plan.plan import compile_plan
from engine.plan.steps import ModelRef, PlannedGate
from engine.policy import Policy
from engine.policy.check import check
from engine.policy.clauses.learning import Gate, Learn, stricter_learning
from engine.policy.combining.compose import compose
from engine.policy.combining.sides import compare, compare_learning

LAW = "GDPR Art. 10"


def policy(name: str = "p", learn: dict | None = None, **more: Any) -> Policy:
    clause: dict[str, Any] = {"id": "names", "law": LAW, "find": ["person"]}
    if learn is not None:
        clause["learn"] = learn
    return Policy.model_validate(
        {"policy": name, "version": "1.0.0", "title": "T", "identifiers": [clause], **more}
    )


@pytest.mark.parametrize(
    ("learn", "code", "place"),
    [
        ({"loss_ratio": 0.5}, "POL012", "loss_ratio"),
        ({"loss_ratio": "high"}, "POL011", "loss_ratio"),
        ({"recognizers": []}, "POL012", "recognizers"),
        ({"learners": ["crf", "forest"]}, "POL014", 1),
        ({"stopping": "never"}, "POL014", "stopping"),
        ({"ratio": 3}, "POL010", "ratio"),
    ],
)
def test_faults_of_learn_are_named_with_their_place(learn: dict, code: str, place: object) -> None:
    data = policy().model_dump(mode="json", exclude_defaults=True)
    data["identifiers"][0]["learn"] = learn
    problems = check(data, SHIPPED).problems
    assert [(p.code, p.path[-1]) for p in problems] == [(code, place)]


def test_a_clause_that_learns_may_look_for_what_only_models_find() -> None:
    data = policy().model_dump(mode="json", exclude_defaults=True)
    data["identifiers"][0]["find"] = ["demographic"]
    [problem] = check(data, SHIPPED).problems
    assert (problem.code, problem.advice) == (
        "POL020",
        "Only a learned recogniser finds it: add learn: to the clause.",
    )
    data["identifiers"][0]["learn"] = {"loss_ratio": 10}
    assert check(data, SHIPPED).problems == []


def test_learn_at_the_top_is_told_where_it_belongs() -> None:
    data = policy().model_dump(mode="json", exclude_defaults=True) | {"learn": {"loss_ratio": 10}}
    [problem] = check(data, SHIPPED).problems
    assert problem.code == "POL010"
    assert "clause" in problem.advice


MORE = Learn(recognizers=("en-default", "a.model"), loss_ratio=10)


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (None, None, "equivalent"),
        (Learn(), Learn(), "equivalent"),
        (None, Learn(), "stronger"),
        (Learn(), None, "weaker"),
        (None, Learn(loss_ratio=2), "unknown"),
        (None, Learn(recognizers=("a.model",)), "unknown"),
        (Learn(loss_ratio=5), Learn(loss_ratio=10), "stronger"),
        (Learn(loss_ratio=10), Learn(loss_ratio=5), "weaker"),
        (Learn(), MORE, "stronger"),
        (MORE, Learn(loss_ratio=20), "unknown"),
        (Learn(), Learn(stopping="training"), "unknown"),
    ],
)
def test_which_learning_is_stricter(old: Learn | None, new: Learn | None, verdict: str) -> None:
    assert compare_learning(old, new, by_default=True) == verdict


def test_clauses_compare_by_their_loss_ratio() -> None:
    [low], [high] = (policy(learn={"loss_ratio": r}).identifiers for r in (5, 10))
    assert compare(low, high) == "stronger"
    assert compare(high, low) == "weaker"


def test_combining_takes_every_recogniser_and_the_higher_ratio() -> None:
    both = stricter_learning(Learn(recognizers=("a.model",), loss_ratio=20), Learn(loss_ratio=10))
    assert both == Learn(recognizers=("a.model", "en-default"), loss_ratio=20)
    parts = {"a": policy("a", {"loss_ratio": 20, "recognizers": ["a.model"]}), "b": policy("b")}
    whole = Policy.model_validate({"policy": "w", "version": "1.0.0", "title": "T", "combines": ["a", "b"]})
    composed = compose(whole, parts)
    learned = {clause.learn for clause in composed.policy.identifiers}
    assert learned == {Learn(recognizers=("a.model", "en-default"), loss_ratio=20)}
    assert {c.setting for c in composed.conflicts} == {"learn"}
    assert all("loss ratio" in c.kept_value for c in composed.conflicts)


def test_an_extending_policy_may_not_lower_the_ratio_without_a_reason() -> None:
    base = policy("base", {"loss_ratio": 10})
    looser = policy("own", {"loss_ratio": 5}, extends="base")
    assert [p.code for p in compose(looser, {"base": base}).problems] == ["POL051"]
    stricter = policy("own", {"loss_ratio": 15}, extends="base")
    assert compose(stricter, {"base": base}).problems == ()


GATE = {"sample": "s.jsonl", "gain_at_most": 0.02}


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (None, {}, "stronger"),
        ({}, None, "weaker"),
        ({}, {}, "equivalent"),
        ({}, {"gain_at_most": 0.01}, "stronger"),
        ({}, {"gain_at_most": 0.03}, "weaker"),
        ({}, {"sample": "other.jsonl"}, "unknown"),
        ({}, {"sensitive": ["person"]}, "unknown"),
    ],
)
def test_which_gate_is_stricter(old: dict | None, new: dict | None, verdict: str) -> None:
    one, other = (None if g is None else Gate.model_validate(GATE | g) for g in (old, new))
    assert compare(one, other) == verdict


def test_the_gate_of_a_base_stays_and_may_not_be_loosened() -> None:
    base = policy("base", gate=GATE)
    assert compose(policy("own", extends="base"), {"base": base}).policy.gate == base.gate
    looser = policy("own", extends="base", gate=GATE | {"gain_at_most": 0.5})
    assert [p.code for p in compose(looser, {"base": base}).problems] == ["POL057"]
    reasoned = policy("own", extends="base", gate=GATE | {"gain_at_most": 0.5, "because": "Board, 3 May."})
    composed = compose(reasoned, {"base": base})
    assert composed.problems == ()
    assert composed.policy.gate.gain_at_most == 0.5


def test_gates_of_combined_policies_need_one_sample() -> None:
    whole = Policy.model_validate({"policy": "w", "version": "1.0.0", "title": "T", "combines": ["a", "b"]})
    parts = {"a": policy("a", gate=GATE), "b": policy("b", gate=GATE | {"gain_at_most": 0.01})}
    assert compose(whole, parts).policy.gate.gain_at_most == 0.01
    parts["b"] = policy("b", gate=GATE | {"sample": "t.jsonl"})
    assert [p.code for p in compose(whole, parts).problems] == ["POL057"]


def test_plans_differ_by_recognisers_ratio_and_gate() -> None:
    def plan(ratio: float | None, *files: str, gain: float | None = None) -> Any:
        learn = None if ratio is None else {"loss_ratio": ratio}
        models = [
            ModelRef(name=f, fingerprint=f, categories=("person",), loss_ratio=ratio)
            for f in ("en-default", *files)
        ]
        gate = gain and PlannedGate(
            file="s",
            format="jsonl",
            sample_sha256="s",
            n_documents=9,
            sensitive=("person",),
            gain_at_most=gain,
        )
        return compile_plan(policy(learn=learn), policy_sha256="", models=models, gate=gate or None)

    assert compare_plans(plan(5), plan(10)).verdict == "stronger"
    assert compare_plans(plan(None), plan(10)).verdict == "stronger"
    assert compare_plans(plan(None), plan(2)).verdict == "unknown"
    assert compare_plans(plan(10, "a"), plan(10)).verdict == "weaker"
    assert compare_plans(plan(10), plan(10, gain=0.1)).verdict == "stronger"
    assert compare_plans(plan(10, gain=0.1), plan(10, gain=0.2)).verdict == "weaker"
    assert compare_plans(plan(10), plan(10)).verdict == "equivalent"
