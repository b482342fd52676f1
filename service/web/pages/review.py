"""The review page: the original beside what is released, findings, and what people say of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from engine.record.decisions import CaseKind, Code, CorrectionKind, Everywhere, SignOff
from flows.release.preview.drawing import is_drawn
from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people.sign_in import Present
from service.policies.cases import OwnCase
from service.refusals import Refusal
from service.releases.intake import engine_number, name_of, title_of
from service.releases.review import correcting, desks, finishing, pictures, sheets, training
from service.releases.review.cases import case_of_correction
from service.releases.review.correcting import Asked
from service.state.tables import Person, Release, ReleaseDocument
from service.web.pages.rendering import render, to

router = APIRouter(include_in_schema=False, prefix="/review")
Field = Annotated[str, Form()]
Number = Annotated[int, Form()]


@router.get("/{document}")
def show(
    request: Request, service: Here, session: Settled, document: str, at: int = 0, page: int = 0
) -> Response:
    """A document on one's desk, as text or as a page of pictures; the ledger says that it was seen."""
    return _page(request, service, session, document, at, page)


def _page(
    request: Request,
    service: Service,
    session: Present,
    document: str,
    at: int = 0,
    page: int = 0,
    fault: str = "",
) -> Response:
    desk = desks.open_desk(service, session.who, document, text=not page)
    text, findings = desk.sheet.text, desk.findings
    with service.database.look() as state:
        notes = [
            (state.get_one(Person, by).display, words)
            for by, words in correcting.notes_of(service, state, desk.release, document)
        ]
        teaches = training.standing_of(state, desk.release.group_id).allowed
    name = name_of(service, desk.release, desk.document)
    others = [one for one in desk.todo if one.id != document]
    values: dict[str, Any] = {
        "desk": desk,
        "title": title_of(service, desk.release),
        "number": engine_number(desk.document),
        "file_name": name,
        **_pictures(service, session, desk, name, page),
        "original": sheets.pieces(text, findings),
        "released": sheets.released_pieces(text, findings),
        "codes": sheets.CODES,
        "notes": notes,
        "at": max(0, min(at, len(findings) - 1)),
        "mine": desks.may_decide(session.who, desk.release, desk.document),
        "two": (desk.release.review or {}).get("reviewers", 1) == 2,
        "next": others[0] if others else None,
        "n_others": len(others),
        "waiting": any(one.override == "asked" for one in desk.said),
        "levels": sheets.levels,
        "fault": fault,
        "teaches": teaches,
        "clauses": sorted({one.clause for one in findings if one.stage == "identifiers"}),
    }
    return render(request, "releases/review.html.j2", session, 409 if fault else 200, **values)


def _pictures(
    service: Service, session: Present, desk: desks.Desk, name: str, page: int
) -> dict[str, object]:
    """What the page of pictures shows, or why it shows none."""
    why_not, shown = pictures.why_not(name), None
    if page and not why_not:
        try:
            shown = pictures.page_of(service, session.who, desk, page)
        except Refusal as refusal:
            if refusal.status != 409:
                raise
            why_not = str(refusal)
    return {"page": page if shown else 0, "shown": shown, "why_not": why_not, "has_pages": is_drawn(name)}


def _back(document: str, at: int, page: int) -> Response:
    """To the same finding of the same view."""
    return to(f"/review/{document}?at={at}{f'&page={page}' if page else ''}")


@router.post("/{document}/corrections")
def correct(
    service: Here,
    session: Settled,
    document: str,
    kind: Annotated[CorrectionKind, Form()],
    start: Number,
    end: Number,
    category: Field = "",
    replacement: Field = "",
    code: Annotated[Code | Literal[""], Form()] = "",
    reason: Field = "",
    everywhere: Annotated[list[Everywhere], Form()] = [],  # noqa: B006
    ticket: Field = "",
    at: Number = 0,
    page: Number = 0,
) -> Response:
    """One correction, saved at once."""
    farthest: Everywhere | Literal[""] = max(everywhere, default="")  # "release" holds "document"
    asked = Asked(kind, start, end, category, replacement, code, reason, farthest, ticket)
    correcting.correct(service, session.who, document, asked)
    return _back(document, at, page)


@router.post("/{document}/undo")
def undo(service: Here, session: Settled, document: str, at: Number = 0, page: Number = 0) -> Response:
    """The newest is taken back."""
    correcting.undo(service, session.who, document)
    return _back(document, at, page)


@router.post("/{document}/notes")
def note(service: Here, session: Settled, document: str, words: Field) -> Response:
    """A remark."""
    correcting.add_note(service, session.who, document, words)
    return to(f"/review/{document}")


@router.post("/{document}/cases")
def keep_case(
    service: Here,
    session: Settled,
    document: str,
    clause: Field,
    kind: Annotated[CaseKind, Form()],
    text: Field,
    fragment: Field,
) -> Response:
    """A made-up case of what was corrected, for the policy."""
    case = OwnCase("", clause, kind, text, fragment)
    case_of_correction(service, session.who, document, case)
    return to(f"/review/{document}", "saved")


@router.post("/{document}/finish")
def finish(
    request: Request, service: Here, session: Settled, document: str, outcome: Annotated[SignOff, Form()]
) -> Response:
    """Done with it: decided again, checked, and on to the next."""
    refused = finishing.finish(service, session.who, document, withhold=outcome == "withhold", opened=True)
    if refused:
        return _page(request, service, session, document, fault=refused)
    with service.database.look() as state:
        row = state.get_one(ReleaseDocument, document)
        release = state.get_one(Release, row.release_id)
        left = [
            one
            for one in desks.queue(state, session.who, release.id)
            if desks.may_decide(session.who, release, one)
        ]
    return to(f"/review/{left[0].id}" if left else f"/releases/{row.release_id}")
