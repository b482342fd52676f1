"""Signing in and out."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from service.app.context import Service
from service.app.dependencies import Browser, Here, client_address, cookie_name
from service.people import sign_in as signing
from service.people import single_sign_on
from service.refusals import Refusal
from service.web.pages.rendering import local, render, to

router = APIRouter(include_in_schema=False)
Field = Annotated[str, Form()]
_DOOR = "saferelease-door"
_KEPT = "saferelease-provider"
_KNOWN = "saferelease-browser"


def _set(response: Response, service: Service, name: str, value: str, seconds: int | None = None) -> None:
    secure = service.settings.is_https
    response.set_cookie(name, value, max_age=seconds, httponly=True, secure=secure, samesite="lax", path="/")


def _door(request: Request, service: Service, name: str, status: int, **values: str) -> Response:
    """A form before anybody is signed in: what it sends back must equal a cookie."""
    word = secrets.token_urlsafe(24)
    response = render(
        request, name, None, status, door=word, single_sign_on=bool(service.settings.provider), **values
    )
    _set(response, service, _DOOR, word)
    return response


def _device(request: Request) -> str:
    return request.cookies.get(_KNOWN, "")


def _entered(request: Request, response: Response, service: Service, token: str) -> None:
    """The cookie of the session, and the one by which the browser is known again."""
    _set(response, service, cookie_name(service), token)
    if device := signing.remember_device(service.database, token, _device(request)):
        _set(response, service, _KNOWN, device, int(signing.KNOWN.total_seconds()))


def _through(request: Request, door: str) -> None:
    kept = request.cookies.get(_DOOR, "")
    if not kept or not secrets.compare_digest(kept.encode(), door.encode()):
        raise Refusal(403, "SVC008", "the request", "must come from a page of this service", "", "Go back.")


@router.get("/sign-in")
def show(request: Request, service: Here, next: str = "/") -> Response:
    """The form."""
    return _door(request, service, "accounts/sign_in.html.j2", 200, next=local(next), login="", error="")


@router.post("/sign-in")
def enter(
    request: Request, service: Here, login: Field, password: Field, door: Field, next: Field = "/"
) -> Response:
    """Name and password."""
    _through(request, door)
    try:
        token, code = signing.sign_in(
            service.database, service.vault, login, password, client_address(request), _device(request)
        )
    except Refusal as error:
        said = _said(error)
        shown = {"next": local(next), "login": login[:200], "error": said}
        return _door(request, service, "accounts/sign_in.html.j2", error.status, **shown)
    if code:
        response = _door(request, service, "accounts/one_time.html.j2", 200, next=local(next), error="")
    else:
        response = to(local(next))
    _entered(request, response, service, token)
    return response


@router.post("/sign-in/code")
def enter_code(request: Request, service: Here, code: Field, door: Field, next: Field = "/") -> Response:
    """The one-time code after it."""
    _through(request, door)
    half = request.cookies.get(cookie_name(service), "")
    try:
        token = signing.second_step(
            service.database, service.vault, half, code, client_address(request), _device(request)
        )
    except Refusal as error:
        shown = {"next": local(next), "error": _said(error).replace("name or password", "the code")}
        return _door(request, service, "accounts/one_time.html.j2", error.status, **shown)
    response = to(local(next))
    _entered(request, response, service, token)
    return response


@router.post("/sign-out")
async def leave(request: Request, service: Here, _: Browser) -> Response:
    """End the session."""
    token = request.cookies.get(cookie_name(service), "")
    await run_in_threadpool(signing.sign_out, service.database, token)
    response = to("/sign-in")
    response.delete_cookie(cookie_name(service), path="/", secure=service.settings.is_https, httponly=True)
    return response


@router.get("/sign-in/provider")
def to_provider(service: Here) -> Response:
    """To the organisation's own sign-in."""
    if service.settings.provider is None:
        return to("/sign-in")
    address, state = single_sign_on.begin(
        service.database, service.vault, service.settings.provider, _back(service)
    )
    response = RedirectResponse(address, status_code=303)
    _set(response, service, _KEPT, state, 600)
    return response


@router.get("/sign-in/provider/back")
def from_provider(
    request: Request, service: Here, code: str = "", state: str = "", error: str = ""
) -> Response:
    """And back: `error` is the provider's word and is not shown."""
    if service.settings.provider is None or error:
        return to("/sign-in")
    kept = request.cookies.get(_KEPT, "")
    token = single_sign_on.complete(
        service.database, service.vault, service.settings.provider, _back(service), code, state, kept
    )
    response = to("/")
    _set(response, service, cookie_name(service), token)
    response.delete_cookie(_KEPT, path="/")
    return response


def _back(service: Service) -> str:
    return f"{service.settings.address}/sign-in/provider/back"


def _said(error: Refusal) -> str:
    only = error.faults[0]
    return f"{only.where[:1].upper()}{only.where[1:]} {only.must}. {only.advice}"
