"""A simulated week of schedules: the state stays small, and every incident is told."""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import tracemalloc
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

from adapters.keys.installation import load_keys
from flows.orchestration.schedules.alarming import Alarms
from flows.orchestration.schedules.intake import Register
from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, environment
from tests.e2e.test_run_stamps import POLICY
from tests.integration.test_alarms import Clock, Hook, home, with_hook
from tests.integration.test_intake import START, Inbox
from tests.memory import in_a_fork
from tests.patience import PATIENCE, free_port

assert home  # a fixture
BAD_ENDS = (None, "FAILED: REL005", "FAILED: partial: released 2 of 3, 0 refused, 1 quarantined")
A_DAY = 24
BYTES_OF_A_DOCUMENT = 400
"""In the register at the most: three keyed hashes, a time, a word, and their place in the index."""


def _a_week_of_runs(folder: Path, file: Path, home: Path) -> tuple[list[int], int]:
    """Bytes that are held at the end of each day, and how many documents came."""
    folder.mkdir()
    inbox = Inbox(folder, Register(file, load_keys(home)))
    memory: list[int] = []
    n_documents = 0
    tracemalloc.start()
    for hour in range(7 * A_DAY):
        at = START + timedelta(hours=hour)
        for number in range(3):
            inbox.write(f"d{hour}-{number}.txt", f"{hour} {number}", at - timedelta(minutes=5))
            n_documents += 1
        inbox.run("letters 1.0.0", at)
        if hour % A_DAY == A_DAY - 1:
            for path in folder.iterdir():
                path.unlink()
            inbox.released.clear()
            gc.collect()
            memory.append(tracemalloc.get_traced_memory()[0])
    return memory, n_documents


def test_memory_and_register_stay_small(tmp_path: Path) -> None:
    """168 hourly runs; somebody clears the inbox each night."""
    file = tmp_path / "intake.sqlite"
    memory, n_documents = in_a_fork(lambda: _a_week_of_runs(tmp_path / "inbox", file, tmp_path / "home"))
    a_day = median(after - before for before, after in pairwise(memory[1:]))
    assert a_day < 15_000, f"{memory}: more each day; what grows once is a table of the interpreter"
    assert file.stat().st_size < 32_768 + BYTES_OF_A_DOCUMENT * n_documents


def test_every_incident_of_a_week_is_told_once(home: Path) -> None:
    """The receiver of alarms is down for a day, and the service is started anew in the middle of it."""
    chance, clock, said = random.Random(5), Clock(), list[str]()
    port = free_port()
    with_hook(home, port)
    alarms = Alarms(home, said.append, clock)
    raised, taken = 0, list[dict[str, str]]()
    for day in range(7):
        if day == 3:
            raised += _day(alarms, clock, chance)
            alarms = Alarms(home, said.append, clock)
            continue
        with Hook(port) as hook:
            raised += _day(alarms, clock, chance)
        taken += hook.taken
    assert raised > 10
    assert len(taken) == raised
    assert len({json.dumps(alarm, sort_keys=True) for alarm in taken}) == raised
    assert list((home / "alarms").iterdir()) == []
    assert sum("did not arrive" in line for line in said) > 0


@pytest.mark.slow
def test_prefects_database_is_pruned_and_stays_flat(tmp_path: Path) -> None:
    """Two real runs a day: two weeks that are older than runs are kept, then the last seven days."""
    home, runs = tmp_path / "home", 14
    home.mkdir(mode=0o700)
    journal = _journal_of_a_run(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.integration.prefect_weeks", str(home), str(journal), str(runs)],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=ROOT,
        timeout=PATIENCE,
        check=True,
    )
    first, emptied, second, emptied_again, last, kept = json.loads(done.stdout)
    for week in (first, second, last):
        assert week["flow_run"] == runs
        assert min(week["task_run"], week["flow_run_state"], week["events"]) > runs
    for left in (emptied, emptied_again):
        assert {name for name, n in left.items() if n} == {"pages"}
    assert kept == last, "the last seven days stay"
    for week in (second, last):
        assert week["pages"] <= 1.02 * first["pages"], "what was pruned is used again"


def _journal_of_a_run(folder: Path) -> Path:
    """What a run of one document tells Prefect."""
    (folder / "in").mkdir()
    (folder / "in" / "note.txt").write_text("SSN 219-09-9999")
    (folder / "small.yaml").write_text(POLICY)
    words = ("run", str(folder / "small.yaml"), str(folder / "in"), "--out", str(folder / "bundle"))
    subprocess.run(
        [*COMMAND, *words], env=environment(folder / "maker"), cwd=ROOT, timeout=PATIENCE, check=True
    )
    [journal] = (folder / "maker" / "prefect" / "journal").glob("*.jsonl")
    return journal


def _day(alarms: Alarms, clock: Clock, chance: random.Random) -> int:
    """Hourly runs of a day, some of which end badly; how many."""
    bad = 0
    for _ in range(A_DAY):
        clock.now += timedelta(hours=1)
        alarms.deliver()
        if chance.random() < 0.2:
            alarms.about_run("letters", chance.choice(BAD_ENDS))
            bad += 1
        else:
            alarms.about_run("letters", "released 2 documents")
    return bad
