"""Policies, for programs and for the editor's page."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from flows.authoring.explaining import explain_policy
from service.app.dependencies import Caller, Here
from service.people.accounts import group_named
from service.people.roles import Action, Who
from service.policies import books, cases, changes, curves, editing, folder, trying
from service.policies.cases import OwnCase
from service.policies.editing import FaultOut
from service.policies.folder import StandingOut
from service.refusals import not_allowed, not_found
from service.releases.originals import impacts
from service.releases.originals.impacts import ImpactOut
from service.releases.review import sheets
from service.web.api.policy_forms import (
    CaseOut,
    ChangeOut,
    ChangesOut,
    CheckOut,
    CurveOut,
    CurveSample,
    Decided,
    FaredOut,
    FolderPolicy,
    NewCase,
    NewPolicy,
    OfferOut,
    Place,
    Sample,
    Text,
    TriedOut,
    VersionOut,
    VersionWhole,
)
from service.web.api.releases import Made

router = APIRouter(tags=["policies"])


@router.get("/policies")
def policies(service: Here, who: Caller) -> list[VersionOut]:
    """All versions of the policies of one's groups."""
    with service.database.look() as state:
        return [
            VersionOut(
                id=version.id, policy=book.slug, number=version.number, state=version.state,
                group=group.slug, updated=version.updated,
            )
            for group, shelf in books.shelves_for(service, state, who)
            for book, versions in shelf
            for version in versions
        ]  # fmt: skip


@router.post("/policies", status_code=201)
def new(service: Here, who: Caller, body: NewPolicy) -> Made:
    """A draft."""
    with service.database.look() as state:
        group = group_named(state, body.group)
    if group.id not in who.roles:
        raise not_found()
    return Made(id=books.add_policy(service, who, group.id, body.text))


@router.post("/policies/check")
def check_text(who: Caller, body: Text) -> list[FaultOut]:
    """The faults of a policy that stands nowhere yet, for those who write policies; nothing is kept."""
    if not who.may_anywhere(Action.WRITE_POLICIES):
        raise not_allowed(Action.WRITE_POLICIES.value)
    return editing.faults_at(body.text)


@router.get("/policies/folder")
def folder_standings(service: Here, who: Caller) -> list[StandingOut]:
    """How the folder under git stands for the policies of one's groups."""
    _require_reader(who)
    with service.database.look() as state:
        return folder.standings(service, state, who)


@router.post("/policies/folder/drafts", status_code=201)
def take_up(service: Here, who: Caller, body: FolderPolicy) -> Made:
    """A draft with the text that the folder holds."""
    return Made(id=folder.take_up(service, who, body.group, body.policy))


@router.post("/policies/folder/files", status_code=204)
def write_file(service: Here, who: Caller, body: FolderPolicy) -> None:
    """The version in force, into the folder."""
    folder.write(service, who, body.group, body.policy)


@router.get("/policies/shipped")
def shipped(who: Caller) -> list[str]:
    """Names of the policies that come with saferelease."""
    _require_reader(who)
    return books.shipped_names()


@router.get("/policies/shipped/{shipped}")
def shipped_words(who: Caller, shipped: str) -> dict[str, Any]:
    """One of them in plain words."""
    _require_reader(who)
    if shipped not in books.shipped_names():
        raise not_found()
    return explain_policy(shipped)


def _require_reader(who: Who) -> None:
    if not who.may_anywhere(Action.READ_POLICIES):
        raise not_found()


@router.get("/policies/{version}/words")
def words(service: Here, who: Caller, version: str) -> dict[str, Any]:
    """A version in plain words: provisions, clauses, concepts, limits."""
    return books.explained(service, who, version)


@router.post("/policies/{version}/next", status_code=201)
def next_version(service: Here, who: Caller, version: str) -> Made:
    """A new draft with the text of a version."""
    return Made(id=books.next_draft(service, who, version))


