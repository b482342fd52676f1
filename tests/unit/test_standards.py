"""Parts of standards in the report: met by evidence of this very release, and by nothing else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest

from adapters.reports.data import report_pieces
from adapters.reports.html import render_report
from adapters.reports.pdf.blocks import blocks_of
from engine.catalog.names import SHIPPED
from engine.catalog.standards import EVIDENCE, STANDARDS
from engine.plan.approval import Approval
from engine.plan.plan import Plan
from engine.plan.steps import PlannedEarlierReleases
from engine.policy import Policy
from engine.policy.check import check
from engine.policy.clauses.reidentification import Expert, QuasiIdentifier, ReidentificationClause
from engine.policy.combining.compose import compose
from engine.record.attacked import AttackerFigure, AttackMeasurement
from engine.record.counted import (
    AttackerRecord,
    ColumnCount,
    EarlierRecord,
    GateRecord,
    HiddenClassTotals,
    PeopleRisk,
    TableRecord,
    TableRisk,
)
from engine.record.report import ReleaseReport, report_from, summarize
from engine.record.review import ReviewRecord, SampleStatement, Unopened
from engine.record.standards import StandardFacts, StandardRow, answers
from engine.record.standing import ReleaseFacts, standings
from tests.conftest import ROOT
from tests.samples import sample_plan, sample_report
from tests.unit.test_hide_class_stage import STEP as HIDE_CLASS
from tests.unit.test_standing import step

NAMES = tuple(STANDARDS)
EXPERT = Expert(
    name="Ida Brandt",
    method="Classes",
    determined=dt.date(2026, 1, 1),
    valid_until=dt.date(2027, 12, 31),
)
PEOPLE = ReidentificationClause(quasi_identifiers={"AGE": QuasiIdentifier()}, k=11, population=4000)
RISK = PeopleRisk(
    columns=("AGE",),
    before=TableRisk.of([1, 39]),
    after=TableRisk.of([16, 24]),
    small_before=1,
    small_after=0,
    withheld=0,
    sampled=0.003,
)
APPROVAL = Approval(
    policy="sample",
    version="1.0.0",
    plan_id="a" * 64,
    approved_by="Olu Adeyemi",
    approved_at="2026-01-01T00:00:00+00:00",
    public_key="b" * 64,
    signature="c" * 128,
)
REVIEW = ReviewRecord(
    documents=40, reviewed=7, twice=0, refused_findings=0, changed_findings=0, added_findings=2
)
GATE = GateRecord(
    passed=True,
    gain_at_most=0.05,
    documents=9,
    tokens=900,
    published=800,
    sensitive=50,
    sensitive_left=3,
    budget_shares=(1.0,),
    found_at_random=(3.0,),
    attackers=tuple(
        AttackerRecord(learner=name, true_positives=1, false_positives=1, found=(1.0,), gain=gain)
        for name, gain in (("crf", 0.02), ("svm", 0.01), ("ensemble", 0.0), ("unforeseen", 0.015))
    ),
)
ATTACKED = AttackMeasurement(
    clause="d" * 64,
    date="2026-01-01",
    seed=1,
    learned_from=50,
    attackers_have=50,
    victims=60,
    refused=0,
    suppressed=0.1,
    chance=0.2,
    before=50,
    topic=None,
    figures=(AttackerFigure(attacker="svm", knows="redacted", first=12, k_th=4, among_k=30),),
    at_most=0.31,
)
CLASSES = HiddenClassTotals(
    documents=2,
    changed=2,
    words=9,
    suppressed=3,
    mentions=4,
    generalized=0,
    topics=0,
    topics_kept=0,
    infeasible=0,
)
TABLE = TableRecord(
    k=5,
    achieved_k=5,
    method="greedy",
    rows=20,
    label=None,
    columns=("A",),
    features_before=4,
    features_after=3,
    n_kept_found=0,
    ones_before=30,
    ones_after=22,
    ones_cleared=0,
    rows_all_zero_before=0,
    rows_all_zero_after=0,
    dropped={},
    reasons={},
    dropped_features={},
    kept_features=(),
    auc_before=None,
    auc_after=None,
    proof="counted",
    certificate="a.json",
    certificate_sha256="e" * 64,
)


def bare_plan(**update: object) -> Plan:
    """A plan whose clauses no released document can show evidence for."""
    empty: dict[str, object] = {"clauses": (), "identifiers": (), "concepts": (), "standards": NAMES}
    return sample_plan().model_copy(update=empty | update)


def facts(plan: Mapping[str, object] = {}, released: int = 2, **update: Any) -> StandardFacts:
    made = bare_plan(**plan)
    totals = {"released": released, "refused": 1, "quarantined": 0, "hidden": 0}
    return StandardFacts(plan=made, totals=totals, standings=standings(made, ReleaseFacts())).model_copy(
        update=update
    )


SSN: dict[str, Any] = {"identifiers": (step("G", "ssn"),), "clauses": sample_plan().clauses[:1]}
CODED: dict[str, Any] = {"identifiers": (step("G", "ssn").model_copy(update={"operator": "pseudonym"}),)}
SEEN: Mapping[str, tuple[StandardFacts, StandardFacts]] = {
    "policy-approved": (facts(approval=APPROVAL), facts()),
    "release-approved": (
        facts(review=REVIEW.model_copy(update={"approved_by": "Olu Adeyemi"})),
        facts(review=REVIEW),
    ),
    "reviewed": (
        facts(review=REVIEW),
        facts(
            review=REVIEW.model_copy(
                update={"reviewed": 1, "unopened": (Unopened(document="000001", reviewer="R"),)}
            )
        ),
    ),
    "sampled": (
        facts(
            review=REVIEW.model_copy(
                update={
                    "statement": SampleStatement(drawn=20, of=33, with_a_miss=0, at_most=0.139),
                }
            )
        ),
        facts(review=REVIEW),
    ),
    "identifiers": (facts(SSN), facts(SSN, released=0)),
    "recall": (facts(SSN), facts(SSN | {"identifiers": (step("G", "ssn", "own-code"),)})),
    "risk": (facts(people=(RISK,)), facts({"reidentification": PEOPLE})),
    "population": (
        facts({"reidentification": PEOPLE}, people=(RISK,)),
        facts({"reidentification": PEOPLE}, people=(RISK.model_copy(update={"sampled": None}),)),
    ),
    "classes-of-k": (
        facts({"reidentification": PEOPLE}, people=(RISK,)),
        facts({"reidentification": PEOPLE}, people=(RISK.model_copy(update={"small_after": 3}),)),
    ),
    "containment": (facts(tables=(TABLE,)), facts(tables=(TABLE.model_copy(update={"achieved_k": 4}),))),
    "quasi-identifiers": (
        facts({"reidentification": PEOPLE}, people=(RISK,)),
        facts({"reidentification": PEOPLE}),
    ),
    "columns": (facts(columns=ColumnCount(typed=3, untyped=1)), facts(columns=ColumnCount(untyped=1))),
    "expert": (
        facts({"reidentification": PEOPLE.model_copy(update={"expert": EXPERT})}),
        facts({"reidentification": PEOPLE}),
    ),
    "concepts": (
        facts({"concepts": sample_plan().concepts}),
        facts({"concepts": sample_plan().concepts}, released=0),
    ),
    "classes": (
        facts({"hide_class": HIDE_CLASS}, hide_class=CLASSES),
        facts({"hide_class": HIDE_CLASS}, hide_class=CLASSES.model_copy(update={"fewer_with_earlier": 1})),
    ),
    "gate": (facts(gate=GATE), facts(gate=GATE.model_copy(update={"passed": False}))),
    "attackers": (
        facts(attacked=ATTACKED),
        facts(attacked=ATTACKED, gate=GATE.model_copy(update={"passed": False})),
    ),
    "checked": (facts(), facts(released=0)),
    "earlier": (
        facts(
            {"earlier_releases": PlannedEarlierReleases(then="refuse", keep_days=9)},
            earlier=EarlierRecord(considered=3, forgotten=0),
        ),
        facts(
            {"earlier_releases": PlannedEarlierReleases(then="allow", keep_days=9)},
            earlier=EarlierRecord(considered=3, forgotten=0),
        ),
    ),
    "pseudonyms": (facts(SSN | CODED), facts(SSN)),
    "unlinkable": (facts(SSN | CODED), facts(SSN | CODED | {"matter_pseudonyms": "keller"})),
}
"""For each piece of evidence a release that has it, and one that comes close and lacks it."""

PARTS = [
    (name, number, evidence)
    for name, standard in STANDARDS.items()
    for number, part in enumerate(standard.parts)
    for evidence in part.evidence
]


def row(found: StandardFacts, standard: str, number: int) -> StandardRow:
    return next(one for one in answers(found) if one.standard == standard).rows[number]


@pytest.mark.parametrize(("standard", "number", "evidence"), PARTS)
def test_each_part_is_met_by_its_evidence_and_not_without_it(
    standard: str, number: int, evidence: str
) -> None:
    having, lacking = (row(found, standard, number) for found in SEEN[evidence])
    assert having.status == "met"
    assert evidence in [one.name for one in having.evidence]
    assert all(one.found for one in having.evidence)
    assert evidence not in [one.name for one in lacking.evidence if one.found]
    assert lacking.status == ("met" if any(one.found for one in lacking.evidence) else "not met")


def test_each_piece_of_evidence_is_tried_and_used() -> None:
    assert set(SEEN) == set(EVIDENCE) == {evidence for _, _, evidence in PARTS}


def test_a_release_without_anything_meets_nothing() -> None:
    for answer in answers(facts(released=0)):
        assert {one.status for one in answer.rows} == {"not met", "not covered"}


def test_what_no_program_can_show_is_left_to_the_organisation() -> None:
    for standard in STANDARDS.values():
        for part in standard.parts:
            assert bool(part.evidence) != bool(part.organisation)


@pytest.mark.parametrize("evidence", EVIDENCE)
def test_every_sentence_has_its_values(evidence: str) -> None:
    for found in SEEN[evidence]:
        rows = [one for answer in answers(found) for one in answer.rows]
        for said in (one for line in rows for one in line.evidence):
            assert not said.values or said.sentence % said.values


def named(report: ReleaseReport, *standards: str, language: str = "en") -> ReleaseReport:
    plan = report.plan.model_copy(update={"standards": standards, "language": language})
    return summarize(
        release_id=report.release_id,
        created=report.created,
        tool=report.tool,
        plan=plan,
        documents=report.documents,
        attacked=ATTACKED,
        review=REVIEW,
    )


def test_the_page_shows_what_was_found_and_what_was_not() -> None:
    page = render_report(named(sample_report(), *NAMES))
    assert [f'<h2 id="{name}">{STANDARDS[name].title}</h2>' in page for name in NAMES] == [True] * 3
    assert "Documents that people opened and signed off: 7 of 40." in page
    assert "The best named the class of 12 of 60 documents; at most 31 % with 95 % confidence." in page
    assert "Not measured: no released table has a measured risk of re-identification." in page
    assert page.count("Confirmed: no.") == 3
    assert "Practices and contracts of the recipients." in page


def test_a_german_page_says_it_in_german() -> None:
    page = render_report(named(sample_report(), *NAMES, language="de"))
    assert "Dokumente, die Menschen geöffnet und abgezeichnet haben: 7 von 40." in page
    assert "Begriff" in page and "weniger als 12 % der Fälle richtig" in page
    assert page.count("Bestätigt: nein.") == 3


def test_a_policy_that_names_none_has_the_report_that_it_had() -> None:
    report = sample_report()
    assert report.standards == ()
    assert b"standards" not in report.plan.canonical()
    page = render_report(report)
    assert not any(standard.title in page for standard in STANDARDS.values())
    assert "has to show" not in page


def test_what_it_says_is_in_the_data_and_is_read_again() -> None:
    report = named(sample_report(), "iso-25237")
    again = report_from(b"".join(report_pieces(report)))
    assert again.standards == report.standards
    assert render_report(again) == render_report(report)
    assert [one.confirmed for one in again.standards] == [False]


def test_recipients_read_the_same_lines() -> None:
    report = named(sample_report(), *NAMES)
    assert report.for_recipients().standards == report.standards


def test_no_figure_of_earlier_releases_leaves_with_a_release() -> None:
    having, _ = SEEN["earlier"]
    said = [one for answer in answers(having) for line in answer.rows for one in line.evidence]
    assert [one.values for one in said if one.name == "earlier"] == [{"rule": "refuse"}]


def test_the_printed_report_has_the_lines_too() -> None:
    blocks = blocks_of(render_report(named(sample_report(), "iso-25237")))
    headings = [run["text"] for block in blocks if block["t"] == "h2" for run in block["runs"]]
    assert "ISO 25237:2017" in headings
    after = blocks[[block.get("runs") for block in blocks].index([{"text": "ISO 25237:2017"}]) :]
    table = next(block for block in after if block["t"] == "table")
    assert len(table["rows"]) == len(STANDARDS["iso-25237"].parts)


POLICY = {
    "policy": "base",
    "version": "1.0.0",
    "title": "T",
    "standards": ["iso-25237"],
    "identifiers": [{"find": ["ssn"], "law": "45 CFR 164.514(b)(2)(i)(G)"}],
}


def test_a_wrong_name_is_named() -> None:
    [problem] = check(POLICY | {"standards": ["iso-25237", "iso-iec-2755"]}, SHIPPED).problems
    assert (problem.code, problem.path, problem.got) == ("POL014", ("standards", 1), '"iso-iec-2755"')
    assert "iso-iec-27559" in problem.must


def test_a_policy_answers_the_standards_of_those_that_it_is_made_of() -> None:
    base = Policy.model_validate(POLICY)
    own = Policy.model_validate(
        {key: POLICY[key] for key in ("version", "title")}
        | {"policy": "own", "extends": "base", "standards": ["nist-sp-800-188"]}
    )
    assert set(compose(own, {"base": base}).policy.standards) == {"iso-25237", "nist-sp-800-188"}


def test_the_auditors_guide_names_each_standard() -> None:
    guide = (ROOT / "docs" / "auditors-guide.md").read_text()
    for name, standard in STANDARDS.items():
        assert f"- `{name}`: {standard.title}, " in guide
