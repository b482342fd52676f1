"""A disk that crashes: the system calls of a program, replayed in every order that a disk may keep them.

The model is the weakest that POSIX allows, and ``syncfs`` as Linux documents it. What was written to a file
is on the disk for sure only after ``fsync`` of that file; a name in a folder only after ``fsync`` of that
folder; both after ``syncfs`` of their file system. Everything else may be there or not, each by itself,
in any order. A rename is never half done.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.patience import PATIENCE

CALLS = (
    "openat,open,creat,write,pwrite64,writev,pwritev,fsync,fdatasync,syncfs,rename,renameat,renameat2,unlink,"
    "unlinkat,rmdir,mkdir,mkdirat,link,linkat,ftruncate,truncate"
)
_LINE = re.compile(r"(\d+) +(.*)", re.DOTALL)
_CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?.*", re.DOTALL)
_RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)", re.DOTALL)
_FD = re.compile(r"(?:AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def traced(command: Sequence[str], folder: Path, to: Path) -> list[str]:
    """Run a program under strace; its calls that change the disk, in their order."""
    options = ["-f", "-y", "-qq", "-s", "8192", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(to)]
    subprocess.run(
        ["strace", *options, *command], cwd=folder, check=True, capture_output=True, timeout=PATIENCE
    )
    return to.read_text(errors="replace").splitlines()


def strace_works() -> bool:
    """Whether programs may be traced here."""
    done = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    return done.returncode == 0


@dataclass
class Node:
    """A file or folder; a folder has names, a file the numbers of the changes that made its content."""

    is_folder: bool
    names: dict[str, int] = field(default_factory=dict)
    changes: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Change:
    """One change: of a file's content, or of names in folders (None takes the name away)."""

    node: int = 0
    names: tuple[tuple[int, str, int | None], ...] = ()


