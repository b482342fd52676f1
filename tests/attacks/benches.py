"""Releases to disturb: documents, an installation for each, and what an undisturbed run makes of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.warmed import Command, warm
from tests.e2e.conftest import environment

EPOCH = 1767225600
LONGEST_SECONDS = 150.0
POLICY = """policy: small
version: 1.0.0
title: T
identifiers:
  - {find: [ssn], law: R}
laws: [{cite: R, title: Rule}]
"""
_CODE = re.compile(r"\[[A-Z]{3}\d{3}\]")


def nothing() -> None:
    """No limit."""


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
    seconds: float = 1.0

    def __post_init__(self) -> None:
        source = self.folder / "in"
        source.mkdir(parents=True)
        filler = "The weather was fine and the meeting ended early. " * 40
        for i in range(10):
            (source / f"n{i:02d}.txt").write_text(f"Mr. Smith {i}, SSN 219-09-{9000 + i}.\n{filler}")
        for i in range(10, 12):  # read in processes of their own
            (source / f"n{i:02d}.html").write_text(f"<p>Mr. Smith {i}, SSN 219-09-{9000 + i}.</p><p>{filler}")
        (self.folder / "small.yaml").write_text(POLICY)
        (self.folder / "home").mkdir(mode=0o700)
        warm(self.folder / "home")
        first = Try(self, "first", self.folder / "home")
        begun = time.monotonic()
        assert first.run() == 0, first.said
        self.seconds = time.monotonic() - begun
        self.whole = first.content()
        shutil.rmtree(self.folder / "home" / "prefect", ignore_errors=True)

    def try_one(self, name: str) -> Try:
        """A release of its own, in a copy of the installation, on a disk of its own where that can be had."""
        folder = self.folder / name
        folder.mkdir()
        mounted = not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "none", str(folder)],
            check=False,
            stderr=subprocess.DEVNULL,
        ).returncode
        shutil.copytree(self.folder / "home", folder / "home")
        return Try(self, name, folder / "home", mounted)


@dataclass
class Try:
    """One release that is disturbed.

    Parameters
    ----------
    bench : Bench
    name : str
    home : Path
        Its installation.
    mounted : bool
        Whether it has a disk of its own.
    """

    bench: Bench
    name: str
    home: Path
    mounted: bool = False
    epoch: int = EPOCH
    said: str = ""
    cut: list[tuple[Path, bytes]] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        """Where it lives."""
        return self.bench.folder / self.name

    @property
    def out(self) -> Path:
        """Bundles of one name: a manifest is bound to it."""
        self.folder.mkdir(exist_ok=True)
        return self.folder / "bundle"

    @property
    def private(self) -> Path:
        """The private record."""
        return self.out.with_name("bundle.private")

    @property
    def begun(self) -> bool:
        """Whether there is a release that can be taken up again."""
        return (self.private / "release.json").exists() and not self.out.exists()

    def start(self, *arguments: str, limit: Callable[[], None] = nothing) -> Command:
        """A command of this installation; without arguments, the release."""
        variables = environment(self.home, SOURCE_DATE_EPOCH=str(self.epoch))
        return Command(arguments or self.release(self.out), variables, self._said, limit)

    def release(self, out: Path) -> tuple[str, ...]:
        """The command that makes it."""
        policy, source = self.bench.folder / "small.yaml", self.bench.folder / "in"
        return ("run", str(policy), str(source), "--workers", "2", "--out", str(out))

    def end(self, command: Command) -> int:
        """Its exit code."""
        code = command.end(LONGEST_SECONDS)
        self.said = self._said.read_text(errors="replace")
        assert "Traceback" not in self.said, "traceback"
        assert "INT001" not in self.said, self.said[self.said.index("INT001") :][:200]
        return code

    def run(self, *arguments: str, limit: Callable[[], None] = nothing) -> int:
        """Start a command and wait for its end."""
        return self.end(self.start(*arguments, limit=limit))

    def codes(self) -> str:
        """Codes that the last command said."""
        return "".join(_CODE.findall(self.said))

    def content(self) -> dict[str, bytes]:
        """Every file of the bundle."""
        return {
            path.relative_to(self.out).as_posix(): path.read_bytes()
            for path in sorted(self.out.rglob("*"))
            if path.is_file()
        }

    def files(self) -> list[Path]:
        """Every file of ours: bundle, private record, keys, ledger, state."""
        return [path for path in sorted(self.folder.rglob("*")) if path.is_file() and path.stat().st_size]

    def cut_one(self, path: Path, length: int) -> None:
        """Make a file shorter, and remember what it was."""
        self.cut.append((path, path.read_bytes()))
        if (
            path == self.private / "release.json"
        ):  # a release without its state begins anew, with its own date
            self.epoch = EPOCH
        with path.open("r+b") as file:
            file.truncate(length)

    def forget(self) -> None:
        """Remove what was released, to begin once more under the clock of the undisturbed run."""
        self.epoch = EPOCH
        shutil.rmtree(self.out)
        shutil.rmtree(self.private)

    def restore(self) -> None:
        """Put back what was cut, as from a backup."""
        for path, content in reversed(self.cut):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.cut.clear()

    def require_whole(self) -> None:
        """Give the release again, unless it ended well; it must be the undisturbed one, and all of it open.

        A file that was cut may be refused by a code; then it is put back.
        """
        if not self.out.exists():
            code = self.run()
            if code and self.cut:
                assert self.codes(), f"{self.cut[-1][0].name}: ended with {code} without a code"
                self.restore()
                code = self.run()
            assert code == 0, f"ended with {code}: {self.codes()}"
        found, whole = self.content(), self.bench.whole
        lost, more = whole.keys() - found.keys(), found.keys() - whole.keys()
        assert not lost, f"lost {len(lost)}"
        assert not more, f"more {sorted(more)[:3]}"
        assert found == whole, f"changed: {[n for n in whole if found[n] != whole[n]][:3]}"
        self.require_openable()

    def require_openable(self) -> None:
        """The ledger is whole, the bundle verifies beside its private record, and a value can be revealed.

        A cut file that a release has no need of, and that one of these commands names, is put back.
        """
        for arguments in (("audit", "check"), ("verify", str(self.out)), self.reveal("000007")):
            code = self.run(*arguments)
            if code and self.codes() and self._restore_untouched():
                code = self.run(*arguments)
            assert code == 0, f"{arguments[0]} {arguments[1][:6]}: {code} {self.codes()}"

    def _restore_untouched(self) -> bool:
        """Put back what is still as it was cut, such as a receipt that a release does not read."""
        found = [(path, content) for path, content in self.cut if path.exists()]
        still = [(path, content) for path, content in found if _is_cut(path.read_bytes(), content)]
        for path, content in still:
            path.write_bytes(content)
        return bool(still)

    def reveal(self, document: str) -> tuple[str, ...]:
        """The command that shows the one value of a document."""
        return ("reveal", str(self.out), "[SSN]", "--document", document, "--nth", "1", "--reason", "a fault")

    def close(self) -> None:
        """Remove it."""
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=False)
        with suppress(OSError):
            shutil.rmtree(self.folder)

    @property
    def _said(self) -> Path:
        return self.bench.folder / f"{self.name}.said"


def _is_cut(now: bytes, before: bytes) -> bool:
    return len(now) < len(before) and before.startswith(now)
