"""What the pages do, programs do too: each page has its address of the API, each address its call."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from service.client import ServiceClient
from service.client.connection import Connection
from service.people.roles import Role
from service.web.api.policy_forms import NewCase
from service.web.api.review import NewCorrection
from service.web.api.schedules import GroupSchedule, NewSchedule
from service.web.guard import API_PREFIX
from tests.service.test_access import routes
from tools import client_types

BROWSER = "in a browser alone"
QUESTIONS = (
    *("/account/keys/{key}/end", "/people/accounts/{person}/close", "/people/{slug}/training"),
    "/people/accounts/{person}/keys/{key}/end",
    *("/releases/{release}/cancel", "/releases/{release}/deliveries/{delivery}/end"),
    "/schedules/{schedule}/end",
)
"""Programs are not asked once more."""
"""How somebody signs in is never in the hands of a program that has a key."""
_R, _D, _P, _S = (
    "/releases/{release}",
    "/documents/{document}",
    "/policies/{version}",
    "/schedules/{schedule}",
)
PAGES: Mapping[tuple[str, str], str] = {
    **dict.fromkeys(
        (
            *(("GET", "/sign-in"), ("POST", "/sign-in"), ("POST", "/sign-in/code"), ("POST", "/sign-out")),
            *(("GET", "/sign-in/provider"), ("GET", "/sign-in/provider/back"), ("POST", "/account/password")),
            *(("POST", "/account/one-time"), ("POST", "/account/one-time/on")),
            *(("POST", "/account/one-time/off"), ("GET", "/word/pane"), ("GET", "/word/manifest.xml")),
        ),
        BROWSER,
    ),
    **{("GET", path): BROWSER for path in QUESTIONS},
    ("GET", "/"): "GET /waiting",
    ("GET", "/account"): "GET /me GET /keys",
    ("POST", "/account/keys"): "POST /keys",
    ("POST", "/account/keys/{key}/end"): "DELETE /keys/{key}",
    ("GET", "/people"): "GET /groups GET /groups/{slug}/training",
    ("POST", "/people/accounts"): "POST /people",
    ("POST", "/people/accounts/{person}/password"): "POST /people/{person}/password",
    ("POST", "/people/accounts/{person}/close"): "DELETE /people/{person}",
    ("POST", "/people/accounts/{person}/keys/{key}/end"): "DELETE /keys/{key}",
    ("POST", "/people/groups"): "POST /groups",
    ("POST", "/people/{slug}/documents"): "PUT /groups/{slug}/documents",
    ("GET", "/people/{slug}"): "GET /groups",
    ("GET", "/people/{slug}/{person}"): "GET /groups GET /people/{person}/keys",
    ("POST", "/people/{slug}/{person}"): "PUT /groups/{slug}/members/{person}",
    ("POST", "/people/{slug}/training"): "PUT /groups/{slug}/training DELETE /groups/{slug}/training",
    ("GET", "/releases"): "GET /releases",
    ("GET", "/releases/new"): "GET /desks",
    ("POST", "/releases"): "POST /releases",
    ("GET", _R): f"GET {_R} GET {_R}/overrides GET {_R}/stores GET {_R}/targets GET {_R}/deliveries",
    ("POST", f"{_R}/documents"): f"PUT {_R}/documents/{{name}}",
    ("POST", f"{_R}/stores"): f"POST {_R}/stores",
    ("POST", f"{_R}/quarantine/{{document}}"): f"PUT {_R}/quarantine/{{document}}/{{name}}",
    **{
        ("POST", f"{_R}/{do}"): f"POST {_R}/{do}"
        for do in ("start", "cancel", "retry", "pause", "resume", "decision")
    },
    ("POST", f"{_R}/overrides/{{override}}"): f"POST {_R}/overrides/{{override}}",
    **{("GET", f"{_R}/{what}"): f"GET {_R}/{what}" for what in ("telling", "bundle", "report", "report.pdf")},
    ("POST", f"{_R}/signature"): f"PUT {_R}/signature",
    ("POST", f"{_R}/verify"): f"POST {_R}/verification",
    ("POST", f"{_R}/deliveries"): f"POST {_R}/deliveries",
    ("POST", f"{_R}/deliveries/{{delivery}}/retry"): f"POST {_R}/deliveries/{{delivery}}/retry",
    ("POST", f"{_R}/deliveries/{{delivery}}/end"): f"DELETE {_R}/deliveries/{{delivery}}",
    ("GET", "/reveals"): "GET /reveals",
    ("POST", f"{_R}/reveals"): f"POST {_R}/reveals",
    **{
        ("POST", f"/reveals/{{reveal}}/{do}"): f"POST /reveals/{{reveal}}/{do}"
        for do in ("decision", "values", "opening", "original")
    },
    ("GET", "/review/{document}"): f"GET {_D} GET {_D}/notes GET {_D}/pages/{{page}} "
    f"GET {_D}/pages/{{page}}/original GET {_D}/pages/{{page}}/released",
    **{
        ("POST", f"/review/{{document}}/{do}"): f"POST {_D}/{do}"
        for do in ("corrections", "undo", "notes", "cases", "finish")
    },
    ("GET", "/schedules"): "GET /schedules",
    ("GET", "/schedules/new"): "GET /desks",
    ("POST", "/schedules"): "POST /schedules",
    ("GET", _S): f"GET {_S}",
    ("POST", _S): f"PUT {_S}",
    ("POST", f"{_S}/end"): f"DELETE {_S}",
    **{("POST", f"{_S}/{do}"): f"POST {_S}/{do}" for do in ("pause", "resume", "runs", "runs/{run}/retry")},
    ("GET", "/policies"): "GET /policies GET /policies/shipped GET /policies/folder",
    **{("POST", f"/policies/folder/{what}"): f"POST /policies/folder/{what}" for what in ("drafts", "files")},
    ("POST", "/policies"): "POST /policies",
    ("POST", "/policies/own-law"): "POST /policies",
    ("GET", "/policies/shipped/{shipped}"): "GET /policies/shipped/{shipped}",
    ("GET", _P): f"GET {_P} POST {_P}/check",
    ("POST", _P): f"PUT {_P}",
    **{("GET", f"{_P}/{what}"): f"GET {_P}/{what}" for what in ("words", "cases", "changes")},
    **{
        ("POST", f"{_P}/{do}"): f"POST {_P}/{do}"
        for do in ("try", "curves", "impact", "cases", "submit", "next", "decision")
    },
    **{("GET", f"{_P}/{what}"): f"POST {_P}/{what}" for what in ("try", "curves", "impact")},
    ("GET", f"{_P}/form/{{screen}}"): f"GET {_P}",
    ("POST", f"{_P}/form/{{screen}}"): f"PUT {_P}",
    ("POST", f"{_P}/form/{{screen}}/beside"): f"POST {_P}/check",
    ("POST", f"{_P}/cases/{{case}}/remove"): f"DELETE {_P}/cases/{{case}}",
    ("GET", "/audit"): "GET /audit",
    ("POST", "/audit/check"): "POST /audit/check",
    ("GET", "/audit/period"): "GET /audit/period",
    ("GET", "/audit/period.pdf"): "GET /audit/period.pdf",
}
STREAMS = {("GET", f"{_R}/events")}
"""For programs of other kinds: what the client waits for by `wait`, as events."""
MONITORING = {("GET", "/health"), ("GET", "/ready"), ("GET", "/metrics")}
GIVEN: Mapping[str, object] = {
    "paths": [],
    "parameters": {},
    "states": {"sealed"},
    "seconds": 0.0,
    "content": b"content",
    "approvals": b"{}",
    "tickets": ["ticket"],
    "paragraphs": ["a text"],
    "correction": NewCorrection(kind="accept", start=0, end=1),
    "case": "case",
    "start": 0,
    "end": 1,
    "page": 1,
    "roles": [Role.AUDITOR],
    "first": date(2026, 1, 1),
    "last": date(2026, 1, 2),
    "folder": Path("nowhere"),
}
KINDS = {NewCase: NewCase(clause="A", kind="go", text="a"), NewSchedule: NewSchedule(title="t", policy="p")}
KINDS |= {GroupSchedule: GroupSchedule(group="g", title="t", policy="p")}


class Asked(Exception):
    """The client asked; nothing answers."""


def called(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """What all calls of the client ask for: method and path, ids as they were given."""
    found: set[tuple[str, str]] = set()

    def ask(self: Connection, method: str, path: str, **sent: object) -> bytes:
        found.add((method, path.partition("?")[0]))
        raise Asked

    monkeypatch.setattr(Connection, "ask", ask)
    with ServiceClient("https://service.test", "key") as client:
        for name, call in inspect.getmembers(client, inspect.ismethod):
            if not name.startswith("_") and name != "add_files":  # it is `add_document`, again and again
                with pytest.raises(Asked):
                    call(**dict(_arguments(call)))
        with pytest.raises(Asked):
            client.picture("document", 1, "released")
    return found


def _arguments(call: Any) -> Iterator[tuple[str, object]]:
    hints = inspect.signature(call, eval_str=True).parameters
    for name, parameter in hints.items():
        if parameter.annotation in KINDS:
            yield name, KINDS[parameter.annotation]
        elif name in GIVEN or parameter.default is inspect.Parameter.empty:
            yield name, GIVEN.get(name, name)


def fits(path: str, asked: str) -> bool:
    """Whether an address that was asked for is that of a route."""
    return re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)), asked) is not None


def test_every_page_and_action_has_its_address_of_the_api() -> None:
    known = {(m, p.removeprefix(API_PREFIX)) for m, p in routes() if p.startswith(API_PREFIX)}
    pages = {(m, p) for m, p in routes() if not p.startswith(API_PREFIX)} - MONITORING
    assert pages == set(PAGES), "a page without a word about programs"
    for told in PAGES.values():
        if told != BROWSER:
            words = told.split()
            assert set(zip(words[::2], words[1::2], strict=True)) <= known, told


def test_every_address_of_the_api_has_its_call_of_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {(m, p.removeprefix(API_PREFIX)) for m, p in routes() if p.startswith(API_PREFIX)}
    asked = called(monkeypatch)
    missing = {(m, p) for m, p in known if not any(m == method and fits(p, path) for method, path in asked)}
    assert missing == STREAMS, "no call"
    strangers = {(m, p) for m, p in asked if not any(m == method and fits(path, p) for method, path in known)}
    assert not strangers, "calls that ask for nothing"


def test_the_types_of_the_calls_are_those_of_the_api() -> None:
    assert client_types.PLACE.read_text(encoding="utf-8") == client_types.types()
