"""A worker process with limits: a file made to break its reader breaks only that."""

from __future__ import annotations

import errno
import faulthandler
import math
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from adapters.documents.faults import unreadable
from adapters.documents.opening.large_pages import before_fork
from adapters.documents.settings import MEBIBYTE
from adapters.machine.processes.hardening import die_with, harden_process
from adapters.machine.processes.shortages import is_shortage, shortage
from adapters.machine.processes.standstill import Standstill, processor_seconds
from engine.errors import SafereleaseError

Result = TypeVar("Result")
_TOO_LONG = "too much processor time"
_LOOK_SECONDS = 5.0
ATTEMPTS = 3
"""Workers at the most for one document, when each was killed from outside."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a worker may use.

    Parameters
    ----------
    memory_bytes : int
        Address space beyond what the process has when it starts.
    cpu_seconds : int
        Processor time, of it and what it starts together: a reader may start a program for each picture.
    idle_seconds : float
        Time on the clock in which it and what it started do next to nothing.
    """

    memory_bytes: int = 1536 * MEBIBYTE
    cpu_seconds: int = 180
    idle_seconds: float = 180.0

    def for_file(self, n_bytes: int) -> Limits:
        """The same, with the processor time once more for every MiB of a file."""
        return replace(self, cpu_seconds=math.ceil(self.cpu_seconds * (1 + n_bytes / MEBIBYTE)))


DEFAULT_LIMITS = Limits()


def run_limited(
    document_id: str, function: Callable[..., Result], *arguments: Any, limits: Limits = DEFAULT_LIMITS
) -> Result:
    """Call `function` in a process of its own, within limits.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    function : callable
        A function of a module, with arguments and a result that can be pickled.
    limits : Limits
        Memory and time.

    Returns
    -------
    object
        What the function returns.

    Raises
    ------
    UnreadableError
        DOC011, if the worker ran out of time or memory, or died.
    SafereleaseError
        Whatever of this kind the function raises; any other error is DOC011
        too, without its text.
    OSError
        The machine lacks room on a disk or handles; no fault of the document.

    Notes
    -----
    A worker that somebody else killed (the system, short of memory) says nothing of the document: it is
    tried again, `ATTEMPTS` times in all.
    """
    for _ in range(ATTEMPTS):
        outcome, exit_code = _tried(function, arguments, limits)
        if outcome is not None or exit_code != -signal.SIGKILL:
            break
    if outcome is None:
        raise exhausted(document_id, _reason(exit_code))
    kind, value = outcome
    if kind == "error":
        raise value
    if kind == "fault":
        raise exhausted(document_id, value)
    if kind == "shortage":
        raise shortage(value)
    result: Result = value
    return result


def _tried(
    function: Callable[..., Any], arguments: tuple[Any, ...], limits: Limits
) -> tuple[tuple[str, Any] | None, int | None]:
    """What a worker said, None when it said nothing, and how it ended."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_work, args=(sender, os.getpid(), function, arguments, limits), daemon=True
    )
    before_fork()
    process.start()
    sender.close()
    try:
        outcome = _received(receiver, process.pid or 0, limits)
    finally:
        _end(process)
        receiver.close()
    return outcome, process.exitcode


def exhausted(document_id: str, reason: str) -> SafereleaseError:
    """DOC011: reading it took more than a worker may use, or broke the worker."""
    advice = "Have the file checked; raise the limits if it is only large."
    return unreadable(
        "DOC011",
        document_id,
        "must be read within the time and memory that the policy allows",
        reason,
        advice,
    )


def _received(receiver: Connection, pid: int, limits: Limits) -> tuple[str, Any] | None:
    """What the worker says; the system limits each process alone, so together they are watched here."""
    standstill = Standstill(pid, limits.idle_seconds)
    while not receiver.poll(min(limits.idle_seconds, limits.cpu_seconds, _LOOK_SECONDS)):
        if processor_seconds(pid) > limits.cpu_seconds:
            return ("fault", _TOO_LONG)
        if standstill.lasts():
            return ("fault", f"nothing done for {limits.idle_seconds:g} seconds")
    try:
        outcome: tuple[str, Any] = receiver.recv()
    except EOFError:
        return None
    return outcome


def _end(process: Any) -> None:
    if process.is_alive():
        process.join(0.5)
    if process.is_alive():
        process.kill()
    process.join()


def _reason(exit_code: int | None) -> str:
    if exit_code == -signal.SIGXCPU:
        return _TOO_LONG
    return "a worker that died" if exit_code else "no result"


def _work(
    sender: Connection,
    parent: int,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    limits: Limits,
) -> None:
    """In the worker: take the limits, call, send what came of it."""
    harden_process()
    die_with(parent)
    _silence()
    _limit(limits)
    try:
        sender.send(("result", function(*arguments)))
    except SafereleaseError as error:
        sender.send(("error", error))
    except MemoryError:
        sender.send(("fault", "too much memory"))
    except OSError as error:
        sender.send(_told(error))
    except BaseException as error:  # noqa: BLE001 - nothing a reader raises may pass, nor its text
        sender.send(("fault", f"a fault of its reader ({type(error).__name__})"))
    finally:
        sender.close()


def _told(error: OSError) -> tuple[str, object]:
    """Too little memory is the worker's own limit; anything else that is short is so for every document."""
    if error.errno == errno.ENOMEM:
        return "fault", "too much memory"
    if is_shortage(error):
        return "shortage", error.errno
    return "fault", f"a fault of its reader ({type(error).__name__})"


def _silence() -> None:
    """A crash in native code must not print what it was reading."""
    faulthandler.disable()
    nowhere = Path(os.devnull).open("w")  # noqa: SIM115 - open as long as the process lives
    os.dup2(nowhere.fileno(), 1)
    os.dup2(nowhere.fileno(), 2)
    sys.stdout = sys.stderr = nowhere


def _limit(limits: Limits) -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    used = pages * resource.getpagesize()
    memory = used + limits.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 1))
