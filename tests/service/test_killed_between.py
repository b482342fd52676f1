"""Killed between the ledger and the database: what is half done is completed once."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from adapters.ledger import ledger_path, read_ledger
from adapters.ledger.chain import check_ledger
from adapters.machine.locations import home
from flows.release.records import recording
from service.app.context import Service
from service.people import identity
from service.people.accounts import group_named
from service.people.api_keys import find_key, make_key
from service.people.roles import Scope
from service.refusals import Refusal
from service.releases import intake, moves
from service.releases.approval import approve, reject
from service.releases.intake import add_document, cancel, new_release, start
from service.releases.retention import clear
from service.releases.review import training
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Move, Release
from service.web import machine
from tests.patience import PATIENCE, wait_until
from tests.service.cases import person, release_of
from tests.service.house import time_passes
from tests.service.test_training_data import kept, reviewed, told


class KilledError(BaseException):
    """Stands for the process that is gone: nothing catches it."""


def then_dies(step: Callable[..., Any]) -> Callable[..., Any]:
    def done(*given: Any) -> None:
        step(*given)
        raise KilledError

    return done


def dies(*given: Any, **more: Any) -> None:
    raise KilledError


def moves_in_ledger() -> Counter[str]:
    """How often each move of a release stands there."""
    content = read_ledger(ledger_path(home()))
    assert check_ledger(content) == []
    return Counter(one.body["move"] for one in content.entries if one.event == "moved")


@pytest.mark.parametrize(
    ("place", "name", "step"),
    [
        (moves, "record", then_dies(moves.record)),  # the entry and its receipt are there
        (recording, "bear_witness", dies),  # the entry alone
        (recording, "installation_ledger", dies),  # nothing
    ],
)
def test_a_move_is_in_the_ledger_once(
    furnished: Service, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, step: Callable[..., Any]
) -> None:
    operator = person(furnished, "operator.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    release = new_release(furnished, operator, group, "A case", "hipaa-safe-harbor").id
    with monkeypatch.context() as patch:
        patch.setattr(place, name, step)
        with pytest.raises(KilledError):
            cancel(furnished, operator, release)
        with pytest.raises(KilledError):
            moves.write_down(furnished)
    assert [moves.write_down(furnished) for _ in range(2)] == [1, 0]
    with furnished.database.look() as state:
        rows = {one.id: one.entry for one in state.scalars(select(Move))}
    assert moves_in_ledger() == dict.fromkeys(rows, 1)
    receipts = {int(path.stem) for path in recording.receipts_folder().glob("*.json")}
    assert {*rows.values()} == receipts, "each has its receipt"


def test_what_is_kept_of_a_review_is_in_the_ledger_once(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger says so before the database does: a seal that is done again says it again."""
    training.allow(furnished, person(furnished, "administrator.clinic"), "clinic")
    release = reviewed(furnished)
    approve(furnished, person(furnished, "approver.clinic"), release, "")
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(training, "record", then_dies(training.record))
        drain(furnished)
    with furnished.database.begin() as state:
        time_passes(state)
    assert drain(furnished) == 1 and kept(furnished)
    assert [one["step"] for one in told()] == ["allowed", "kept"]


def test_the_first_use_of_a_key_is_in_the_ledger_once(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = person(furnished, "operator.clinic")
    with furnished.database.begin() as state:
        key = make_key(state, furnished.keys, who, "nightly", 1, [Scope.READ])
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(identity, "record", then_dies(identity.record))
        find_key(furnished.database, furnished.keys, key)
    for _ in range(2):
        assert find_key(furnished.database, furnished.keys, key)
    assert Counter(one["step"] for one in told("identity"))["key-used"] == 1


def test_originals_go_after_a_clearing_that_was_killed(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key is gone, and nothing opens any more; the files go with the next clearing."""
    release = reviewed(furnished)
    reject(furnished, person(furnished, "approver.clinic"), release, "Not now.")
    with furnished.database.begin() as state:
        state.get_one(Release, release).keep_until = now()
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(shutil, "rmtree", dies)
        clear(furnished)
    originals = furnished.settings.folder / "originals" / release
    assert originals.exists()
    with pytest.raises(Refusal, match="SVC005"):
        furnished.vault_of(release_of(furnished, release))
    assert [clear(furnished) for _ in range(2)] == [1, 0]
    assert not originals.exists()


def test_originals_that_a_disk_keeps_go_when_it_lets_them(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = reviewed(furnished)
    reject(furnished, person(furnished, "approver.clinic"), release, "Not now.")
    with furnished.database.begin() as state:
        state.get_one(Release, release).keep_until = now()
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda *_, **more: None)
        assert clear(furnished) == 0
    assert clear(furnished) == 1
    assert not (furnished.settings.folder / "originals" / release).exists()


def test_what_a_dead_process_did_not_write_down_does_not_wait_for_a_release(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes it down, though its machine is at a long release."""
    at_work, is_over = threading.Event(), threading.Event()

    def long(*_: object) -> None:
        at_work.set()
        is_over.wait()

    monkeypatch.setattr(machine, "work", long)
    operator = person(furnished, "operator.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    releases = [new_release(furnished, operator, group, "A case", "hipaa-safe-harbor").id for _ in range(2)]
    add_document(furnished, operator, releases[0], "a.txt", b"Nothing.", "")
    start(furnished, operator, releases[0])
    works = machine.Machine(furnished)
    works.start()
    try:
        assert at_work.wait(PATIENCE)
        with monkeypatch.context() as patch, pytest.raises(KilledError):
            patch.setattr(intake, "write_down", dies)
            cancel(furnished, operator, releases[1])
        wait_until(lambda: not left(furnished))
    finally:
        is_over.set()
        works.stop()


def left(service: Service) -> int:
    """Moves that are not in the ledger."""
    with service.database.look() as state:
        return int(state.scalar(select(func.count()).where(Move.entry.is_(None))) or 0)
