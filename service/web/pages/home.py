"""The first page: what waits for whoever looks, by urgency."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.app.dependencies import Here, Settled
from service.releases.review.waiting import waiting_for
from service.web.pages.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/")
def show(request: Request, service: Here, session: Settled) -> Response:
    """What waits."""
    nothing = "Nothing waits for you."
    if not session.who.roles:
        nothing = "You are in no group yet. An administrator gives you a role; then your work stands here."
    waiting = waiting_for(service, session.who)
    return render(request, "home.html.j2", session, waiting=waiting, nothing=nothing)
