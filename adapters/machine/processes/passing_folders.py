"""Folders that live as long as a process; what a killed one left is removed by the next."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

_LOCK = ".owner"
_UNLOCKED_SECONDS = 3600.0
"""A folder without a lock is one whose process is just making it, or ended while it did."""


_LONGEST_SOCKET = 100
"""Characters of a socket's path at the most; the system takes 107."""
_OWN_PART = 32
"""Of them, what is left for the folder's own name and the socket in it."""


def place_of_sockets(*wanted: str | Path) -> str:
    """The first of the `wanted` places, and of the system's, that is short enough for sockets in a folder."""
    tried = map(str, [*wanted, tempfile.gettempdir()])
    return next((place for place in tried if len(place) + _OWN_PART < _LONGEST_SOCKET), "/tmp")


class PassingFolder:
    """A new folder for this process alone.

    Parameters
    ----------
    prefix : str
        Begins its name. Folders of the same prefix and user whose processes have ended are removed first.
    place : str or Path
        Where it is made; without it, the system's folder for temporary files.

    Notes
    -----
    Its process holds a lock in it, which the system takes back however the process ends: the number of a
    process may belong to another one by then.
    """

    def __init__(self, prefix: str, place: str | Path | None = None) -> None:
        base = Path(place or tempfile.gettempdir())
        _remove_abandoned(base, prefix)
        self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=base))
        self._process = os.getpid()
        self._lock = os.open(self.path / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        atexit.register(self.close)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove it; a forked child leaves it to its parent."""
        if os.getpid() == self._process:
            self._process = 0
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            atexit.unregister(self.close)


def _remove_abandoned(base: Path, prefix: str) -> None:
    for path in base.glob(f"{prefix}*"):
        with suppress(OSError):  # somebody else removes it too
            if _is_ours(path) and _is_abandoned(path):
                shutil.rmtree(path, ignore_errors=True)


def _is_ours(path: Path) -> bool:
    """A folder of this user, and no link: others may write into the folder for temporary files too."""
    found = path.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def _is_abandoned(path: Path) -> bool:
    try:
        lock = os.open(path / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return time.time() - path.stat().st_mtime > _UNLOCKED_SECONDS
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
