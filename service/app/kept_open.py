"""What takes seconds to open stays open: the last used ones of a kind."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar


class Closing(Protocol):
    """What is closed when it is used no more."""

    def close(self) -> None:
        """End it."""
        ...


Key = TypeVar("Key", bound=Hashable)
Opened = TypeVar("Opened", bound=Closing)


class KeptOpen(Generic[Key, Opened]):
    """Things by key; of more than `keep` the one that was not used for longest is closed."""

    def __init__(self, keep: int = 2) -> None:
        self._open: OrderedDict[Key, Opened] = OrderedDict()
        self._keep, self._lock = keep, threading.Lock()

    @contextmanager
    def used(self, key: Key, opener: Callable[[], Opened]) -> Iterator[Opened]:
        """The thing of `key`, opened where it is not yet; nobody else has any meanwhile."""
        with self._lock:
            if key not in self._open:
                self._open[key] = opener()
            self._open.move_to_end(key)
            while len(self._open) > self._keep:
                self._open.popitem(last=False)[1].close()
            yield self._open[key]

    def close(self) -> None:
        """Close them all."""
        with self._lock:
            for one in self._open.values():
                one.close()
            self._open.clear()
