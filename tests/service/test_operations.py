"""For operations: health, readiness, figures and logs, none of which holds a text or a name."""

from __future__ import annotations

import json
import logging
import shutil

import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.errors import InvalidError
from service.app.metrics import Metrics
from service.app.settings import settings_from
from service.people.accounts import group_named
from service.releases.intake import add_document, new_release, start
from service.web.build import create_app
from service.web.logs import JsonLines
from tests.service.cases import person
from tests.service.people import Door


def test_ready_says_what_is_not(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    client = door.client()
    assert client.get("/health").json() == {"status": "alive"}
    told = client.get("/ready")
    assert (told.status_code, set(told.json().values())) == (200, {"ready", True})
    door.app.state.metrics = Metrics(lambda: False)
    told = client.get("/ready")
    assert (told.status_code, told.json()["machine"]) == (503, False)
    door.app.state.metrics = Metrics()
    shutil.rmtree(door.service.settings.folder)
    told = client.get("/ready").json()
    assert (told["status"], told["folder"], told["disk"]) == ("not ready", False, False)
    door.service.settings.folder.mkdir()
    door.service.database.downgrade("0003")
    assert client.get("/ready").json()["database"] is False


def test_the_figures_count_and_name_nobody(door: Door) -> None:
    service, operator = door.service, person(door.service, "operator.clinic")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    for number in range(3):
        release = new_release(service, operator, group, "Quorble", "hipaa-safe-harbor").id
        add_document(service, operator, release, "Quorble.txt", b"Quorble", "1")
        if number:
            start(service, operator, release)
    client = door.program("root")
    client.get("/releases/Quorble")
    client.get(f"/releases/{release}")
    shown = client.get("/metrics").text
    found = {
        (one.name, *one.labels.values()): one.value
        for family in text_string_to_metric_families(shown)
        for one in family.samples
    }
    assert found["saferelease_releases", "queued"] == 2
    assert found["saferelease_releases", "draft"] == 1
    assert found["saferelease_documents", "read"] == 3
    assert 0 <= found["saferelease_oldest_seconds", "queued"] < 600
    assert found["saferelease_notices_pending",] == 0
    assert found["saferelease_requests_total", "GET", "/releases/{release}", "401"] == 2
    assert found["saferelease_request_seconds_count", "/releases/{release}"] == 2
    for word in ("Quorble", release, "clinic", "operator"):
        assert word not in shown


def test_a_log_line_is_ours_or_only_says_where(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    log, secret = logging.getLogger("saferelease.moves"), "Quorble was here"
    log.info(json.dumps({"to": "queued"}))
    try:
        raise ValueError(secret)
    except ValueError:
        logging.getLogger("sqlalchemy.pool").exception("cannot insert %s", secret)
    ours, theirs = (json.loads(JsonLines().format(record)) for record in caplog.records)
    assert (ours["to"], ours["logger"], ours["level"]) == ("queued", "saferelease.moves", "info")
    assert (theirs["fault"], theirs["level"]) == ("ValueError", "error")
    assert "Quorble" not in json.dumps(theirs)


def test_requests_and_moves_are_logged_without_what_was_typed(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "saferelease")
    client = door.program("operator.clinic")
    body = {"group": "clinic", "title": "Quorble", "policy": "hipaa-safe-harbor"}
    release = client.post("/api/v1/releases", json=body).json()["id"]
    client.put(f"/api/v1/releases/{release}/documents/Quorble.txt", content=b"Quorble")
    client.post(f"/api/v1/releases/{release}/start")
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    routes = [line["route"] for line in lines if "route" in line]
    assert routes[1] == "/api/v1/releases/{release}/documents/{name}"
    assert [(line["case"], line["to"]) for line in lines if "case" in line] == [(release, "queued")]
    assert "Quorble" not in json.dumps(lines)


def test_settings_of_logs_and_inbox() -> None:
    found = settings_from({"SAFERELEASE_LOG": "info", "SAFERELEASE_INBOX": "/srv/inbox"})
    assert (found.log_level, str(found.inbox)) == ("info", "/srv/inbox")
    with pytest.raises(InvalidError) as told:
        settings_from({"SAFERELEASE_LOG": "everything"})
    assert "SAFERELEASE_LOG" in str(told.value)


def test_each_application_counts_for_itself(door: Door) -> None:
    other = create_app(door.service)
    assert other.state.metrics.registry is not door.app.state.metrics.registry
