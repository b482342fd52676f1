"""Single sign-on against a real provider process: the way in, and every way that must not lead in."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from adapters.ledger import ledger_path, read_ledger
from adapters.machine.locations import home
from engine.errors import InvalidError
from service.app.context import Service
from service.app.settings import settings_from
from service.people.claimed_roles import rules_from
from service.people.single_sign_on import Provider
from service.state.tables import Group, Person
from service.web.build import create_app
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.service.cases import person
from tests.service.listening import key_of
from tests.service.people import HOST, furnish
from tests.service.provider import CLIENT, SECRET

EMAIL = "reviewer@clinic.example"


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    """The address of a running provider."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.service.provider", str(port)]
    process = subprocess.Popen(command, cwd=ROOT)
    address, until = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            httpx.get(f"{address}/keys", timeout=2).raise_for_status()
            break
        except httpx.HTTPError:
            time.sleep(0.1)
    yield address
    process.terminate()
    process.wait(timeout=PATIENCE)


@pytest.fixture
def client(service: Service, issuer: str) -> Iterator[TestClient]:
    """A browser of a service that trusts the provider."""
    furnish(service)
    with service.database.begin() as state:
        state.execute(update(Person).where(Person.login == "reviewer.clinic").values(email=EMAIL))
    rules = rules_from("staff=clinic:operator; desk=clinic:reviewer; desk=court:reviewer; staff=gone:auditor")
    assert rules
    settings = replace(service.settings, provider=Provider(issuer, CLIENT, SECRET, rules=rules))
    app = create_app(Service(settings, service.database, service.keys))
    with TestClient(app, base_url=f"http://{HOST}", follow_redirects=False) as found:
        found.headers["accept"] = "text/html"
        yield found


def through(
    client: TestClient, issuer: str, email: str = EMAIL, fault: str = "", groups: str = "desk"
) -> str:
    """Sign in at the provider; the address to which it sends the browser back."""
    httpx.get(f"{issuer}/as", params={"email": email, "fault": fault, "groups": groups}, timeout=PATIENCE)
    away = client.get("/sign-in/provider").headers["location"]
    assert away.startswith(f"{issuer}/authorize?")
    assert "code_challenge_method=S256" in away
    return httpx.get(away, timeout=PATIENCE).headers["location"].removeprefix(f"http://{HOST}")


def test_the_provider_says_who_it_is(client: TestClient, issuer: str) -> None:
    assert client.get(through(client, issuer)).headers["location"] == "/"
    assert client.get("/api/v1/me").json()["login"] == "reviewer.clinic"


@pytest.mark.parametrize("fault", ["issuer", "audience", "nonce", "expired", "key", "unverified"])
def test_an_answer_with_one_thing_wrong_opens_nothing(client: TestClient, issuer: str, fault: str) -> None:
    assert client.get(through(client, issuer, fault=fault)).status_code == 401
    assert client.get("/api/v1/me").status_code == 401


def test_somebody_without_an_account_stays_outside(client: TestClient, issuer: str) -> None:
    assert client.get(through(client, issuer, "nobody@elsewhere.example")).status_code == 401


def test_an_answer_works_once_and_in_its_own_browser(client: TestClient, issuer: str) -> None:
    back = through(client, issuer)
    kept = dict(client.cookies)
    client.cookies.clear()
    assert client.get(back).status_code == 401
    client.cookies.update(kept)
    assert client.get(back).status_code == 303
    client.cookies.update(kept)
    assert client.get(back).status_code == 401


def roles(service: Service) -> set[tuple[str, str]]:
    """Of the reviewer, by group."""
    who = person(service, "reviewer.clinic")
    with service.database.look() as state:
        return {(state.get_one(Group, group).slug, role) for group in who.roles for role in who.roles[group]}


def test_groups_of_the_provider_give_and_take_roles(
    service: Service, client: TestClient, issuer: str
) -> None:
    """Not the role of a reviewer: somebody else gives that, in the court too; but it goes with the group."""
    assert client.get(through(client, issuer, groups="staff,desk")).status_code == 303
    assert roles(service) == {("clinic", "reviewer"), ("clinic", "operator")}
    key = key_of(service, "reviewer.clinic")
    assert client.get(through(client, issuer, groups="staff")).status_code == 303
    assert roles(service) == {("clinic", "operator")}
    client.cookies.clear()
    asked = {"authorization": f"Bearer {key}", "accept": "application/json"}
    assert client.get("/api/v1/me", headers=asked).status_code == 401
    assert client.get(through(client, issuer, groups="desk")).status_code == 303
    assert roles(service) == set(), "what was taken does not come back by the provider's word"
    told = [
        (one.body["step"], one.body["roles"], one.body["person"])
        for one in read_ledger(ledger_path(home())).entries
        if one.event == "identity" and one.body["step"].startswith("roles-")
    ]
    assert told == [
        ("roles-given", "operator", "machine"),
        ("roles-taken", "reviewer", "machine"),
        ("roles-taken", "operator", "machine"),
    ]


@pytest.mark.parametrize("words", ["staff", "staff=clinic", "staff=clinic:administrator", "=clinic:operator"])
def test_a_rule_that_is_none_is_refused(words: str) -> None:
    oidc = dict.fromkeys(("ISSUER", "CLIENT_ID", "CLIENT_SECRET"), "https://id.example")
    variables = {f"SAFERELEASE_OIDC_{name}": value for name, value in oidc.items()}
    assert settings_from(variables | {"SAFERELEASE_OIDC_ROLES": "cn=a,dc=b=clinic:operator"}).provider
    with pytest.raises(InvalidError, match="SAFERELEASE_OIDC_ROLES"):
        settings_from(variables | {"SAFERELEASE_OIDC_ROLES": words})
    with pytest.raises(InvalidError, match="SAFERELEASE_OIDC_ROLES"):
        settings_from({"SAFERELEASE_OIDC_ROLES": "staff=clinic:operator"})
