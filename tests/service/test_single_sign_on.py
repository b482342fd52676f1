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

from service.app.context import Service
from service.people.single_sign_on import Provider
from service.state.tables import Person
from service.web.build import create_app
from tests.conftest import ROOT
from tests.patience import PATIENCE
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
    settings = replace(service.settings, provider=Provider(issuer, CLIENT, SECRET))
    app = create_app(Service(settings, service.database, service.keys))
    with TestClient(app, base_url=f"http://{HOST}", follow_redirects=False) as found:
        found.headers["accept"] = "text/html"
        yield found


def through(client: TestClient, issuer: str, email: str = EMAIL, fault: str = "") -> str:
    """Sign in at the provider; the address to which it sends the browser back."""
    httpx.get(f"{issuer}/as", params={"email": email, "fault": fault}, timeout=PATIENCE)
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
