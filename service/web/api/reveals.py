"""What was removed from a document, for programs: asked for, granted by a second person, seen once."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field

from engine.record.decisions import Revealed
from flows.audit.revealing import Wanted
from flows.audit.verification.openings import opening_content
from service.app.context import Service
from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.people.roles import Who
from service.releases.originals import reveals
from service.releases.originals.reveals import RevealOut
from service.web.api.people import Short
from service.web.api.releases import Granted, Made

router = APIRouter(tags=["reveals"])
MOST_OF_REPLACEMENT = 1000


class RevealWish(Message):
    """The document, why it is to be shown, and what of it: what was removed, or the original."""

    document: Short
    what: Revealed = "values"
    reason: Annotated[str, Field(min_length=1, max_length=reveals.MAX_REASON)]


class ValueOut(Message):
    """One removed value, and what stands there; places in code points."""

    start: int
    end: int
    original: str
    replacement: str
    category: str
    clause: str


class OriginalOut(Message):
    """The text of an original."""

    text: str


@router.get("/reveals")
def list_reveals(service: Here, who: Caller) -> list[RevealOut]:
    """Requests of one's groups, the newest first."""
    with service.database.look() as state:
        return reveals.lines_for(service, state, who)


@router.post("/releases/{release}/reveals", status_code=201)
def ask_reveal(service: Here, who: Caller, release: str, body: RevealWish) -> Made:
    """The values of a document, or its original, are to be shown; what waits already is not asked twice."""
    return Made(id=reveals.ask(service, who, release, body.document, body.reason, body.what))


@router.post("/reveals/{reveal}/decision", status_code=204)
def decide_reveal(service: Here, who: Caller, reveal: str, body: Granted) -> None:
    """grant or refuse."""
    reveals.decide(service, who, reveal, grant=body.outcome == "grant", words=body.words)


@router.post("/reveals/{reveal}/values")
def show_values(service: Here, who: Caller, reveal: str) -> list[ValueOut]:
    """What was removed, once, to who asked."""
    found = reveals.values(service, who, reveal)
    return [ValueOut.model_validate(one, from_attributes=True) for one in found]


class OpeningWish(Message):
    """For whom, and of which values: what stands in the document, and which of several; all without."""

    reader: Short
    replacement: Annotated[str, Field(max_length=MOST_OF_REPLACEMENT)] = ""
    nth: Annotated[int, Field(ge=0)] = 0


@router.post("/reveals/{reveal}/opening", response_class=Response)
def open_values(service: Here, who: Caller, reveal: str, body: OpeningWish) -> Response:
    """The file of an opening for the reader whom the reason names, once, to who asked."""
    return opening_file(service, who, reveal, body.reader, Wanted(body.replacement, nth=body.nth))


def opening_file(service: Service, who: Who, reveal: str, reader: str, wanted: Wanted) -> Response:
    """An opening, as the file that `verify --opening` takes."""
    made = reveals.opening(service, who, reveal, reader, wanted)
    kept = {"content-disposition": 'attachment; filename="opening.json"'}
    return Response(opening_content(made), media_type="application/json", headers=kept)


@router.post("/reveals/{reveal}/original")
def show_original(service: Here, who: Caller, reveal: str) -> OriginalOut:
    """The text of the original, once, to who asked."""
    return OriginalOut(text=reveals.original(service, who, reveal))
