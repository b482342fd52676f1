"""The first page: what waits for whoever looks, by urgency."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy.orm import Session

from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people.roles import Action, Who
from service.releases.approval import apart
from service.releases.intake import releases_for, title_of
from service.releases.moves import State
from service.releases.review.desks import may_decide, queue
from service.releases.review.overrides import overrides_of
from service.state.tables import Release
from service.web.pages.rendering import render

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Waiting:
    """Something to do: a title, a sentence, one button."""

    title: str
    sentence: str
    address: str
    button: str


@router.get("/")
def show(request: Request, service: Here, session: Settled) -> Response:
    """What waits."""
    with service.database.look() as state:
        waiting = [
            one
            for release in releases_for(state, session.who)
            for one in _waiting(service, state, session.who, release)
        ]
    nothing = "Nothing waits for you."
    if not session.who.roles:
        nothing = "You are in no group yet. An administrator gives you a role; then your work stands here."
    return render(request, "home.html.j2", session, waiting=waiting, nothing=nothing)


def _waiting(service: Service, state: Session, who: Who, release: Release) -> Iterator[Waiting]:
    title, address = title_of(service, release), f"/releases/{release.id}"
    group = release.group_id
    if release.state == State.REVIEW:
        asked = [o for o in overrides_of(state, release.id) if o.state == "asked" and o.asked_by != who.id]
        if asked and who.may(Action.GRANT_OVERRIDES, group):
            yield Waiting(title, "An override waits for a second person.", address, "Look at it")
        mine = [d for d in queue(state, release.id) if may_decide(who, release, d)]
        if mine and who.may(Action.DECIDE_FINDINGS, group):
            n = f"{len(mine)} document{'s wait' if len(mine) > 1 else ' waits'} for review."
            yield Waiting(title, n, f"/review/{mine[0].id}", "Review")
    approves = release.state == State.APPROVAL and who.may(Action.APPROVE_RELEASES, group)
    if approves and not apart(state, who, release):
        yield Waiting(title, "It waits for your approval.", address, "Look at it")
    if who.may(Action.START_RELEASES, group):
        if release.state == State.DRAFT:
            yield Waiting(title, "A draft: add documents, then start it.", address, "Go on")
        elif release.state == State.PAUSED:
            yield Waiting(title, "Paused: it goes on when you say so.", address, "Look at it")
        elif release.state == State.FAILED:
            yield Waiting(title, f"The machine stopped: {release.reason}.", address, "Look at it")
