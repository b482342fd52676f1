"""How long a test waits for another process: a limit against hanging, never a measure of speed."""

from __future__ import annotations

import socket

PATIENCE = 120
"""Seconds; a busy machine may need many of them."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
