"""The deadline of the document at hand: a worker that passes it ends itself, and says so by its exit code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from adapters.documents.opening.sandbox import Limits
from adapters.machine.processes.standstill import Standstill

OVERDUE = 75
"""Exit code of a worker whose document took too long."""


@dataclass
class _Deadline:
    """When the document at hand ends its worker.

    Parameters
    ----------
    ends : float
        Processor time of this process and of those that it started and that ended.
    idle_seconds : float
    standstill : Standstill or None
        Begins with the first sign of the worker: most documents are done before it.
    """

    ends: float
    idle_seconds: float
    standstill: Standstill | None = None

    def is_past(self) -> bool:
        if _spent() > self.ends:
            return True
        self.standstill = self.standstill or Standstill(os.getpid(), seconds=self.idle_seconds)
        return self.standstill.lasts()


_deadline: _Deadline | None = None


def limits_for(n_bytes: int, limits: Limits) -> tuple[float, float]:
    """How long a document may hold a worker.

    Parameters
    ----------
    n_bytes : int
        Its size.
    limits : Limits
        What its policy allows, which its reading in a process of its own may use up.

    Returns
    -------
    tuple of (float, float)
        Seconds of processor time, and seconds on the clock in which nothing is done.
    """
    return 2.0 * limits.for_file(n_bytes).cpu_seconds, 2 * limits.idle_seconds


@contextmanager
def deadline(seconds: float, idle_seconds: float) -> Iterator[None]:
    """Let `end_if_overdue` end this process when what is done inside takes longer.

    Parameters
    ----------
    seconds : float
        Of processor time: on the clock a busy machine takes longer for the same document.
    idle_seconds : float
        On the clock, without anything being done.
    """
    global _deadline
    _deadline = _Deadline(_spent() + seconds, idle_seconds)
    try:
        yield
    finally:
        _deadline = None


def end_if_overdue() -> None:
    """End this process and what it started, if its document is past the deadline.

    Called by the signal that says that the worker lives: in the middle of any loop of Python's. No
    exception, because a loop could catch it.
    """
    if _deadline is not None and _deadline.is_past():
        os._exit(OVERDUE)


def _spent() -> float:
    return sum(os.times()[:4])
