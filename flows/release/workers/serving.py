"""The worker's side of the pool: take lists, give results, and begin afresh before memory grows too far."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from adapters.documents.settings import MEBIBYTE
from adapters.machine.processes.apart import disturbed, undisturbed
from adapters.machine.processes.hardening import adopt_orphans, die_with, harden_process
from adapters.machine.processes.shortages import KILLED
from flows.release.workers.deadline import OVERDUE, end_if_overdue
from flows.release.workers.messages import BEAT, ERROR, RESULT, receive, send

BEAT_SECONDS = 5.0
GROWTH_BYTES = 64 * MEBIBYTE
"""Words that a worker remembers and automata of its patterns grow by some 7 kB a note, without an end."""
SETTLED_SECONDS = 4.0
"""Processor time until what is loaded on first use is there: models of 180 MB, that each would load anew."""
_END_SECONDS = 1.0
_DONE, _FAILED, _GROWN = 0, 1, 76
_TOLD = {OVERDUE: OVERDUE, -signal.SIGKILL: KILLED, -signal.SIGTERM: KILLED}
"""What the supervisor is told of how lists ended; all else is the fault of what was read."""


def serve(ours: socket.socket, parent: int | None = None, work: Any = None) -> None:
    """Do lists of work until the supervisor is gone.

    Parameters
    ----------
    ours : socket
        Lists come from it, and results go to it.
    parent : int or None
        The process that started this one: the fork server, where None, which ends with the supervisor.
    work : tuple or None
        Function, initializer and its arguments; None when they are the first message.

    Notes
    -----
    This process prepares itself and forks another, which does the lists. That one ends between two lists
    when its memory has grown by `GROWTH_BYTES` since it settled, and the next is as fresh as it was.
    """
    _begin(os.getppid() if parent is None else parent)
    ours.settimeout(None)
    try:
        function, initializer, arguments = work or _told(ours)
    except (OSError, EOFError):
        return
    _give_signs(ours)
    initializer(*arguments)
    _give_no_signs()
    adopt_orphans()
    code = _GROWN
    while code == _GROWN:
        code = _generation(ours, function)
    if code != _DONE:
        os._exit(_TOLD.get(code, _FAILED))


def _begin(parent: int) -> None:
    harden_process()
    die_with(parent)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor decides
    disturbed()


def _told(ours: socket.socket) -> Any:
    """Work, and the environment of today: that of the fork server is as old as itself."""
    environment, work = pickle.loads(receive(ours)[1])  # noqa: S301  from our own parent
    os.environ.clear()
    os.environ.update(environment)
    return work


def _generation(ours: socket.socket, function: Any) -> int:
    """Exit code of a process forked from this one, which does the lists; of a signal, its negative."""
    keeper = os.getpid()
    with undisturbed():
        try:
            child = os.fork()
        except OSError:
            child = -1
        if child == 0:
            code = _FAILED
            try:
                _begin(keeper)
                code = _work(ours, function)
            finally:
                os._exit(code)
        if child > 0:
            signal.signal(signal.SIGTERM, lambda number, frame: _end(child))
    if child < 0:  # no process is left: better to grow than to end
        return _work(ours, function)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    with undisturbed():  # its number may be another's from here on
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _, status = os.waitpid(child, 0)
        _reap(_END_SECONDS)
    return os.waitstatus_to_exitcode(status)


def _end(child: int) -> None:
    """End this process when the one that does the lists has ended, and what that one started."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _reap(_END_SECONDS)
    os._exit(KILLED)


def _reap(seconds: float) -> None:
    """Wait for all that was started below this process: nobody else would take note of its end."""
    ends = time.monotonic() + seconds
    with suppress(ChildProcessError):
        while time.monotonic() < ends:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.005)


def _work(ours: socket.socket, function: Any) -> int:
    """Do lists until the supervisor is gone, or until memory has grown."""
    try:
        return _lists(ours, function)
    except BaseException:  # noqa: BLE001  not even a traceback leaves: it may hold text
        return _FAILED


def _lists(ours: socket.socket, function: Any) -> int:
    settled = 0
    _give_signs(ours)
    while True:
        try:
            _, content = receive(ours)
            items = pickle.loads(content)  # noqa: S301  from our own parent
        except (OSError, EOFError):
            return _DONE
        kind, answer = _answer(function, items)
        _give_no_signs()  # one in the middle of an answer would tear it
        send(ours, kind, answer)
        resident = _resident_bytes()
        if not settled or time.process_time() < SETTLED_SECONDS:
            settled = resident
        elif resident > settled + GROWTH_BYTES:
            return _GROWN
        _give_signs(ours)


def _answer(function: Any, items: Any) -> tuple[int, bytes]:
    try:
        return RESULT, pickle.dumps(function(items))
    except Exception as error:  # noqa: BLE001  raised again by the supervisor
        try:
            found = pickle.dumps(error)
            pickle.loads(found)  # noqa: S301  made a line above
        except Exception:  # noqa: BLE001  some exceptions cannot be rebuilt
            found = pickle.dumps(RuntimeError(type(error).__name__))
        return ERROR, found


def _give_signs(ours: socket.socket) -> None:
    """Every few seconds, between two steps of the interpreter: no thread, so forking stays safe."""

    def beat(number: int, frame: object) -> None:
        end_if_overdue()
        try:
            send(ours, BEAT, b"")
        except OSError:
            os._exit(1)  # nobody listens any more

    signal.signal(signal.SIGALRM, beat)
    signal.siginterrupt(signal.SIGALRM, False)
    signal.setitimer(signal.ITIMER_REAL, BEAT_SECONDS, BEAT_SECONDS)


def _give_no_signs() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _resident_bytes() -> int:
    """Memory of this process without files."""
    _, resident, of_files, *_ = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return (int(resident) - int(of_files)) * resource.getpagesize()
