"""An open document under a policy of a group: what a release would change, and what may be chosen instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from engine.record.telling import Suppression
from flows.release.preview.trying import Tried
from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.policies.books import groups_titled, offered_policy
from service.policies.trying import MAX_SAMPLE, trials
from service.refusals import invalid
from service.releases.intake import Choice, policies_for
from service.releases.open_documents.paragraphs import NAME, Places, as_document, cleaned
from service.releases.review.sheets import Finding, findings_of, levels


@dataclass(frozen=True)
class Desk:
    """A group in which somebody may inspect texts, and under which policies."""

    group: str
    title: str
    may_send: bool
    policies: Sequence[Choice]


@dataclass(frozen=True)
class Placed:
    """A finding in a paragraph, and what else may stand there."""

    finding: Finding
    paragraph: int
    start: int
    end: int
    levels: Sequence[str]


class PlaceOut(Message):
    """A place in a paragraph, both from 0, in code points."""

    paragraph: int
    start: int
    end: int


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


@dataclass(frozen=True)
class Inspection:
    """What a release would do with an open document."""

    findings: Sequence[Placed]
    refused: Sequence[str]
    suppressions: Sequence[SuppressionOut]

    def __repr__(self) -> str:
        return f"Inspection({len(self.findings)} findings)"


def desks_for(session: Session, who: Who) -> list[Desk]:
    """The groups in which somebody may inspect texts."""
    groups = groups_titled(session, who.groups(Action.INSPECT_TEXTS))
    return [
        Desk(g.slug, g.title, who.may(Action.START_RELEASES, g.id), policies_for(session, g.id))
        for g in groups
    ]


def inspect(service: Service, who: Who, group: str, policy: str, paragraphs: Sequence[str]) -> Inspection:
    """What a release under a policy would change in the paragraphs of an open document; nothing is kept.

    Parameters
    ----------
    service : Service
    who : Who
    group : str
        Its id.
    policy : str
        One that releases of the group may be made under.
    paragraphs : sequence of str

    Raises
    ------
    Refusal
        404 for outsiders, 403 for roles that do not inspect; ``WPR001`` when findings cannot be placed.
    InvalidError
        A policy that is not offered; no text, or too much of it.
    """
    who.require(Action.INSPECT_TEXTS, group)
    with service.database.look() as session:
        path = offered_policy(service, session, group, policy)
    if path is None:
        raise invalid("policy", "must be one that is offered", "Have it approved first.")
    if not any(one.strip() for one in paragraphs) or sum(map(len, paragraphs)) > MAX_SAMPLE:
        raise invalid("paragraphs", f"must hold 1 to {MAX_SAMPLE:,} characters")
    written = [cleaned(one) for one in paragraphs]
    tried = trials.advise(who, path, NAME, as_document(written))
    return _placed(tried, Places(written, tried.sheet.text) if tried.sheet.readable else None)


def _placed(tried: Tried, places: Places | None) -> Inspection:
    if places is None:
        return Inspection((), tried.refused, ())
    found = findings_of(tried.sheet, [])
    advised = {
        (d["start"], d["end"]): more
        for d, more in zip(tried.sheet.decisions, tried.advice.levels, strict=True)
    }
    made = [
        Placed(one, *places.of(one.start, one.end), _levels(one, advised[one.start, one.end]))
        for one in found
    ]
    return Inspection(made, tried.refused, [_suppression(s, places) for s in tried.advice.suppressions])


def _levels(one: Finding, more: Sequence[str]) -> list[str]:
    return [word for word in dict.fromkeys((*more, *levels(one))) if word != one.replacement]


def _suppression(told: Suppression, places: Places) -> SuppressionOut:
    words = [
        WordOut(
            **word.model_dump(exclude={"places"}),
            places=[_place(*places.of(*place)) for place in word.places],
        )
        for word in told.words
    ]
    return SuppressionOut(**told.model_dump(exclude={"words"}), words=words)


def _place(paragraph: int, start: int, end: int) -> PlaceOut:
    return PlaceOut(paragraph=paragraph, start=start, end=end)
