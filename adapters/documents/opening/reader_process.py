"""Readers of files in processes that have seen nothing else: no key, no model, no other document.

Each is forked, for one document, from a small server that has the readers of formats loaded and has opened
no file. Forking it costs a fifth of forking a worker, which holds the models. What it answers is taken apart
as data: of a document's types and errors alone, so that a reader which was taken over runs nothing here.
"""

from __future__ import annotations

import codecs
import errno
import gc
import io
import json
import os
import pickle
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from adapters.documents.opening import opened as opened  # what the processes call
from adapters.documents.opening.sandbox import LimitedProcess, Limits, exhausted, in_process, serve
from adapters.documents.registry import import_format
from adapters.machine.processes.children import clean_environment, start_child
from adapters.machine.processes.hardening import die_with
from engine import errors, text

_ALLOWED = {
    (kind.__module__, kind.__name__): kind
    for kind in (
        text.CellPlace,
        text.Document,
        text.Part,
        text.PictureFacts,
        text.RawText,
        text.SensitiveText,
        errors.Fault,
        errors.InvalidError,
        errors.RefusedError,
        errors.SafereleaseError,
        errors.UnreadableError,
    )
}
Result = TypeVar("Result")
_LONGEST = 2048
"""Bytes of a message to the server; a file's suffix has 255 at the most."""
_TRIES = 3
_VARIABLES = ("PATH", "HOME", "LANG", "LC_", "TMPDIR", "TZ", "LD_LIBRARY_PATH", "OMP_", "SOURCE_DATE_EPOCH")
"""How variables begin that readers get: others may hold passwords of stores, databases and keys."""
_CODECS = ("cp437", "utf-8-sig", "utf-16-le", "latin-1")
"""What readers of files decode by; loaded once, as the formats are."""


class ReaderProcess(LimitedProcess):
    """A process for one document that knows nothing but the readers of formats; else as `LimitedProcess`.

    Parameters
    ----------
    document_id, limits
        As of `LimitedProcess`.
    suffix : str
        Of the file: its reader is loaded once, in the server.
    """

    def __init__(self, document_id: str, limits: Limits, suffix: str) -> None:
        super().__init__(document_id, limits)
        self._suffix = suffix

    def _begin(self, function: Callable[..., tuple[Any, Any]], arguments: tuple[Any, ...]) -> None:
        self.pid = _forked(self._theirs, self._suffix)
        self._theirs.close()
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: how it ended says why
            self._pipe.send((function, arguments, self._limits))

    def _ended(self) -> int | None:
        """The exit code, once it has ended; None before it began, and in a later fork of this process."""
        server = _servers.get(os.getpid())
        if not self.pid or server is None:
            return None
        pid, self.pid = self.pid, 0
        try:
            return server.ended(pid)
        except (OSError, EOFError):  # the server was killed, and its children with it
            close_server()
            return -signal.SIGKILL

    def _loaded(self, answer: bytes) -> Any:
        try:
            return _Loader(io.BytesIO(answer)).load()
        except Exception:  # noqa: BLE001 - whatever a reader that was taken over makes of it
            raise exhausted(self._document_id, "an answer that no reader gives") from None


def read_apart(
    document_id: str,
    suffix: str,
    function: Callable[..., tuple[None, Result]],
    *arguments: Any,
    limits: Limits,
) -> Result:
    """What `function` answers in a reader process, which ends then; errors as `LimitedProcess.start`."""
    return in_process(
        document_id,
        lambda process: process.start(function, *arguments),
        lambda: ReaderProcess(document_id, limits, suffix),
    )


class _Loader(pickle.Unpickler):
    """Takes the answers of readers apart."""

    def find_class(self, module: str, name: str) -> Any:
        """Only what a document and its errors are made of."""
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError
        return _ALLOWED[module, name]


class _Server:
    """The server of this process, as this process sees it."""

    def __init__(self) -> None:
        self._in_use = threading.Lock()
        self._socket, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        with theirs:
            told, handles = {"socket": theirs.fileno()}, (theirs.fileno(),)
            given = {
                name: value for name, value in clean_environment().items() if name.startswith(_VARIABLES)
            }
            self._process = start_child(__name__, told, Path("/"), handles=handles, environment=given)

    def fork(self, theirs: Connection, suffix: str) -> int:
        """Number of a new process that has `theirs`."""
        with self._in_use:
            socket.send_fds(self._socket, [f"fork {suffix}".encode()], [theirs.fileno()])
            return self._said()

    def ended(self, pid: int) -> int:
        """How a process ended; it is killed if it has not."""
        with self._in_use:
            self._socket.send(f"end {pid}".encode())
            return self._said()

    def close(self) -> None:
        """End it, and whatever it forked."""
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def _said(self) -> int:
        said = self._socket.recv(_LONGEST)
        if not said:
            raise EOFError
        return int(said)


_servers: dict[int, _Server] = {}
"""Of this process; a fork of it starts its own."""


def close_server() -> None:
    """End the server of this process, if it runs; the next document starts one."""
    server = _servers.pop(os.getpid(), None)
    if server is not None:
        server.close()


os.register_at_fork(after_in_child=_servers.clear)


def _forked(theirs: Connection, suffix: str) -> int:
    """As `_Server.fork`, by a new server where something ended the last one."""
    me = os.getpid()
    for _ in range(_TRIES):
        if me not in _servers:
            _servers[me] = _Server()
        try:
            return _servers[me].fork(theirs, suffix)
        except (ConnectionError, EOFError):
            close_server()
    raise OSError(errno.ECONNREFUSED, "the server of readers ends")


def _serve(ours: socket.socket) -> None:
    """In the server: fork and end processes as told, until the worker is gone."""
    for codec in _CODECS:
        codecs.lookup(codec)
    gc.freeze()
    while True:
        message, handles, _, _ = socket.recv_fds(ours, _LONGEST, 1)
        word, _, what = message.decode().partition(" ")
        if word == "fork":
            answer = _fork(ours, handles[0], what)
        elif word == "end":
            answer = _end(int(what))
        else:
            return
        ours.send(str(answer).encode())


def _fork(ours: socket.socket, handle: int, suffix: str) -> int:
    with suppress(Exception):  # the reader tells what is missing
        import_format(suffix)
    me = os.getpid()
    pid = os.fork()
    if pid:
        os.close(handle)
        return pid
    die_with(me)
    ours.close()
    with Connection(handle) as pipe:
        serve(pipe, *pipe.recv())
    os._exit(0)


def _end(pid: int) -> int:
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    _serve(socket.socket(fileno=json.load(sys.stdin)["socket"]))
