"""Whether a process does something: told by its processor time, which a busy machine does not stretch."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_LEAST_SHARE = 0.005
"""Of the time on the clock. A hundred processes that share one processor get twice as much each; one that
only asks now and then whether what it waits for is there takes less."""
_TIMES = slice(11, 15)
"""Fields of ``/proc/PID/stat`` behind the name: of the process, and of its children that ended."""


def processor_seconds(pid: int) -> float:
    """Processor time of a process and of all that it started, ended or not."""
    return sum(map(_own_ticks, _with_descendants(pid))) / os.sysconf("SC_CLK_TCK")


class Standstill:
    """Watches processes for a time in which all of them do next to nothing.

    Parameters
    ----------
    pids : int
    seconds : float
        How long on the clock, at the least.
    """

    def __init__(self, *pids: int, seconds: float) -> None:
        self._pids, self._seconds = pids, seconds
        self._since, self._spent = time.monotonic(), self._seconds_spent()

    def lasts(self) -> bool:
        """Whether they stood still all the time; asked at least every `seconds`."""
        now = time.monotonic()
        if now - self._since < self._seconds:
            return False
        spent = self._seconds_spent()
        stands = spent - self._spent < (now - self._since) * _LEAST_SHARE
        self._since, self._spent = now, spent
        return stands

    def _seconds_spent(self) -> float:
        return sum(map(processor_seconds, self._pids))


def _own_ticks(pid: int) -> int:
    try:
        behind_name = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:  # it ended meanwhile
        return 0
    return sum(map(int, behind_name[_TIMES]))


def _with_descendants(pid: int) -> Iterator[int]:
    yield pid
    for threads in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in threads.read_bytes().split():
                yield from _with_descendants(int(child))
