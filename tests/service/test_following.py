"""How far a release is, as a stream of events: each change once, until the machine has no more to do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from service.app.context import Service
from service.app.turns import Turns
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import ApiKey
from service.web import streams
from tests.patience import PATIENCE, wait_until
from tests.service.cases import DOCUMENTS, approved_policy
from tests.service.listening import client, key_of, listening


@pytest.fixture
def live(furnished: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(streams, "_LOOK", 0.05)
    with listening(furnished) as found:
        yield found


def queued(live: Service) -> str:
    policy = approved_policy(live)
    with client(live, "operator.clinic") as operator:
        release = operator.new_release("clinic", "Letters", policy)
        for name, text in DOCUMENTS.items():
            operator.add_document(release, name, text.encode())
        operator.start(release)
    return release


def followed(live: Service, release: str, key: str, took: list[Any]) -> httpx.Response:
    """The events, as they come."""
    address = f"{live.settings.address}/api/v1/releases/{release}/events"
    with httpx.stream("GET", address, headers={"Authorization": f"Bearer {key}"}, timeout=PATIENCE) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                took.append(json.loads(line.removeprefix("data: ")))
    return answer


def test_each_change_is_told_once_and_the_stream_ends_when_people_have_it(live: Service) -> None:
    release, took = queued(live), list[Any]()
    key = key_of(live, "operator.clinic")
    listener = threading.Thread(target=followed, args=(live, release, key, took))
    listener.start()
    wait_until(lambda: bool(took), "no event came")
    assert drain(live) == 1
    listener.join(PATIENCE)
    assert took[0] == {"state": "queued", "done": 0, "total": 0, "asked": ""}
    assert took[-1] == {"state": "approval", "done": len(DOCUMENTS), "total": len(DOCUMENTS), "asked": ""}
    assert all(one != other for one, other in pairwise(took))
    again = list[Any]()
    answer = followed(live, release, key, again)
    assert (again, answer.headers["content-type"]) == (took[-1:], "text/event-stream; charset=utf-8")
    assert followed(live, release, key_of(live, "operator.court"), again).status_code == 404


def test_a_key_that_ends_ends_the_stream(live: Service) -> None:
    release, took = queued(live), list[Any]()
    key = key_of(live, "operator.clinic")
    listener = threading.Thread(target=followed, args=(live, release, key, took))
    listener.start()
    wait_until(lambda: bool(took), "no event came")
    with live.database.begin() as state:
        state.execute(update(ApiKey).values(revoked=now()))
    listener.join(PATIENCE)
    assert took[-1] == {"code": "PPL006"}


def test_one_person_has_half_of_the_streams(live: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_turns", Turns(at_once=2, waiting=0))
    release, key, first, second = queued(live), key_of(live, "operator.clinic"), list[Any](), list[Any]()
    listener = threading.Thread(target=followed, args=(live, release, key, first))
    listener.start()
    wait_until(lambda: bool(first), "no event came")
    followed(live, release, key, second)
    assert second == [{"code": "SVC014"}]
    with client(live, "operator.clinic") as operator:
        operator.cancel(release)
    listener.join(PATIENCE)
    assert first[-1]["state"] == "cancelled"
