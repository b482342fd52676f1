"""The deadline of the document at hand: a worker that passes it ends itself, and says so by its exit code."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from adapters.documents.settings import MEBIBYTE

OVERDUE = 75
"""Exit code of a worker whose document took too long."""
_ends = math.inf


def seconds_for(n_bytes: int, seconds: float) -> float:
    """How long a document may hold a worker.

    Parameters
    ----------
    n_bytes : int
        Its size.
    seconds : float
        What its policy allows (`documents.limits.seconds`), which its reading alone may use up.
    """
    return 2 * seconds * (1 + n_bytes / MEBIBYTE)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Let `end_if_overdue` end this process when what is done inside takes longer."""
    global _ends
    _ends = time.monotonic() + seconds
    try:
        yield
    finally:
        _ends = math.inf


def end_if_overdue() -> None:
    """End this process and what it started, if its document is past the deadline.

    Called by the signal that says that the worker lives: in the middle of any loop of Python's. No
    exception, because a loop could catch it.
    """
    if time.monotonic() > _ends:
        os._exit(OVERDUE)
