"""An installation that is killed at steps that last, then worked on until everything has ended."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from sqlalchemy import event, select, update

from adapters.machine.locations import home
from service.app.context import Service
from service.state.tables import Release
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.programs import need
from tests.service import labour, steps
from tests.service.house import House

DYING = """
import os, sys
from pathlib import Path
from tests.service import steps
from adapters.machine.files import write_atomically

steps._AT_NEW, steps._AT_KNOWN = 1.0, 0.0
folder = Path(sys.argv[1])
while True:
    child = os.fork()
    if child == 0:
        steps._hook(steps._Fate(folder / "steps", "command"))
        write_atomically(folder / "new" / "file", b"whole")
        os._exit(0)
    if os.WIFEXITED(os.waitpid(child, 0)[1]):
        break
"""
EVERY_STEP = ["after mkdir", "after fsync", "after replace", "after fsync"]
"""The folder, the content on the disk, the file's name, the name on the disk."""


@pytest.mark.slow
@pytest.mark.parametrize("world", ["sqlite", "postgresql"])
def test_nothing_is_lost_doubled_or_half_after_kills(world: str) -> None:
    """In a process of its own, for it forks; the command does a thousand kills."""
    if world == "postgresql":
        need("postgres")
    arguments = ["--kills", "10", "--only", world]
    done = subprocess.run(
        [sys.executable, "-m", "tests.service.killing", *arguments],
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.findall(r"^(\d+) kills at ", done.stdout, re.MULTILINE)[0]) >= 10


def test_a_process_dies_at_every_step_and_says_where(tmp_path: Path) -> None:
    """A file that is written again and again: each try gets one step further, the last one to the end."""
    (tmp_path / "steps").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", DYING, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    found = steps.kills(tmp_path / "steps")
    assert [one.at.split(" in ")[0] for one in found] == EVERY_STEP
    assert {(one.died, one.doing) for one in found} == {("command", "adapters.machine.files")}
    assert (tmp_path / "new" / "file").read_bytes() == b"whole"


def test_a_transaction_that_only_looked_is_no_step(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine looks often: kills there would find nothing half done."""
    fate, engine = Passed(), furnished.database.engine
    commit = steps._committing(fate, type(engine.dialect).do_commit)  # type: ignore[arg-type]
    monkeypatch.setattr(type(engine.dialect), "do_commit", commit)
    event.listen(engine, "before_cursor_execute", steps._note_writing)
    with furnished.database.begin() as state:
        state.scalars(select(Release)).all()
    assert fate.steps == []
    with furnished.database.begin() as state:
        state.execute(update(Release).values(reason=""))
    assert fate.steps == ["before commit", "after commit"]


@dataclass
class Passed:
    """Steps that came past."""

    steps: list[str] = field(default_factory=list)

    def step(self, kind: str, backend: int = 0) -> None:
        self.steps.append(kind)


def test_a_busy_machine_is_waited_for_and_a_release_that_stands_is_told(
    furnished: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts what the service got of the processors, not the clock."""
    (home() / "receipts").mkdir(parents=True, exist_ok=True)
    spent = [0.0] * 50 + [1e6]
    monkeypatch.setattr(House, "processor_seconds", lambda _: spent.pop(0))
    monkeypatch.setattr(labour.Labour, "_left", lambda *_: Counter(running=1))
    monkeypatch.setattr(labour, "_LOOK_SECONDS", 0)
    local = replace(furnished, settings=replace(furnished.settings, address="http://127.0.0.1:1"))
    waiting = labour.Labour(House(local), tmp_path, "")
    with pytest.raises(AssertionError, match="does not end"):
        waiting.until_all_has_ended()
    assert spent == []
