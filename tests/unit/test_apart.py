"""A function in a process of its own: its result, or how it ended, and no text."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from adapters.machine.processes.apart import run_apart
from engine.errors import InvalidError, RefusedError, fault
from tests.conftest import ROOT
from tests.patience import PATIENCE

CANARY = "zebrafinch"


def _refuse() -> None:
    raise RefusedError(fault("STO004", "here", "must arrive"))


def _leave() -> None:
    os._exit(3)


def _say_too_much() -> None:
    raise ValueError(CANARY)


def _use_up() -> None:
    raise OSError(28, CANARY)


def test_a_process_apart_tells_how_it_ended() -> None:
    assert run_apart(os.path.basename, "a/b") == "b"
    assert run_apart(os.getpid) != os.getpid()
    with pytest.raises(RefusedError, match="must arrive"):
        run_apart(_refuse)
    for function, said in ((_leave, "no word"), (_say_too_much, "ValueError"), (_use_up, "No space left")):
        with pytest.raises(InvalidError, match=f"RUN007.*{said}") as caught:
            run_apart(function)
        assert CANARY not in str(caught.value)


INTERRUPTED = """
import os, signal
from adapters.machine.processes.apart import run_apart
os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    run_apart(len, "abc")
except KeyboardInterrupt:
    print("told")
"""


def test_a_request_to_end_that_comes_while_a_process_starts_is_not_forgotten() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.stdout, done.stderr) == ("told\n", "")
