"""The worker with limits: results and faults come back, nothing else does."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.documents.faults import malformed
from adapters.documents.opening import sandbox
from adapters.documents.opening.sandbox import ATTEMPTS, Limits, run_limited
from adapters.machine.processes import shortages
from engine.errors import UnreadableError

SECRET = "Zyxwanda"


def double(number: int) -> int:
    return 2 * number


def big(n_bytes: int) -> bytes:
    return b"x" * n_bytes


def refuse() -> None:
    raise malformed("d9", "PDF", "something")


def crash() -> None:
    raise KeyError(SECRET)


def run_short(number: int) -> None:
    raise OSError(number, "short", SECRET)


def die() -> None:
    os.abort()


def eat() -> int:
    return len(bytearray(3 << 30))


def spin() -> None:
    while True:
        pass


def start_others() -> None:
    """Programs one after another, each far below the limit."""
    burn = "import time\nwhile time.process_time() < 0.4: pass"
    while True:
        subprocess.run([sys.executable, "-I", "-S", "-c", burn], check=True)


def sleep() -> None:
    time.sleep(1000)


def talk() -> int:
    os.write(2, SECRET.encode())
    print(SECRET, flush=True)
    return 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EMFILE])
def test_what_the_machine_lacks_is_no_fault_of_the_document(number: int) -> None:
    with pytest.raises(OSError) as raised:
        run_limited("d", run_short, number)
    assert raised.value.errno == number
    assert SECRET not in f"{raised.value} {raised.value.filename}"


@pytest.mark.parametrize("number", [errno.ENOMEM, errno.EIO, errno.ENOENT])
def test_other_errors_of_the_system_are_the_documents(number: int) -> None:
    with pytest.raises(UnreadableError, match="DOC011"):
        run_limited("d", run_short, number)


def test_results_come_back() -> None:
    assert run_limited("d", double, 21) == 42
    assert len(run_limited("d", big, 5_000_000)) == 5_000_000


def test_errors_of_the_readers_come_back() -> None:
    with pytest.raises(UnreadableError, match=r"DOC007.*d9"):
        run_limited("d", refuse)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (crash, "KeyError"),
        (die, "died"),
        (eat, "memory"),
        (spin, "processor time"),
        (start_others, "processor time"),
        (sleep, "nothing done"),
    ],
)
def test_a_worker_that_breaks_is_a_reason_without_text(function: object, reason: str) -> None:
    limits = Limits(memory_bytes=200 << 20, cpu_seconds=1, idle_seconds=1 if function is sleep else 45)
    with pytest.raises(UnreadableError, match="DOC011") as error:
        run_limited("d", function, limits=limits)  # type: ignore[arg-type]
    assert reason in str(error.value) and SECRET not in str(error.value)
    assert error.value.__cause__ is None


def killed_at_first(tries: str, times: int) -> int:
    with Path(tries).open("a") as written:
        written.write("x")
    if Path(tries).stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return 42


def most_workers(monkeypatch: pytest.MonkeyPatch, short: bool) -> int:
    """Workers at the most for one document, where the kernel does or does not say that memory is short."""
    counted = iter(range(100))
    monkeypatch.setattr(sandbox, "KILLS", ATTEMPTS + 2)
    for module in (shortages, sandbox):
        monkeypatch.setattr(module, "memory_kills", lambda: next(counted) if short else 0)
    return ATTEMPTS if short else ATTEMPTS + 2


@pytest.mark.parametrize("short", [False, True], ids=["somebody", "memory"])
def test_a_worker_that_somebody_killed_is_tried_again_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short: bool
) -> None:
    """Where the kernel says that it ended something because memory was short, three times are enough."""
    most = most_workers(monkeypatch, short)
    assert run_limited("d", killed_at_first, str(tmp_path / "some"), most - 1) == 42
    with pytest.raises(UnreadableError, match=r"DOC011.*a worker that died"):
        run_limited("d", killed_at_first, str(tmp_path / "all"), most)
    assert (tmp_path / "all").read_text() == "x" * most


def test_workers_say_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_limited("d", talk) == 1
    captured = capfd.readouterr()
    assert SECRET not in captured.out + captured.err


def work(seconds: float) -> float:
    began = time.process_time()
    while time.process_time() - began < seconds:
        sum(range(10_000))
    return seconds


def test_the_clock_does_not_end_a_worker_that_works() -> None:
    """A busy machine gives it little: what counts is that it does something, however long that takes."""
    assert run_limited("d", work, 1.0, limits=Limits(cpu_seconds=60, idle_seconds=0.2)) == 1.0


def wait_for_another(seconds: float) -> float:
    done = subprocess.run([sys.executable, "-c", BUSY.format(seconds)], check=False)
    return float(done.returncode)


BUSY = "import time\nwhile time.process_time() < {}: sum(range(10_000))"


def test_what_a_worker_started_counts_as_its_work() -> None:
    assert run_limited("d", wait_for_another, 1.0, limits=Limits(cpu_seconds=60, idle_seconds=0.2)) == 0.0


def test_a_large_file_may_take_more_time() -> None:
    limits = Limits(cpu_seconds=180)
    assert limits.for_file(0) == limits
    assert limits.for_file(64 << 20) == replace(limits, cpu_seconds=65 * 180)
