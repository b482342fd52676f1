"""Work that takes seconds is done in turns: few at once, some wait, and whoever comes then comes again."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.refusals import Refusal


class Turns:
    """A queue with an end, in which one person never has more than half of the places, rounded up.

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
        self._places = at_once + waiting
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """The turn of a person, by id.

        Raises
        ------
        Refusal
            ``SVC014`` (503) when enough wait already, or enough of hers; nothing was done.
        """
        self._enter(who)
        try:
            with self._inside:
                yield
        finally:
            self._leave(who)

    def _enter(self, who: str) -> None:
        with self._lock:
            if self._held.total() >= self._places or 2 * self._held[who] >= self._places:
                raise _busy()
            self._held[who] += 1

    def _leave(self, who: str) -> None:
        with self._lock:
            self._held[who] -= 1
            self._held = +self._held


def _busy() -> Refusal:
    must, advice = "must have a place in the queue", "Try again in a few seconds; nothing was changed."
    return Refusal(503, "SVC014", "this request", must, "no free place", advice)
