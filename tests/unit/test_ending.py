"""A program that leaves without taking its memory apart writes all, says all and returns what others do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT

SCRIPT = """
import atexit, sys
from adapters.machine.processes.ending import run_and_leave
atexit.register(lambda: print("at the end"))
def command():
    print("said", end=" ")
    {}
run_and_leave(command)
"""


@pytest.mark.parametrize(
    ("step", "code", "err"),
    [
        ("pass", 0, ""),
        ("sys.exit(4)", 4, ""),
        ("sys.exit()", 0, ""),
        ("sys.exit('why')", 1, "why\n"),
        ("1 / 0", 1, "ZeroDivisionError: division by zero\n"),
    ],
)
def test_what_a_program_leaves(step: str, code: int, err: str) -> None:
    script = SCRIPT.format(step)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (code, "said at the end\n")
    assert done.stderr.endswith(err) and (err or not done.stderr)


def test_an_output_that_is_full_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    command = [sys.executable, "-c", SCRIPT.format("pass")]
    with open("/dev/full", "w") as full:  # noqa: PTH123  a device
        assert subprocess.run(command, cwd=ROOT, stdout=full, check=False).returncode == 120
