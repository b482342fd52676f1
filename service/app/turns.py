"""Work that takes seconds is done in turns: few at once, some wait, and whoever comes then comes again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from service.refusals import Refusal


class Turns:
    """A queue with an end.

    Parameters
    ----------
    at_once : int
        How many work at the same time.
    waiting : int
        How many wait for them. Each holds one of the threads that answer requests, of which there are 40:
        a queue without an end would leave none for pages.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._inside = threading.Semaphore(at_once)
        self._places = threading.Semaphore(at_once + waiting)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """One's turn.

        Raises
        ------
        Refusal
            ``SVC014`` (503) when enough wait already; nothing was done.
        """
        if not self._places.acquire(blocking=False):
            raise _busy()
        try:
            with self._inside:
                yield
        finally:
            self._places.release()


def _busy() -> Refusal:
    must, advice = "must have a place in the queue", "Try again in a few seconds; nothing was changed."
    return Refusal(503, "SVC014", "this request", must, "others wait already", advice)
