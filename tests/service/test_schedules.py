"""Schedules: what is due becomes a release, each document once, and nothing is forgotten or hidden."""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from adapters.machine.locations import home
from flows.orchestration.schedules.due import due_until, in_words, next_due
from flows.orchestration.schedules.intake import Register
from flows.orchestration.schedules.served import Served, served_file
from flows.orchestration.server.prefect_settings import prefect_home
from service.app.context import Service
from service.people.accounts import group_named
from service.refusals import Refusal
from service.schedules import runs, taking
from service.schedules.others import others_for
from service.schedules.overview import line_of, run_lines
from service.schedules.timetable import (
    Wish,
    change_schedule,
    end_schedule,
    new_schedule,
    pause_schedule,
    resume_schedule,
)
from service.state.columns import now
from service.state.tables import Membership, Person, Release, ReleaseDocument, Schedule, ScheduledRun
from tests.service.cases import POLICY, approved_policy, person
from tests.service.people import Door

NIGHTLY = "0 2 * * *"


@pytest.fixture
def house(furnished: Service, tmp_path: Path) -> Service:
    """A service with an inbox in which the clinic has a folder."""
    (tmp_path / "inbox" / "clinic" / "letters").mkdir(parents=True)
    (tmp_path / "inbox" / "court").mkdir()
    return replace(furnished, settings=replace(furnished.settings, inbox=tmp_path / "inbox"))


def write(service: Service, name: str, text: str = "Nothing.\n", age: float = 3600) -> Path:
    """A document in the inbox, written so many seconds ago."""
    assert service.settings.inbox is not None
    path = service.settings.inbox / "clinic" / "letters" / name
    path.write_text(text)
    os.utime(path, (now().timestamp() - age,) * 2)
    return path


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of tests are new; their time of writing alone counts here."""
    take = Register.take
    monkeypatch.setattr(
        Register, "take", lambda *given: take(*given, changed=lambda path: path.stat().st_mtime)
    )


def scheduled(service: Service, every: str = NIGHTLY, source: str = "letters", policy: str = "") -> str:
    """A schedule of the clinic."""
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    wish = Wish("Letters", policy or "hipaa-safe-harbor", source, every)
    return new_schedule(service, person(service, "operator.clinic"), group, wish)


def due(service: Service, schedule: str, ago: timedelta) -> None:
    """As if the last look was so long ago."""
    with service.database.begin() as state:
        state.get_one(Schedule, schedule).next_at = now() - ago


def outcomes(service: Service, schedule: str) -> list[str]:
    """Of its runs, the newest first."""
    with service.database.look() as state:
        return [run.outcome for run in runs.runs_of(state, schedule)]


def releases(service: Service) -> list[Release]:
    """All of them, the oldest first."""
    with service.database.look() as state:
        return list(state.scalars(select(Release).order_by(Release.created)))


def test_times_are_read_as_the_clock_of_their_zone_shows_them() -> None:
    evening = datetime(2026, 1, 10, 20, tzinfo=UTC)
    assert next_due(NIGHTLY, "Europe/Berlin", evening) == datetime(2026, 1, 11, 1, tzinfo=UTC)
    summer = datetime(2026, 7, 10, 20, tzinfo=UTC)
    assert next_due(NIGHTLY, "Europe/Berlin", summer) == datetime(2026, 7, 11, 0, tzinfo=UTC)
    assert len(due_until(NIGHTLY, "UTC", evening, evening + timedelta(days=3))) == 4
    assert in_words(NIGHTLY) == "at 02:00 every day"


def test_a_run_at_two_in_berlin_is_not_missed_at_noon(house: Service, tmp_path: Path) -> None:
    """The look was at 02:30 of Berlin; in UTC two o'clock had yet to come, but is no due time."""
    register = Register(tmp_path / "intake.sqlite", house.keys)
    register.looked("p", datetime(2026, 1, 10, 1, 30, tzinfo=UTC))
    noon = datetime(2026, 1, 10, 12, tzinfo=UTC)
    assert not register.missed("p", NIGHTLY, "Europe/Berlin", noon)
    assert register.missed("p", NIGHTLY, "Europe/Berlin", noon + timedelta(days=1))


