"""Open documents of word processors, for their panes and extensions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.people.accounts import group_named
from service.releases.open_documents import inspecting, remarks
from service.releases.open_documents.inspecting import PlaceOut, SuppressionOut
from service.web.api.people import Short

router = APIRouter(tags=["word processor"])
Paragraph = Annotated[str, Field(max_length=1_000_000)]


class OfferOut(Message):
    """A policy that may be chosen."""

    value: str
    title: str


class DeskOut(Message):
    """A group in which one may inspect texts; `may_send` says whether one may start releases too."""

    group: str
    title: str
    may_send: bool
    policies: list[OfferOut]


class OpenText(Message):
    """The paragraphs of an open document; nothing of them is kept."""

    policy: Short
    paragraphs: Annotated[list[Paragraph], Field(max_length=50_000)]


class FindingOut(PlaceOut):
    """A finding, why it is one, and what may stand there: first what the policy puts, then other levels."""

    category: str
    clause: str
    reason: str
    replacement: str
    levels: list[str]


class InspectionOut(Message):
    """What a release would change, why it would refuse the text, what else may be chosen."""

    findings: list[FindingOut]
    refused: list[str]
    suppressions: list[SuppressionOut]


class Remark(Message):
    """What the reviewers of a document are told."""

    words: Annotated[str, Field(min_length=1, max_length=2000)]


@router.get("/desks")
def desks(service: Here, who: Caller) -> list[DeskOut]:
    """The groups in which one may inspect open documents, with the policies that are offered there."""
    with service.database.look() as state:
        return [DeskOut.model_validate(one) for one in inspecting.desks_for(state, who)]


@router.post("/desks/{slug}/inspections")
def inspect(service: Here, who: Caller, slug: str, body: OpenText) -> InspectionOut:
    """What a release under a policy would change in an open document, of which nothing is kept."""
    with service.database.look() as state:
        group = group_named(state, slug).id
    found = inspecting.inspect(service, who, group, body.policy, body.paragraphs)
    return InspectionOut(
        findings=[_finding(one) for one in found.findings],
        refused=list(found.refused),
        suppressions=list(found.suppressions),
    )


@router.post("/releases/{release}/documents/{document}/remarks", status_code=204)
def add_remark(service: Here, who: Caller, release: str, document: str, body: Remark) -> None:
    """A note for the reviewers of a document, before its release starts."""
    remarks.add_remark(service, who, release, document, body.words)


def _finding(one: inspecting.Placed) -> FindingOut:
    found = one.finding
    return FindingOut(
        paragraph=one.paragraph, start=one.start, end=one.end, category=found.category, clause=found.clause,
        reason=found.reason, replacement=found.replacement, levels=list(one.levels),
    )  # fmt: skip
