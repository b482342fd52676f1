"""Notices, over a real mail server and a real receiver of webhooks: once, to whom it concerns, wordless."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import select

from adapters.machine.locations import home
from engine.errors import InvalidError
from service.app.context import Service
from service.notices.post import Post
from service.people.accounts import group_named
from service.releases import intake
from service.releases.moves import State, move
from service.state.columns import now
from service.state.tables import Person, Release, ScheduledRun
from tests.integration.test_alarms import SECRET, Hook, Inbox, private
from tests.patience import free_port
from tests.service.cases import person
from tests.service.test_schedules import house, scheduled, settled  # noqa: F401

ALL = "[review, approval, failed, done]"
TITLE = "Letters about Quorble"


def settle(service: Service, mail: int, hook: int, releases: str = ALL) -> None:
    """The settings, and a mail address for everybody."""
    private(home() / "hook-secret", SECRET)
    (home() / "alarms.yaml").write_text(
        f"mail: {{server: localhost, port: {mail}, security: none, from: s@example.org, "
        "to: [it@example.org]}\n"
        f"webhook: {{url: 'http://127.0.0.1:{hook}/', secret_file: hook-secret}}\nreleases: {releases}\n"
    )
    with service.database.begin() as state:
        for one in state.scalars(select(Person)):
            one.email = f"{one.login}@example.org"


def moved(service: Service, *targets: State) -> str:
    """A release that went this way."""
    operator = person(service, "operator.clinic")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    ident = intake.new_release(service, operator, group, TITLE, "hipaa-safe-harbor").id
    intake.add_document(service, operator, ident, "Quorble.txt", b"Quorble", "1")
    for target in targets:
        with service.database.begin() as state:
            move(
                state,
                state.get_one(Release, ident),
                target,
                None,
                code="RUN001" if target == "failed" else "",
            )
    return ident


def test_who_is_concerned_is_told_once_and_no_text_leaves(house: Service) -> None:  # noqa: F811
    inbox, hook_port = Inbox(), free_port()
    controller = Controller(inbox, hostname="localhost", port=free_port())
    controller.start()
    try:
        settle(house, controller.port, hook_port)
        with Hook(hook_port) as hook:
            post = Post(house)
            done = moved(house, *map(State, ("queued", "running", "review", "approval", "sealing", "sealed")))
            failed = moved(house, State.QUEUED, State.RUNNING, State.FAILED)
            with house.database.begin() as state:
                state.add(ScheduledRun(schedule_id=scheduled(house), due=now(), outcome="missed"))
            for _ in range(3):
                post.turn()
    finally:
        controller.stop()
    assert post.n_pending() == 0
    told = {(one["outcome"], one["release"]): one for one in hook.taken}
    assert len(told) == len(hook.taken) == 5
    assert told["review", done]["address"] == f"{house.settings.address}/releases/{done}"
    assert {("approval", done), ("done", done)} < told.keys()
    assert told["failed", failed]["told"] == "1 documents, RUN001"
    assert told["failed", ""]["told"] == "a scheduled run was missed"
    by_person = [to for tos, _ in inbox.mails for to in tos]
    operator = "operator.clinic@example.org"
    assert sorted(by_person) == sorted(
        ["reviewer.clinic@example.org", "reviewer2.clinic@example.org", "approver.clinic@example.org"]
        + [operator] * 3
        + ["it@example.org"] * 2
    )
    assert sum("waits for review" in mail for _, mail in inbox.mails) == 2
    everything = f"{inbox.mails}{hook.taken}"
    assert "Quorble" not in everything
    assert house.settings.address in everything


def test_what_nobody_takes_is_tried_again_and_nothing_else_is_told(house: Service) -> None:  # noqa: F811
    inbox, port = Inbox(), free_port()
    settle(house, port, free_port(), "[approval]")
    clock = [now()]
    post = Post(house, lambda: clock[0])
    moved(house, *map(State, ("queued", "running", "review", "approval")))
    post.turn()
    assert post.n_pending() == 2, "the approver's mail and the webhook"
    controller = Controller(inbox, hostname="localhost", port=port)
    controller.start()
    try:
        clock[0] += timedelta(minutes=2)
        Post(house, lambda: clock[0]).turn()
    finally:
        controller.stop()
    assert [tos for tos, _ in inbox.mails] == [["approver.clinic@example.org"]]
    assert post.n_pending() == 1


def test_without_the_setting_nobody_is_told(house: Service, tmp_path: Path) -> None:  # noqa: F811
    settle(house, 1, 1, "[]")
    post = Post(house)
    moved(house, State.QUEUED, State.RUNNING, State.REVIEW)
    post.turn()
    assert post.n_pending() == 0
    settle(house, 1, 1, "[everything]")
    with pytest.raises(InvalidError) as told:
        Post(house)
    assert told.value.faults[0].code == "ALR001"