def test_what_is_due_becomes_a_release_and_each_document_goes_once(house: Service) -> None:
    schedule = scheduled(house)
    write(house, "a.txt")
    write(house, "half.txt", age=1)
    assert runs.turn(house) == 0, "it is not due yet"
    due(house, schedule, timedelta(minutes=1))
    assert runs.turn(house) == 1
    (release,) = releases(house)
    assert release.state == "queued"
    with house.database.look() as state:
        row = state.get_one(Schedule, schedule)
        (line,) = run_lines(state, row)
        assert row.next_at is not None
        assert row.next_at > now()
        assert state.scalar(select(ReleaseDocument.release_id)) == release.id
    assert (line.outcome, line.documents, line.unsettled, line.release) == ("started", 1, 1, release.id)
    due(house, schedule, timedelta(minutes=1))
    runs.turn(house)
    assert outcomes(house, schedule) == ["nothing new", "started"]
    write(house, "half.txt")
    due(house, schedule, timedelta(minutes=1))
    runs.turn(house)
    assert len(releases(house)) == 2


def test_what_was_missed_is_shown_and_made_up_for_by_one_run(house: Service) -> None:
    schedule = scheduled(house)
    write(house, "a.txt")
    due(house, schedule, timedelta(days=3))
    assert runs.turn(house) == 1
    assert outcomes(house, schedule).count("missed") == 3
    assert outcomes(house, schedule)[0] == "started"


def test_a_watched_folder_says_only_what_is_new(house: Service) -> None:
    schedule = scheduled(house, every="")
    for wanted in ([], ["started"], ["started"]):
        due(house, schedule, timedelta(seconds=1))
        runs.turn(house)
        assert outcomes(house, schedule) == wanted
        write(house, "a.txt")
    folder = write(house, "a.txt").parent
    folder.rename(folder.with_name("gone"))
    for _ in range(3):
        due(house, schedule, timedelta(seconds=1))
        runs.turn(house)
    assert outcomes(house, schedule) == ["failed", "started"]


def test_a_failed_run_is_told_and_tried_again_once(house: Service) -> None:
    schedule, operator = scheduled(house), person(house, "operator.clinic")
    folder = write(house, "a.txt").parent
    away = folder.rename(folder.with_name("away"))
    due(house, schedule, timedelta(minutes=1))
    runs.turn(house)
    with house.database.look() as state:
        (line,) = run_lines(state, state.get_one(Schedule, schedule))
    assert (line.outcome, line.code, line.may_retry) == ("failed", "SCH001", True)
    away.rename(folder)
    runs.retry_run(house, operator, schedule, line.id)
    with pytest.raises(Refusal) as refused:
        runs.retry_run(house, operator, schedule, line.id)
    assert refused.value.status == 409
    runs.turn(house)
    assert outcomes(house, schedule) == ["started", "failed"]
    with house.database.look() as state:
        assert not any(one.may_retry for one in run_lines(state, state.get_one(Schedule, schedule)))


def test_nothing_that_can_be_taken_is_told_once_and_no_release_is_left(house: Service) -> None:
    schedule = scheduled(house)
    path = write(house, "large.txt")
    with path.open("r+b") as file:
        file.truncate(house.settings.max_bytes + 1)
    os.utime(path, (now().timestamp() - 3600,) * 2)
    for _ in range(2):
        due(house, schedule, timedelta(minutes=1))
        runs.turn(house)
    assert outcomes(house, schedule) == ["nothing new", "failed"]
    with house.database.look() as state:
        assert runs.runs_of(state, schedule)[1].code == "SCH003"
    assert [release.state for release in releases(house)] == ["cancelled"]


