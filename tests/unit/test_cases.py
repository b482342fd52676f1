"""The runner of cases: what it calls missed, unexpected, different, unreadable, or without a case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import load_policy, shipped_policies
from engine.cases.text_cases import ClauseCases, idle_clauses, run_cases, without_clause
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError, UnreadableError, fault
from engine.policy import Policy
from engine.text import Decision, Document, carried_out

LAW = "45 CFR 164.514(b)(2)(i)(G)"
POLICY = Policy.model_validate(
    {
        "policy": "a",
        "version": "1.0.0",
        "title": "A",
        "identifiers": [{"id": "digits", "find": ["ssn"], "law": LAW}],
    }
)


def decide(document: Document) -> Sequence[Decision]:
    """Replaces runs of three digits; cannot read a text that holds a pound sign."""
    text = document.text.reveal()
    if "£" in text:
        raise UnreadableError(fault("DOC001", document.id, "must be text"))
    return [
        Decision(m.start(), m.end(), "identifiers", "ssn", "replace", "[N]", "digits")
        for m in re.finditer(r"\b\d{3}\b", text)
    ]


def cases(go: list[dict], stay: list[dict]) -> ClauseCases:
    return ClauseCases.model_validate({"clause": "digits", "must_go": go, "must_stay": stay})


GOOD_GO = [{"text": "a 123 b 123", "gone": ["123"], "becomes": "a [N] b [N]"}]
GOOD_STAY = [{"text": "a 1234"}]


def failures(go: list[dict], stay: list[dict]) -> list[tuple[str, str, int, int]]:
    report = run_cases(POLICY, [cases(go, stay)], decide)
    return [(f.kind, f.case, f.start, f.end) for f in report.failures]


def test_cases_that_hold() -> None:
    report = run_cases(POLICY, [cases(GOOD_GO, GOOD_STAY)], decide)
    assert report.passed
    assert report.counts == {"digits": (1, 1)}
    assert report.n_cases == 2


def test_every_occurrence_must_go_as_a_whole() -> None:
    assert failures([{"text": "12 and 12", "gone": ["12"]}], GOOD_STAY) == [
        ("missed", "must_go[0]", 0, 2),
        ("missed", "must_go[0]", 7, 9),
    ]
    half = [{"text": "no. 123-45", "gone": ["123-45"]}]
    assert ("missed", "must_go[0]", 4, 10) in failures(half, GOOD_STAY)


def test_a_replacement_that_changes_nothing_is_a_miss() -> None:
    def echo(document: Document) -> Sequence[Decision]:
        return [Decision(0, 3, "identifiers", "ssn", "replace", "123", "digits")]

    stay = [{"text": "x y", "stays": ["y"]}]
    report = run_cases(POLICY, [cases([{"text": "123 x", "gone": ["123"]}], stay)], echo)
    missed, unexpected = report.failures
    assert (missed.kind, missed.start, missed.end) == ("missed", 0, 3)
    assert (unexpected.kind, unexpected.text) == ("unexpected", "x y")


def test_what_must_stay_is_unchanged() -> None:
    assert failures(GOOD_GO, [{"text": "x 123"}]) == [("unexpected", "must_stay[0]", 0, 5)]
    assert failures(GOOD_GO, [{"text": "x 123 y", "stays": ["x", "y"]}]) == []


def test_the_released_text_is_compared_when_it_is_given() -> None:
    wrong = [{"text": "a 123", "gone": ["123"], "becomes": "a 000"}]
    report = run_cases(POLICY, [cases(wrong, GOOD_STAY)], decide)
    assert [f.kind for f in report.failures] == ["different"]
    assert report.failures[0].got == "a [N]"


def test_an_unreadable_text_and_a_clause_without_cases_fail() -> None:
    assert failures([{"text": "£ 123", "gone": ["123"]}], GOOD_STAY)[0][0] == "unreadable"
    assert [f.kind for f in run_cases(POLICY, [], decide).failures] == ["no case"]


def test_a_failure_shows_span_clause_and_law() -> None:
    failure = run_cases(POLICY, [cases(GOOD_GO, [{"text": "x 123 y", "stays": ["123"]}])], decide).failures[0]
    shown = str(failure)
    assert "x >>123<< y" in shown
    assert LAW in shown
    assert "changed by digits" in shown


@pytest.mark.parametrize(
    ("go", "stay"),
    [
        ([{"text": "a", "gone": ["b"]}], GOOD_STAY),
        (GOOD_GO, [{"text": "a", "stays": ["b"]}]),
        ([], GOOD_STAY),
    ],
)
def test_cases_about_nothing_are_refused(go, stay) -> None:
    with pytest.raises(ValueError, match=r"must be parts of the text|must hold a text"):
        cases(go, stay)


def test_idle_clauses_are_those_whose_cases_hold_without_them() -> None:
    data = POLICY.model_dump(by_alias=True, exclude={"release"})
    data["identifiers"] = [*data["identifiers"], {"id": "idle", "find": ["fax"], "law": LAW}]
    policy = Policy.model_validate({k: v for k, v in data.items() if v is not None})
    groups = [
        cases(GOOD_GO, GOOD_STAY),
        ClauseCases.model_validate({"clause": "idle", "must_go": GOOD_GO, "must_stay": GOOD_STAY}),
    ]

    def compile_policy(mutant: Policy):
        ids = {clause.id for clause in mutant.clauses}
        return decide if "digits" in ids else lambda document: []

    assert idle_clauses(policy, groups, compile_policy) == ["idle"]
    assert [c.id for c in without_clause(policy, "digits").clauses] == ["idle"]


def test_decisions_are_applied_in_any_order() -> None:
    def at(start: int, end: int, new: str) -> Decision:
        return Decision(start, end, "identifiers", "ssn", "replace", new, "digits")

    assert carried_out("abcdef", [at(4, 6, "Y"), at(0, 1, "X")]) == "XbcdY"


@pytest.mark.parametrize("name", sorted(shipped_policies()))
def test_shipped_policies_have_enough_cases_for_every_clause(name: str) -> None:
    path = shipped_policies()[name]
    policy = load_policy(path, SHIPPED).policy
    found: dict[str, Counter[str]] = {}
    for group in load_cases(cases_folder(path), policy):
        counts = found.setdefault(group.clause, Counter())
        counts.update(go=len(group.must_go), stay=len(group.must_stay), tables=len(group.tables))
    for clause in policy.tables:
        assert found[clause.id]["tables"] >= 5, clause.id
    identifiers = {clause.id for clause in policy.identifiers}
    for clause in policy.text_clauses:
        least = (15, 8) if clause.id in identifiers else (5, 3)
        if "/" in clause.id:  # of a combined policy: what must stay is its own affair
            least = (least[0], 0)
        assert found[clause.id]["go"] >= least[0], clause.id
        assert found[clause.id]["stay"] >= least[1], clause.id


def test_cases_that_name_no_clause_and_missing_folders(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="POL041"):
        load_cases(tmp_path, POLICY)
    (tmp_path / "x.yaml").write_text(
        "clause: digit\nmust_go:\n  - {text: a 123, gone: [124]}\nmust_stay:\n  - {txt: a}\n"
    )
    with pytest.raises(InvalidError) as caught:
        load_cases(tmp_path, POLICY)
    assert [(f.code, f.where.split("x.yaml")[1]) for f in caught.value.faults] == [
        ("POL011", ":3:26 must_go[0].gone[0]"),
        ("POL013", ":5:5 must_stay[0].text"),
        ("POL010", ":5:6 must_stay[0].txt"),
    ]
    (tmp_path / "x.yaml").write_text(
        "clause: digit\nmust_go:\n  - {text: a 123, gone: ['123']}\nmust_stay:\n  - {text: a}\n"
    )
    with pytest.raises(InvalidError, match=r"POL042.*Did you mean digits"):
        load_cases(tmp_path, POLICY)
