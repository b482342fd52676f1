"""The application, put together."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote, urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DataError, IntegrityError, OperationalError, SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from engine.errors import InvalidError, SafereleaseError
from service.app.context import Service
from service.app.dependencies import present, service_of
from service.app.metrics import Metrics
from service.people.sign_in import Present
from service.refusals import Refusal
from service.web.api import operations
from service.web.api.problems import REFUSALS, Problem, refusal
from service.web.api.routers import API
from service.web.guard import API_PREFIX, Guard, log_fault
from service.web.pages import (
    audit,
    home,
    releases,
    reveals,
    review,
    schedules,
    word_pane,
)
from service.web.pages.accounts import account, people, sign_in
from service.web.pages.policies import bench, curves, form, texts
from service.web.pages.rendering import local, render

_STATIC = Path(__file__).with_name("pages") / "static"
PAGES = (
    operations.router,
    sign_in.router,
    home.router,
    account.router,
    people.router,
    releases.router,
    reveals.router,
    review.router,
    schedules.router,
    bench.router,
    curves.router,
    form.router,
    texts.router,
    audit.router,
    word_pane.router,
)
_UNREAD = "What was sent could not be read; perhaps one field of it is too long. Nothing was done."
_TITLES = {
    400: "This cannot be used",
    401: "Sign in first",
    403: "Not allowed",
    404: "Nothing is here",
    405: "Not possible here",
    409: "Not possible as things stand",
    410: "Gone",
    413: "Too large",
    422: "This cannot be used",
    429: "Too many tries",
    503: "Not now",
}
FIELD_WORDS = {
    "base": "what it stands on",
    "body": "the form",
    "days": "days in force",
    "display": "name",
    "door": "the form",
    "everywhere": "where else",
    "every": "when",
    "login": "signs in as",
    "new": "new password",
    "next": "the address",
    "offset": "the page of the list",
    "old": "present password",
    "outcome": "the button",
    "place": "folder",
    "scopes": "what it is good for",
    "slug": "short name",
    "start": "from",
    "end": "to",
    "time_zone": "time zone",
    "words": "comment",
}
"""What pages call the fields whose names people would not know."""
_CHANGED = {"SVC003": "Changed meanwhile"}
_AGAIN = {503: {"Retry-After": "5"}}


def create_app(service: Service, metrics: Metrics | None = None) -> FastAPI:
    """Pages and API of an opened service."""
    metrics = metrics or Metrics()
    app = FastAPI(
        title="saferelease",
        version=version("saferelease"),
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.service, app.state.metrics = service, metrics
    MultiPartParser.spool_max_size = service.settings.max_bytes  # uploads never touch a disk unencrypted
    for router in PAGES:
        app.include_router(router)
    for router in API:
        app.include_router(router, prefix=API_PREFIX, responses=REFUSALS)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_exception_handler(SafereleaseError, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _unfit)
    app.add_exception_handler(DataError, _not_storable)
    app.add_exception_handler(OperationalError, _no_state)
    app.add_exception_handler(IntegrityError, _twice_at_once)
    app.add_middleware(Guard, settings=service.settings, metrics=metrics)
    if service.settings.trusted_proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(service.settings.trusted_proxies))
    return app


def _is_program(request: Request) -> bool:
    wants = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or "text/html" not in wants


def _problem(request: Request, status: int, code: str, title: str, detail: str) -> Response:
    if _is_program(request):
        problem = Problem(type="about:blank", title=title, status=status, code=code, detail=detail)
        body, kind = refusal(request.url.path, problem)
        return Response(body, status, _AGAIN.get(status), media_type=kind)
    values = {"title": title, "sentence": detail, "code": code, "back": _came_from(request)}
    return render(request, "refusal.html.j2", _signed_in(request), status, **values)


def _signed_in(request: Request) -> Present | None:
    """Who looks, so that the page keeps its menu; nobody while the state is away."""
    with suppress(SQLAlchemyError):
        return present(request, service_of(request))
    return None


def _came_from(request: Request) -> str:
    """The page of ours from which a form was sent; empty for none."""
    came = urlsplit(request.headers.get("referer", ""))
    if came.netloc not in service_of(request).settings.hosts:
        return ""
    back = local(f"{came.path}?{came.query}" if came.query else came.path)
    same = request.method == "GET" and came.path == request.url.path
    return "" if same or back == "/" else back


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, SafereleaseError)
    only = error.faults[0]
    status = error.status if isinstance(error, Refusal) else 422 if isinstance(error, InvalidError) else 409
    if only.code == "PPL009" and not _is_program(request):
        return RedirectResponse(f"/sign-in?next={quote(_asked_for(request))}", status_code=303)
    if only.code == "PPL010" and not _is_program(request):
        return RedirectResponse("/account", status_code=303)
    sentence = (
        f"{only.where[:1].upper()}{only.where[1:]} {only.must}{'; got ' + only.got if only.got else ''}."
    )
    detail = f"{sentence} {only.advice}".strip()
    title = _CHANGED.get(only.code) or _TITLES.get(status, "Refused")
    return _problem(request, status, only.code, title, detail)


def _asked_for(request: Request) -> str:
    """The page that was asked for, with its query: Word says in it where its pane runs."""
    query = request.url.query if request.method == "GET" else ""
    return f"{request.url.path}?{query}" if query else request.url.path


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    title = _TITLES.get(error.status_code, "Refused")
    code = "SVC001" if error.status_code == 404 else "SVC004"
    advice = _UNREAD if error.status_code == 400 else "Check the address."
    return _problem(request, error.status_code, code, title, advice)


async def _unfit(request: Request, error: Exception) -> Response:
    """What cannot be used is named; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    names = sorted({str(one["loc"][-1]) for one in error.errors() if one["loc"]})
    words = {} if _is_program(request) else FIELD_WORDS
    shown = ", ".join(words.get(name, name) for name in names if name.isidentifier()) or "the body"
    return _problem(request, 422, "SVC004", _TITLES[422], f"These values cannot be used: {shown}.")


async def _not_storable(request: Request, error: Exception) -> Response:
    """PostgreSQL takes no NUL in words; SQLite does, and finds nothing."""
    return _problem(request, 422, "SVC004", _TITLES[422], "A value cannot be stored. Check what was sent.")


async def _no_state(request: Request, error: Exception) -> Response:
    """The database is gone, or starts anew: the same may be asked again, and whoever keeps it can see why."""
    log_fault(request.scope, error)
    sentence = "The database of the service cannot be reached just now. Try again in a moment."
    return _problem(request, 503, "SVC013", _TITLES[503], sentence)


async def _twice_at_once(request: Request, error: Exception) -> Response:
    """Two requests made the same thing at the same time; one of them did."""
    return _problem(
        request, 409, "SVC003", _CHANGED["SVC003"], "Somebody else did this just now. Load the page again."
    )
