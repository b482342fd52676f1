"""An installation that is killed at random moments, then worked on until everything has ended."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.programs import need


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
        timeout=PATIENCE,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n5 kills: " in done.stdout
