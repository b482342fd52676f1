"""The first page: what waits for whoever looks, by urgency."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.app.dependencies import Here, Settled
from service.people.roles import Action, Who
from service.releases.review.waiting import Waiting, waiting_for
from service.web.pages.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/")
def show(request: Request, service: Here, session: Settled) -> Response:
    """What waits."""
    waiting = waiting_for(service, session.who) or [_next_for(session.who)]
    return render(request, "home.html.j2", session, waiting=waiting, failed=session.failed)


_NEXT: tuple[tuple[Action, str, str, str, str], ...] = (
    (Action.START_RELEASES, "Make a release", "Add documents, see what will happen, and start it.",
     "/releases/new", "New release"),
    (Action.WRITE_POLICIES, "Write a policy", "Begin one, or go on with a draft, and try it.",
     "/policies", "To the policies"),
    (Action.DECIDE_FINDINGS, "Nothing to review", "Documents come when a release asks for you.",
     "/releases", "See the releases"),
    (Action.APPROVE_RELEASES, "Nothing to approve", "Releases and policies come when others are done.",
     "/releases", "See the releases"),
    (Action.READ_AUDIT, "Read what happened", "Releases, decisions and accounts of the last 30 days.",
     "/audit/period", "Report for a period"),
    (Action.MANAGE_PEOPLE, "Give people their roles", "Accounts and roles, group by group.",
     "/people", "To the people"),
)  # fmt: skip
"""What somebody's roles let her do of herself, the most pressing first."""


def _next_for(who: Who) -> Waiting:
    for action, title, sentence, address, button in _NEXT:
        if who.may_anywhere(action):
            return Waiting(title, f"Nothing waits for you. {sentence}", address, button)
    sentence = "You are in no group yet. An administrator gives you a role; then your work stands here."
    return Waiting("No role yet", sentence, "/account", "Your account")
