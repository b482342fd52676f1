"""Every address x every role x member or not: a table; an address that is not in it fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from service.people import roles as rules
from service.people.roles import Role
from service.web.build import API, PAGES
from service.web.guard import API_PREFIX
from tests.service.people import Browser, Door, login_of
from tests.service.things import there

RULES = [(action, rules.ALLOWED[action]) for action in rules.Action]
EVERYBODY = frozenset(Role)
NOBODY: frozenset[Role] = frozenset()
OPEN = "open"
"""Answered without a sign-in."""
SIGNED_IN = "signed in"
"""For everybody who is signed in, about themselves."""

_A = Role.ADMINISTRATOR
_U = Role.AUDITOR
_O = Role.OPERATOR
_P = Role.APPROVER
_R = Role.REVIEWER
SEE = frozenset({_O, _P, _R, _U})
TABLE: dict[tuple[str, str], object] = {
    ("GET", "/health"): OPEN,
    ("GET", "/ready"): OPEN,
    ("GET", "/metrics"): NOBODY,
    ("GET", "/sign-in"): OPEN,
    ("POST", "/sign-in"): OPEN,
    ("POST", "/sign-in/code"): OPEN,
    ("GET", "/sign-in/provider"): OPEN,
    ("GET", "/sign-in/provider/back"): OPEN,
    ("POST", "/sign-out"): SIGNED_IN,
    ("GET", "/"): SIGNED_IN,
    ("GET", "/account"): SIGNED_IN,
    ("POST", "/account/password"): SIGNED_IN,
    ("POST", "/account/one-time"): SIGNED_IN,
    ("POST", "/account/one-time/on"): SIGNED_IN,
    ("POST", "/account/one-time/off"): SIGNED_IN,
    ("POST", "/account/keys"): SIGNED_IN,
    ("POST", "/account/keys/{key}/end"): SIGNED_IN,
    ("GET", "/account/keys/{key}/end"): SIGNED_IN,
    ("GET", "/people"): {_A, _U},
    ("POST", "/people/accounts"): NOBODY,
    ("POST", "/people/accounts/{person}/password"): NOBODY,
    ("POST", "/people/accounts/{person}/close"): NOBODY,
    ("GET", "/people/accounts/{person}/close"): NOBODY,
    ("POST", "/people/accounts/{person}/keys/{key}/end"): NOBODY,
    ("GET", "/people/accounts/{person}/keys/{key}/end"): NOBODY,
    ("GET", "/api/v1/people/{person}/keys"): NOBODY,
    ("POST", "/people/groups"): NOBODY,
    ("GET", "/people/{slug}"): {_A},
    ("GET", "/people/{slug}/{person}"): {_A},
    ("POST", "/people/{slug}/{person}"): {_A},
    ("POST", "/people/{slug}/documents"): {_A},
    ("PUT", "/api/v1/groups/{slug}/documents"): {_A},
    ("POST", "/people/{slug}/training"): {_A},
    ("GET", "/people/{slug}/training"): {_A},
    ("GET", "/api/v1/groups/{slug}/training"): {_A},
    ("PUT", "/api/v1/groups/{slug}/training"): {_A},
    ("DELETE", "/api/v1/groups/{slug}/training"): {_A},
    ("POST", "/api/v1/groups/{slug}/training/export"): {_A},
    ("GET", "/releases"): SEE,
    ("GET", "/releases/new"): {_O},
    ("POST", "/releases"): {_O},
    ("GET", "/releases/{release}"): SEE,
    ("POST", "/releases/{release}/documents"): {_O},
    ("POST", "/releases/{release}/stores"): {_O},
    ("POST", "/releases/{release}/start"): {_O},
    ("POST", "/releases/{release}/cancel"): {_O},
    ("GET", "/releases/{release}/cancel"): {_O},
    ("POST", "/releases/{release}/retry"): {_O},
    ("POST", "/releases/{release}/pause"): {_O},
    ("POST", "/releases/{release}/resume"): {_O},
    ("POST", "/releases/{release}/quarantine/{document}"): {_O},
    ("POST", "/releases/{release}/decision"): {_P},
    ("POST", "/releases/{release}/overrides/{override}"): {_P},
    ("GET", "/releases/{release}/telling"): {_R, _P},
    ("GET", "/releases/{release}/bundle"): {_O, _P},
    ("POST", "/releases/{release}/signature"): {_P},
    ("GET", "/releases/{release}/report"): SEE,
    ("GET", "/releases/{release}/report.pdf"): SEE,
    ("POST", "/releases/{release}/verify"): SEE,
    ("POST", "/releases/{release}/deliveries"): {_O, _P},
    ("POST", "/releases/{release}/deliveries/{delivery}/retry"): {_O, _P},
    ("POST", "/releases/{release}/deliveries/{delivery}/end"): {_O, _P},
    ("GET", "/releases/{release}/deliveries/{delivery}/end"): {_O, _P},
    ("GET", "/api/v1/releases/{release}/targets"): {_O, _P},
    ("GET", "/api/v1/releases/{release}/deliveries"): SEE,
    ("POST", "/api/v1/releases/{release}/deliveries"): {_O, _P},
    ("POST", "/api/v1/releases/{release}/deliveries/{delivery}/retry"): {_O, _P},
    ("DELETE", "/api/v1/releases/{release}/deliveries/{delivery}"): {_O, _P},
    ("GET", "/reveals"): {_R, _P, _A, _U},
    ("POST", "/releases/{release}/reveals"): {_R, _P},
    ("POST", "/reveals/{reveal}/decision"): {_P, _A},
    ("POST", "/reveals/{reveal}/values"): {_R},  # who asked, whatever others may
    ("POST", "/reveals/{reveal}/opening"): {_R},
    ("POST", "/api/v1/reveals/{reveal}/opening"): {_R},
    ("POST", "/reveals/{reveal}/original"): NOBODY,
    ("POST", "/api/v1/reveals/{reveal}/original"): NOBODY,
    ("GET", "/api/v1/reveals"): {_R, _P, _A, _U},
    ("POST", "/api/v1/releases/{release}/reveals"): {_R, _P},
    ("POST", "/api/v1/reveals/{reveal}/decision"): {_P, _A},
    ("POST", "/api/v1/reveals/{reveal}/values"): {_R},
    ("GET", "/review/{document}"): {_R},
    ("POST", "/review/{document}/corrections"): {_R},
    ("POST", "/review/{document}/undo"): {_R},
    ("POST", "/review/{document}/notes"): {_R},
    ("POST", "/review/{document}/finish"): {_R},
    ("GET", "/schedules"): SEE,
    ("GET", "/schedules/new"): {_O},
    ("POST", "/schedules"): {_O},
    ("GET", "/schedules/{schedule}"): SEE,
    ("POST", "/schedules/{schedule}"): {_O},
    ("POST", "/schedules/{schedule}/pause"): {_O},
    ("POST", "/schedules/{schedule}/resume"): {_O},
    ("POST", "/schedules/{schedule}/end"): {_O},
    ("GET", "/schedules/{schedule}/end"): {_O},
    ("POST", "/schedules/{schedule}/runs"): {_O},
    ("POST", "/schedules/{schedule}/runs/{run}/retry"): {_O},
    ("GET", "/policies"): EVERYBODY,
    ("POST", "/policies"): {Role.AUTHOR},
    ("GET", "/policies/shipped/{shipped}"): SIGNED_IN,
    ("POST", "/policies/folder/drafts"): {Role.AUTHOR},
    ("POST", "/policies/folder/files"): {Role.AUTHOR, _P},
    ("GET", "/policies/{version}"): EVERYBODY,
    ("POST", "/policies/own-law"): {Role.AUTHOR},
    ("GET", "/policies/{version}/form/{screen}"): {Role.AUTHOR},
    ("POST", "/policies/{version}/form/{screen}"): {Role.AUTHOR},
    ("POST", "/policies/{version}/form/{screen}/beside"): {Role.AUTHOR},
    ("GET", "/policies/{version}/words"): EVERYBODY,
    ("GET", "/policies/{version}/try"): {Role.AUTHOR, _P},
    ("POST", "/policies/{version}/try"): {Role.AUTHOR, _P},
    ("GET", "/policies/{version}/curves"): {Role.AUTHOR, _P},
    ("POST", "/policies/{version}/curves"): {Role.AUTHOR, _P},
    ("GET", "/policies/{version}/impact"): {_P},
    ("POST", "/policies/{version}/impact"): {_P},
    ("GET", "/policies/{version}/cases"): EVERYBODY,
    ("POST", "/policies/{version}/cases"): {Role.AUTHOR},
    ("POST", "/policies/{version}/cases/{case}/remove"): {Role.AUTHOR},
    ("GET", "/policies/{version}/changes"): EVERYBODY,
    ("POST", "/policies/{version}"): {Role.AUTHOR},
    ("POST", "/policies/{version}/submit"): {Role.AUTHOR},
    ("POST", "/policies/{version}/next"): {Role.AUTHOR},
    ("POST", "/policies/{version}/decision"): {_P},
    ("GET", "/audit"): {_U},
    ("GET", "/api/v1/audit"): {_U},
    ("POST", "/audit/check"): {_U},
    ("POST", "/api/v1/audit/check"): {_U},
    ("GET", "/audit/period"): {_U},
    ("GET", "/api/v1/audit/period"): {_U},
    ("GET", "/audit/period.pdf"): {_U},
    ("GET", "/api/v1/audit/period.pdf"): {_U},
    ("GET", "/api/v1/policies"): SIGNED_IN,
    ("POST", "/api/v1/policies"): {Role.AUTHOR},
    ("POST", "/api/v1/policies/check"): {Role.AUTHOR},
    ("GET", "/api/v1/policies/{version}"): EVERYBODY,
    ("PUT", "/api/v1/policies/{version}"): {Role.AUTHOR},
    ("POST", "/api/v1/policies/{version}/check"): {Role.AUTHOR},
    ("POST", "/api/v1/policies/{version}/try"): {Role.AUTHOR, _P},
    ("POST", "/api/v1/policies/{version}/curves"): {Role.AUTHOR, _P},
    ("POST", "/api/v1/policies/{version}/impact"): {_P},
    ("GET", "/api/v1/policies/{version}/cases"): EVERYBODY,
    ("POST", "/api/v1/policies/{version}/cases"): {Role.AUTHOR},
    ("DELETE", "/api/v1/policies/{version}/cases/{case}"): {Role.AUTHOR},
    ("GET", "/api/v1/policies/{version}/changes"): EVERYBODY,
    ("POST", "/api/v1/policies/{version}/submit"): {Role.AUTHOR},
    ("POST", "/api/v1/policies/{version}/decision"): {_P},
    ("GET", "/api/v1/schedules"): SIGNED_IN,
    ("POST", "/api/v1/schedules"): {_O},
    ("GET", "/api/v1/schedules/{schedule}"): SEE,
    ("PUT", "/api/v1/schedules/{schedule}"): {_O},
    ("POST", "/api/v1/schedules/{schedule}/pause"): {_O},
    ("POST", "/api/v1/schedules/{schedule}/resume"): {_O},
    ("DELETE", "/api/v1/schedules/{schedule}"): {_O},
    ("POST", "/api/v1/schedules/{schedule}/runs"): {_O},
    ("POST", "/api/v1/schedules/{schedule}/runs/{run}/retry"): {_O},
    ("GET", "/api/v1/releases"): SIGNED_IN,
    ("POST", "/api/v1/releases"): {_O},
    ("GET", "/api/v1/releases/{release}"): SEE,
    ("PUT", "/api/v1/releases/{release}/documents/{name}"): {_O},
    ("POST", "/api/v1/releases/{release}/uploads"): {_O},
    ("GET", "/api/v1/releases/{release}/stores"): {_O},
    ("POST", "/api/v1/releases/{release}/stores"): {_O},
    ("POST", "/api/v1/releases/{release}/start"): {_O},
    ("POST", "/api/v1/releases/{release}/cancel"): {_O},
    ("POST", "/api/v1/releases/{release}/retry"): {_O},
    ("POST", "/api/v1/releases/{release}/pause"): {_O},
    ("POST", "/api/v1/releases/{release}/resume"): {_O},
    ("GET", "/api/v1/releases/{release}/progress"): SEE,
    ("GET", "/api/v1/releases/{release}/events"): SEE,
    ("PUT", "/api/v1/releases/{release}/quarantine/{document}/{name}"): {_O},
    ("POST", "/api/v1/releases/{release}/decision"): {_P},
    ("POST", "/api/v1/releases/{release}/overrides/{override}"): {_P},
    ("GET", "/api/v1/releases/{release}/overrides"): SEE,
    ("GET", "/api/v1/releases/{release}/telling"): {_R, _P},
    ("GET", "/api/v1/releases/{release}/bundle"): {_O, _P},
    ("GET", "/api/v1/releases/{release}/report.pdf"): SEE,
    ("PUT", "/api/v1/releases/{release}/signature"): {_P},
    ("GET", "/api/v1/documents/{document}"): {_R},
    ("GET", "/api/v1/documents/{document}/pages/{page}"): {_R},
    ("GET", "/api/v1/documents/{document}/pages/{page}/original"): {_R},
    ("GET", "/api/v1/documents/{document}/pages/{page}/released"): {_R},
    ("POST", "/api/v1/documents/{document}/corrections"): {_R},
    ("POST", "/api/v1/documents/{document}/weighing"): {_R},
    ("POST", "/api/v1/documents/{document}/undo"): {_R},
    ("POST", "/api/v1/documents/{document}/finish"): {_R},
    ("POST", "/review/{document}/cases"): {_R},
    ("POST", "/api/v1/documents/{document}/cases"): {_R},
    ("GET", "/api/v1/documents/{document}/notes"): {_R},
    ("POST", "/api/v1/documents/{document}/notes"): {_R},
    ("GET", "/api/v1/waiting"): SIGNED_IN,
    ("POST", "/api/v1/releases/{release}/verification"): SEE,
    ("GET", "/api/v1/releases/{release}/report"): SEE,
    ("GET", "/api/v1/policies/folder"): SIGNED_IN,
    ("POST", "/api/v1/policies/folder/drafts"): {Role.AUTHOR},
    ("POST", "/api/v1/policies/folder/files"): {Role.AUTHOR, _P},
    ("GET", "/api/v1/policies/shipped"): SIGNED_IN,
    ("GET", "/api/v1/policies/shipped/{shipped}"): SIGNED_IN,
    ("GET", "/api/v1/policies/{version}/words"): EVERYBODY,
    ("POST", "/api/v1/policies/{version}/next"): {Role.AUTHOR},
    ("GET", "/word/pane"): SIGNED_IN,
    ("GET", "/word/manifest.xml"): SIGNED_IN,
    ("GET", "/api/v1/desks"): SIGNED_IN,
    ("POST", "/api/v1/fhir/{slug}/$de-identify"): {_O},
    ("POST", "/api/v1/desks/{slug}/inspections"): {Role.AUTHOR, _R, _P, _O},
    ("POST", "/api/v1/releases/{release}/documents/{document}/remarks"): {_O},
    ("GET", "/api/v1/me"): SIGNED_IN,
    ("GET", "/api/v1/groups"): {_A, _U},
    ("POST", "/api/v1/groups"): NOBODY,
    ("PUT", "/api/v1/groups/{slug}/members/{person}"): {_A},
    ("POST", "/api/v1/people"): NOBODY,
    ("POST", "/api/v1/people/{person}/password"): NOBODY,
    ("DELETE", "/api/v1/people/{person}"): NOBODY,
    ("GET", "/api/v1/keys"): SIGNED_IN,
    ("POST", "/api/v1/keys"): SIGNED_IN,
    ("DELETE", "/api/v1/keys/{key}"): SIGNED_IN,
}
"""Who gets through: roles in the group of what is asked for. NOBODY: administrators of the house alone."""

FHIR = {
    "resourceType": "Parameters",
    "parameter": [
        {"name": "policy", "valueString": "letters"},
        {"name": "identifiableData", "resource": {"resourceType": "Patient"}},
    ],
}
FIELDS: dict[str, dict[str, object]] = {
    "/people/accounts": {"login": "new.person", "display": "New"},
    "/people/groups": {"slug": "new", "title": "New"},
    "/people/{slug}/{person}": {"role": "auditor"},
    "/people/{slug}/documents": {"outcome": "all"},
    "/api/v1/groups/{slug}/documents": {"outcome": "all"},
    "/people/{slug}/training": {"outcome": "allow"},
    "/account/keys": {"title": "mine", "days": 1, "scopes": ["read"]},
    "/account/password": {"old": "x", "new": "y"},
    "/account/one-time/on": {"code": "000000"},
    "/account/one-time/off": {"password": "x"},
    "/releases": {"title": "New", "policy": "{group}:hipaa-safe-harbor"},
    "/schedules": {"title": "New", "policy": "{group}:hipaa-safe-harbor"},
    "/schedules/{schedule}": {"title": "New", "policy": "hipaa-safe-harbor"},
    "/api/v1/schedules": {"group": "clinic", "title": "New", "policy": "hipaa-safe-harbor"},
    "/api/v1/schedules/{schedule}": {"title": "New", "policy": "hipaa-safe-harbor"},
    "/releases/{release}/stores": {"place": "s3://bucket/in"},
    "/api/v1/releases/{release}/stores": {"address": "s3://bucket/in"},
    "/releases/{release}/deliveries": {"place": "s3://bucket/out"},
    "/api/v1/releases/{release}/deliveries": {"address": "s3://bucket/out"},
    "/releases/{release}/decision": {"outcome": "reject", "words": "no"},
    "/releases/{release}/overrides/{override}": {"outcome": "grant"},
    "/releases/{release}/reveals": {"document": "{document}", "reason": "a reason"},
    "/api/v1/releases/{release}/reveals": {"document": "{document}", "reason": "a reason"},
    "/reveals/{reveal}/opening": {"reader": "a reason"},
    "/api/v1/reveals/{reveal}/opening": {"reader": "a reason"},
    "/reveals/{reveal}/decision": {"outcome": "grant"},
    "/api/v1/reveals/{reveal}/decision": {"outcome": "grant"},
    "/review/{document}/corrections": {"kind": "accept", "start": 0, "end": 1},
    "/review/{document}/finish": {"outcome": "release"},
    "/review/{document}/notes": {"words": "a note"},
    "/policies": {"group": "{group}", "base": "hipaa-safe-harbor", "slug": "new"},
    "/policies/own-law": {"group": "{group}", "slug": "new", "cite": "Rule 7", "law_title": "Names stay"},
    "/policies/{version}/form/{screen}": {"part": "screen", "title": "Other"},
    "/policies/{version}/form/{screen}/beside": {"part": "screen", "title": "Other"},
    "/policies/{version}/try": {"sample": "a text"},
    "/policies/{version}/cases": {"clause": "A", "kind": "go", "text": "a b", "fragment": "a"},
    "/policies/{version}": {"text": "policy: x"},
    "/policies/{version}/decision": {"outcome": "refuse"},
    "/api/v1/policies": {"group": "clinic", "text": "policy: other"},
    "/api/v1/policies/check": {"text": "policy: own"},
    "/policies/folder/drafts": {"group": "clinic", "policy": "letters"},
    "/policies/folder/files": {"group": "clinic", "policy": "letters"},
    "/api/v1/policies/folder/drafts": {"group": "clinic", "policy": "letters"},
    "/api/v1/policies/folder/files": {"group": "clinic", "policy": "letters"},
    "/api/v1/policies/{version}": {"text": "policy: own"},
    "/api/v1/policies/{version}/check": {"text": "policy: own", "line": 1, "column": 3},
    "/api/v1/policies/{version}/try": {"text": "a text"},
    "/policies/{version}/curves": {"sample": "a text"},
    "/api/v1/policies/{version}/curves": {"text": "a text"},
    "/api/v1/policies/{version}/cases": {"clause": "A", "kind": "go", "text": "a b", "fragment": "a"},
    "/api/v1/policies/{version}/decision": {"outcome": "refuse"},
    "/api/v1/releases": {"group": "clinic", "title": "New", "policy": "hipaa-safe-harbor"},
    "/api/v1/releases/{release}/uploads": {"keys": ["a"]},
    "/api/v1/fhir/{slug}/$de-identify": FHIR,
    "/api/v1/desks/{slug}/inspections": {"policy": "hipaa-safe-harbor", "paragraphs": ["a"]},
    "/api/v1/releases/{release}/documents/{document}/remarks": {"words": "a word"},
    "/api/v1/releases/{release}/decision": {"outcome": "reject", "words": "no"},
    "/api/v1/releases/{release}/overrides/{override}": {"outcome": "grant"},
    "/api/v1/documents/{document}/notes": {"words": "a note"},
    "/review/{document}/cases": {"clause": "A", "kind": "go", "text": "a b", "fragment": "a"},
    "/api/v1/documents/{document}/cases": {"clause": "A", "kind": "go", "text": "a b", "fragment": "a"},
    "/api/v1/documents/{document}/corrections": {"kind": "accept", "start": 0, "end": 1},
    "/api/v1/documents/{document}/finish": {"outcome": "release"},
    "/api/v1/documents/{document}/weighing": {"start": 0, "end": 1, "replacement": "a word"},
    "/api/v1/groups": {"slug": "new", "title": "New"},
    "/api/v1/groups/{slug}/members/{person}": {"roles": ["auditor"]},
    "/api/v1/people": {"login": "new.person", "display": "New"},
    "/api/v1/keys": {"title": "mine", "days": 1},
}


def routes() -> Iterator[tuple[str, str]]:
    for prefix, routers in (("", PAGES), (API_PREFIX, API)):
        for router in routers:
            for route in router.routes:
                assert isinstance(route, APIRoute)
                for method in sorted(route.methods - {"HEAD"}):
                    yield method, prefix + route.path


def test_every_address_stands_in_the_table() -> None:
    found = list(routes())
    assert sorted(found) == sorted(set(found))
    assert set(found) == set(TABLE)


def test_the_list_of_roles_in_the_docs_is_made_of_the_rules() -> None:
    lines = [f"- {action}: {', '.join(role for role in Role if role in may)}" for action, may in RULES]
    page = (Path(__file__).parent.parent.parent / "docs/service.md").read_text()
    assert "\n\n" + "\n".join(lines) + "\n\n" in page


def _filled(door: Door, path: str, group: str) -> tuple[str, dict[str, object]]:
    """The address of something that is there, in `group`, and the fields that are sent to it."""
    ids = there(door.service, group)
    address = path.format(
        **ids, key="0" * 32, name="b.txt", shipped="gdpr-special-categories", page=1, screen="law"
    )
    if path == "/people/{slug}":
        address = f"{address}?login={login_of('reviewer', group)}"
    fields = FIELDS.get(path, {})
    return address, {name: v.format(**ids) if isinstance(v, str) else v for name, v in fields.items()}


class Desk:
    """Each person's browser and program, opened once."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._browsers: dict[str, Browser] = {}
        self._programs: dict[str, TestClient] = {}

    @contextmanager
    def as_it_was(self) -> Iterator[None]:
        """Whatever is changed within, the state of the service is the same behind it."""
        engine = self._door.service.database.engine
        state = Path(str(engine.url.database))
        engine.dispose()
        content = state.read_bytes()
        yield
        engine.dispose()
        state.write_bytes(content)

    def ask(self, who: str, method: str, path: str, group: str) -> int:
        """What somebody is answered at an address about things of a group."""
        address, fields = _filled(self._door, path, group)
        if path.startswith("/api/"):
            return _call(self.program(who), method, address, fields)
        browser = self.browser(who)
        if method == "GET":
            return int(browser.get(address).status_code)
        return int(browser.post(address, **fields).status_code)

    def browser(self, who: str) -> Browser:
        """Somebody's browser."""
        return self._browsers.get(who) or self._browsers.setdefault(who, self._door.browser(who))

    def program(self, who: str) -> TestClient:
        """Somebody's program."""
        return self._programs.get(who) or self._programs.setdefault(who, self._door.program(who))


