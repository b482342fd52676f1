"""What readers do in the processes of `test_reader_process`: it imports next to nothing, as they do."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

SECRET = "Xenophon-4417"
KNOWN: list[str] = []
"""What this process was told."""


class Planted:
    """What a reader that was taken over might answer."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.path,)


def known_there() -> tuple[None, list[str]]:
    return None, [*KNOWN, *sys.modules]


def variables_there() -> tuple[None, list[str]]:
    return None, list(os.environ.values())


def identity() -> tuple[str, int]:
    return "kept", os.getpid()


def say(kept: str) -> str:
    print(SECRET, flush=True)
    os.write(2, SECRET.encode())
    return kept


def plant(path: str) -> tuple[None, Planted]:
    return None, Planted(path)


def another_kind(path: str) -> tuple[None, Path]:
    return None, Path(path)


def spin() -> tuple[None, int]:
    while True:
        sum(range(10_000))


def eat() -> tuple[None, int]:
    return None, len(bytearray(400 << 20))


def crash() -> tuple[None, int]:
    raise KeyError(SECRET)


def die() -> tuple[None, int]:
    os._exit(3)


def kill_at_first(tries: str, times: int) -> tuple[None, int]:
    with Path(tries).open("a") as written:
        written.write("x")
    if Path(tries).stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return None, 42


def parent() -> tuple[None, int]:
    return None, os.getppid()
