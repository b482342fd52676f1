"""The review page: the original beside what is released, findings, and what people say of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people.sign_in import Present
from service.releases.intake import engine_number, name_of, title_of
from service.releases.review import correcting, desks, finishing, sheets
from service.releases.review.correcting import Asked
from service.state.tables import Person, Release, ReleaseDocument
from service.web.pages.rendering import render, to

router = APIRouter(include_in_schema=False, prefix="/review")
Field = Annotated[str, Form()]
Number = Annotated[int, Form()]


@router.get("/{document}")
def show(request: Request, service: Here, session: Settled, document: str, at: int = 0) -> Response:
    """A document on one's desk; the ledger says that it was seen."""
    return _page(request, service, session, document, at)


def _page(
    request: Request, service: Service, session: Present, document: str, at: int = 0, fault: str = ""
) -> Response:
    desk = desks.open_desk(service, session.who, document)
    text, findings = desk.sheet.text, desk.findings
    with service.database.look() as state:
        notes = [
            (state.get_one(Person, by).display, words)
            for by, words in correcting.notes_of(service, state, desk.release, document)
        ]
    others = [one for one in desk.todo if one.id != document]
    values: dict[str, Any] = {
        "desk": desk,
        "title": title_of(service, desk.release),
        "number": engine_number(desk.document),
        "file_name": name_of(service, desk.release, desk.document),
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
    }
    return render(request, "releases/review.html.j2", session, 409 if fault else 200, **values)


@router.post("/{document}/corrections")
def correct(
    service: Here,
    session: Settled,
    document: str,
    kind: Field,
    start: Number,
    end: Number,
    category: Field = "",
    replacement: Field = "",
    code: Field = "",
    reason: Field = "",
    everywhere: Field = "",
    ticket: Field = "",
    at: Number = 0,
) -> Response:
    """One correction, saved at once."""
    asked = Asked(kind, start, end, category, replacement, code, reason, everywhere, ticket)
    correcting.correct(service, session.who, document, asked)
    return to(f"/review/{document}?at={at}")


@router.post("/{document}/undo")
def undo(service: Here, session: Settled, document: str, at: Number = 0) -> Response:
    """The newest is taken back."""
    correcting.undo(service, session.who, document)
    return to(f"/review/{document}?at={at}")


@router.post("/{document}/notes")
def note(service: Here, session: Settled, document: str, words: Field) -> Response:
    """A remark."""
    correcting.add_note(service, session.who, document, words)
    return to(f"/review/{document}")


@router.post("/{document}/finish")
def finish(
    request: Request, service: Here, session: Settled, document: str, outcome: Field = "release"
) -> Response:
    """Done with it: decided again, checked, and on to the next."""
    refused = finishing.finish(service, session.who, document, withhold=outcome == "withhold")
    if refused:
        return _page(request, service, session, document, fault=refused)
    with service.database.look() as state:
        row = state.get_one(ReleaseDocument, document)
        release = state.get_one(Release, row.release_id)
        left = [one for one in desks.queue(state, release.id) if desks.may_decide(session.who, release, one)]
    return to(f"/review/{left[0].id}" if left else f"/releases/{row.release_id}")