def _call(client: TestClient, method: str, address: str, fields: dict[str, object]) -> int:
    body = {} if method in ("GET", "DELETE") else {"json": fields}
    return int(client.request(method, address, **body).status_code)  # type: ignore[arg-type]


GUARDED = sorted(key for key, allowed in TABLE.items() if isinstance(allowed, set | frozenset))


ALLOWED = {key: frozenset(allowed) for key, allowed in TABLE.items() if isinstance(allowed, set | frozenset)}
CHANGING = [key for key in GUARDED if key[0] != "GET" and ALLOWED[key]]


def each_with(roles: Callable[[tuple[str, str]], Iterable[Role]], whole: bool) -> list[tuple[Role, str, str]]:
    """Every guarded address with these roles; one of them, in turn, for the quick half."""
    found = []
    for turn, key in enumerate(GUARDED):
        asking = sorted(roles(key))
        found += [(role, *key) for role in (asking if whole or not asking else [asking[turn % len(asking)]])]
    return found


WHOLE = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])


def opens(status: int) -> bool:
    return status not in (401, 403, 404) and status < 500


@WHOLE
def test_a_role_opens_nothing_that_the_table_forbids(door: Door, whole: bool) -> None:
    """In its own group; who is refused changes nothing, so all ask in one house."""
    desk = Desk(door)
    asked = each_with(lambda key: set(Role) - ALLOWED[key], whole)
    answers = {one: desk.ask(login_of(one[0]), *one[1:], "clinic") for one in asked}
    assert [one for one, status in answers.items() if status not in (403, 404)] == []


