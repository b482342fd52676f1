"""Schedules: every document once per version of the policy, none half-written, nothing forgotten."""

from __future__ import annotations

import os
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.documents.opening.sources import find_sources
from adapters.keys.installation import load_keys
from flows.orchestration.schedules.intake import KEPT_DAYS, SETTLE_SECONDS, Register, Taken, last_change

START = datetime(2026, 3, 1, tzinfo=UTC)
POLICY = """\
policy: letters
version: 1.0.0
title: T
identifiers:
  - {find: [ssn], law: R}
laws: [{cite: R, title: Rule}]
release: {from: inbox, to: releases, every: "0 * * * *"}
"""


class Inbox:
    """A folder whose files carry simulated times."""

    def __init__(self, folder: Path, register: Register) -> None:
        self.folder, self.register = folder, register
        self.released: Counter[str] = Counter()

    def write(self, name: str, text: str, at: datetime) -> None:
        path = self.folder / name
        path.write_text(text)
        os.utime(path, (at.timestamp(), at.timestamp()))

    def take(self, policy: str, at: datetime) -> Taken:
        found = find_sources([self.folder]) if any(self.folder.iterdir()) else []
        return self.register.take(policy, found, at, changed=lambda path: path.stat().st_mtime)

    def run(self, policy: str, at: datetime) -> Taken:
        taken = self.take(policy, at)
        self.released.update(Path(source.path).read_text() for source in taken.sources)
        self.register.record(policy, taken, ["released"] * len(taken.sources), at)
        self.register.looked(policy, at)
        return taken


@pytest.fixture
def inbox(tmp_path: Path) -> Inbox:
    (tmp_path / "inbox").mkdir()
    return Inbox(tmp_path / "inbox", Register(tmp_path / "intake.sqlite", load_keys(tmp_path / "home")))


def test_seven_days_each_document_once(inbox: Inbox) -> None:
    """168 hourly runs, a day of downtime in between; documents arrive, are half-written, and change."""
    chance = random.Random(11)
    whole: list[str] = []
    late: list[tuple[datetime, str, str]] = []
    n_changed = 0
    for hour in range(7 * 24):
        at = START + timedelta(hours=hour)
        for due, name, text in [entry for entry in late if entry[0] <= at]:
            inbox.write(name, text, due)
        late = [entry for entry in late if entry[0] > at]
        for number in range(chance.randint(0, 3)):
            name = f"d{hour}-{number}.txt"
            text = f"{name} whole"
            whole.append(text)
            kind = chance.random()
            if kind < 0.3:  # half of it is there when the run looks; the rest comes 40 seconds later
                inbox.write(name, text[:-6], at - timedelta(seconds=20))
                late.append((at + timedelta(seconds=20), name, text))
            else:
                inbox.write(name, text, at - timedelta(minutes=chance.randint(2, 50)))
            if kind > 0.8:
                changed = f"{text}, changed"
                whole.append(changed)
                late.append((at + timedelta(hours=2, minutes=10), name, changed))
        if 72 <= hour < 96:
            continue  # nobody serves
        n_changed += inbox.run("letters 1.0.0", at).n_changed
    end = START + timedelta(days=7, hours=4)
    for due, name, text in late:
        inbox.write(name, text, due)
    n_changed += inbox.run("letters 1.0.0", end).n_changed
    assert inbox.released == Counter(dict.fromkeys(whole, 1)) - _overtaken(inbox, whole)
    assert set(inbox.released.values()) == {1}
    assert n_changed > 3
    assert not any(not text.endswith(("whole", "changed")) for text in inbox.released), "half a document"


def _overtaken(inbox: Inbox, whole: list[str]) -> Counter[str]:
    """First versions that changed while nobody served: they were never seen."""
    gone = [text for text in whole if text not in inbox.released]
    assert all(f"{text}, changed" in inbox.released for text in gone)
    return Counter(gone)


def test_a_renamed_file_is_the_same_document_and_a_copy_is_another(inbox: Inbox) -> None:
    inbox.write("a.txt", "a", START - timedelta(hours=1))
    assert len(inbox.run("p 1", START).sources) == 1
    (inbox.folder / "a.txt").rename(inbox.folder / "renamed.txt")
    assert len(inbox.run("p 1", START + timedelta(hours=1)).sources) == 0
    inbox.write("renamed.txt", "a, changed", START)
    assert inbox.run("p 1", START + timedelta(hours=2)).n_changed == 1
    inbox.write("copy.txt", "a, changed", START)
    assert len(inbox.run("p 1", START + timedelta(hours=3)).sources) == 1


def test_what_was_not_released_is_counted_until_it_is_gone(inbox: Inbox) -> None:
    inbox.write("a.txt", "a", START - timedelta(hours=1))
    taken = inbox.take("p 1", START)
    inbox.register.record("p 1", taken, ["quarantined"], START)
    counts = [inbox.take("p 1", START + timedelta(hours=hour)).n_stuck for hour in (1, 2)]
    (inbox.folder / "a.txt").rename(inbox.folder / "renamed.txt")
    counts.append(inbox.take("p 1", START + timedelta(hours=3)).n_stuck)
    (inbox.folder / "renamed.txt").unlink()
    assert [*counts, inbox.take("p 1", START + timedelta(hours=4)).n_stuck] == [1, 1, 1, 0]


