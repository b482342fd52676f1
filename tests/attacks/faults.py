"""Seeded faults while a release runs; after each the release is given again and must be the undisturbed one.

    python -m tests.attacks.faults --faults 1000 [--seed 1] [--only KIND]

Of every fault is asked: the run ends in time, no process of it stays, the second run releases every document
once, in the same bytes as an undisturbed run, and its private record opens. A file that was cut may instead
be refused by a code; then it is restored, as the message says, and the release must end as before.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.processes import family
from tests.e2e.conftest import environment

COMMAND = [sys.executable, "-P", "-m", "service.cli"]
EPOCH = 1767225600
N_DOCUMENTS = 12
LONGEST_SECONDS = 300.0
_CODE = re.compile(r"\[[A-Z]{3}\d{3}\]")


@dataclass
class Bench:
    """Documents, and what an undisturbed run makes of them.

    Parameters
    ----------
    folder : Path
        Everything is below it.
    """

    folder: Path
    whole: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        source = self.folder / "in"
        source.mkdir(parents=True)
        filler = "The weather was fine and the meeting ended early. " * 100
        for i in range(N_DOCUMENTS):
            (source / f"n{i:02d}.txt").write_text(f"Mr. Smith {i}, SSN 219-09-{9000 + i}.\n{filler}")
        home = self.folder / "home"
        home.mkdir(mode=0o700)
        first = Try(self, "first", home)
        assert first.run() == 0, first.said
        self.whole = first.content()

    def try_one(self, name: str) -> Try:
        """A release of its own, in a copy of the installation."""
        shutil.copytree(self.folder / "home", self.folder / name / "home")
        return Try(self, name, self.folder / name / "home")


@dataclass
class Try:
    """One release that is disturbed."""

    bench: Bench
    name: str
    home: Path
    said: str = ""
    seen: set[int] = field(default_factory=set)

    @property
    def out(self) -> Path:
        """Bundles of one name: a manifest is bound to it."""
        folder = self.bench.folder / self.name
        folder.mkdir(exist_ok=True)
        return folder / "bundle"

    def start(self, limit: Callable[[], None] | None = None, epoch: int = EPOCH) -> subprocess.Popen[bytes]:
        arguments = ["run", "hipaa-safe-harbor", str(self.bench.folder / "in"), "--workers", "2"]
        with (self.out.parent / "said").open("wb") as said:
            return subprocess.Popen(
                [*COMMAND, *arguments, "--out", str(self.out)],
                env=environment(self.home, SOURCE_DATE_EPOCH=str(epoch)),
                stdout=said,
                stderr=said,
                preexec_fn=limit,
            )

    def end(self, process: subprocess.Popen[bytes]) -> int:
        """Its exit code; a run that hangs, or leaves processes, is an error."""
        deadline = time.monotonic() + LONGEST_SECONDS
        while process.poll() is None:
            self.seen |= set(family(process.pid)[1:])
            if time.monotonic() > deadline:
                for pid in family(process.pid):
                    os.kill(pid, signal.SIGKILL)
                raise AssertionError("hang")
            time.sleep(0.02)
        self.said = (self.out.parent / "said").read_text(errors="replace")
        self.require_nobody_left()
        return process.returncode

    def run(self, **options: int) -> int:
        return self.end(self.start(**options))  # type: ignore[arg-type]

    def require_nobody_left(self) -> None:
        deadline = time.monotonic() + 20
        while (left := [pid for pid in self.seen if lives(pid)]) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not left, "orphan"

    def content(self) -> dict[str, bytes]:
        return {
            path.relative_to(self.out).as_posix(): path.read_bytes()
            for path in sorted(self.out.rglob("*"))
            if path.is_file()
        }

    def require_whole(self, **options: int) -> None:
        """Give the release again, unless it ended well; it must be the undisturbed one."""
        if not self.out.exists():
            code = self.run(**options)
            assert code == 0, f"ended with {code}: {''.join(_CODE.findall(self.said))}"
        found, whole = self.content(), self.bench.whole
        lost, more = whole.keys() - found.keys(), found.keys() - whole.keys()
        assert not lost, f"lost {len(lost)}"
        assert not more, f"more {len(more)}"
        assert found == whole, "changed"


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def killed_worker(one: Try, chance: random.Random) -> None:
    """One or two workers die; a document is lost only when it was being read three times."""
    process, kills, wanted = one.start(), 0, chance.randint(1, 2)
    while process.poll() is None:
        workers = family(process.pid)[1:]
        one.seen |= set(workers)
        if workers and kills < wanted and one.out.with_name("bundle.partial").exists():
            os.kill(chance.choice(workers), signal.SIGKILL)
            kills += 1
        time.sleep(chance.uniform(0.02, 0.3))
    assert one.end(process) == 0
    one.require_whole()


def killed_parent(one: Try, chance: random.Random) -> None:
    """The whole run dies at any moment."""
    kill_sometime(one, chance)
    one.require_whole()


def kill_sometime(one: Try, chance: random.Random, least: int = 0) -> None:
    process, wanted = one.start(), chance.randint(least, 3)
    chunks = one.out.with_name("bundle.private") / "chunks"
    deadline = time.monotonic() + LONGEST_SECONDS
    while process.poll() is None and len(list(chunks.glob("*.json"))) < wanted:
        assert time.monotonic() < deadline, "hang"
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 1.5))
    one.seen |= set(family(process.pid)[1:])
    process.kill()
    process.wait()
    one.require_nobody_left()


def cut_file(one: Try, chance: random.Random) -> None:
    """A file of ours is shorter when the release goes on."""
    kill_sometime(one, chance)
    folders = [one.out.with_name("bundle.partial"), one.out.with_name("bundle.private"), one.home]
    files = [p for folder in folders for p in sorted(folder.rglob("*")) if p.is_file() and p.stat().st_size]
    if not files or one.out.exists():
        return one.require_whole()
    path = chance.choice(files)
    before = path.read_bytes()
    with path.open("r+b") as file:
        file.truncate(chance.randrange(len(before)))
    code = one.run()
    if code != 0:
        assert _CODE.search(one.said), f"{path.name}: no code"
        assert "INT001" not in one.said, f"{path.name}: internal fault"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(before)
    try:
        one.require_whole()
    except AssertionError as error:
        raise AssertionError(f"{path.name}: {error}") from None
    return None


def full_disk(one: Try, chance: random.Random) -> None:
    """No file may grow beyond a size: what a full disk does to every writer."""
    room = chance.choice([500, 2_000, 8_000, 30_000, 100_000])
    code = one.run(limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))  # type: ignore[arg-type]
    assert code == 0 or _CODE.search(one.said), f"room {room}: {code} without a code"
    one.require_whole()


def little_memory(one: Try, chance: random.Random) -> None:
    """No process may have more than so much memory."""
    bytes_ = chance.choice([250, 400, 600, 900, 1400]) << 20
    one.run(limit=lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_)))  # type: ignore[arg-type]
    if one.out.exists() and one.content() != one.bench.whole:  # documents were left out, and it said so
        assert "quarantined" in one.said
        return
    one.require_whole()


def few_handles(one: Try, chance: random.Random) -> None:
    """No process may open more than so many files."""
    n = chance.choice([12, 16, 24, 32, 64])
    one.run(limit=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)))  # type: ignore[arg-type]
    if one.out.exists() and one.content() != one.bench.whole:
        assert "quarantined" in one.said
        return
    one.require_whole()


def clock_back(one: Try, chance: random.Random) -> None:
    """The release goes on in an earlier year."""
    kill_sometime(one, chance, least=1)
    one.require_whole(epoch=EPOCH - chance.randint(1, 3 * 365 * 86400))


KINDS: dict[str, Callable[[Try, random.Random], None]] = {
    kind.__name__: kind
    for kind in (
        killed_worker,
        killed_parent,
        cut_file,
        full_disk,
        little_memory,
        few_handles,
        clock_back,
    )
}


def faults(bench: Bench, n: int, seed: int, only: str = "") -> tuple[Counter[str], list[str]]:
    """Do `n` faults; how many of each kind, and what went wrong."""
    done: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(seed, seed + n):
        chance = random.Random(number)
        kind = only or list(KINDS)[number % len(KINDS)]
        one = bench.try_one(f"{kind}{number}")
        try:
            KINDS[kind](one, chance)
        except AssertionError as error:
            wrong.append(f"seed {number}, {kind}: {error}")
        else:
            shutil.rmtree(bench.folder / one.name)
        done[kind] += 1
    return done, wrong


def main() -> None:
    """Do faults, print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", choices=["", *KINDS])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder) / "bench")
        done, wrong = faults(bench, options.faults, options.seed, options.only)
    print(f"{sum(done.values())} faults: {dict(done)}; {len(wrong)} wrong")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
