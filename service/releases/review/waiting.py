"""What waits for whoever looks, by urgency."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.app.context import Service
from service.people.roles import Action, Who
from service.releases.approval import apart
from service.releases.intake import releases_for, title_of
from service.releases.moves import State
from service.releases.originals import reveals
from service.releases.review.desks import decidable
from service.releases.review.overrides import releases_that_ask
from service.state.tables import PolicyFile, PolicyVersion, Release, ReleaseDocument

_FOR_OPERATORS = {
    State.DRAFT: ("A draft: add documents, then start it.", "Go on"),
    State.PAUSED: ("Paused: it goes on when you say so.", "Look at it"),
    State.FAILED: ("The machine stopped: {reason}.", "Look at it"),
}
_WAITS = (State.REVIEW, State.APPROVAL, *_FOR_OPERATORS)


@dataclass(frozen=True)
class Waiting:
    """Something to do: a title, a sentence, one button."""

    title: str
    sentence: str
    address: str
    button: str


def waiting_for(service: Service, who: Who) -> list[Waiting]:
    """All that waits for somebody."""
    with service.database.look() as state:
        documents, asking = _documents_for(state, who), releases_that_ask(state, who)
        return [
            *_of_reveals(state, who),
            *_of_policies(state, who),
            *(
                Waiting(title_of(service, release), *told)
                for release in releases_for(state, who, _WAITS)
                for told in (
                    *_of_people(state, who, release, documents, release.id in asking),
                    *_of_machine(who, release),
                )
            ),
        ]


def _of_reveals(state: Session, who: Who) -> Iterator[Waiting]:
    asked, granted = reveals.waiting(state, who)
    if asked:
        sentence = (
            "Somebody asks to see what was removed from a document, or all of it. A second person decides."
        )
        yield Waiting("Removed values", sentence, "/reveals", "Look at it")
    if granted:
        sentence = "What you asked to see was granted. You may look once."
        yield Waiting("Removed values", sentence, "/reveals", "Look at it")


def _of_policies(state: Session, who: Who) -> Iterator[Waiting]:
    """Policies of others that this person may approve, the oldest first."""
    submitted = (
        select(PolicyVersion.id, PolicyFile.slug, PolicyVersion.number)
        .join(PolicyFile, PolicyFile.id == PolicyVersion.policy_id)
        .where(
            PolicyFile.group_id.in_(who.groups(Action.APPROVE_POLICIES)),
            PolicyVersion.state == "submitted",
            PolicyVersion.author_id != who.id,
        )
    )
    for version, slug, number in state.execute(submitted.order_by(PolicyVersion.updated)):
        sentence = "The policy waits for your approval."
        yield Waiting(f"{slug} {number}", sentence, f"/policies/{version}", "Look at it")


def _documents_for(state: Session, who: Who) -> Mapping[str, list[str]]:
    """Documents that this person may decide about, by release, the riskiest first."""
    found: dict[str, list[str]] = defaultdict(list)
    wanted = (
        select(Release.id, ReleaseDocument.id)
        .join(Release, Release.id == ReleaseDocument.release_id)
        .where(Release.group_id.in_(who.groups(Action.DECIDE_FINDINGS)), decidable(who))
    )
    for release, document in state.execute(
        wanted.order_by(ReleaseDocument.risk.desc(), ReleaseDocument.number)
    ):
        found[release].append(document)
    return found


def _of_people(
    state: Session, who: Who, release: Release, documents: Mapping[str, list[str]], asks: bool
) -> Iterator[tuple[str, str, str]]:
    address = f"/releases/{release.id}"
    if asks:
        yield "An override waits for a second person.", address, "Look at it"
    if mine := documents.get(release.id):
        n = f"{len(mine)} document{'s wait' if len(mine) > 1 else ' waits'} for review."
        yield n, f"/review/{mine[0]}", "Review"
    approves = release.state == State.APPROVAL and who.may(Action.APPROVE_RELEASES, release.group_id)
    if approves and not apart(state, who, release):
        yield "It waits for your approval.", address, "Look at it"


def _of_machine(who: Who, release: Release) -> Iterator[tuple[str, str, str]]:
    told = _FOR_OPERATORS.get(State(release.state))
    if told and who.may(Action.START_RELEASES, release.group_id):
        sentence, button = told
        yield sentence.format(reason=release.reason), f"/releases/{release.id}", button
