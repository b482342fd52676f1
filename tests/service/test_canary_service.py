"""No text of a document stands in a database, a log, Prefect's store or a temporary file of the service."""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path

import pytest

from adapters.keys import home
from service.app.context import Service
from service.releases import approval, reviewing
from service.releases.reviewing import Asked
from service.releases.running import drain
from tests.e2e.test_canary import encodings
from tests.service.cases import POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import Door

CANARY = "zqxcanary"
TEXT = f"{CANARY}one met John Miller, write to {CANARY}two@example.org. {CANARY}three stays.\n"


def holders(folder: Path) -> list[str]:
    """Files with the marker; what was released stands in documents/, by right."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and "documents" not in path.parts:
            content = path.read_bytes()
            found += [str(path)] if any(mark in content for mark in encodings(CANARY)) else []
    return found


def test_no_text_is_left_behind(
    furnished: Service, door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    service, temporary = furnished, tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    caplog.set_level(logging.DEBUG, "saferelease.service")
    names = {f"{CANARY}.txt": TEXT, "broken.docx": f"{CANARY} is no archive"}
    release = started(service, approved_policy(service, POLICY + "review: {all_above: 0}\n"), names)
    reviewer = person(service, "reviewer.clinic")
    for document in documents(service, release).values():
        if document.chosen:
            page = door.browser("reviewer.clinic").get(f"/review/{document.id}").text
            assert f"{CANARY}one" in page
            start = TEXT.index(f"{CANARY}one")
            reason, place = f"{CANARY} reason", TEXT.index("John Miller")
            asked = Asked("add", start, start + len(CANARY) + 3, category="person")
            reviewing.correct(service, reviewer, document.id, asked)
            wrong = Asked("keep", place, place + 11, code="not-an-identifier", reason=reason)
            reviewing.correct(service, reviewer, document.id, wrong)
            reviewing.add_note(service, reviewer, document.id, f"{CANARY} note")
            assert reviewing.finish(service, reviewer, document.id) == ""
    approval.approve(service, person(service, "approver.clinic"), release, f"{CANARY} comment")
    drain(service)
    assert release_of(service, release).state == "sealed"
    service.database.engine.dispose()
    assert holders(tmp_path) == []
    assert holders(home()) == []
    assert CANARY not in caplog.text
    assert os.environ["TMPDIR"] == str(temporary)
    reviewing.benches.close()
