"""What was removed from a document, for programs: asked for, granted by a second person, seen once."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from engine.record.decisions import Revealed
from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.releases.originals import reveals
from service.releases.originals.reveals import RevealOut
from service.web.api.people import Short
from service.web.api.releases import Granted, Made

router = APIRouter(tags=["reveals"])


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


@router.post("/reveals/{reveal}/original")
def show_original(service: Here, who: Caller, reveal: str) -> OriginalOut:
    """The text of the original, once, to who asked."""
    return OriginalOut(text=reveals.original(service, who, reveal))
