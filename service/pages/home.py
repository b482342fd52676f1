"""The first page: what waits for whoever looks, by urgency."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.app.dependencies import Here, Settled
from service.pages.rendering import render

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
    nothing = (
        "Nothing waits for you."
        if session.who.roles
        else ("You are in no group yet. An administrator gives you a role; then your work stands here.")
    )
    return render(request, "home.html.j2", session, waiting=[], nothing=nothing)
