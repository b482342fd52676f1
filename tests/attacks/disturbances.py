"""Kinds of faults: each disturbs one run of a release, and says whether it came in time to do so."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.attacks.benches import LONGEST_SECONDS, Try
from tests.attacks.processes import family
from tests.attacks.warmed import Command

Disturbance = Callable[[Try, random.Random], bool]


def killed_parent(one: Try, chance: random.Random) -> bool:
    """The whole run dies at any moment."""
    command = one.start()
    wait(command, chance.uniform(0, 1.1 * one.bench.seconds))
    disturbed = not command.ended()
    command.kill()
    return disturbed


def killed_worker(one: Try, chance: random.Random) -> bool:
    """One or two workers die; a document is lost only when it was being read three times."""
    return kill_below(one, chance, 1)


def killed_child(one: Try, chance: random.Random) -> bool:
    """The process that a worker lets read a document with structure dies."""
    return kill_below(one, chance, 2)


def kill_below(one: Try, chance: random.Random, depth: int) -> bool:
    """Kill processes at `depth` below the run, and let it end: well, or as one that can be taken up again."""
    command, kills, wanted = one.start(), 0, chance.randint(1, 2)
    ends = time.monotonic() + LONGEST_SECONDS
    wait(command, chance.uniform(0, 0.6 * one.bench.seconds))
    while not command.ended() and kills < wanted and time.monotonic() < ends:
        found = below(command.pid, depth)
        if found:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(found), signal.SIGKILL)
                kills += 1
        wait(command, 0.002 if depth > 1 else chance.uniform(0.02, 0.3))
    code = one.end(command)
    assert code == 0 or (one.cut and one.codes()), f"ended with {code}: {one.codes()}"
    return kills > 0


def below(pid: int, depth: int) -> list[int]:
    """Processes at `depth` below `pid`."""
    nearer = set(family(pid)[:1])
    everybody = family(pid)
    parents = {one: _parent(one) for one in everybody}
    for _ in range(depth):
        nearer = {one for one in everybody if parents[one] in nearer and one != pid}
    return sorted(nearer)


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def wait(command: Command, seconds: float) -> None:
    """Wait, but not beyond its end."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and not command.ended():
        time.sleep(min(0.005, seconds))


def cut_file(one: Try, chance: random.Random) -> bool:
    """A file of ours is shorter when the release goes on."""
    if not one.begun:
        killed_parent(one, chance)
    files = one.files()
    if not one.begun or not files:
        return False
    path = chance.choice(files)
    one.cut_one(path, chance.randrange(path.stat().st_size))
    return True


def small_files(one: Try, chance: random.Random) -> bool:
    """No file may grow beyond a size: what a quota does to every writer."""
    room = chance.choice([500, 2_000, 8_000, 30_000, 100_000])
    code = one.run(limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
    return ended_plainly(one, code)


def full_disk(one: Try, chance: random.Random) -> bool:
    """The disk is full after some more kilobytes."""
    used = int(subprocess.check_output(["du", "-sk", str(one.folder)]).split()[0])
    with remounted(one.folder, f"size={used + chance.choice([4, 8, 16, 32, 64, 128, 200])}k", "size=64m"):
        return ended_plainly(one, one.run())


def read_only(one: Try, chance: random.Random) -> bool:
    """A folder of ours, or the whole disk, takes no writing."""
    if one.mounted and chance.random() < 0.3:
        with remounted(one.folder, "ro", "rw"):
            return ended_plainly(one, one.run())
    folders = [one.home, one.home / "prefect", one.home / "receipts", one.private, one.private / "decisions"]
    folder = chance.choice([folder for folder in folders if folder.is_dir()])
    with bound_read_only(folder):
        return ended_plainly(one, one.run())


@contextmanager
def remounted(folder: Path, option: str, back: str) -> Iterator[None]:
    """Another option of a mount for a time."""
    subprocess.run(["mount", "-o", f"remount,{option}", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", f"remount,{back}", str(folder)], check=True)


@contextmanager
def bound_read_only(folder: Path) -> Iterator[None]:
    """A folder that cannot be written, not even by root."""
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def little_memory(one: Try, chance: random.Random) -> bool:
    """No process may have more than so much memory."""
    bytes_ = chance.choice([300, 500, 700, 900, 1100, 1300, 1600, 2000, 2500]) << 20
    code = one.run(limit=lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_)))
    if code == 4:  # a document may need too much memory: it is left out, and that is said
        assert "quarantined" in one.said
        one.forget()
        return True
    return ended_plainly(one, code)


def few_handles(one: Try, chance: random.Random) -> bool:
    """No process may open more than so many files."""
    n = chance.choice([12, 16, 20, 24, 32, 40, 48, 56, 64])
    code = one.run(limit=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)))
    return ended_plainly(one, code)


def clock_back(one: Try, chance: random.Random) -> bool:
    """The release goes on in an earlier year."""
    if not one.begun:
        killed_parent(one, chance)
    if not one.begun or any(path.name == "release.json" for path, _ in one.cut):
        return False
    one.epoch -= chance.randint(1, 3 * 365 * 86400)
    return True


def ended_plainly(one: Try, code: int) -> bool:
    """A run under a limit ends well, or with a code."""
    assert code == 0 or one.codes(), f"{code} without a code"
    complete = not one.out.exists() or one.content() == one.bench.whole
    assert complete, f"ended with {code}: documents were left out for what the machine did"
    return code != 0


KINDS: dict[str, Disturbance] = {
    kind.__name__: kind
    for kind in (
        killed_parent,
        killed_worker,
        killed_child,
        cut_file,
        small_files,
        full_disk,
        read_only,
        little_memory,
        few_handles,
        clock_back,
    )
}

NEED_DISK = frozenset({"full_disk", "read_only"})
"""Kinds that need a disk of their own, which only an administrator can have."""
