"""What was removed from a document, for programs: asked for, granted by a second person, seen once."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from service.app.dependencies import Caller, Here
from service.releases.originals import reveals
from service.web.api.people import Said, Short
from service.web.api.releases import Granted, Made

router = APIRouter(tags=["reveals"])


class RevealWish(Said):
    """The document, and why its values are to be shown."""

    document: Short
    reason: Annotated[str, Field(min_length=1, max_length=reveals.MAX_REASON)]


class RevealOut(Said):
    """A request: ``asked``, ``granted``, ``refused``, ``shown``, or ``over`` when its time passed."""

    id: str
    release: str
    number: str
    document: str
    state: str
    reason: str
    comment: str
    asked_by: str
    decided_by: str
    asked: datetime
    until: datetime
    grants: bool
    shows: bool


class ValueOut(Said):
    """One removed value, and what stands there; places in code points."""

    start: int
    end: int
    original: str
    replacement: str
    category: str
    clause: str


@router.get("/reveals")
def list_reveals(service: Here, who: Caller) -> list[RevealOut]:
    """Requests of one's groups, the newest first."""
    with service.database.look() as state:
        return [RevealOut.model_validate(one) for one in reveals.lines_for(service, state, who)]


@router.post("/releases/{release}/reveals", status_code=201)
def ask_reveal(service: Here, who: Caller, release: str, body: RevealWish) -> Made:
    """The values of a document are to be shown; what waits already is not asked twice."""
    return Made(id=reveals.ask(service, who, release, body.document, body.reason))


@router.post("/reveals/{reveal}/decision", status_code=204)
def decide_reveal(service: Here, who: Caller, reveal: str, body: Granted) -> None:
    """grant or refuse."""
    reveals.decide(service, who, reveal, grant=body.outcome == "grant", words=body.words)


@router.post("/reveals/{reveal}/values")
def show_values(service: Here, who: Caller, reveal: str) -> list[ValueOut]:
    """What was removed, once, to who asked."""
    found = reveals.values(service, who, reveal)
    return [ValueOut.model_validate(one, from_attributes=True) for one in found]
