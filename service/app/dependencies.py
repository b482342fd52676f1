"""Who sends a request, and whether the browser that sends it shows one of our own pages."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import Depends, Request

from service.app.closed import require_declared
from service.app.context import Service
from service.app.settings import SESSION_COOKIES
from service.people.api_keys import find_key
from service.people.roles import Who
from service.people.sign_in import Present, find_session
from service.refusals import Refusal

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def service_of(request: Request) -> Service:
    """The service that answers."""
    service: Service = request.app.state.service
    return service


Here = Annotated[Service, Depends(service_of)]


def cookie_name(service: Service) -> str:
    """Name of the session's cookie; with TLS one that no other host can set."""
    return SESSION_COOKIES[service.settings.is_https]


def client_address(request: Request) -> str:
    """Where the request comes from, for limits."""
    return request.client.host if request.client else "unknown"


def present(request: Request, service: Here) -> Present | None:
    """The session of the browser's cookie."""
    token = request.cookies.get(cookie_name(service), "")
    return find_session(service.database, token) if token else None


MaybeSession = Annotated[Present | None, Depends(present)]


async def browser(request: Request, session: MaybeSession) -> Present:
    """The session of a person at a browser; a request that changes something carries its token.

    Raises
    ------
    Refusal
        ``PPL009`` (401) nobody is signed in, ``SVC008`` (403) the token is missing or another's.
    """
    if session is None:
        raise not_signed_in()
    if request.method not in _SAFE:
        await require_declared(request)
        sent = request.headers.get("x-csrf-token") or str((await request.form()).get("csrf", ""))
        if not secrets.compare_digest(sent.encode(), session.csrf.encode()):
            advice = "Load the page again."
            raise Refusal(403, "SVC008", "the request", "must come from a page of this service", "", advice)
    return session


Browser = Annotated[Present, Depends(browser)]


def settled(request: Request, session: Browser) -> Present:
    """The same, once a first password was changed."""
    if session.who.must_change and request.url.path not in ("/account", "/account/password", "/sign-out"):
        raise Refusal(403, "PPL010", "your password", "must be changed first", "", "See Your account.")
    return session


Settled = Annotated[Present, Depends(settled)]


def me(session: Settled) -> Who:
    """Who is at the browser."""
    return session.who


Me = Annotated[Who, Depends(me)]


async def caller(request: Request, service: Here) -> Who:
    """Who calls the API: a program with a key, or a page of ours with its session and token."""
    await require_declared(request)
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() == "bearer":
        return find_key(service.database, service.keys, shown.strip())
    found = present(request, service)
    if found is None:
        raise not_signed_in()
    if request.method not in _SAFE:
        sent = request.headers.get("x-csrf-token", "")
        if not secrets.compare_digest(sent.encode(), found.csrf.encode()):
            raise Refusal(403, "SVC008", "the request", "must come from a page of this service")
    if found.who.must_change:
        raise Refusal(403, "PPL010", "your password", "must be changed first", "", "See Your account.")
    return found.who


Caller = Annotated[Who, Depends(caller)]


def not_signed_in() -> Refusal:
    """Nobody is signed in."""
    return Refusal(401, "PPL009", "the request", "must be signed in", "", "Sign in, or send an API key.")
