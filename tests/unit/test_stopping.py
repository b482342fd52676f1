"""Ctrl-C ends a command as a stop, whatever the code that it met made of the interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.patience import PATIENCE

COMMAND = """
import os, signal
from adapters.machine.processes.ending import run_and_leave
from service.commands.display.output import reported, told_when_stopped

def library():
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except {caught}:
        {then}

def command():
    with reported(), told_when_stopped("Stopped."):
        library()
        print("done")
run_and_leave(command)
"""


def ended(caught: str, then: str) -> tuple[int, str, str]:
    script = COMMAND.format(caught=caught, then=then)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("caught", "then"),
    [("ImportError", "pass"), ("BaseException", "int([])"), ("BaseException", "raise OSError(5, 'no')")],
)
def test_a_stop_is_a_stop_where_its_interruption_became_a_fault(caught: str, then: str) -> None:
    code, out, err = ended(caught, then)
    assert (code, out, err) == (130, "", "Stopped.\n")


SWALLOWED = """
import os, signal
from adapters.machine.processes.ending import run_and_leave
from service.commands.display.output import reported, told_when_stopped
from service.commands.display.progress import progress_told

class Compiled:
    def __del__(self):
        {what}

def command():
    {early}
    with reported(), told_when_stopped("Stopped."), progress_told("going") as progress:
        {late}
        progress(0, 1)
        print("done")
run_and_leave(command)
"""


@pytest.mark.parametrize(("early", "late"), [("Compiled()", "pass"), ("pass", "Compiled()")])
@pytest.mark.parametrize(
    ("what", "ends"),
    [("os.kill(os.getpid(), signal.SIGINT)", (130, "", "Stopped.\n")), ("pass", (0, "done\n", ""))],
)
def test_a_stop_is_heeded_where_its_interruption_was_swallowed(
    early: str, late: str, what: str, ends: tuple[int, str, str]
) -> None:
    script = SWALLOWED.format(early=early, late=late, what=what)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == ends


def test_other_faults_that_cannot_be_raised_are_shown() -> None:
    script = SWALLOWED.format(early="Compiled()", late="pass", what="1 / 0")
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "ZeroDivisionError" in done.stderr


def test_without_a_stop_a_fault_is_one() -> None:
    script = COMMAND.format(caught="ImportError", then="pass").replace(
        "os.kill(os.getpid(), signal.SIGINT)", "1 / 0"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 130 and "[INT001]" in done.stderr and "Stopped" not in done.stderr


def spent(pid: int) -> float:
    """Seconds of processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what a process spent is read from /proc")
@pytest.mark.parametrize("after", [0.2, 0.4, 0.7, 1.1, 1.5])
def test_a_release_that_is_stopped_while_it_loads_says_so(tmp_path: Path, after: float) -> None:
    letter = tmp_path / "in" / "letter.txt"
    letter.parent.mkdir()
    letter.write_text("John Smith, SSN 123-45-6789.\n")
    command = [sys.executable, "-m", "service.cli", "run", "hipaa-safe-harbor", "in", "--out", "out"]
    place = {**os.environ, "SAFERELEASE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, cwd=tmp_path, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and spent(process.pid) < after:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode in (130, -signal.SIGINT), err
    assert "INT001" not in err and "Traceback" not in err
    assert not (tmp_path / "out").exists()


HELD_UP = """
import atexit, os, signal, threading, time
from adapters.machine.processes import ending
from service.commands.display.output import reported, told_when_stopped

ending._STOP_SECONDS = 0.5
forever = lambda: time.sleep(100)

def command():
    {held}
    with reported(), told_when_stopped("Stopped."):
        {what}

ending.run_and_leave(command)
"""
THREAD, AT_EXIT = "threading.Thread(target=forever).start()", "atexit.register(forever)"
STOP = "os.kill(os.getpid(), signal.SIGINT)"


def held_up(held: str, what: str) -> subprocess.CompletedProcess[str]:
    script = HELD_UP.format(held=held, what=what)
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("held", [THREAD, AT_EXIT])
def test_a_stopped_command_ends_whatever_a_thread_of_a_library_waits_for(held: str) -> None:
    """Once in some thousand stops a command said that it stopped, and did not end."""
    done = held_up(held, STOP)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


def test_a_command_that_was_not_stopped_waits_for_its_threads() -> None:
    done = held_up("threading.Thread(target=lambda: (time.sleep(1.5), print('all'))).start()", "pass")
    assert (done.returncode, done.stdout) == (0, "all\n")
