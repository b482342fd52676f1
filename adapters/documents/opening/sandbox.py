"""A worker process with limits: a file made to break its reader breaks only that."""

from __future__ import annotations

import errno
import faulthandler
import math
import multiprocessing
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from adapters.documents.faults import unreadable
from adapters.documents.opening.large_pages import before_fork
from adapters.documents.settings import MEBIBYTE
from adapters.machine.processes.hardening import die_with, harden_process
from adapters.machine.processes.shortages import (
    KILLS,
    ended_by_others,
    is_shortage,
    memory_kills,
    shortage,
)
from adapters.machine.processes.standstill import Standstill, processor_seconds
from engine.errors import SafereleaseError

Result = TypeVar("Result")
_TOO_LONG = "too much processor time"
_LOOK_SECONDS = 5.0
PLAIN_TEXT = frozenset(
    {".txt", ".text", ".log", ".md", ".markdown", ".csv", ".tsv", ".json", ".jsonl", ".ndjson"}
)
"""Suffixes of files whose readers nothing in a file can bring down: they are read here, if small."""
SMALL_BYTES = 1 << 18
ATTEMPTS = 3
"""Workers at the most for one document, when the system ended each because memory was short."""


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


class LimitedProcess:
    """A process of its own for one document: what is made there first stays there, and can be asked again.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    limits : Limits
        Memory and time, over all that it is asked.
    beside : sequence of int
        Processes whose work counts as its own where it seems to do nothing: it may wait for them.
    """

    def __init__(self, document_id: str, limits: Limits = DEFAULT_LIMITS, beside: Sequence[int] = ()) -> None:
        self._document_id, self._limits, self._beside = document_id, limits, beside
        self._pipe, self._theirs = multiprocessing.Pipe()
        self._process: Any = None
        self.pid = 0

    def start(self, function: Callable[..., tuple[Any, Result]], *arguments: Any) -> Result:
        """Call `function` there: the first of what it returns is kept there, the second is returned.

        Raises
        ------
        UnreadableError
            DOC011, if the process ran out of time or memory, or died.
        SafereleaseError
            Whatever of this kind the function raises; any other error is DOC011 too, without its text.
        OSError
            The machine lacks room on a disk or handles; no fault of the document.
        """
        self._begin(function, arguments)
        return self._answer()  # type: ignore[no-any-return]

    def ask(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a module's function there, what is kept there as its first argument; errors as `start`."""
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: how it ended says why
            self._pipe.send((function, arguments))
        return self._answer()  # type: ignore[no-any-return]

    def end(self) -> None:
        """End the process, whatever it does."""
        self._pipe.close()
        self._theirs.close()
        self._ended()

    def _begin(self, function: Callable[..., tuple[Any, Any]], arguments: tuple[Any, ...]) -> None:
        given = (self._theirs, self._pipe, os.getpid(), function, arguments, self._limits)
        before_fork()
        self._process = multiprocessing.get_context("fork").Process(target=_work, args=given, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0
        self._theirs.close()

    def _ended(self) -> int | None:
        """The exit code, once it has ended."""
        if self._process is not None:
            _end(self._process)
        return self._process.exitcode if self._process is not None else None

    def _loaded(self, answer: bytes) -> Any:
        return pickle.loads(answer)  # noqa: S301  from our own child

    def _answer(self) -> Any:
        answer = _received(self._pipe, (self.pid, *self._beside), self._limits)
        if answer is None:
            raise DiedError(self._ended())
        kind, value = answer if isinstance(answer, tuple) else self._loaded(answer)
        if kind == "error":
            raise value
        if kind == "fault":
            raise exhausted(self._document_id, value)
        if kind == "shortage":
            raise shortage(value)
        return value


class DiedError(Exception):
    """The process of a document ended without an answer.

    Parameters
    ----------
    exit_code : int or None
        Of the process; None where another process started it.
    """

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code

    @property
    def reason(self) -> str:
        """Why, in words."""
        if self.exit_code == -signal.SIGXCPU:
            return _TOO_LONG
        return "no result" if self.exit_code == 0 else "a worker that died"


def in_process(
    document_id: str, use: Callable[[LimitedProcess], Result], make: Callable[[], LimitedProcess]
) -> Result:
    """What `use` makes of a process for one document, which has ended afterwards.

    Notes
    -----
    A process that somebody else killed says nothing of the document: all of it is tried again, up to `KILLS`
    times; `ATTEMPTS` times where it may have been the system, short of memory.
    """
    left = {True: KILLS, False: ATTEMPTS}
    while True:
        before, process = memory_kills(), make()
        try:
            return use(process)
        except DiedError as died:
            by_others = ended_by_others(died.exit_code, before)
            left[by_others] -= 1
            if died.exit_code != -signal.SIGKILL or not left[by_others]:
                raise exhausted(document_id, died.reason) from None
        finally:
            process.end()


def run_limited(
    document_id: str,
    function: Callable[..., Result],
    *arguments: Any,
    limits: Limits = DEFAULT_LIMITS,
    beside: Sequence[int] = (),
) -> Result:
    """Call `function` in a process of its own, within limits.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    function : callable
        Its result can be pickled.
    limits : Limits
        Memory and time.
    beside : sequence of int
        As of `LimitedProcess`.

    Returns
    -------
    object
        What the function returns.

    Raises
    ------
    UnreadableError, SafereleaseError, OSError
        As `LimitedProcess.start`.
    """
    return in_process(  # type: ignore[no-any-return]
        document_id,
        lambda process: process.start(_alone, function, arguments),
        lambda: LimitedProcess(document_id, limits, beside),
    )


def _alone(function: Callable[..., Result], arguments: tuple[Any, ...]) -> tuple[None, Result]:
    """Nothing is kept."""
    return None, function(*arguments)


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


def _received(pipe: Connection, pids: tuple[int, ...], limits: Limits) -> bytes | tuple[str, Any] | None:
    """What the process says; the system limits each alone, so together they are watched here."""
    standstill = Standstill(*pids, seconds=limits.idle_seconds)
    while not pipe.poll(min(limits.idle_seconds, limits.cpu_seconds, _LOOK_SECONDS)):
        if processor_seconds(pids[0]) > limits.cpu_seconds:
            return ("fault", _TOO_LONG)
        if standstill.lasts():
            return ("fault", f"nothing done for {limits.idle_seconds:g} seconds")
    try:
        return pipe.recv_bytes()
    except (EOFError, ConnectionResetError):
        return None


def _end(process: Any) -> None:
    if process.is_alive():
        process.join(0.5)
    if process.is_alive():
        process.kill()
    process.join()


def _work(
    pipe: Connection,
    theirs: Connection,
    parent: int,
    function: Callable[..., tuple[Any, Any]],
    arguments: tuple[Any, ...],
    limits: Limits,
) -> None:
    """In a process that was forked for one document."""
    theirs.close()
    harden_process()
    die_with(parent)
    serve(pipe, function, arguments, limits)


def serve(
    pipe: Connection, function: Callable[..., tuple[Any, Any]], arguments: tuple[Any, ...], limits: Limits
) -> None:
    """In the process: take the limits, call, send what came of it; then whatever else is asked."""
    _silence()
    _limit(limits)
    kept: list[Any] = []

    def first() -> Any:
        made, answer = function(*arguments)
        kept.append(made)
        return answer

    said = _said(first)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # nothing more is asked
        while True:
            pipe.send_bytes(said)
            asked, given = pipe.recv()
            said = _said(partial(asked, kept[0], *given))
    pipe.close()


def _said(call: Callable[[], Any]) -> bytes:
    """What came of a call, as it is sent."""
    try:
        return pickle.dumps(("result", call()))
    except SafereleaseError as error:
        said: tuple[str, Any] = "error", error
    except MemoryError:
        said = "fault", "too much memory"
    except OSError as error:
        said = _told(error)
    except DiedError as error:
        said = "fault", error.reason
    except BaseException as error:  # noqa: BLE001 - nothing a reader raises may pass, nor its text
        said = "fault", f"a fault of its reader ({type(error).__name__})"
    return pickle.dumps(said)


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
