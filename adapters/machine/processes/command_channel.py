"""What a command and the warm process that carries it out say to each other, and how they know each other.

Only the standard library: a command speaks before it imports anything else.
"""

from __future__ import annotations

import json
import os
import socket
import stat
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adapters.machine.locations import home, kb_cache
from adapters.machine.processes.hardening import PACKAGES

POINTER = "commands.json"
"""Names the socket, in the installation's folder."""
SECONDS = 10.0
"""How long either waits for a word of the other before the command has begun."""
_PROTOCOL = 1
_LENGTH = struct.Struct(">Q")
_LONGEST = 1 << 24
_MOST_HANDLES = 8
_PEER = struct.Struct("3i")
_WORLDS = ("mnt", "net", "pid", "user")
_LOADED_UNDER = ("LD_", "OMP_", "OPENBLAS_", "MKL_", "GLIBC_", "MALLOC_")
_PLACED_BY = (
    "PREFECT_HOME",
    "PREFECT_API_DATABASE_CONNECTION_URL",
    "PREFECT_SERVER_DATABASE_CONNECTION_URL",
)

Message = dict[str, Any]


def installation() -> Message:
    """What must be equal, or the process would not do what the command does.

    Returns
    -------
    dict
        Code, interpreter, user, the parts of the system that are seen, and the folders of the
        installation; as JSON gives it back.
    """
    script = os.path.dirname(os.path.realpath(sys.argv[0]))  # noqa: PTH120  pathlib is slower
    root = os.stat("/")  # noqa: PTH116
    told = {
        "protocol": _PROTOCOL,
        "packages": str(PACKAGES),
        "paths": [entry for entry in sys.path if entry not in (str(PACKAGES), script)],
        "python": [sys.version, sys.prefix, sys.flags.optimize, sys.flags.dev_mode, sys.warnoptions],
        "encoding": sys.getfilesystemencoding(),
        "user": [os.getresuid(), os.getresgid(), sorted(os.getgroups())],
        "worlds": [os.readlink(f"/proc/self/ns/{world}") for world in _WORLDS],  # noqa: PTH115
        "root": [root.st_dev, root.st_ino],
        "places": [str(home().absolute()), str(kb_cache().absolute()), os.environ.get("HOME", "")],
        "prefect": [os.environ.get(name, "") for name in _PLACED_BY],
        "loaded under": sorted(pair for pair in os.environ.items() if pair[0].startswith(_LOADED_UNDER)),
    }
    found: Message = json.loads(json.dumps(told))
    return found


def peer(connection: socket.socket) -> int:
    """The user at the other end, as the system knows it."""
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
    return int(_PEER.unpack(found)[1])


def require_own(path: Path, kind: int, mode: int) -> None:
    """Refuse what another user owns or may change, and links.

    Raises
    ------
    PermissionError
        It is not of this `kind` (as ``stat.S_IFMT`` tells it), not ours, or open to others beyond `mode`.
    """
    found = path.lstat()
    if stat.S_IFMT(found.st_mode) != kind or found.st_uid != os.geteuid():
        raise PermissionError(str(path))
    if stat.S_IMODE(found.st_mode) & ~mode:
        raise PermissionError(str(path))


def send(connection: socket.socket, message: Mapping[str, object], handles: Sequence[int] = ()) -> None:
    """Send a message, and open files with it."""
    content = json.dumps(message).encode()
    header = _LENGTH.pack(len(content))
    if handles:
        socket.send_fds(connection, [header], list(handles))
    else:
        connection.sendall(header)
    connection.sendall(content)


def receive(connection: socket.socket) -> tuple[Message, list[int]]:
    """The next message, and the open files that came with it.

    Raises
    ------
    EOFError
        The other end is closed.
    OSError, ValueError
        Nothing comes in time, or it is no message.
    """
    header, handles, _, _ = socket.recv_fds(connection, _LENGTH.size, _MOST_HANDLES)
    header += _exactly(connection, _LENGTH.size - len(header)) if header else b""
    if not header:
        raise EOFError
    (length,) = _LENGTH.unpack(header)
    if length > _LONGEST:
        raise ValueError
    message: Message = json.loads(_exactly(connection, length))
    return message, handles


def _exactly(connection: socket.socket, length: int) -> bytes:
    content = b""
    while len(content) < length:
        part = connection.recv(length - len(content))
        if not part:
            raise EOFError
        content += part
    return content