def test_a_run_may_do_what_its_operator_may_do_now(house: Service) -> None:
    schedule = scheduled(house)
    write(house, "a.txt")
    with house.database.begin() as state:
        operator = state.scalar(select(Person).where(Person.login == "operator.clinic"))
        assert operator is not None
        state.delete(state.scalar(select(Membership).where(Membership.person_id == operator.id)))
    due(house, schedule, timedelta(minutes=1))
    runs.turn(house)
    with house.database.look() as state:
        assert runs.runs_of(state, schedule)[0].code == "SCH002"
    assert releases(house) == []


@pytest.mark.parametrize("source", ["..", "../court", "/etc", "link", "nowhere"])
def test_a_schedule_reads_in_the_inbox_of_its_group_alone(house: Service, source: str) -> None:
    assert house.settings.inbox is not None
    (house.settings.inbox / "clinic" / "link").symlink_to(house.settings.inbox / "court")
    with pytest.raises(Refusal) as refused:
        scheduled(house, source=source)
    assert refused.value.faults[0].code == "SCH001"


def test_without_an_inbox_there_is_no_schedule(furnished: Service) -> None:
    with pytest.raises(Refusal) as refused:
        scheduled(furnished)
    assert refused.value.faults[0].code == "SCH001"


@pytest.mark.parametrize("wish", [{"every": "when it rains"}, {"every": "0 0 30 2 *"}, {"time_zone": "Mars"}])
def test_times_that_are_none_are_refused(house: Service, wish: dict[str, str]) -> None:
    schedule, operator = scheduled(house), person(house, "operator.clinic")
    with pytest.raises(Refusal) as refused:
        change_schedule(
            house, operator, schedule, replace(Wish("T", "hipaa-safe-harbor", "letters", NIGHTLY), **wish)
        )
    assert refused.value.status == 422


def test_times_in_words_are_kept_as_their_five_fields(house: Service) -> None:
    ident = scheduled(house, every=" weekdays at 6 pm ")
    with house.database.look() as state:
        assert state.get_one(Schedule, ident).every == "0 18 * * 1-5"


def test_paused_it_rests_and_resumed_it_has_missed_nothing(house: Service) -> None:
    schedule, operator = scheduled(house), person(house, "operator.clinic")
    pause_schedule(house, operator, schedule)
    with pytest.raises(Refusal):
        pause_schedule(house, operator, schedule)
    assert runs.turn(house, now() + timedelta(days=9)) == 0
    resume_schedule(house, operator, schedule)
    assert runs.turn(house) == 0
    assert outcomes(house, schedule) == []
    end_schedule(house, operator, schedule)
    assert runs.turn(house, now() + timedelta(days=9)) == 0


def test_the_newest_approved_version_of_a_policy_counts(house: Service) -> None:
    version = approved_policy(house)
    schedule = scheduled(house, policy=version)
    with house.database.look() as state:
        line = line_of(house, state, person(house, "auditor.clinic"), state.get_one(Schedule, schedule))
    assert (line.policy, line.source, line.may_change) == ("letters 1", "", False)


