"""What takes seconds to open stays open: the last used ones of a kind."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from service.app.turns import Turns


class Closing(Protocol):
    """What is closed when it is used no more."""

    def close(self) -> None:
        """End it."""
        ...


Key = TypeVar("Key", bound=Hashable)
Opened = TypeVar("Opened", bound=Closing)


@dataclass
class _Place(Generic[Opened]):
    """Where one thing stands, or is about to; `users` count those who have it and those who wait for it."""

    thing: Opened | None = None
    users: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class KeptOpen(Generic[Key, Opened]):
    """Things by key, each in one hand at a time.

    Parameters
    ----------
    keep : int
        How many are open; for another one, the one that was not used for longest is closed. None is closed
        while it is in use.
    waiting : int
        How many may wait for one.
    """

    def __init__(self, keep: int, waiting: int) -> None:
        self._places: OrderedDict[Key, _Place[Opened]] = OrderedDict()
        self._keep, self._turns, self._lock = keep, Turns(keep, waiting), threading.Lock()

    @contextmanager
    def used(self, who: str, key: Key, opener: Callable[[], Opened]) -> Iterator[Opened]:
        """The thing of `key` for a person, opened where it is not yet.

        Raises
        ------
        Refusal
            ``SVC014`` as of `Turns`.
        """
        with self._turns.taken(who):
            place = self._enter(key)
            try:
                with place.lock:
                    place.thing = place.thing or opener()
                    yield place.thing
            finally:
                self._leave(key, place)

    def close(self) -> None:
        """Close them all."""
        with self._lock:
            places = list(self._places.values())
            self._places.clear()
        for place in places:
            _close(place)

    def _enter(self, key: Key) -> _Place[Opened]:
        with self._lock:
            place = self._places.setdefault(key, _Place())
            place.users += 1
            self._places.move_to_end(key)
            closed = self._superfluous()
        for one in closed:
            _close(one)
        return place

    def _superfluous(self) -> list[_Place[Opened]]:
        idle = [key for key, place in self._places.items() if not place.users]
        return [self._places.pop(key) for key in idle[: max(0, len(self._places) - self._keep)]]

    def _leave(self, key: Key, place: _Place[Opened]) -> None:
        with self._lock:
            place.users -= 1
            if place.thing is None and not place.users:  # it could not be opened
                self._places.pop(key, None)


def _close(place: _Place[Opened]) -> None:
    """Close it; one that cannot be closed is let go: whoever comes for another has no part in it."""
    if place.thing is not None:
        with suppress(Exception):
            place.thing.close()
