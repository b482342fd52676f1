"""The bench of a policy's author and approver: in plain words, tried, its cases, what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from engine.errors import InvalidError
from engine.record.decisions import CaseKind
from flows.authoring.explaining import explain_policy
from flows.release.preview.trying import Tried
from service.app.closed import reads_form
from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people.roles import Action
from service.people.sign_in import Present
from service.policies import books, cases, changes, editing, trying
from service.policies.cases import OwnCase
from service.policies.files import passing_file
from service.refusals import not_found
from service.releases.originals import impacts
from service.releases.review import sheets
from service.web.pages.rendering import render, to

router = APIRouter(include_in_schema=False, prefix="/policies")
Field = Annotated[str, Form()]


@router.get("/shipped/{shipped}")
def show_shipped(request: Request, session: Settled, shipped: str) -> Response:
    """A policy that comes with saferelease, in plain words."""
    if not session.who.may_anywhere(Action.READ_POLICIES) or shipped not in books.shipped_names():
        raise not_found()
    explained = explain_policy(shipped)
    return render(
        request, "policies/policy_words.html.j2", session, title=shipped, explained=explained, version=None
    )


def opened(service: Service, session: Present, version: str) -> tuple[dict[str, Any], str]:
    """What every page of a version shows, and its text."""
    with service.database.look() as state:
        row, book = books.visible_version(state, session.who, version, Action.READ_POLICIES)
        text = books.text_of(service, row)
    values = {
        "version": row,
        "book": book,
        "title": f"{book.slug} {row.number}",
        "writes": session.who.may(Action.WRITE_POLICIES, book.group_id),
        "tries": session.who.may(Action.WRITE_POLICIES, book.group_id)
        or session.who.may(Action.APPROVE_POLICIES, book.group_id),
        "compares": session.who.may(Action.COMPARE_RELEASES, book.group_id),
        "faults": [],
    }
    return values, text


@router.get("/{version}/words")
def words(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Clause by clause: what is looked for, what replaces it, under which law, where the limits are."""
    values, text = opened(service, session, version)
    try:
        with passing_file(text, values["book"].slug) as path:
            values["explained"] = explain_policy(str(path))
    except InvalidError as error:
        values |= {"explained": None, "faults": [editing.told(one) for one in error.faults]}
    return render(request, "policies/policy_words.html.j2", session, **values)


@router.get("/{version}/try")
def try_page(request: Request, service: Here, session: Settled, version: str) -> Response:
    """An empty bench."""
    values, _ = opened(service, session, version)
    trying.require_bench(session.who, values["book"].group_id)
    return render(request, "policies/policy_try.html.j2", session, sample="", tried=None, **values)


@router.post("/{version}/try")
@reads_form("file", "sample")
async def try_it(request: Request, service: Here, session: Settled, version: str) -> Response:
    """What a release would do with a pasted text or a file, of which nothing is kept."""
    sent = await sample_of(request)
    values, _ = opened(service, session, version)
    try:
        tried = await run_in_threadpool(
            trying.try_policy, service, session.who, version, sent.name, sent.content
        )
        values |= _shown(tried)
    except InvalidError as error:
        values |= {"tried": None, "faults": [editing.told(one) for one in error.faults]}
    return render(request, "policies/policy_try.html.j2", session, sample=sent.pasted, **values)


@dataclass(frozen=True)
class SentSample:
    """What a form sends to be tried: a file, or a pasted text, which its box shows again."""

    name: str
    content: bytes
    pasted: str


async def sample_of(request: Request) -> SentSample:
    """The sample of a form."""
    form = await request.form(max_files=1)
    upload, pasted = form.get("file"), str(form.get("sample", "")).replace("\r\n", "\n")
    found = SentSample("sample.txt", pasted.encode(), pasted)
    if not isinstance(upload, str) and upload is not None and upload.filename:
        found = SentSample(upload.filename, await upload.read(), "")
    await form.close()
    return found


def _shown(tried: Tried) -> dict[str, Any]:
    findings, text = sheets.findings_of(tried.sheet, []), tried.sheet.text
    return {
        "tried": tried,
        "findings": findings,
        "original": sheets.pieces(text, findings),
        "released": sheets.released_pieces(text, findings),
        "line_of": lambda one: _line(text, one.start, one.end),
    }


def _line(text: str, start: int, end: int) -> str:
    """The line around a finding: what a case of it holds."""
    after = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : after if after >= 0 else len(text)][:2000]


@router.get("/{version}/cases")
def cases_page(
    request: Request, service: Here, session: Settled, version: str, inherited: bool = False
) -> Response:
    """The cases with their results; inherited ones are run on request."""
    values, text = opened(service, session, version)
    try:
        values["fared"] = cases.run_own_cases(service, session.who, version, inherited=inherited)
        with passing_file(text, values["book"].slug) as path:
            policy = books.loaded(path)
        values["clauses"] = [(one.id, getattr(one, "title", "") or one.law) for one in policy.text_clauses]
    except InvalidError as error:
        values |= {"fared": None, "clauses": [], "faults": [editing.told(one) for one in error.faults]}
    return render(request, "policies/policy_cases.html.j2", session, **values)


@router.post("/{version}/cases")
def add_case(
    service: Here,
    session: Settled,
    version: str,
    clause: Field,
    kind: Annotated[CaseKind, Form()],
    text: Field,
    fragment: Field = "",
) -> Response:
    """One more case."""
    case = OwnCase("", clause, kind, text.replace("\r\n", "\n"), fragment.replace("\r\n", "\n"))
    cases.add_case(service, session.who, version, case)
    return to(f"/policies/{version}/cases", "added")


@router.post("/{version}/cases/{case}/remove")
def remove_case(service: Here, session: Settled, version: str, case: str) -> Response:
    """One case less."""
    cases.remove_case(service, session.who, version, case)
    return to(f"/policies/{version}/cases", "removed")


@router.get("/{version}/changes")
def changes_page(request: Request, service: Here, session: Settled, version: str) -> Response:
    """What it changes against the version in force, in words."""
    values, _ = opened(service, session, version)
    try:
        values["changes"] = changes.changes_of(service, session.who, version)
    except InvalidError as error:
        values |= {"changes": None, "faults": [editing.told(one) for one in error.faults]}
    return render(request, "policies/policy_changes.html.j2", session, **values)


@router.get("/{version}/impact")
def impact_page(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Nothing is compared yet."""
    return _impact(request, service, session, version)


@router.post("/{version}/impact")
def compare(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Past releases, decided again under this version."""
    return _impact(request, service, session, version, wanted=True)


def _impact(
    request: Request, service: Here, session: Settled, version: str, *, wanted: bool = False
) -> Response:
    values, _ = opened(service, session, version)
    session.who.require(Action.COMPARE_RELEASES, values["book"].group_id)
    found = None
    try:
        found = impacts.impact_of(service, session.who, version) if wanted else None
    except InvalidError as error:
        values["faults"] = [editing.told(one) for one in error.faults]
    most = impacts.MOST_DOCUMENTS
    return render(request, "policies/policy_impact.html.j2", session, found=found, most=most, **values)