class Disk:
    """What a program did to everything below a folder.

    Parameters
    ----------
    root : Path
        A folder that was there before, empty.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.nodes = [Node(is_folder=True)]
        self.changes: list[Change] = []
        self.sure_at: dict[int, int] = {}
        """Of a change: the number of the call that brought it to the disk."""
        self.calls = 0
        self.wholes = 0
        """Calls that synced a whole file system."""
        self.marks: dict[str, int] = {}
        """First call that wrote a word."""
        self._waiting: dict[str, str] = {}
        self._sizes: list[int] = []

    def play(self, lines: Sequence[str], words: Collection[str] = ()) -> None:
        """Do what `lines` of strace say."""
        for line in lines:
            call = self._whole(line)
            match = _CALL.fullmatch(call) if call else None
            if match is None or int(match[3]) < 0 or str(self.root) not in call:
                continue
            self._do(match[1], match[2], match[4] or "", words)
            self.calls += 1
            self._sizes.append(len(self.changes))

    def _whole(self, line: str) -> str:
        match = _LINE.fullmatch(line)
        if match is None:
            return ""
        process, call = match[1], match[2]
        if call.endswith("<unfinished ...>"):
            self._waiting[process] = call.removesuffix("<unfinished ...>").rstrip()
            return ""
        resumed = _RESUMED.fullmatch(call)
        return self._waiting.pop(process, "") + resumed[2] if resumed else call

    def _do(self, name: str, given: str, returned: str, words: Collection[str]) -> None:
        paths = self._paths(given)
        if name in ("open", "openat", "creat"):
            self._open(returned, given)
        elif name in ("write", "pwrite64", "writev", "pwritev", "ftruncate"):
            for word in words:
                if word in given:
                    self.marks.setdefault(word, self.calls)
            self._content(_FD.findall(given)[0])
        elif name in ("fsync", "fdatasync"):
            self._sure(_FD.findall(given)[0])
        elif name == "syncfs":
            self._all_sure()
        elif name in ("mkdir", "mkdirat"):
            self._name(paths[0], self._new(is_folder=True))
        elif name in ("unlink", "unlinkat", "rmdir"):
            self._name(paths[0], None)
        elif name.startswith("rename"):
            node = self._find(paths[0])
            self._names([(paths[0], None), (paths[1], node)])
        elif name.startswith("link"):
            self._name(paths[1], self._find(paths[0]))

    def _paths(self, given: str) -> list[str]:
        """Paths of a call, those relative to an open folder made whole."""
        bare = _TEXT.sub(lambda match: f'"{match[1]}"', given)
        found, base = [], ""
        for part in re.finditer(rf"{_FD.pattern}|{_TEXT.pattern}", bare):
            if part[1] is not None:
                base = part[1]
            else:
                found.append(part[2] if part[2].startswith("/") else f"{base}/{part[2]}")
        return found

    def _open(self, path: str, given: str) -> None:
        if not self._inside(path):
            return
        if self._find(path) is None and "O_CREAT" in given:
            self._name(path, self._new(is_folder=False))
        if "O_TRUNC" in given:
            self._content(path)

    def _content(self, path: str) -> None:
        node = self._find(path)
        if node is not None:
            self.nodes[node].changes.append(len(self.changes))
            self.changes.append(Change(node=node))

    def _sure(self, path: str) -> None:
        node = self._find(path)
        if node is None:
            return
        for number, change in enumerate(self.changes):
            if change.names:
                folders = {folder for folder, _, _ in change.names}
                done = {folder for folder in folders if folder == node or self._was_sure(number, folder)}
                self._folders_done.setdefault(number, set()).update(done)
                if folders <= self._folders_done[number]:
                    self.sure_at.setdefault(number, self.calls)
            elif change.node == node:
                self.sure_at.setdefault(number, self.calls)

    def _all_sure(self) -> None:
        """What a file system brought to the disk as a whole."""
        self.wholes += 1
        for number, change in enumerate(self.changes):
            self.sure_at.setdefault(number, self.calls)
            self._folders_done.setdefault(number, set()).update(folder for folder, _, _ in change.names)

    @property
    def _folders_done(self) -> dict[int, set[int]]:
        return self.__dict__.setdefault("_done", {})

    def _was_sure(self, number: int, folder: int) -> bool:
        return folder in self._folders_done.get(number, set())

    def _new(self, *, is_folder: bool) -> int:
        self.nodes.append(Node(is_folder))
        return len(self.nodes) - 1

    def _name(self, path: str, node: int | None) -> None:
        self._names([(path, node)])

    def _names(self, pairs: Sequence[tuple[str, int | None]]) -> None:
        found = []
        for path, node in pairs:
            folder, _, name = path.rpartition("/")
            inside = self._find(folder)
            if inside is None:
                continue
            found.append((inside, name, node))
            if node is None:
                self.nodes[inside].names.pop(name, None)
            else:
                self.nodes[inside].names[name] = node
        self.changes.append(Change(names=tuple(found)))

    def _inside(self, path: str) -> bool:
        return path == str(self.root) or path.startswith(f"{self.root}/")

    def _find(self, path: str) -> int | None:
        if not self._inside(path):
            return None
        node: int | None = 0
        for name in Path(path).relative_to(self.root).parts:
            node = None if node is None else self.nodes[node].names.get(name)
        return node

    # --- crashes

    def kept(self, at: int, chance: random.Random | None, share: float) -> set[int]:
        """Changes on the disk after a crash behind call `at`: what is sure, and of the rest a share."""
        before = range(self._sizes[at])
        found = {n for n in before if self.sure_at.get(n, self.calls) <= at}
        for number in before:
            if number not in found and chance is not None and chance.random() < share:
                found.add(number)
        return found

    def pending(self, at: int) -> list[int]:
        """Changes that may be on the disk after a crash behind call `at`, or not."""
        return [n for n in range(self._sizes[at]) if self.sure_at.get(n, self.calls) > at]

    def after(self, kept: set[int]) -> Iterator[tuple[str, bool]]:
        """Files below the root when only these changes reached the disk, and whether each is whole.

        A file is whole when all that the program wrote into it is there.
        """
        names: dict[int, dict[str, int]] = {}
        for number in sorted(kept):
            for folder, name, node in self.changes[number].names:
                if node is None:
                    names.setdefault(folder, {}).pop(name, None)
                else:
                    names.setdefault(folder, {})[name] = node
        yield from self._walk(0, "", names, kept)

    def _walk(
        self, node: int, before: str, names: dict[int, dict[str, int]], kept: set[int]
    ) -> Iterator[tuple[str, bool]]:
        for name, inner in sorted(names.get(node, {}).items()):
            if self.nodes[inner].is_folder:
                yield from self._walk(inner, f"{before}{name}/", names, kept)
            else:
                yield f"{before}{name}", set(self.nodes[inner].changes) <= kept
