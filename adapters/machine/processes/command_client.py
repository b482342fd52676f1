"""A command is handed to the warm process of a running service, as Mercurial's chg does.

The service has imported already what a command needs. Its process forks for the command and takes on all
that belongs to it: arguments, environment, current folder, mask, limits, standard input and outputs. Where
nobody takes it, the command goes on by itself, and nobody is told.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from adapters.machine.locations import home
from adapters.machine.processes.command_channel import (
    POINTER,
    SECONDS,
    Message,
    installation,
    peer,
    receive,
    require_own,
    send,
)

HANDED_OVER = (("run",), ("inspect",), ("policy", "check"))
"""Commands whose start is most of their time; they ask nothing but a passphrase."""
LIMITS = tuple(sorted(name for name in dir(resource) if name.startswith("RLIMIT_") and name != "RLIMIT_CORE"))
_STREAMS = (0, 1, 2)
_MEMORY = (resource.RLIMIT_AS, resource.RLIMIT_DATA)
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP)


class CommandLostError(Exception):
    """The process that carried a command out ended without a word of its result."""


def handed_over(arguments: Sequence[str]) -> int | None:
    """Have a command carried out by the warm process of a running service of this installation.

    Returns
    -------
    int or None
        Its exit code; None: nobody took it, and nothing of it was begun.

    Raises
    ------
    CommandLostError
        It was begun, and its process ended without a result.
    """
    if not _is_for_others(arguments):
        return None
    try:
        connection = _connected()
    except (OSError, ValueError, KeyError, TypeError):
        return None
    with closing(connection):
        try:
            send(connection, _request(arguments))
            pid = int(receive(connection)[0]["ready"])
            process = os.pidfd_open(pid)
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            return None
        try:
            return _followed(connection, pid, process)
        finally:
            os.close(process)


def _is_for_others(arguments: Sequence[str]) -> bool:
    """Whether the command may be carried out elsewhere without anybody seeing a difference."""
    if sys.platform != "linux" or not any(tuple(arguments[: len(one)]) == one for one in HANDED_OVER):
        return False
    try:
        for stream in _STREAMS:
            os.fstat(stream)
    except OSError:
        return False
    if any(resource.getrlimit(limit)[0] != resource.RLIM_INFINITY for limit in _MEMORY):
        return False  # the warm process holds more than a command by itself
    return os.isatty(2) or not os.isatty(0)  # a passphrase is asked for on the error stream there


def _connected() -> socket.socket:
    """The socket of the warm process: in our own closed folder, and held by a process of ours."""
    pointer = home() / POINTER
    require_own(pointer, stat.S_IFREG, 0o600)
    path = Path(json.loads(pointer.read_bytes())["socket"])
    require_own(path.parent, stat.S_IFDIR, 0o700)
    require_own(path, stat.S_IFSOCK, 0o600)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(SECONDS)
        connection.connect(str(path))
        if peer(connection) != os.geteuid():
            raise PermissionError
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _files() -> Iterator[list[int]]:
    """Standard streams, current folder, and a pipe whose other end nobody but this process holds.

    It closes when this process ends, however.
    """
    here = os.open(".", os.O_PATH)
    theirs, ours = os.pipe()
    try:
        yield [*_STREAMS, here, theirs]
    finally:
        for handle in (here, theirs, ours):
            os.close(handle)


def _request(arguments: Sequence[str]) -> Message:
    mask = os.umask(0o077)
    os.umask(mask)
    return {
        "installation": installation(),
        "arguments": list(arguments),
        "environment": dict(os.environ),
        "mask": mask,
        "limits": {name: resource.getrlimit(getattr(resource, name)) for name in LIMITS},
        "nice": os.getpriority(os.PRIO_PROCESS, 0),
        "processors": sorted(os.sched_getaffinity(0)),
        "streams": [_form(stream) for stream in (sys.stdin, sys.stdout, sys.stderr)],
    }


def _form(stream: object) -> Message:
    """How text becomes bytes in a standard stream."""
    return {"encoding": getattr(stream, "encoding", "utf-8"), "errors": getattr(stream, "errors", "strict")}


def _followed(connection: socket.socket, pid: int, process: int) -> int:
    """Let the command begin, pass signals on to it, and wait for its exit code."""
    passed: list[int] = []

    def pass_on(number: int, frame: object) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, 0 if number == signal.SIGTSTP else number)
            if number == signal.SIGTSTP:
                _pause(pid)
            else:
                passed.append(number)

    with _handled(pass_on), _files() as files:
        try:
            connection.settimeout(None)
            send(
                connection, {"go": True}, files
            )  # now that somebody takes them: who does not would keep them
            return int(receive(connection)[0]["code"])
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            pass
    if passed:  # it ended by the signal, and so does this process
        signal.signal(passed[-1], signal.SIG_DFL)
        os.kill(os.getpid(), passed[-1])
    raise CommandLostError


def _pause(pid: int) -> None:
    """Stop the command, its workers and this process, as Ctrl-Z does, until somebody lets it go on."""
    os.killpg(pid, signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGSTOP)
    os.killpg(pid, signal.SIGCONT)


@contextmanager
def _handled(pass_on: signal._HANDLER) -> Iterator[None]:
    """Signals that this process does not ignore are for the command."""
    before = {number: signal.getsignal(number) for number in _PASSED_ON}
    heard = [number for number, handler in before.items() if handler != signal.SIG_IGN]
    for number in heard:
        signal.signal(number, pass_on)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
