"""Every address x every role x member or not: a table; an address that is not in it fails the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from service.app.build import API, API_PREFIX, PAGES
from service.people.roles import Role
from tests.service.people import Browser, Door, login_of

EVERYBODY = frozenset(Role)
NOBODY: frozenset[Role] = frozenset()
OPEN = "open"
"""Answered without a sign-in."""
SIGNED_IN = "signed in"
"""For everybody who is signed in, about themselves."""

_A = Role.ADMINISTRATOR
_U = Role.AUDITOR
TABLE: dict[tuple[str, str], object] = {
    ("GET", "/health"): OPEN,
    ("GET", "/ready"): OPEN,
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
    ("GET", "/people"): {_A, _U},
    ("POST", "/people/accounts"): NOBODY,
    ("POST", "/people/accounts/{person}/password"): NOBODY,
    ("POST", "/people/accounts/{person}/close"): NOBODY,
    ("POST", "/people/groups"): NOBODY,
    ("GET", "/people/{slug}"): {_A},
    ("GET", "/people/{slug}/{person}"): {_A},
    ("POST", "/people/{slug}/{person}"): {_A},
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

FIELDS: dict[str, dict[str, object]] = {
    "/people/accounts": {"login": "new.person", "display": "New"},
    "/people/groups": {"slug": "new", "title": "New"},
    "/people/{slug}/{person}": {"role": "auditor"},
    "/account/keys": {"title": "mine", "days": 1},
    "/account/password": {"old": "x", "new": "y"},
    "/account/one-time/on": {"code": "000000"},
    "/account/one-time/off": {"password": "x"},
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


def _fill(door: Door, path: str, group: str) -> str:
    """The address of something that is there, in `group`."""
    from sqlalchemy import select

    from service.state.tables import Person

    with door.service.database.look() as state:
        person = state.scalar(select(Person.id).where(Person.login == login_of("reviewer", group)))
    filled = path.format(slug=group, person=person, key="0" * 32)
    return f"{filled}?login={login_of('reviewer', group)}" if path == "/people/{slug}" else filled


def _ask(door: Door, who: str, method: str, path: str, group: str) -> int:
    address, fields = _fill(door, path, group), FIELDS.get(path, {})
    if path.startswith("/api/"):
        return _call(door.program(who), method, address, fields)
    browser = door.browser(who)
    if method == "GET":
        return int(browser.get(address).status_code)
    return int(browser.post(address, **fields).status_code)


def _call(client: TestClient, method: str, address: str, fields: dict[str, object]) -> int:
    body = {} if method in ("GET", "DELETE") else {"json": fields}
    return int(client.request(method, address, **body).status_code)  # type: ignore[arg-type]


GUARDED = sorted(key for key, allowed in TABLE.items() if isinstance(allowed, set | frozenset))


@pytest.mark.parametrize(("method", "path"), GUARDED)
@pytest.mark.parametrize("role", sorted(Role))
def test_a_role_opens_what_the_table_says_in_its_own_group(
    door: Door, method: str, path: str, role: Role
) -> None:
    allowed = TABLE[method, path]
    assert isinstance(allowed, set | frozenset)
    status = _ask(door, login_of(role), method, path, "clinic")
    if role in allowed:
        assert status < 400, (role, method, path, status)
    else:
        assert status in (403, 404), (role, method, path, status)


@pytest.mark.parametrize(
    ("method", "path"), [key for key in GUARDED if "{" in key[1] and key not in (("GET", "/people"),)]
)
def test_another_group_is_not_there_whatever_the_role(door: Door, method: str, path: str) -> None:
    for role in Role:
        status = _ask(door, login_of(role, "court"), method, path, "clinic")
        house = TABLE[method, path] == NOBODY and role in (_A, _U)
        assert status == 404 or (house and status == 403), (role, status)


@pytest.mark.parametrize(("method", "path"), sorted(key for key, allowed in TABLE.items() if allowed != OPEN))
def test_nothing_is_answered_to_nobody(door: Door, method: str, path: str) -> None:
    address, fields = _fill(door, path, "clinic"), FIELDS.get(path, {})
    answers = [door.client().request(method, address)]
    if method != "GET":
        answers += [door.client().request(method, address, **{how: fields}) for how in ("json", "data")]
    assert {answer.status_code for answer in answers} == {401}
    assert not any("<form" in answer.text for answer in answers)


def test_the_administrator_of_the_house_gets_through(door: Door) -> None:
    for method, path in GUARDED:
        if path in ("/people/accounts/{person}/close",) or method == "DELETE":
            continue
        assert _ask(door, "root", method, path, "clinic") < 410, (method, path)


def test_browsers_and_programs_are_one_person(door: Door) -> None:
    browser: Browser = door.browser("auditor.clinic")
    assert browser.client.get("/api/v1/me").json() == door.program("auditor.clinic").get("/api/v1/me").json()
    refused = browser.client.post("/api/v1/keys", json={"title": "x", "days": 1})
    assert (refused.status_code, refused.json()["code"]) == (403, "SVC008")
