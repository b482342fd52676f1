"""How long a test waits for another process: a limit against hanging, never a measure of speed."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 120
"""Seconds; a busy machine may need many of them."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


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
