"""People of every role in two groups, and browsers and programs in their hands."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache

from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from service.app.context import Service
from service.people.accounts import (
    add_group,
    add_person,
    first_administrator,
    give_roles,
    group_named,
    who_is,
)
from service.people.api_keys import make_key
from service.people.roles import Role, Scope
from service.state.tables import Person

_OPEN = ExitStack()
HOST = "service.test"
PASSWORD = "four unlike words here"
GROUPS = ("clinic", "court")


def login_of(role: str, group: str = "clinic") -> str:
    """Who has `role` in `group` alone."""
    return f"{role}.{group}"


def furnish(service: Service) -> None:
    """An administrator of the house, and one person of each role in each of two groups.

    Reviewers see all documents there: tests of assignments switch that off.
    """
    with service.database.begin() as state:
        first_administrator(state, "root", "Head of the House", PASSWORD)
        for slug in GROUPS:
            group = add_group(state, slug, f"Matters of the {slug}")
            group.shared = True
            for role in Role:
                person, _ = add_person(
                    state, login_of(role, slug), f"{role} of {slug}".title(), password=PASSWORD
                )
                give_roles(state, person, group, [role])
        second, _ = add_person(state, "reviewer2.clinic", "Second Reviewer", password=PASSWORD)
        give_roles(state, second, group_named(state, "clinic"), [Role.REVIEWER])
        add_person(state, "stranger", "In No Group", password=PASSWORD)


def csrf_of(page: str) -> str:
    """The word that the forms of a page send back."""
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found, "the page has no form"
    return found[1]


@cache
def loop() -> BlockingPortal:
    """The event loop of this process in which all clients' requests run; a client would make one for each."""
    return _OPEN.enter_context(start_blocking_portal())


@dataclass
class Door:
    """Where people come in."""

    app: FastAPI
    service: Service
    made: list[TestClient]

    def client(self, **headers: str) -> TestClient:
        """A browser or program that is not signed in."""
        client = TestClient(self.app, base_url=f"http://{HOST}", headers=headers, follow_redirects=False)
        client.portal = loop()
        self.made.append(client)
        return client

    def browser(self, login: str, password: str = PASSWORD) -> Browser:
        """A browser with `login` signed in."""
        client = self.client(accept="text/html")
        door = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in").text)
        assert door
        answer = client.post("/sign-in", data={"login": login, "password": password, "door": door[1]})
        assert answer.status_code == 303, answer.text
        return Browser(client)

    def program(self, login: str) -> TestClient:
        """A program with a key of `login`."""
        with self.service.database.begin() as state:
            person = state.scalar(select(Person).where(Person.login == login))
            assert person is not None
            key = make_key(state, self.service.keys, who_is(state, person), "test", 1, list(Scope))
        return self.client(authorization=f"Bearer {key}")


@dataclass
class Browser:
    """A signed-in browser."""

    client: TestClient
    _csrf: dict[str, str] = field(default_factory=dict)

    def get(self, address: str):  # type: ignore[no-untyped-def]
        """Look at a page."""
        return self.client.get(address)

    def post(self, address: str, **fields: object):  # type: ignore[no-untyped-def]
        """Send a form of ours; the word that it sends back is looked up once a sign-in."""
        sign_in = str(sorted(self.client.cookies.items()))
        if sign_in not in self._csrf:
            self._csrf[sign_in] = csrf_of(self.client.get("/account").text)
        return self.client.post(address, data={"csrf": self._csrf[sign_in], **fields})
