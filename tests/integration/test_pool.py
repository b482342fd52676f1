"""The worker pool: results in order, and whatever kills, stops or blinds a worker ends nothing else."""

from __future__ import annotations

import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from adapters.machine.processes import shortages
from adapters.machine.processes.hardening import die_with
from flows.release.workers import messages, serving
from flows.release.workers import pool as pool_module
from flows.release.workers.deadline import deadline
from flows.release.workers.pool import ATTEMPTS, PoolClosed, WorkerPool
from tests.attacks.processes import core_limit, family, lives, require_gone
from tests.conftest import ROOT
from tests.patience import PATIENCE, within

_prepared = ""
_held: list[mmap.mmap] = []
_KILLS = ATTEMPTS + 4


def prepare(word: str) -> None:
    global _prepared
    _prepared = word


def lengths(items: Sequence[str]) -> list[str]:
    if "deadly" in items:
        os._exit(9)
    if "endless" in items:
        time.sleep(1000)
    for item in items:
        if item.startswith("looping "):
            with Path(item[8:]).open("a") as counted:
                counted.write("x")
            with deadline(0.1, PATIENCE):
                while True:
                    with suppress(BaseException):  # a loop that catches whatever it is told
                        sum(range(1000))
        if item.startswith("standing "):
            with deadline(PATIENCE, 0.5):
                while True:
                    time.sleep(1000)
        if item.startswith("killed "):
            with Path(item[7:]).open("a") as counted:
                counted.write("x")
            if Path(item[7:]).stat().st_size <= _KILLS:
                os.kill(os.getppid() if Path(item[7:]).stat().st_size == 2 else os.getpid(), signal.SIGKILL)
                time.sleep(1000)
    if "growing" in items:
        _held.append(mmap.mmap(-1, 10_000_000, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        _held[-1].write(bytes(10_000_000))  # a large parent may leave much that is free: that is taken first
    mine = os.getpid()
    if "starting" in items and os.fork() == 0:
        die_with(mine)
        time.sleep(1000)
    if "who" in items:
        return [str(os.getpid()) for _ in items]
    if "deaf" in items:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(1000)
    if "failing" in items:
        raise OSError(28, "No space left on device")
    for item in items:
        if item.startswith("count "):
            with Path(item[6:]).open("a") as counted:
                counted.write("x")
            os._exit(1)
        if item.startswith("slow"):
            time.sleep(0.05)
    return [f"{_prepared}{item}" for item in items]


def end(pid: int) -> bool:
    """Kill a worker; False when it is gone by now: the fork server takes note of its children at once."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def lost(item: str, overdue: bool) -> str:
    return f"{'late' if overdue else 'lost'} {item}"


@pytest.fixture
def pool() -> Iterator[WorkerPool[str, str]]:
    made = WorkerPool(lengths, prepare, ("ok ",), lost, 2)
    yield made
    made.close()


def test_results_come_in_order_from_prepared_workers(pool: WorkerPool[str, str]) -> None:
    assert pool.run(["a", "b"]) == ["ok a", "ok b"]


def test_only_the_deadly_item_is_lost(pool: WorkerPool[str, str]) -> None:
    with within(PATIENCE):
        assert pool.run(["a", "deadly", "b"]) == ["ok a", "lost deadly", "ok b"]
    assert pool.run(["c"]) == ["ok c"]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool[str, str]]:
    """A worker that looks at its deadline often."""
    monkeypatch.setattr(serving, "BEAT_SECONDS", 0.2)
    made = WorkerPool(lengths, prepare, ("ok ",), lost, 1)
    yield made
    made.close()


def test_a_looping_item_is_overdue_and_tried_alone_once(
    watched: WorkerPool[str, str], tmp_path: Path
) -> None:
    item = f"looping {tmp_path / 'tries'}"
    assert watched.run(["a", item, "b"]) == ["ok a", f"late {item}", "ok b"]
    assert (tmp_path / "tries").read_text() == "xx"


def test_an_item_for_which_nothing_is_done_is_overdue_too(watched: WorkerPool[str, str]) -> None:
    assert watched.run(["standing still", "b"]) == ["late standing still", "ok b"]


def test_a_deadly_item_is_tried_a_bounded_number_of_times(pool: WorkerPool[str, str], tmp_path: Path) -> None:
    item = f"count {tmp_path / 'tries'}"
    with within(PATIENCE):
        assert pool.run([item]) == [f"lost {item}"]
    assert (tmp_path / "tries").read_text() == "x" * (1 + ATTEMPTS)


@pytest.mark.parametrize("threaded", [False, True])
def test_what_somebody_kills_is_no_fault_of_an_item(tmp_path: Path, threaded: bool) -> None:
    """The process that does the lists, or the one that keeps its place."""
    over, item = threading.Event(), f"killed {tmp_path / 'tries'}"
    if threaded:
        threading.Thread(target=over.wait).start()
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 1)
    try:
        with within(PATIENCE):
            assert pool.run([item]) == [f"ok {item}"]
    finally:
        over.set()
        pool.close()
    assert (tmp_path / "tries").read_text() == "x" * (_KILLS + 1)


@pytest.mark.parametrize(("kills", "short"), [(2, False), (100, True)])
def test_kills_end_the_work_nevertheless(
    pool: WorkerPool[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int, short: bool
) -> None:
    """Where memory may have been short, or where nothing may read an item: it is lost in the end."""
    counted, item = iter(range(100)), f"killed {tmp_path / 'tries'}"
    monkeypatch.setattr(pool_module, "KILLS", kills)
    for place in (shortages, pool_module):
        monkeypatch.setattr(place, "memory_kills", lambda: next(counted) if short else 0)
    with within(PATIENCE):
        assert pool.run([item]) == [f"lost {item}"]
    assert (tmp_path / "tries").read_text() == "x" * (1 + (ATTEMPTS if short else kills))


def test_an_error_of_the_machine_is_raised_and_the_worker_lives_on(pool: WorkerPool[str, str]) -> None:
    before = sorted(pool.pids())
    with pytest.raises(OSError, match="No space left"):
        pool.run(["failing"])
    assert pool.run(["a"]) == ["ok a"]
    assert sorted(pool.pids()) == before


@pytest.mark.parametrize(("item", "silence", "deadline"), [("endless", 30.0, 1.0), ("deaf", 1.0, 60.0)])
def test_a_worker_that_hangs_is_killed(item: str, silence: float, deadline: float) -> None:
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 1, silence, deadline)
    try:
        with within(PATIENCE):
            assert pool.run([item]) == [f"lost {item}"]
    finally:
        pool.close()


def test_a_stopped_worker_does_not_block_the_one_that_writes_to_it() -> None:
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 1, 2.0, 5.0)
    try:
        assert pool.run(["a"]) == ["ok a"]
        for pid in family(pool.pids()[0]):
            os.kill(pid, signal.SIGSTOP)
        assert pool.run(["x" * 100, "b"]) == ["ok " + "x" * 100, "ok b"]
    finally:
        pool.close()


def test_workers_that_are_killed_again_and_again_end_the_work_nevertheless(
    pool: WorkerPool[str, str],
) -> None:
    """Every list has an outcome for every item, and the threads that wait for it come back."""
    results: dict[int, list[str]] = {}

    def work(number: int) -> None:
        results[number] = pool.run([f"slow {number} {i}" for i in range(4)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE
    kills = 0
    while any(thread.is_alive() for thread in threads) and time.monotonic() < deadline:
        for pid in pool.pids() if kills < 12 else []:
            kills += end(pid)
        time.sleep(0.3)
    for thread in threads:
        thread.join(1)
        assert not thread.is_alive()
    for number, found in results.items():
        wanted = [f"slow {number} {i}" for i in range(4)]
        assert [line.removeprefix("ok ").removeprefix("lost ") for line in found] == wanted
    assert len(results) == 4
    assert kills >= 2


def test_workers_dump_no_memory(pool: WorkerPool[str, str]) -> None:
    pool.run(["a"])
    assert {core_limit(pid) for pid in pool.pids()} == {"0"}


def narrow(word: str) -> None:
    """Prepare a worker that may grow by five megabytes; in itself, which may come from the fork server."""
    serving.GROWTH_BYTES, serving.SETTLED_SECONDS = 5_000_000, 0.0
    prepare(word)


@pytest.fixture(params=[False, True], ids=["forked", "served"])
def small(request: pytest.FixtureRequest) -> Iterator[WorkerPool[str, str]]:
    over = threading.Event()
    if request.param:
        threading.Thread(target=over.wait).start()
    made = WorkerPool(lengths, narrow, ("ok ",), lost, 1)
    yield made
    made.close()
    over.set()


def test_a_worker_that_has_grown_gives_way_to_a_fresh_one(small: WorkerPool[str, str]) -> None:
    """It keeps what it was prepared with, and its place; here it grows by ten megabytes a list."""
    before, seen = small.pids(), []
    for n in range(4):
        assert small.run(["growing", f"{n}"]) == ["ok growing", f"ok {n}"]
        seen += small.run(["who"])
    assert small.pids() == before
    assert len(set(seen)) in (3, 4)
    assert {pid for pid in map(int, seen[:-1]) if lives(pid)} == set()


def test_a_worker_that_does_not_grow_stays(small: WorkerPool[str, str]) -> None:
    assert len({pid for _ in range(20) for pid in small.run(["who"])}) == 1


def unsettled(word: str) -> None:
    narrow(word)
    serving.SETTLED_SECONDS = 1000.0


def test_what_is_loaded_at_first_is_no_growth() -> None:
    """Models of a hundred megabytes: the next worker would load them again."""
    pool = WorkerPool(lengths, unsettled, ("ok ",), lost, 1)
    try:
        assert len({pid for _ in range(4) for pid in pool.run(["growing", "who"])}) == 1
    finally:
        pool.close()


def crowd(word: str) -> None:
    def full() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    narrow(word)
    os.fork = full  # of the worker, which calls this


def test_a_worker_does_its_lists_itself_where_no_process_is_left() -> None:
    pool = WorkerPool(lengths, crowd, ("ok ",), lost, 1)
    try:
        for _ in range(3):
            assert pool.run(["growing"]) == ["ok growing"]
            assert pool.run(["who"]) == [str(pid) for pid in pool.pids()]
    finally:
        pool.close()


class Panic(BaseException):
    """As native code raises it, with what it was reading."""


def panics(items: Sequence[str]) -> list[str]:
    raise Panic(f"at {items[0]}")


@pytest.mark.parametrize("initializer", [prepare, crowd])
def test_no_panic_of_native_code_reaches_the_terminal(
    initializer: Callable[[str], None], capfd: pytest.CaptureFixture[str]
) -> None:
    pool = WorkerPool(panics, initializer, ("ok ",), lost, 1)
    try:
        assert pool.run(["a secret"]) == ["lost a secret"]
    finally:
        pool.close()
    assert "".join(capfd.readouterr()) == ""


def test_a_worker_is_gone_when_the_pool_has_closed() -> None:
    """So is the process that does its lists: what it wrote after that would be left in a folder."""
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 1)
    [busy] = map(int, pool.run(["who"]))
    workers = [pid for one in pool.pids() for pid in family(one)]
    pool.close()
    assert busy in workers and len(workers) == 2
    assert [pid for pid in workers if lives(pid)] == []


PARENT = """
import sys, time
sys.path.insert(0, {root!r})
from tests.integration.test_pool import lengths, lost, prepare
from flows.release.workers.pool import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 2)
    pool.run(["a"])
    print("ready", flush=True)
    pool.run(["endless"])
"""


FIRST_PROCESS = """
import sys, threading, time
sys.path.insert(0, {root!r})
from adapters.machine.processes.hardening import adopt_orphans
from flows.release.workers.pool import WorkerPool
from tests.attacks.processes import family
from tests.integration.test_pool import lengths, lost, prepare
if __name__ == "__main__":
    adopt_orphans()
    for threaded in (False, True):
        if threaded:
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        for _ in range(3):
            pool = WorkerPool(lengths, prepare, ("ok ",), lost, 2)
            pool.run(["starting"])
            pool.run(["starting"])
            pool.close()
        print(len(family(os.getpid())) - 1)
"""


def test_nothing_is_left_to_the_first_process_of_a_container(tmp_path: Path) -> None:
    """It may wait for nobody: what has ended stays in its list. Only the fork server and its helper stay."""
    script = tmp_path / "first.py"
    script.write_text(f"import os\n{FIRST_PROCESS.format(root=str(ROOT))}")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.split() == ["0", "2"]


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(root=str(ROOT)))
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        workers = family(parent.pid)[1:]
        assert len(workers) >= 2
        parent.kill()
    require_gone(*workers)


def test_a_replacement_that_dies_at_birth_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Much to tell it, and it is killed before it listens: the supervisor goes on."""
    pool = WorkerPool(lengths, prepare, ("x" * 4_000_000,), lost, 1, 5.0, 20.0)
    results: list[list[str]] = []
    try:
        worker = threading.Thread(target=lambda: results.append(pool.run(["deadly"])))
        worker.start()
        deadline = time.monotonic() + PATIENCE
        while worker.is_alive() and time.monotonic() < deadline:
            for pid in pool.pids():
                end(pid)
            time.sleep(0.01)
        worker.join(1)
        assert results == [["lost deadly"]]
    finally:
        pool.close()


@contextmanager
def few_handles(n: int) -> Iterator[None]:
    """This process may open `n` more files."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    taken: list[int] = []
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(n):
            os.close(taken.pop())
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        for handle in taken:
            os.close(handle)


def test_a_pool_that_cannot_start_whole_leaves_no_worker() -> None:
    """Nobody would close it, and the interpreter would wait for its workers at its end."""
    before = set(family(os.getpid()))
    with few_handles(6), pytest.raises(OSError, match="Too many open files"):
        WorkerPool(lengths, prepare, ("ok ",), lost, 4).close()
    assert not [pid for pid in set(family(os.getpid())) - before if lives(pid)]


def test_a_pool_that_is_closed_at_work_ends_at_once_and_starts_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even to end it again: where a fork server must start first, that takes seconds."""
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 1)
    ended: list[type[BaseException]] = []
    started: list[object] = []
    monkeypatch.setattr(pool_module, "start_forked", lambda *work: started.append(work))

    def work() -> None:
        try:
            pool.run(["endless"])
        except PoolClosed as error:
            ended.append(type(error))

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.5)
    pool.close()
    thread.join(PATIENCE)
    assert ended == [PoolClosed]
    assert started == [] and pool.pids() == []


def test_a_worker_that_starts_while_ctrl_c_is_pressed_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its end the interpreter waits for every worker, and this one would wait for work."""
    real, children = pool_module._forked, set(family(os.getpid()))

    def pressed(*work: object) -> object:
        process = real(*work)  # type: ignore[arg-type]
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        return process

    monkeypatch.setattr(pool_module, "_forked", pressed)
    monkeypatch.setattr(pool_module, "forks", lambda: True)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            WorkerPool(lengths, prepare, ("ok ",), lost, 2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not [pid for pid in set(family(os.getpid())) - children if lives(pid)]


def test_nobody_waits_on_a_closed_handle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another file may have its number by then, and never say anything."""
    handles: list[int] = []
    heard = messages._exactly

    def late(source: socket.socket, length: int) -> bytes:
        try:
            return heard(source, length)
        finally:
            time.sleep(0.3)
            handles.append(source.fileno())

    monkeypatch.setattr(messages, "_exactly", late)
    pool = WorkerPool(lengths, prepare, ("ok ",), lost, 1)

    def ask() -> None:
        with suppress(PoolClosed):
            pool.run(["endless"])

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.5)
    pool.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert handles and -1 not in handles
