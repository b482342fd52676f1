"""What was removed from a document: who asked for it, who agreed, and the values, once."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from engine.record.decisions import Grant, Revealed
from flows.audit.revealing import Wanted
from service.app.dependencies import Here, Settled
from service.releases.originals import reveals
from service.web.api.reveals import opening_file
from service.web.pages.rendering import render, to

router = APIRouter(include_in_schema=False)
Field = Annotated[str, Form()]


@router.get("/reveals")
def board(request: Request, service: Here, session: Settled) -> Response:
    """Requests of one's groups."""
    with service.database.look() as state:
        lines = reveals.lines_for(service, state, session.who)
    return render(request, "reveals/reveals.html.j2", session, lines=lines)


@router.post("/releases/{release}/reveals")
def ask(
    service: Here,
    session: Settled,
    release: str,
    document: Field,
    what: Annotated[Revealed, Form()] = "values",
    reason: Field = "",
) -> Response:
    """The values of a document, or its original, are to be shown."""
    reveals.ask(service, session.who, release, document, reason, what)
    return to("/reveals", "reveal-asked")


@router.post("/reveals/{reveal}/decision")
def decide(
    service: Here, session: Settled, reveal: str, outcome: Annotated[Grant, Form()], words: Field = ""
) -> Response:
    """A second person's word."""
    reveals.decide(service, session.who, reveal, grant=outcome == "grant", words=words)
    return to("/reveals", "saved")


@router.post("/reveals/{reveal}/values")
def show(request: Request, service: Here, session: Settled, reveal: str) -> Response:
    """The values, once."""
    changes = reveals.values(service, session.who, reveal)
    return render(request, "reveals/values.html.j2", session, changes=changes)


@router.post("/reveals/{reveal}/opening")
def open_values(
    service: Here,
    session: Settled,
    reveal: str,
    reader: Field,
    replacement: Field = "",
    nth: Annotated[int, Form(ge=0)] = 0,
) -> Response:
    """The file of an opening, once."""
    return opening_file(service, session.who, reveal, reader, Wanted(replacement.strip(), nth=nth))


@router.post("/reveals/{reveal}/original")
def show_original(request: Request, service: Here, session: Settled, reveal: str) -> Response:
    """The text of the original, once."""
    text = reveals.original(service, session.who, reveal)
    return render(request, "reveals/values.html.j2", session, text=text)
