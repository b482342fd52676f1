"""How long a test waits for another process: a limit against hanging, never a measure of speed."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 600
"""Seconds; a busy machine may need many of them, and only a test that hangs waits for the last one."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_until(condition: Callable[[], object], told: str = "") -> None:
    """Look often until something is so; fail where it never is."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, told or "it did not come about"
        time.sleep(0.02)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail where what is done inside goes on for longer: for guards without which it never ends."""

    def fail(number: int, frame: object) -> None:
        raise AssertionError(f"it goes on for more than {seconds} s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