def test_a_new_version_of_the_policy_takes_all_again_once(inbox: Inbox) -> None:
    inbox.write("a.txt", "a", START - timedelta(hours=1))
    counts = [
        len(inbox.run(policy, START).sources) for policy in ("p 1.0.0", "p 1.0.0", "p 1.1.0", "p 1.1.0")
    ]
    assert counts == [1, 0, 1, 0]


def test_a_file_that_was_just_written_waits(inbox: Inbox) -> None:
    inbox.write("a.txt", "a", START - timedelta(seconds=SETTLE_SECONDS - 1))
    first, second = inbox.run("p 1", START), inbox.run("p 1", START + timedelta(seconds=1))
    assert (len(first.sources), first.n_unsettled) == (0, 1)
    assert (len(second.sources), second.n_unsettled) == (1, 0)


def test_a_copied_time_does_not_make_a_file_look_old(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a")
    os.utime(path, (0, 0))
    assert datetime.now(UTC).timestamp() - last_change(path) < 60


def test_a_missed_due_time_is_made_up_for_once(inbox: Inbox) -> None:
    register = inbox.register
    assert not register.missed("p", "0 * * * *", "UTC", START), "a first start has missed nothing"
    register.looked("p", START)
    assert not register.missed("p", "0 * * * *", "UTC", START + timedelta(minutes=59))
    assert register.missed("p", "0 * * * *", "UTC", START + timedelta(days=3))
    register.looked("p", START + timedelta(days=3))
    assert not register.missed("p", "0 * * * *", "UTC", START + timedelta(days=3, minutes=1))


def test_the_register_holds_neither_names_nor_contents_and_forgets(inbox: Inbox) -> None:
    inbox.write("zqxcanary.txt", "zqxcanary text", START - timedelta(hours=1))
    inbox.run("p 1", START)
    file = inbox.folder.parent / "intake.sqlite"
    assert b"zqxcanary" not in file.read_bytes()
    (inbox.folder / "zqxcanary.txt").write_text("other")
    inbox.write("b.txt", "b", START)
    inbox.run("p 1", START + timedelta(days=KEPT_DAYS + 1))
    inbox.write("zqxcanary.txt", "zqxcanary text", START)
    assert len(inbox.run("p 1", START + timedelta(days=KEPT_DAYS + 2)).sources) == 1


def test_what_still_lies_there_is_not_taken_again_however_old_it_is(inbox: Inbox) -> None:
    inbox.write("old.txt", "old", START - timedelta(hours=1))
    for days in (0, KEPT_DAYS - 1, KEPT_DAYS + 1, 2 * KEPT_DAYS):
        inbox.write(f"{days}.txt", f"of day {days}", START)
        inbox.run("p 1", START + timedelta(days=days, hours=1))
    assert set(inbox.released.values()) == {1}, "each document once"


def test_a_run_that_is_killed_before_it_writes_down_what_it_released_releases_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.orchestration.schedules import intake, scheduled
    from flows.orchestration.schedules.served import Served

    class Killed(BaseException):
        pass

    def killed(*arguments: object) -> None:
        raise Killed

    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(intake, "SETTLE_SECONDS", -1.0)
    (tmp_path / "letters.yaml").write_text(POLICY)
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "a.txt").write_text("SSN 219-09-9999")
    served = Served(str(tmp_path / "letters.yaml"), folder=str(tmp_path))
    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(intake.Register, "record", killed)
        scheduled._release(served)
    assert scheduled._release(served) == "released 1 documents"
    assert scheduled._release(served) == "nothing new"
    assert len(list((tmp_path / "releases").glob("*/manifest.json"))) == 1


def test_scheduled_runs_release_what_is_new_and_fail_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.orchestration.schedules import intake, scheduled
    from flows.orchestration.schedules.served import Served

    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(intake, "SETTLE_SECONDS", -1.0)
    (tmp_path / "letters.yaml").write_text(POLICY)
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    served = Served(str(tmp_path / "letters.yaml"), folder=str(tmp_path))
    assert scheduled._release(served) == "nothing new"
    (inbox / "a.txt").write_text("SSN 219-09-9999")
    (inbox / "b.txt").write_text("nothing")
    assert scheduled._release(served) == "released 2 documents"
    assert scheduled._release(served) == "nothing new"
    (inbox / "b.txt").write_text("something else")
    assert scheduled._release(served) == "released 1 documents, 1 of them new versions"
    (inbox / "c.txt").write_text("fine")
    (inbox / "d.unknown").write_bytes(b"\x00\x01")
    with pytest.raises(scheduled.IncompleteReleaseError, match="partial: released 1 of 2, 0 refused, 1 quar"):
        scheduled._release(served)
    assert scheduled._release(served) == "nothing new; 1 not released by an earlier run, still there"
    assert len(list((tmp_path / "releases").glob("*/manifest.json"))) == 3
