"""What the operating system lacks: a fault of the machine, which says nothing about a document."""

from __future__ import annotations

import errno
import os
import signal
from contextlib import suppress
from pathlib import Path

_OF_MACHINE = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EROFS,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EAGAIN,
    }
)
"""No room or quota on a disk, a disk without writing, too few handles, memory or processes."""


def is_shortage(error: OSError) -> bool:
    """Whether the machine lacks something, so that a document must not be blamed."""
    return error.errno in _OF_MACHINE


KILLS = 100
"""Processes that others ended at one document; after these, something on this machine allows it none."""
KILLED = 77
"""Exit code of a process whose own child somebody else ended."""
_FROM_OUTSIDE = frozenset({-signal.SIGKILL, -signal.SIGTERM, KILLED, 255})
"""Exit codes of what another process ended; 255 where its parent, a fork server, is gone with it."""
_KERNEL = Path("/proc/vmstat")


def memory_kills() -> int:
    """How many processes the kernel has ended by now because memory was short; 0 where it does not say."""
    with suppress(OSError, StopIteration):
        lines = _KERNEL.read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("oom_kill ")).split()[1])
    return 0


def ended_by_others(exit_code: int | None, memory_kills_before: int) -> bool:
    """Whether somebody ended a process: that says nothing of the document it was at, which memory might."""
    return exit_code in _FROM_OUTSIDE and memory_kills() == memory_kills_before


def shortage(number: int) -> OSError:
    """The error of this number, without a path, which may name a document."""
    return OSError(number, os.strerror(number))
