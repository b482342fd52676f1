"""The process that has imported everything forks one for each command that is handed to it.

What it forks takes on all that belongs to the command, and ends with the process that gave it. It does not
end with this one: a service that is stopped leaves commands at work alone.
"""

from __future__ import annotations

import fcntl
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import home
from adapters.machine.processes.command_channel import (
    POINTER,
    SECONDS,
    Message,
    peer,
    receive,
    send,
)
from adapters.machine.processes.ending import exit_code
from adapters.machine.processes.hardening import harden_process
from adapters.machine.processes.stopping import heed_stop

_WAITING = 64
_F_SETSIG = 10


@dataclass(frozen=True)
class Warm:
    """What is ready for commands.

    Parameters
    ----------
    installation : dict
        Of this process, as it was before anything was loaded.
    carry_out : callable
        Carries out a command, given its arguments, and ends as programs do.
    is_fresh : callable
        Whether what this process has read is still what lies on the disk.
    """

    installation: Message
    carry_out: Callable[[list[str]], None]
    is_fresh: Callable[[], bool]


def serve_commands(folder: Path, warm: Warm) -> None:
    """Take commands over a socket in `folder`, new and closed to other users, until this process ends."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(folder / "commands.sock"))
    (folder / "commands.sock").chmod(0o600)
    listening.listen(_WAITING)
    signal.signal(signal.SIGCHLD, _reap)
    signal.signal(signal.SIGTERM, _end)
    write_atomically(home() / POINTER, canonical_json({"socket": str(folder / "commands.sock")}), mode=0o600)
    try:
        while True:
            _take(listening, warm)
    finally:
        (home() / POINTER).unlink(missing_ok=True)


def _take(listening: socket.socket, warm: Warm) -> None:
    """One command; what cannot be taken goes on by itself."""
    connection, _ = listening.accept()
    with connection, suppress(OSError):
        if peer(connection) == os.geteuid() and os.fork() == 0:
            listening.close()
            _become(connection, warm)


def _end(number: int, frame: object) -> None:
    sys.exit(0)


def _reap(number: int, frame: object) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _become(connection: socket.socket, warm: Warm) -> NoReturn:
    """In the forked process: be the command, if this is the place for it."""
    try:
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        connection.settimeout(SECONDS)
        request, _ = receive(connection)
        if request["installation"] != warm.installation or not warm.is_fresh():
            os._exit(0)
        _take_on_terms(request)
        send(connection, {"ready": os.getpid()})
        _take_on_files(request, receive(connection)[1])
    except BaseException:  # noqa: BLE001  the command goes on by itself
        os._exit(0)
    connection.settimeout(None)
    leave = partial(_tell_and_leave, connection)
    leave(exit_code(partial(warm.carry_out, request["arguments"]), leave))


def _tell_and_leave(connection: socket.socket, code: int) -> NoReturn:
    with suppress(OSError):
        send(connection, {"code": code})
    os._exit(code)


def _take_on_terms(request: Message) -> None:
    """Limits, environment, arguments of the command."""
    os.setpgid(0, 0)
    for name, limit in request["limits"].items():
        resource.setrlimit(getattr(resource, name), limit)
    os.setpriority(os.PRIO_PROCESS, 0, request["nice"])
    os.sched_setaffinity(0, request["processors"])
    os.umask(request["mask"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    harden_process()
    sys.argv = ["saferelease", *request["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    heed_stop()


def _take_on_files(request: Message, handles: list[int]) -> None:
    """Its standard input and outputs, its folder, and the pipe that closes when its giver ends."""
    *streams, folder, life = handles
    end_with(life)
    os.fchdir(folder)
    os.close(folder)
    for number, handle in enumerate(streams):
        os.dup2(handle, number)
        os.close(handle)
    sys.stdin, sys.stdout, sys.stderr = map(_stream, range(3), request["streams"])


def end_with(life: int) -> None:
    """Have the system kill this process when the other end of the pipe `life` is closed.

    Neither a thread, which would forbid to fork, nor a handler, which compiled code keeps waiting.
    """
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, _F_SETSIG, int(signal.SIGKILL))
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([life], [], [], 0)[0]:  # it was closed before the lines above
        os._exit(0)


def _stream(number: int, form: Message) -> Any:
    """A standard stream as Python opens it."""
    mode = "r" if number == 0 else "w"
    lines = number == 2 or os.isatty(number)
    stream: Any = open(number, mode, closefd=False, **form)  # noqa: SIM115  it stays open
    stream.reconfigure(line_buffering=lines)
    return stream
