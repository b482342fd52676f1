"""A pool of worker processes that survives the document that kills a worker."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Lock
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def default_workers() -> int:
    """One worker per processor that this process may use."""
    return max(1, len(os.sched_getaffinity(0)))


def _start() -> None:
    """Nothing: that it ran says that its worker is up."""


class WorkerPool(Generic[Item, Result]):
    """Runs a function over lists of items in worker processes.

    Parameters
    ----------
    function : callable
        ``function(items) -> results``, importable by name; results carry no text.
    initializer : callable
        Called once in each worker, with `arguments`.
    lost : callable
        ``lost(item) -> result`` for an item that kills the worker which tries it.
    n_workers : int
        Number of processes.

    Notes
    -----
    When a worker dies (out of memory, a crash in compiled code) its list is tried again
    item by item in a process apart, so that one document cannot end a release.
    """

    def __init__(
        self,
        function: Callable[[Sequence[Item]], list[Result]],
        initializer: Callable[..., None],
        arguments: tuple[object, ...],
        lost: Callable[[Item], Result],
        n_workers: int | None = None,
    ) -> None:
        self._function = function
        self._start = (initializer, arguments)
        self._lost = lost
        self.n_workers = n_workers or default_workers()
        self._lock = Lock()
        self._pool = self._new(self.n_workers)
        self._alone: ProcessPoolExecutor | None = None

    def run(self, items: Sequence[Item]) -> list[Result]:
        """Results for `items`, in order."""
        pool = self._pool
        try:
            return pool.submit(self._function, items).result()
        except BrokenProcessPool:
            with self._lock:
                if self._pool is pool:
                    self._pool = self._new(self.n_workers)
                return [self._run_alone(item) for item in items]

    def _run_alone(self, item: Item) -> Result:
        self._alone = self._alone or self._new(1)
        try:
            return self._alone.submit(self._function, [item]).result()[0]
        except BrokenProcessPool:
            self._alone = None
            return self._lost(item)

    def _new(self, n_workers: int) -> ProcessPoolExecutor:
        initializer, arguments = self._start
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(n_workers, context, initializer, arguments)
        for _ in range(n_workers):
            pool.submit(_start)  # a worker starts when it is first needed: now, beside the orchestrator
        return pool

    def close(self) -> None:
        """End the workers; what they have not begun is dropped."""
        for pool in (self._pool, self._alone):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)
