"""An installation that is killed at random moments, then worked on until everything has ended."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.machine.locations import home
from service.app.context import Service
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.programs import need
from tests.service import labour
from tests.service.house import House


@pytest.mark.slow
@pytest.mark.parametrize("world", ["sqlite", "postgresql"])
def test_nothing_is_lost_doubled_or_half_after_kills(world: str) -> None:
    """In a process of its own, for it forks; the command does a thousand kills."""
    if world == "postgresql":
        need("postgres")
    arguments = ["--kills", "5", "--each", "5", "--seed", "4", "--only", world]
    done = subprocess.run(
        [sys.executable, "-m", "tests.service.killing", *arguments],
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n5 kills: " in done.stdout


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
