"""The outermost layer: known hosts, requests of our own pages, sizes, headers, errors without text."""

from __future__ import annotations

import json
import logging
import time
import traceback
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.app.metrics import Metrics
from service.app.settings import SESSION_COOKIES, Settings
from service.web.api.problems import Problem, refusal
from service.web.pages.rendering import page_of

API_PREFIX = "/api/v1"
log = logging.getLogger("saferelease.service")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS = _SAFE | {"POST", "PUT", "DELETE", "PATCH"}
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}


class TooLargeError(Exception):
    """A body of more bytes than its sender said, or than are taken."""


class Guard:
    """ASGI middleware around everything.

    Parameters
    ----------
    app : ASGIApp
    settings : Settings
    metrics : Metrics
        Counts every request.
    """

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse before anybody reads the body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.monotonic()
        is_head = scope["method"] == "HEAD"
        if is_head and not _is_named(scope):  # answered as GET, without a body
            scope = {**scope, "method": "GET"}
        seen: dict[str, Any] = {"status": 500, "started": False, "too_large": False}

        async def sending(message: Message) -> None:
            if seen["too_large"] and not seen["started"]:
                return  # whoever read the body calls it malformed: the answer below is the right one
            if message["type"] == "http.response.start":
                seen.update(status=message["status"], started=True)
                self._add_headers(scope, message)
            elif is_head:
                message = {**message, "body": b""}
            await send(message)

        async def saying(status: int, code: str) -> None:
            seen["too_large"] = False
            await _say(sending, status, code, scope)

        try:
            refused = self._refused(scope)
            if refused:
                await saying(*refused)
            else:
                with suppress(TooLargeError):
                    await self._app(scope, self._limited(receive, seen), sending)
                if seen["too_large"] and not seen["started"]:
                    await saying(413, "SVC006")
        except Exception as error:  # noqa: BLE001  the last edge: its message may hold text
            log_fault(scope, error)
            if not seen["started"]:
                await saying(500, "INT001")
        finally:
            seconds = time.monotonic() - begun
            self._metrics.count(_method(scope), _route(scope), int(seen["status"]), seconds)
            _log(scope, int(seen["status"]), seconds)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._settings.hosts:
            return 400, "SVC007"
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if scope["method"] not in _SAFE:
            foreign = origin is not None and urlsplit(origin).netloc not in self._settings.hosts
            if foreign or site in ("cross-site", "same-site"):
                return 403, "SVC008"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.max_bytes:
            return 413, "SVC006"
        return None

    def _limited(self, receive: Receive, seen: dict[str, Any]) -> Receive:
        taken = 0

        async def receiving() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._settings.max_bytes:
                seen["too_large"] = True
                raise TooLargeError
            return message

        return receiving

    def _add_headers(self, scope: Scope, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if not scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", "no-store")
        if self._settings.is_https:
            headers.setdefault("Strict-Transport-Security", "max-age=31536000")


def log_fault(scope: Scope, error: Exception) -> None:
    """A line for whoever keeps the service: the kind of a fault and its place, never its message."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{place.filename.rsplit('/', 1)[-1]}:{place.lineno} {place.name}"
    log.error(json.dumps({"fault": type(error).__name__, "at": where, "route": _route(scope)}))


def _log(scope: Scope, status: int, seconds: float) -> None:
    """One line per request: the route's pattern, not its address, which may hold what people typed."""
    line = {"method": _method(scope), "route": _route(scope), "status": status, "ms": round(seconds * 1000)}
    log.info(json.dumps(line))


def _method(scope: Scope) -> str:
    return str(scope["method"]) if scope["method"] in _METHODS else "other"


def _route(scope: Scope) -> str:
    path = str(getattr(scope.get("route"), "path", "-"))
    lacks = scope["path"].startswith(f"{API_PREFIX}/") and path.startswith("/")
    return API_PREFIX + path if lacks and not path.startswith(API_PREFIX) else path


_WORDS = {
    "SVC006": "the request must be smaller",
    "SVC007": "the host must be one under which this service is known",
    "SVC008": "the request must come from a page of this service",
    "INT001": "an internal fault; nothing was released",
}
_ADVICE = {
    "SVC006": "Nothing was taken. Go back, and send fewer or smaller files at once.",
    "SVC007": "Open the service under the name that your administrator gave you.",
    "SVC008": "Nothing was done. Go back, load the page again, and send it from there.",
    "INT001": "Nothing was released. Try again. If it stays so, tell who keeps the service, with the time.",
}


def _is_named(scope: Scope) -> bool:
    """Whether somebody asks: a look without a body would count as one, with nothing shown."""
    headers = Headers(scope=scope)
    cookies = cookie_parser("; ".join(headers.getlist("cookie")))
    return "authorization" in headers or not set(SESSION_COOKIES).isdisjoint(cookies)


def _is_for_people(scope: Scope) -> bool:
    return not scope["path"].startswith("/api/") and "text/html" in Headers(scope=scope).get("accept", "")


async def _say(send: Send, status: int, code: str, scope: Scope) -> None:
    if _is_for_people(scope):
        title, sentence = _WORDS[code].partition(";")[0], _ADVICE[code]
        values = {"title": f"{title[:1].upper()}{title[1:]}", "sentence": sentence, "code": code, "back": ""}
        kind, body = "text/html; charset=utf-8", page_of("refusal.html.j2", None, "", **values).encode()
    else:
        problem = Problem(type="about:blank", title=_WORDS[code], status=status, code=code)
        body, kind = refusal(scope["path"], problem)
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
