"""Workers of a process with threads come from a fork server: warm, apart, and gone with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from flows.release.workers.pool import WorkerPool, keep_warm
from tests.attacks.processes import core_limit, family, lives, parent_of, require_gone
from tests.conftest import ROOT

_said: list[str] = []


def prepare(word: str) -> None:
    _said.append(word)


def answer(items: Sequence[str]) -> list[str]:
    """What a worker finds: itself, its parent, what was loaded, what it was told, its environment."""
    warm = "flows.release.workers.warm" in sys.modules
    return [f"{os.getpid()} {os.getppid()} {warm} {_said} {os.environ.get('WORD')}" for _ in items]


def lost(item: str, overdue: bool) -> str:
    return "lost"


@contextmanager
def pool_of_a_threaded_process(word: str = "one") -> Iterator[WorkerPool[str, str]]:
    """A pool whose first worker is started while another thread lives."""
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    pool = WorkerPool(answer, prepare, (word,), lost, 1)
    try:
        yield pool
    finally:
        pool.close()
        over.set()
        other.join()


def test_workers_are_warm_and_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its own work and the environment of its day; nothing of one is in the next."""
    parents = set()
    for word in ("one", "two"):
        monkeypatch.setenv("WORD", word)
        with pool_of_a_threaded_process(word) as pool:
            worker, parent, warm, rest = pool.run(["x"])[0].split(" ", 3)
            assert (warm, rest) == ("True", f"['{word}'] {word}")
            assert (int(parent), core_limit(int(worker))) == (pool.pids()[0], "0")
            parents.add(parent_of(int(parent)))
    assert len(parents) == 1 and os.getpid() not in parents
    assert not _said


def test_a_worker_is_gone_when_the_pool_has_closed() -> None:
    with pool_of_a_threaded_process() as pool:
        worker, keeper = map(int, pool.run(["x"])[0].split()[:2])
        pool.close()
        assert (lives(worker), lives(keeper)) == (False, False)


def test_a_worker_outlives_the_thread_that_started_it() -> None:
    """The system ends a child with the thread that forked it, and threads of requests come and go."""
    made: list[WorkerPool[str, str]] = []

    def start() -> None:
        made.append(WorkerPool(answer, prepare, ("one",), lost, 1))
        made[0].run(["x"])

    starting = threading.Thread(target=start)
    starting.start()
    starting.join()
    try:
        before = made[0].pids()
        assert made[0].run(["x"])[0].split()[1] == str(before[0])
        assert made[0].pids() == before
    finally:
        made[0].close()


@pytest.mark.slow
def test_a_fork_server_that_is_killed_is_started_again() -> None:
    """At once: for a moment it answers nobody and has not ended."""
    with pool_of_a_threaded_process() as pool:
        worker, server = int(pool.run(["x"])[0].split()[0]), parent_of(pool.pids()[0])
        for process in (worker, server):
            os.kill(process, signal.SIGKILL)
        again, other = int(pool.run(["x"])[0].split()[0]), parent_of(pool.pids()[0])
        assert (again != worker, other != server) == (True, True)


def test_a_killed_server_is_given_time_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket refuses before the system says that it has ended: several starts in a row meet it so."""
    refusals = [ConnectionRefusedError()] * 5
    start = ForkServerProcess.start

    def refused_at_first(process: ForkServerProcess) -> None:
        waits.append(time.monotonic())
        if refusals:
            raise refusals.pop()
        start(process)

    waits: list[float] = []
    monkeypatch.setattr(ForkServerProcess, "start", refused_at_first)
    with pool_of_a_threaded_process() as pool:
        assert pool.run(["x"]) != ["lost"]
    assert waits[-1] - waits[0] >= 0.5


PARENT = """
import sys, threading, time
sys.path.insert(0, {root!r})
from tests.integration.test_fork_server import answer, lost, prepare
from flows.release.workers.pool import WorkerPool
if __name__ == "__main__":
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    pool = WorkerPool(answer, prepare, ("one",), lost, 2)
    pool.run(["a"])
    print("ready", flush=True)
    time.sleep(1000)
"""


def test_all_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(root=str(ROOT)))
    temporary = tmp_path / ("deep" * 20)  # longer than the path of a socket may be
    temporary.mkdir()
    environment = os.environ | {"TMPDIR": str(temporary)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        below = family(parent.pid)[1:]
        assert len(below) >= 3
        parent.kill()
    require_gone(*below)


def test_it_can_be_started_beforehand() -> None:
    keep_warm()
    assert forkserver.ensure_running() is None  # runs already: nothing is waited for
    with pool_of_a_threaded_process() as pool:
        assert pool.run(["x"])[0].split()[2] == "True"