@pytest.mark.parametrize("step", ["draft", "add_document", "_hand_over", "record"])
def test_a_crash_between_any_two_steps_takes_no_document_twice_or_never(
    house: Service, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The process ends (as by a signal that nothing catches) right after the step."""
    schedule = scheduled(house)
    write(house, "a.txt")
    write(house, "b.txt")
    place = Register if step == "record" else taking
    done = getattr(place, step)

    def then_die(*given: object, **named: object) -> None:
        done(*given, **named)
        raise KeyboardInterrupt

    due(house, schedule, timedelta(minutes=1))
    with monkeypatch.context() as patched:
        patched.setattr(place, step, then_die)
        with pytest.raises(KeyboardInterrupt):
            runs.turn(house)
    due(house, schedule, timedelta(minutes=1))
    assert runs.turn(house) == 0, "another process holds it"
    with house.database.begin() as state:
        state.get_one(Schedule, schedule).busy_until = now() - timedelta(seconds=1)
    due(house, schedule, timedelta(minutes=1))
    runs.turn(house)
    with house.database.look() as state:
        wanted = select(ReleaseDocument).join(Release).where(Release.state == "queued")
        assert len(list(state.scalars(wanted))) == 2
        assert state.scalar(select(Release.id).where(Release.state == "draft")) is None
        assert state.scalar(select(ScheduledRun.id).where(ScheduledRun.taken.is_not(None))) is None


def test_the_page_shows_what_serve_releases_by_itself(
    house: Service, door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Released without people" not in door.browser("operator.clinic").get("/schedules").text
    policy = (
        POLICY.replace("policy: letters", "policy: nightly")
        + 'release: {from: in, to: out, every: "0 2 * * *"}\n'
    )
    (tmp_path / "nightly.yaml").write_text(policy)
    gone = Served(str(tmp_path / "gone.yaml"))
    served = {"nightly": asdict(Served(str(tmp_path / "nightly.yaml"))), "gone": asdict(gone)}
    served_file().write_text(json.dumps(served))
    operator = door.browser("operator.clinic")
    page = operator.get("/schedules").text
    assert page.count("not running") == 2
    assert "its policy has faults, or is gone" in page
    prefect_home(home()).mkdir(parents=True, exist_ok=True)
    with (prefect_home(home()) / "service.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (line,) = [one for one in others_for(person(house, "operator.clinic")) if one.policy == "nightly"]
        assert line.next is not None
        assert (line.next.hour, line.next.minute) == (2, 0)
        assert operator.get("/schedules").text.count("not running") == 1
    for login in ("reviewer.clinic", "approver.clinic"):
        assert "nightly" not in door.browser(login).get("/schedules").text


def test_pages_and_programs_do_the_same(house: Service, door: Door) -> None:
    door.app.state.service = house
    write(house, "a.txt")
    program, browser = door.program("operator.clinic"), door.browser("operator.clinic")
    assert "letters" in browser.get("/schedules/new").text
    body = {"group": "clinic", "title": "By program", "policy": "hipaa-safe-harbor", "source": "letters"}
    made = program.post("/api/v1/schedules", json=body | {"every": NIGHTLY}).json()["id"]
    page = browser.get(f"/schedules/{made}").text
    assert "at 02:00 every day, UTC" in page
    assert browser.post(f"/schedules/{made}/pause").status_code == 303
    assert program.get("/api/v1/schedules").json()[0]["active"] is False
    assert program.post(f"/api/v1/schedules/{made}/resume").status_code == 204
    assert browser.post(f"/schedules/{made}/runs").status_code == 303
    assert runs.turn(house) == 1
    told = program.get(f"/api/v1/schedules/{made}").json()
    assert [run["outcome"] for run in told["runs"]] == ["started"]
    assert "Waits for a machine" in browser.get(f"/schedules/{made}").text
    changed = {"title": "Other", "policy": "hipaa-safe-harbor", "place": "", "every": "", "time_zone": "UTC"}
    assert browser.post(f"/schedules/{made}", **changed).status_code == 303
    assert "as documents come" in browser.get("/schedules").text
    with house.database.begin() as state:
        state.add(ScheduledRun(id="bad", schedule_id=made, due=now(), outcome="failed", code="SCH001"))
    assert "its folder is not there" in browser.get(f"/schedules/{made}").text
    assert browser.post(f"/schedules/{made}/runs/bad/retry").status_code == 303
    assert program.delete(f"/api/v1/schedules/{made}").status_code == 204
    assert browser.get(f"/schedules/{made}").status_code == 404
    assert "from active, document" not in browser.get("/schedules").text
    told = door.program("auditor.clinic").get("/api/v1/audit", params={"event": "moved"}).json()
    [what] = [row["what"] for row in told if "to ended, code schedule" in row["what"]]
    assert what.startswith("key "), "a program did it, with that key"
