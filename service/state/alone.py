"""Who uses an installation's state: services side by side, or one command that needs it to itself."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import InvalidError, fault

_FILE = "service.lock"


@contextmanager
def in_use(home: Path) -> Iterator[None]:
    """Hold the state as one of several services of this machine."""
    with _held(home, fcntl.LOCK_SH):
        yield


@contextmanager
def alone(home: Path) -> Iterator[None]:
    """Hold the state for one command.

    Raises
    ------
    InvalidError
        ``BKP001`` while a service of this machine runs.
    """
    with _held(home, fcntl.LOCK_EX):
        yield


@contextmanager
def _held(home: Path, how: int) -> Iterator[None]:
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (home / _FILE).open("w") as lock:
        try:
            fcntl.flock(lock, how | fcntl.LOCK_NB)
        except OSError:
            must, advice = "must not be in use", "Stop the service, or wait until the backup ends."
            raise InvalidError(fault("BKP001", str(home), must, "a running service", advice)) from None
        yield
