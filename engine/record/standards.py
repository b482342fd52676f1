"""Which parts of a standard one release answers, and by which evidence of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from engine.catalog.standards import EVIDENCE, STANDARDS, Part
from engine.plan.approval import Approval
from engine.plan.plan import Plan
from engine.record.attacked import AttackMeasurement
from engine.record.counted import (
    ColumnCount,
    EarlierRecord,
    GateRecord,
    HiddenClassTotals,
    PeopleRisk,
    Record,
    TableRecord,
)
from engine.record.review import ReviewRecord
from engine.record.standing import Standing, is_measured

Value = int | float | str
"""A count, a share in [0, 1], or a name."""
RowStatus = Literal["met", "not met", "not covered"]
"""not covered: no program can show it, and the organisation has to."""


class StandardFacts(Record):
    """What of a release may show that a part of a standard is met; recipients can see all but `earlier`.

    `people` and `tables` are of its released documents.
    """

    plan: Plan
    totals: dict[str, int]
    standings: tuple[Standing, ...]
    people: tuple[PeopleRisk, ...] = ()
    tables: tuple[TableRecord, ...] = ()
    columns: ColumnCount | None = None
    hide_class: HiddenClassTotals | None = None
    gate: GateRecord | None = None
    approval: Approval | None = None
    review: ReviewRecord | None = None
    earlier: EarlierRecord | None = None
    attacked: AttackMeasurement | None = None


class Evidence(Record):
    """A piece of evidence that a release has, or lacks.

    Parameters
    ----------
    name : str
        In `engine.catalog.standards.EVIDENCE`.
    sentence : str
        What it says, with places for its values.
    values : dict
        Counts as whole numbers, shares in [0, 1] as fractions.
    """

    name: str
    found: bool
    sentence: str
    values: dict[str, Value] = {}


class StandardRow(Record):
    """A part of a standard: met by which evidence, not met for lack of which, or left to the organisation."""

    section: str
    control: str
    status: RowStatus
    evidence: tuple[Evidence, ...] = ()
    organisation: str = ""


class StandardAnswer(Record):
    """All parts of one standard; `confirmed` says whether its text was read, and `read` what else was."""

    standard: str
    title: str
    confirmed: bool
    read: str
    rows: tuple[StandardRow, ...]


def answers(facts: StandardFacts) -> tuple[StandardAnswer, ...]:
    """What a release answers to each standard that its policy names.

    Parameters
    ----------
    facts : StandardFacts

    Returns
    -------
    tuple of StandardAnswer
        In the policy's order; empty where it names none. A row is met only by evidence of this release.
    """
    named = [(name, STANDARDS[name]) for name in facts.plan.standards]
    return tuple(
        StandardAnswer(
            standard=name,
            title=standard.title,
            confirmed=standard.confirmed,
            read=standard.read,
            rows=tuple(_row(part, facts) for part in standard.parts),
        )
        for name, standard in named
    )


def _row(part: Part, facts: StandardFacts) -> StandardRow:
    looked_for = [_evidence(name, facts) for name in part.evidence]
    found = [each for each in looked_for if each.found]
    status: RowStatus = "met" if found else "not met" if looked_for else "not covered"
    return StandardRow(
        section=part.section,
        control=part.control,
        status=status,
        evidence=tuple(found or looked_for),
        organisation=part.organisation,
    )


def _evidence(name: str, facts: StandardFacts) -> Evidence:
    found, values = _LOOKS[name](facts)
    present, missing = EVIDENCE[name]
    return Evidence(name=name, found=found, sentence=present if found else missing, values=values)


_Seen = tuple[bool, dict[str, Value]]
"""Whether a release has a piece of evidence, and the values of its sentence."""
_NO: _Seen = (False, {})


def _policy_approved(facts: StandardFacts) -> _Seen:
    if facts.approval is None:
        return _NO
    return True, {"who": facts.approval.approved_by, "version": facts.plan.version}


def _release_approved(facts: StandardFacts) -> _Seen:
    who = facts.review.approved_by if facts.review else ""
    return bool(who), {"who": who}


def _reviewed(facts: StandardFacts) -> _Seen:
    if facts.review is None:
        return _NO
    reviewed = facts.review.reviewed - len({one.document for one in facts.review.unopened})
    return reviewed > 0, {"reviewed": reviewed, "documents": facts.review.documents}


def _sampled(facts: StandardFacts) -> _Seen:
    said = facts.review.statement if facts.review else None
    if said is None:
        return _NO
    return True, {"drawn": said.drawn, "missed": said.with_a_miss, "most": round(1000 * said.at_most)}


def _identifiers(facts: StandardFacts) -> _Seen:
    status = [line.status for line in facts.standings if line.kind == "identifiers"]
    covered = status.count("covered") if facts.totals["released"] else 0
    return 0 < covered == len(status), {"covered": covered, "all": len(status)}


def _recall(facts: StandardFacts) -> _Seen:
    lines = [line for line in facts.standings if line.kind == "identifiers"]
    measured = sum(is_measured(facts.plan, line.clauses[0]) for line in lines)
    return 0 < measured == len(lines), {"measured": measured, "all": len(lines)}


def _risk(facts: StandardFacts) -> _Seen:
    risks = [one.after for one in facts.people] + [one.risk_after for one in facts.tables if one.risk_after]
    if not risks:
        return _NO
    highest, average = max(one.highest for one in risks), max(one.average for one in risks)
    return True, {"tables": len(risks), "highest": highest, "average": average}


def _population(facts: StandardFacts) -> _Seen:
    sampled = [one.sampled for one in facts.people if one.sampled is not None]
    rule = facts.plan.reidentification
    if not sampled or rule is None or rule.population is None:
        return _NO
    return True, {"population": rule.population, "sampled": float(max(sampled))}


def _classes_of_k(facts: StandardFacts) -> _Seen:
    rule = facts.plan.reidentification
    if rule is None or not facts.people or any(one.small_after for one in facts.people):
        return _NO
    return True, {"others": rule.k - 1, "tables": len(facts.people)}


def _containment(facts: StandardFacts) -> _Seen:
    if not facts.tables or any(one.achieved_k < one.k for one in facts.tables):
        return _NO
    return True, {"tables": len(facts.tables), "k": min(one.achieved_k for one in facts.tables)}


def _quasi_identifiers(facts: StandardFacts) -> _Seen:
    rule = facts.plan.reidentification
    if rule is None or not facts.people:
        return _NO
    return True, {"names": len(rule.quasi_identifiers), "tables": len(facts.people)}


def _columns(facts: StandardFacts) -> _Seen:
    one = facts.columns
    if one is None or not one.typed:
        return _NO
    return True, {"all": one.typed + one.untyped + one.unknown, "typed": one.typed}


def _expert(facts: StandardFacts) -> _Seen:
    expert = facts.plan.reidentification.expert if facts.plan.reidentification else None
    return (True, {"who": expert.name, "until": expert.valid_until.isoformat()}) if expert else _NO


def _concepts(facts: StandardFacts) -> _Seen:
    concepts = facts.plan.concepts
    if not concepts or not facts.totals["released"]:
        return _NO
    return True, {"concepts": len(concepts), "most": max(float(one.allowed_probability) for one in concepts)}


def _classes(facts: StandardFacts) -> _Seen:
    step, counted = facts.plan.hide_class, facts.hide_class
    if step is None or counted is None or not counted.documents or counted.fewer_with_earlier:
        return _NO
    return True, {"k": step.k}


def _gate(facts: StandardFacts) -> _Seen:
    gate = facts.gate
    if gate is None or not gate.passed:
        return _NO
    return True, {"gain": float(gate.best.gain), "most": float(gate.gain_at_most)}


def _attackers(facts: StandardFacts) -> _Seen:
    if (one := facts.attacked) is None or (facts.gate is not None and not facts.gate.passed):
        return _NO
    return True, {"right": one.worst.right, "victims": one.victims, "most": float(one.at_most)}


def _checked(facts: StandardFacts) -> _Seen:
    values: dict[str, Value] = {key: facts.totals[key] for key in ("released", "refused", "quarantined")}
    return facts.totals["released"] > 0, values


def _earlier(facts: StandardFacts) -> _Seen:
    rule = facts.plan.earlier_releases.then if facts.plan.earlier_releases else "allow"
    return facts.earlier is not None and rule != "allow", {"rule": rule}


def _pseudonyms(facts: StandardFacts) -> _Seen:
    clauses = sum(step.operator == "pseudonym" for step in facts.plan.identifiers)
    return clauses > 0 and facts.totals["released"] > 0, {"clauses": clauses}


def _unlinkable(facts: StandardFacts) -> _Seen:
    return _pseudonyms(facts)[0] and not facts.plan.matter_pseudonyms, {}


_LOOKS: Mapping[str, Callable[[StandardFacts], _Seen]] = {
    "policy-approved": _policy_approved,
    "release-approved": _release_approved,
    "reviewed": _reviewed,
    "sampled": _sampled,
    "identifiers": _identifiers,
    "recall": _recall,
    "risk": _risk,
    "population": _population,
    "classes-of-k": _classes_of_k,
    "containment": _containment,
    "quasi-identifiers": _quasi_identifiers,
    "columns": _columns,
    "expert": _expert,
    "concepts": _concepts,
    "classes": _classes,
    "gate": _gate,
    "attackers": _attackers,
    "checked": _checked,
    "earlier": _earlier,
    "pseudonyms": _pseudonyms,
    "unlinkable": _unlinkable,
}
"""How each piece of evidence is looked for in a release."""
