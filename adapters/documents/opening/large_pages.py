"""A process that forks often keeps its memory in large pages: a child then copies few page tables."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

AFTER = 20
"""Children of one process; gathering takes 0.2 s, and saves some 6 ms for each that follows."""
_SIZE = 1 << 21
_MADV_HUGEPAGE, _MADV_COLLAPSE = 14, 25
_FORKS = {"count": 0}


def before_fork() -> None:
    """Called before each child: gathers the pages of this process once, when it has made enough of them."""
    _FORKS["count"] += 1
    if _FORKS["count"] == AFTER:
        with suppress(OSError, AttributeError):  # another system, or one that does not show its maps
            gather_pages()


def gather_pages() -> None:
    """Ask Linux to bring the memory that this process has written into large pages; older ones refuse."""
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for start, end in _regions(Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")):
        first, last = -(-start // _SIZE) * _SIZE, end // _SIZE * _SIZE
        if first < last:
            advise(first, last - first, _MADV_HUGEPAGE)
            advise(first, last - first, _MADV_COLLAPSE)


def _regions(maps: str) -> Iterator[tuple[int, int]]:
    """Private memory of no file, from which children copy."""
    for line in maps.splitlines():
        fields = line.split()
        if fields[1] == "rw-p" and (len(fields) == 5 or fields[5] == "[heap]"):
            start, _, end = fields[0].partition("-")
            yield int(start, 16), int(end, 16)


def forget_forks() -> None:
    """In a child: what it forks itself is counted anew."""
    _FORKS["count"] = 0


os.register_at_fork(after_in_child=forget_forks)
