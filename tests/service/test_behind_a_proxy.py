"""Whose word about a client's address is believed; HEAD, as proxies and monitors ask it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from engine.errors import InvalidError
from service.app.context import Service
from service.app.settings import settings_from
from service.people.limits import PER_ADDRESS
from service.state.tables import Attempt
from service.web.build import create_app
from tests.service.listening import listening
from tests.service.people import HOST, Door

PROXY = "10.0.0.7"


def attempts_from(service: Service, address: str) -> int:
    mark = service.vault.mark("limits", f"{PER_ADDRESS.name} {address}")
    with service.database.look() as state:
        return state.scalar(select(func.count()).select_from(Attempt).where(Attempt.subject == mark)) or 0


def wrong_sign_in(client: TestClient | httpx.Client, headers: Mapping[str, str]) -> int:
    door = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in", headers=headers).text)
    assert door
    fields = {"login": "nobody", "password": "not the right words", "door": door[1]}
    return client.post("/sign-in", data=fields, headers=headers).status_code


def client_at(service: Service, peer: str, *proxies: str) -> TestClient:
    known = replace(service, settings=replace(service.settings, trusted_proxies=proxies))
    return TestClient(create_app(known), base_url=f"http://{HOST}", client=(peer, 50_000))


@pytest.mark.parametrize(
    ("peer", "proxies", "said", "counted"),
    [
        (PROXY, (PROXY,), "198.51.100.9", "198.51.100.9"),
        (PROXY, ("10.0.0.0/24",), "198.51.100.9", "198.51.100.9"),
        ("fd00::7", ("fd00::/64",), "2001:db8::9", "2001:db8::9"),
        (PROXY, (PROXY,), "203.0.113.1, 198.51.100.9", "198.51.100.9"),  # what the client put before it
        (PROXY, (PROXY, "10.0.0.8"), "203.0.113.1, 198.51.100.9, 10.0.0.8", "198.51.100.9"),
        (PROXY, (), "198.51.100.9", PROXY),
        ("203.0.113.66", (PROXY,), "198.51.100.9", "203.0.113.66"),
        ("203.0.113.66", (PROXY,), PROXY, "203.0.113.66"),
        (PROXY, (PROXY,), "", PROXY),
    ],
)
def test_a_header_is_believed_from_a_trusted_proxy_alone(
    furnished: Service, peer: str, proxies: tuple[str, ...], said: str, counted: str
) -> None:
    with closing(client_at(furnished, peer, *proxies)) as client:
        assert wrong_sign_in(client, {"x-forwarded-for": said}) == 401
    assert attempts_from(furnished, counted) == 1


def test_an_attacker_who_invents_an_address_for_each_try_is_stopped(furnished: Service) -> None:
    """Straight, and through the proxy, which adds the true address behind what was invented."""
    for peer, behind in (("203.0.113.66", ""), (PROXY, ", 203.0.113.67")):
        with closing(client_at(furnished, peer, PROXY)) as client:
            told = [
                wrong_sign_in(client, {"x-forwarded-for": f"198.51.100.{n}{behind}"})
                for n in range(PER_ADDRESS.times + 1)
            ]
        assert told[-1] == 429


def test_two_houses_behind_a_proxy_do_not_lock_each_other_out(furnished: Service) -> None:
    with closing(client_at(furnished, PROXY, PROXY)) as client:
        for _ in range(PER_ADDRESS.times):
            wrong_sign_in(client, {"x-forwarded-for": "203.0.113.67"})
        assert wrong_sign_in(client, {"x-forwarded-for": "203.0.113.67"}) == 429
    assert attempts_from(furnished, "203.0.113.68") == 0
    with closing(client_at(furnished, PROXY, PROXY)) as client:
        door = re.search(r'name="door" value="([^"]+)"', client.get("/sign-in").text)
        assert door
        fields = {"login": "somebody.else", "password": "not the right words", "door": door[1]}
        answer = client.post("/sign-in", data=fields, headers={"x-forwarded-for": "203.0.113.68"})
        assert answer.status_code == 401


def test_the_service_as_it_is_started_believes_nobody(service: Service) -> None:
    with listening(service) as found, httpx.Client(base_url=found.settings.address) as client:
        wrong_sign_in(client, {"x-forwarded-for": "198.51.100.9"})
    assert attempts_from(service, "198.51.100.9") == 0
    assert attempts_from(service, "127.0.0.1") == 1


def test_what_is_no_address_of_a_proxy_ends_the_start() -> None:
    found = settings_from({"SAFERELEASE_TRUSTED_PROXIES": "10.0.0.7, fd00::/64"})
    assert found.trusted_proxies == ("10.0.0.7", "fd00::/64")
    assert settings_from({}).trusted_proxies == ()
    for wrong in ("*", "0.0.0.0/0", "::/0", "proxy.example.org", "10.0.0.7/8", "10.0.0.7;10.0.0.8"):
        with pytest.raises(InvalidError, match="SAFERELEASE_TRUSTED_PROXIES"):
            settings_from({"SAFERELEASE_TRUSTED_PROXIES": wrong})


@pytest.fixture
def pair(door: Door) -> Iterator[tuple[TestClient, TestClient]]:
    """Nobody, and an operator."""
    yield door.client(accept="text/html"), door.browser("operator.clinic").client


@pytest.mark.parametrize("path", ["/sign-in", "/health", "/static/app.css", "/", "/releases", "/nothing"])
def test_head_is_answered_as_get_without_a_body(pair: tuple[TestClient, TestClient], path: str) -> None:
    nobody, operator = pair
    whole, head = nobody.get(path), nobody.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers.get("content-type") == whole.headers.get("content-type")
    assert head.headers["content-length"] == whole.headers["content-length"]
    assert "content-security-policy" in head.headers
    refused = operator.head(path)  # a look without a body would count as one
    assert (refused.status_code, refused.content) == (
        {"/nothing": 404, "/static/app.css": 200}.get(path, 405),
        b"",
    )


def test_head_over_a_real_connection(service: Service) -> None:
    with listening(service) as found, httpx.Client(base_url=found.settings.address) as client:
        answers = [client.head("/sign-in"), client.head("/health"), client.get("/health")]
    assert [(one.status_code, bool(one.content)) for one in answers] == [
        (200, False),
        (200, False),
        (200, True),
    ]


def test_a_group_without_a_login_leads_where_it_can_be_chosen(door: Door) -> None:
    answer = door.client(accept="text/html").get("/people/clinic")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/people/clinic")
    assert door.client().get("/people/clinic").status_code == 401
    head = door.browser("administrator.clinic").get("/people/clinic")
    assert (head.status_code, head.headers["location"]) == (303, "/people#group-clinic")
    assert door.browser("administrator.court").get("/people/clinic").status_code == 404
    assert door.browser("reviewer.clinic").get("/people/clinic").status_code == 403