def test_a_role_looks_at_what_the_table_says(door: Door) -> None:
    desk = Desk(door)
    asked = [(role, *key) for key in GUARDED if key[0] == "GET" for role in sorted(ALLOWED[key])]
    answers = {one: desk.ask(login_of(one[0]), *one[1:], "clinic") for one in asked}
    assert [one for one, status in answers.items() if not opens(status)] == []


def test_a_role_changes_what_the_table_says(door: Door) -> None:
    """Each address in a house in which nobody has changed anything; all roles in one house."""
    desk, answers = Desk(door), {}
    there(door.service, "clinic")
    for role in Role:
        desk.program(login_of(role))
        desk.browser(login_of(role)).post("/")
    for key in CHANGING:
        with desk.as_it_was():
            for role in sorted(ALLOWED[key]):
                answers[role, *key] = desk.ask(login_of(role), *key, "clinic")
    assert {one: status for one, status in answers.items() if not opens(status)} == {}


@WHOLE
def test_another_group_is_not_there_whatever_the_role(door: Door, whole: bool) -> None:
    desk, wrong = Desk(door), []
    for role, method, path in each_with(lambda key: Role if "{" in key[1] else (), whole):
        status = desk.ask(login_of(role, "court"), method, path, "clinic")
        house = TABLE[method, path] == NOBODY and role in (_A, _U)
        if status != 404 and not (house and status == 403):
            wrong.append((method, path, role, status))
    assert wrong == []