@router.get("/policies/{version}")
def one(service: Here, who: Caller, version: str) -> VersionWhole:
    """A version."""
    with service.database.look() as state:
        row, book = books.visible_version(state, who, version, Action.READ_POLICIES)
        return VersionWhole(
            id=row.id, policy=book.slug, number=row.number, state=row.state, updated=row.updated,
            group=books.group_of(state, book).slug, text=books.text_of(service, row),
        )  # fmt: skip


@router.put("/policies/{version}", status_code=204)
def save(service: Here, who: Caller, version: str, body: Text) -> None:
    """The text of a draft."""
    books.save_draft(service, who, version, body.text)


@router.post("/policies/{version}/check")
def check(service: Here, who: Caller, version: str, body: Place) -> CheckOut:
    """The faults of a text that is being written, and what helps at the cursor; nothing is kept."""
    with service.database.look() as state:
        books.visible_version(state, who, version, Action.WRITE_POLICIES)
    return CheckOut(
        faults=editing.faults_at(body.text),
        clause=editing.clause_at(body.text, body.line),
        offers=[OfferOut.model_validate(o) for o in editing.offers_at(body.text, body.line, body.column)],
    )


@router.post("/policies/{version}/try")
def try_it(service: Here, who: Caller, version: str, body: Sample) -> TriedOut:
    """What a release would change in a text, with reasons."""
    tried = trying.try_policy(service, who, version, "sample.txt", body.text.encode())
    found = sheets.findings_of(tried.sheet, [])
    changed = [ChangeOut.model_validate(each, extra="ignore") for each in found]
    return TriedOut(changes=changed, refused=list(tried.refused))


@router.post("/policies/{version}/curves")
def draw_curves(service: Here, who: Caller, version: str, body: CurveSample) -> list[CurveOut]:
    """Privacy against utility, for each clause with alpha, k or a loss ratio."""
    found = curves.curves_of(service, who, version, "sample.txt", body.text.encode())
    return [CurveOut.model_validate(one) for one in found]


@router.get("/policies/{version}/cases")
def run_cases(service: Here, who: Caller, version: str, inherited: bool = False) -> FaredOut:
    """Run the group's own cases, and on request the inherited ones."""
    fared = cases.run_own_cases(service, who, version, inherited=inherited)
    own = [CaseOut.model_validate(case) for case in fared.own]
    failures = None if fared.failures is None else list(fared.failures)
    return FaredOut(own=own, n_inherited=fared.n_inherited, failures=failures)


@router.post("/policies/{version}/cases", status_code=201)
def add_case(service: Here, who: Caller, version: str, body: NewCase) -> Made:
    """Keep a case."""
    case = OwnCase("", body.clause, body.kind, body.text, body.fragment)
    return Made(id=cases.add_case(service, who, version, case))


@router.delete("/policies/{version}/cases/{case}", status_code=204)
def remove_case(service: Here, who: Caller, version: str, case: str) -> None:
    """Take a case away."""
    cases.remove_case(service, who, version, case)


@router.get("/policies/{version}/changes")
def what_changes(service: Here, who: Caller, version: str) -> ChangesOut:
    """What it changes against the version in force."""
    found = changes.changes_of(service, who, version)
    if found is None:
        return ChangesOut(against="", verdict="", changed=[])
    return ChangesOut(against=found.against, verdict=found.verdict, changed=list(found.changed))


@router.post("/policies/{version}/impact")
def compare(service: Here, who: Caller, version: str) -> ImpactOut:
    """What it would have changed in past releases of its group, for approvers; counts, no text."""
    return impacts.impact_of(service, who, version)


@router.post("/policies/{version}/submit", status_code=204)
def submit(service: Here, who: Caller, version: str) -> None:
    """Ask for approval."""
    books.submit_policy(service, who, version)


@router.post("/policies/{version}/decision", status_code=204)
def decide(service: Here, who: Caller, version: str, body: Decided) -> None:
    """approve or refuse."""
    books.approve_policy(service, who, version, body.words, grant=body.outcome == "approve")
    if body.outcome == "approve":
        folder.keep(service, version)
