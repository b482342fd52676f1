"""A pool of worker processes under a supervisor: it ends, whatever becomes of a worker."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import queue
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from adapters.documents.opening.sources import Source
from adapters.machine.processes.apart import undisturbed
from adapters.machine.processes.fork_server import start_fork_server, start_forked
from adapters.machine.processes.shortages import KILLS, ended_by_others, memory_kills
from engine.record.report import DocumentRecord
from flows.release.workers.deadline import OVERDUE
from flows.release.workers.messages import ERROR, RESULT, receive, send
from flows.release.workers.serving import serve

Item = TypeVar("Item")
Result = TypeVar("Result")

ATTEMPTS = 3
"""Tries of one document that ends its worker each time; then it is lost."""
SILENCE_SECONDS = 900.0
"""A worker that gave no sign for so long hangs in compiled code: solving a large program is a few minutes."""
DEADLINE_SECONDS = 24 * 3600.0
"""For one list of documents; a table alone may take two hours of processor time, more on a busy machine."""
_PRELOAD = ("flows.release.workers.warm",)
_SEND_SECONDS = 60.0
_END_SECONDS = 5.0


class WorkerLost(Exception):
    """The worker ended, hung, or did not take its work."""


class WorkerKilled(WorkerLost):
    """Somebody else ended it: no fault of a document."""


class WorkerOverdue(WorkerLost):
    """The worker ended itself because a document took longer than it may."""


class PoolClosed(Exception):
    """The release ends: no worker is started any more."""


def default_workers() -> int:
    """One worker per processor that this process may use."""
    return max(1, len(os.sched_getaffinity(0)))


class Workers(Protocol):
    """Whatever releases chunks of documents: processes of this machine, or a cluster."""

    n_workers: int

    def run(self, items: Sequence[Source]) -> list[DocumentRecord]:
        """Records of documents, in order."""

    def pids(self) -> list[int]:
        """Processes on this machine."""

    def close(self) -> None:
        """End them at once."""


def forks() -> bool:
    """Whether workers started now share tables and modules: forking is safe while there is one thread."""
    return threading.active_count() == 1


def keep_warm(*more: str) -> None:
    """Load what workers need, and `more` modules, before one is asked for: for a process with threads."""
    start_fork_server((*_PRELOAD, *more))


class WorkerPool(Generic[Item, Result]):
    """Runs a function over lists of items in worker processes.

    Parameters
    ----------
    function : callable
        ``function(items) -> results``, importable by name; results carry no text.
    initializer : callable
        Called once in each worker, with `arguments`.
    lost : callable
        ``lost(item, overdue) -> result`` for an item that ended every worker which tried it, or, `overdue`,
        that took longer than it may.
    n_workers : int
        Number of processes.
    silence_seconds, deadline_seconds : float
        How long a worker may give no sign, and how long one list may take; then it is killed.

    Notes
    -----
    A list whose worker is lost is tried again item by item, each at most `ATTEMPTS` times; one that is
    overdue alone is not tried again. Workers that somebody else ended do not count, up to `KILLS`. Nothing
    waits without a limit: neither for a worker to take its work, nor for a result. Workers end with this
    process.
    """

    def __init__(
        self,
        function: Callable[[Sequence[Item]], list[Result]],
        initializer: Callable[..., None],
        arguments: tuple[object, ...],
        lost: Callable[[Item, bool], Result],
        n_workers: int | None = None,
        silence_seconds: float = SILENCE_SECONDS,
        deadline_seconds: float = DEADLINE_SECONDS,
    ) -> None:
        self.n_workers = n_workers or default_workers()
        self._work = (function, initializer, arguments)
        self._lost = lost
        self._limits = (silence_seconds, deadline_seconds)
        self._idle: queue.SimpleQueue[_Worker | None] = queue.SimpleQueue()
        self._started: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        try:
            for _ in range(self.n_workers):
                self._idle.put(self._new())
        except BaseException:  # no process or no handle is left: the workers that did start must not stay
            self.close()
            raise

    def run(self, items: Sequence[Item]) -> list[Result]:
        """Results for `items`, in order.

        Raises
        ------
        PoolClosed
            The pool was closed meanwhile.
        """
        try:
            return self._tried(items)
        except WorkerLost:
            return [self._alone(item) for item in items]

    def _alone(self, item: Item) -> Result:
        left: dict[type[WorkerLost], int] = {WorkerLost: ATTEMPTS, WorkerKilled: KILLS}
        while all(left.values()):
            try:
                return self._tried([item])[0]
            except WorkerOverdue:
                return self._lost(item, True)
            except WorkerLost as error:
                left[type(error)] -= 1
        return self._lost(item, False)

    def _tried(self, items: Sequence[Item]) -> list[Result]:
        worker: _Worker | None = self._idle.get()
        try:
            worker = worker or self._new()
            results: list[Result] = worker.ask(items, *self._limits)
        except WorkerLost:
            self._drop(worker)
            worker = None
            raise
        finally:
            self._idle.put(worker)
        return results

    def _new(self) -> _Worker:
        if self._closed:  # else a fork server might be started, for seconds, while a stopped command ends
            raise PoolClosed
        with undisturbed():  # an interruption in between would leave a worker that nobody ends
            worker = _Worker(*self._work)
            with self._lock:
                if not self._closed:
                    self._started.add(worker)
                    return worker
        worker.kill()
        raise PoolClosed

    def _drop(self, worker: _Worker | None) -> None:
        if worker is not None:
            worker.kill()
            with self._lock:
                self._started.discard(worker)

    def pids(self) -> list[int]:
        """Processes of the workers."""
        with self._lock:
            return [worker.pid for worker in self._started]

    def close(self) -> None:
        """End the workers at once; what they have not finished is dropped, and not tried again."""
        with self._lock:
            self._closed = True
            workers = list(self._started)
            self._started.clear()
        for worker in workers:
            worker.kill()


class _Worker:
    """One process, seen from the supervisor."""

    def __init__(self, *work: Any) -> None:
        self._in_use = threading.Lock()
        self._socket, theirs = socket.socketpair()
        alone = forks()
        try:
            self._process: Any = _forked(theirs, work) if alone else start_forked(_PRELOAD, serve, (theirs,))
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()
        self.pid = int(self._process.pid or 0)
        if not alone:
            self._tell((dict(os.environ), work))

    def _tell(self, work: Any) -> None:
        """What to do, for a worker that inherits nothing.

        Not as arguments of the process: these go through a pipe that the parent holds open at both ends, so
        that writing to a child which was killed meanwhile never returns.
        """
        self._socket.settimeout(_SEND_SECONDS)
        with suppress(OSError):  # asking it will tell that it is lost
            send(self._socket, RESULT, pickle.dumps(work))

    def ask(self, items: Any, silence: float, deadline: float) -> Any:
        """Results of the worker's function; `WorkerLost` when it gives none in time."""
        with self._in_use:
            return self._asked(items, silence, deadline)

    def _asked(self, items: Any, silence: float, deadline: float) -> Any:
        ends, before = time.monotonic() + deadline, memory_kills()
        try:
            self._socket.settimeout(_SEND_SECONDS + silence)
            send(self._socket, RESULT, pickle.dumps(items))
            while True:
                self._socket.settimeout(max(0.01, min(silence, ends - time.monotonic())))
                kind, content = receive(self._socket)
                if kind in (RESULT, ERROR):
                    break
                if time.monotonic() > ends:
                    raise WorkerLost
        except (EOFError, ConnectionError):
            raise self._why_gone(before) from None
        except OSError:
            raise WorkerLost from None
        answer = pickle.loads(content)  # noqa: S301  from our own child
        if kind == ERROR:
            raise answer
        return answer

    def _why_gone(self, memory_kills_before: int) -> WorkerLost:
        self._process.join(_END_SECONDS)
        code = self._process.exitcode
        if code == OVERDUE:
            return WorkerOverdue()
        return WorkerKilled() if ended_by_others(code, memory_kills_before) else WorkerLost()

    def kill(self) -> None:
        """End it and what it started; its own children end with it."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # closing alone does not wake a thread that waits on it
        if self._process.is_alive():
            self._process.terminate()  # it waits for what it started
            self._process.join(_END_SECONDS)
        if self._process.is_alive():  # it is stopped
            self._process.kill()
        # A thread that still waits on a closed socket may wait on what takes its number next.
        if self._in_use.acquire(timeout=_END_SECONDS):
            self._socket.close()
            self._in_use.release()
        self._process.join(_SEND_SECONDS)


def _forked(theirs: socket.socket, work: Any) -> Any:
    """A process that inherits its work."""
    context = multiprocessing.get_context("fork")
    process = context.Process(target=serve, args=(theirs, os.getpid(), work), daemon=False)
    with undisturbed():
        process.start()
    return process