def test_nothing_is_answered_to_nobody(door: Door) -> None:
    wrong = []
    for method, path in sorted(key for key, allowed in TABLE.items() if allowed != OPEN):
        address, fields = _filled(door, path, "clinic")
        stranger = door.client()
        answers = [stranger.request(method, address)]
        if method != "GET":
            answers += [stranger.request(method, address, **{how: fields}) for how in ("json", "data")]
        if {answer.status_code for answer in answers} != {401} or any("<form" in one.text for one in answers):
            wrong.append((method, path))
    assert wrong == []


def test_the_administrator_of_the_house_gets_through(door: Door) -> None:
    desk = Desk(door)
    for method, path in GUARDED:
        if "close" in path or method == "DELETE" or TABLE[method, path] not in (NOBODY, {_A}, {_A, _U}):
            continue
        assert desk.ask("root", method, path, "clinic") < 410, (method, path)


def test_browsers_and_programs_are_one_person(door: Door) -> None:
    browser: Browser = door.browser("auditor.clinic")
    assert browser.client.get("/api/v1/me").json() == door.program("auditor.clinic").get("/api/v1/me").json()
    refused = browser.client.post("/api/v1/keys", json={"title": "x", "days": 1})
    assert (refused.status_code, refused.json()["code"]) == (403, "SVC008")
