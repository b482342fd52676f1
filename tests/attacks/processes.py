"""What the system says of a process and its children."""

from __future__ import annotations

import time
from pathlib import Path

from tests.patience import PATIENCE


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def parent_of(pid: int) -> int:
    """The process that started another, or that the system gave it to."""
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def lives(pid: int) -> bool:
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def require_gone(*pids: int) -> None:
    """They end, sooner or later."""
    deadline = time.monotonic() + PATIENCE
    while (left := [pid for pid in pids if lives(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == [], "orphans"


def listeners(pids: list[int]) -> set[str]:
    """Addresses of the TCP and UDP sockets at which one of `pids` listens."""
    inodes = set()
    for pid in pids:
        for handle in _handles(pid):
            if handle.startswith("socket:["):
                inodes.add(handle[8:-1])
    found = set()
    for table, state in (("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == state and fields[9] in inodes:
                found.add(f"{table} {fields[1]}")
    return found


def core_limit(pid: int) -> str:
    """Size that a core dump of the process may have."""
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return next(line.split()[4] for line in lines if line.startswith("Max core file size"))


def _handles(pid: int) -> list[str]:
    found = []
    try:
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            try:
                found.append(str(entry.readlink()))
            except OSError:
                continue
    except OSError:
        return []
    return found
