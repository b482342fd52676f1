"""Open documents of word processors, for their panes and extensions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.people.accounts import group_named
from service.releases.open_documents import inspecting, remarks
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


class PlaceOut(Message):
    """A place in a paragraph, both from 0, in code points."""

    paragraph: int
    start: int
    end: int


class FindingOut(PlaceOut):
    """A finding, why it is one, and what may stand there: first what the policy puts, then other levels."""

    category: str
    clause: str
    reason: str
    replacement: str
    levels: list[str]


class WordOut(Message):
    """A word that may go too, and what is told once it and those before it are gone."""

    word: str
    bits: float
    right: float | None
    singly: float
    whole: float
    places: list[PlaceOut]


class SuppressionOut(Message):
    """What is told about a concept after the policy's changes, and words that may go, the strongest first."""

    clause: str
    concept: str
    unread: float
    allowed: float
    singly: float
    whole: float
    words: list[WordOut]


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
        suppressions=[_suppression(one) for one in found.suppressions],
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


def _suppression(one: inspecting.PlacedSuppression) -> SuppressionOut:
    told = one.told
    return SuppressionOut(
        clause=told.clause, concept=told.concept, unread=told.unread, allowed=told.allowed,
        singly=told.singly, whole=told.whole, words=[_word(word) for word in one.words],
    )  # fmt: skip


def _word(one: inspecting.PlacedWord) -> WordOut:
    places = [PlaceOut(paragraph=number, start=start, end=end) for number, start, end in one.places]
    return WordOut(
        word=one.word, bits=one.bits, right=one.right, singly=one.singly, whole=one.whole, places=places
    )
