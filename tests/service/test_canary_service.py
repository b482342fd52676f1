"""No text of a document stands in a database, a log, Prefect's store or a temporary file of the service."""

from __future__ import annotations

import logging
import os
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from adapters.machine.locations import home
from service.app.context import Service
from service.people.accounts import group_named
from service.policies.books import add_policy, approve_policy, submit_policy
from service.releases import approval
from service.releases.intake import cancel
from service.releases.retention import clear
from service.releases.review import correcting, finishing
from service.releases.review.correcting import Asked
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Release
from tests.e2e.test_canary import encodings
from tests.service.cases import POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import Door

CANARY = "zqxcanary"
GROUNDS = "minutes-of-the-third"
TEXT = f"{CANARY}one met John Miller, write to {CANARY}two@example.org. {CANARY}three stays.\n"


def holders(folder: Path, sealed: str = "") -> list[str]:
    """Files with the marker; what was released stands in the documents of a sealed bundle, by right."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and not (sealed and f"bundles/{sealed}/documents/" in path.as_posix()):
            content = path.read_bytes()
            found += [str(path)] if any(mark in content for mark in encodings(CANARY)) else []
    return found


def approved_in_the_pages(service: Service, text: str) -> str:
    """A policy that an author wrote and an approver signed, with a word about it."""
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    author, approver = person(service, "author.clinic"), person(service, "approver.clinic")
    version = add_policy(service, author, group, text)
    submit_policy(service, author, version)
    approve_policy(service, approver, version, GROUNDS)
    return version


def test_what_waits_is_gone_with_its_release(furnished: Service) -> None:
    """A cancelled release keeps nothing that could be opened once its time is over."""
    release = started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"))
    bundles = furnished.settings.folder / "bundles"
    waiting = bundles / f"{release}.private" / "waiting"
    assert len(list(waiting.iterdir())) == 4
    cancel(furnished, person(furnished, "operator.clinic"), release)
    assert clear(furnished) == 0
    with furnished.database.begin() as state:
        state.execute(update(Release).values(updated=now() - timedelta(days=31)))
    assert clear(furnished) == 1
    assert release_of(furnished, release).key_sealed is None
    assert not waiting.exists()
    assert not (bundles / f"{release}.partial").exists()


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
    policy = POLICY + f"review: {{all_above: 0}}  # {CANARY}\n"
    release = started(service, approved_in_the_pages(service, policy), names)
    assert holders(tmp_path) == []  # it waits for people
    reviewer = person(service, "reviewer.clinic")
    for document in documents(service, release).values():
        if document.chosen:
            page = door.browser("reviewer.clinic").get(f"/review/{document.id}").text
            assert f"{CANARY}one" in page
            start = TEXT.index(f"{CANARY}one")
            reason, place = f"{CANARY} reason", TEXT.index("John Miller")
            asked = Asked("add", start, start + len(CANARY) + 3, category="person")
            correcting.correct(service, reviewer, document.id, asked)
            wrong = Asked("keep", place, place + 11, code="not-an-identifier", reason=reason)
            correcting.correct(service, reviewer, document.id, wrong)
            correcting.add_note(service, reviewer, document.id, f"{CANARY} note")
            assert finishing.finish(service, reviewer, document.id) == ""
    assert holders(tmp_path) == []  # it waits for an approver
    approval.approve(service, person(service, "approver.clinic"), release, f"{CANARY} comment")
    drain(service)
    assert release_of(service, release).state == "sealed"
    service.database.engine.dispose()
    assert holders(tmp_path, sealed=release) == []
    assert holders(home()) == []
    database = [path.read_bytes() for path in tmp_path.glob("state.sqlite*")]
    assert database and not any(GROUNDS.encode() in content for content in database)
    (kept,) = (service.settings.folder / "bundles" / release / "documents").iterdir()
    assert f"{CANARY}three stays" in kept.read_text()
    assert CANARY not in caplog.text
    assert os.environ["TMPDIR"] == str(temporary)
    finishing.benches.close()
