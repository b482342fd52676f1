"""Processor time of a process and of what it started; standing still is told from work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from adapters.machine.processes.standstill import Standstill, processor_seconds
from tests.patience import PATIENCE

WORK = "import time\nwhile time.process_time() < .3: pass\n"
PARENT = f"""import subprocess, sys
subprocess.run([sys.executable, "-c", {WORK!r}])
print("done", flush=True)
sys.stdin.read()
"""


def test_what_ended_children_used_is_counted_and_waiting_is_not() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"done\n"
        spent = processor_seconds(process.pid)
        assert spent >= 0.3
        standstill = Standstill(process.pid, seconds=0.0)
        assert standstill.lasts()
        assert not Standstill(process.pid, seconds=PATIENCE).lasts()


def test_a_process_that_works_does_not_stand_still() -> None:
    """Of its children too: the shell waits, what it started works."""
    process = subprocess.Popen(
        ["sh", "-c", f'"{sys.executable}" -c "while True: pass"; true'], start_new_session=True
    )
    try:
        standstill, begun = Standstill(process.pid, seconds=0.0), processor_seconds(process.pid)
        while processor_seconds(process.pid) < begun + 0.5:
            pass
        assert not standstill.lasts()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def test_a_process_that_is_gone_used_nothing() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait(PATIENCE)
    assert processor_seconds(process.pid) == 0
