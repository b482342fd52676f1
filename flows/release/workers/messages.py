"""Messages between the supervisor and a worker: a kind, a length, and so many bytes."""

from __future__ import annotations

import socket
import struct

BEAT, RESULT, ERROR = range(3)
_HEADER = struct.Struct(">BQ")


def send(to: socket.socket, kind: int, content: bytes) -> None:
    """Write one message; `OSError` when nobody is there or does not take it in time."""
    to.sendall(_HEADER.pack(kind, len(content)) + content)


def receive(source: socket.socket) -> tuple[int, bytes]:
    """Kind and content of the next message; `EOFError` when the other side is gone."""
    kind, length = _HEADER.unpack(_exactly(source, _HEADER.size))
    return kind, _exactly(source, length)


def _exactly(source: socket.socket, length: int) -> bytes:
    parts: list[bytes] = []
    while length:
        part = source.recv(min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
