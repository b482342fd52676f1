"""A folder under git that holds policies: read at its newest commit, written as one more commit."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import NoReturn

from adapters.machine.files import write_atomically
from adapters.machine.processes.children import run_tool
from engine.errors import Fault, InvalidError, fault

MAX_BYTES = 2_000_000
"""Of one file."""
_MAX_LISTED = 10_000
_SECONDS = 60
_NOBODY = "0" * 40
_LATEST = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())
_UNTRUSTED = (
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null"),
    *("protocol.allow=never", "gc.auto=0", "core.excludesFile=/dev/null"),
)
"""What a repository's own settings could have this machine run is off: hooks, watchers, fetching."""
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_COMMITTER_NAME": "saferelease",
    "GIT_COMMITTER_EMAIL": "saferelease@localhost",
    "HOME": "/nonexistent",
    "LC_ALL": "C",
}
_NO_NAME = re.compile(r"[\x00-\x1f\x7f<>]+")


@dataclass(frozen=True)
class Held:
    """A file as the newest commit holds it.

    Parameters
    ----------
    text : str
    commit : str
        The last commit that changed it.
    author : str
        As that commit says; nobody has checked it.
    at : datetime
        When, as it says.
    """

    text: str
    commit: str
    author: str
    at: datetime


class GitFolder:
    """A git repository of this machine, with or without a work tree.

    Parameters
    ----------
    folder : Path
        Its top; it belongs to who runs saferelease.

    Raises
    ------
    InvalidError
        ``PGF001`` no git on this machine; ``PGF002`` no repository of one's own there.

    Notes
    -----
    Only git's plumbing is called, which runs no hook and no filter; nothing is fetched or sent. A work tree
    is written file by file, and only where it is as the newest commit has it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._git = shutil.which("git")
        if self._git is None:
            raise InvalidError(fault("PGF001", "git", "must be installed on this machine", "", _SEE))
        if not folder.is_dir() or folder.is_symlink() or folder.stat().st_uid not in (os.getuid(), 0):
            self._no_repository()
        try:
            found = self._said("rev-parse", "--is-bare-repository", "--show-prefix").split("\n")
        except InvalidError:
            self._no_repository()
        self._has_tree = found[0] == "false"
        if self._has_tree and any(found[1:]):  # a folder inside of another repository
            self._no_repository()

    def head(self) -> str:
        """The newest commit; empty before the first."""
        return self._tried("rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()

    def paths(self) -> list[str]:
        """Files of the newest commit, in order; links are none."""
        if not self.head():
            return []
        lines = self._said("ls-tree", "-r", "-z", "HEAD").split("\0")
        listed = (line.partition("\t") for line in lines if line)
        return sorted(path for entry, _, path in listed if entry.startswith("100"))[:_MAX_LISTED]

    def read(self, path: str) -> Held | None:
        """A file of the newest commit; None where there is none.

        Raises
        ------
        InvalidError
            ``PGF003`` for one that is too large, or no UTF-8 text, or whose name is none.
        """
        if shown(path) != path:
            raise InvalidError(fault("PGF003", shown(path), "must have a name in UTF-8", "", _SEE))
        blob = self._blob(path)
        if not blob:
            return None
        if int(self._said("cat-file", "-s", blob)) > MAX_BYTES:
            raise InvalidError(fault("PGF003", path, f"must be {MAX_BYTES:,} bytes at the most", "", _SEE))
        try:
            text = self._bytes("cat-file", "blob", blob).decode()
        except UnicodeDecodeError:
            raise InvalidError(fault("PGF003", path, "must be text in UTF-8", "", _SEE)) from None
        listed = self._said("rev-list", "-1", "--format=%H%x00%at%x00%an", "HEAD", "--", path)
        commit, at, author = listed.splitlines()[1].split("\0")
        return Held(text, commit, shown(author), _moment(int(at)))

    def write(
        self,
        files: Mapping[str, str],
        known: Mapping[str, Collection[str]],
        message: str,
        author: tuple[str, str],
    ) -> str:
        """Commit files; the id of the commit, or of the newest one where nothing changes.

        Parameters
        ----------
        files : mapping of str to str
            Texts by path.
        known : mapping of str to collection of str
            By path, texts that may be replaced. A file that is not there may always be made.
        message : str
        author : (str, str)
            Name and mail address.

        Raises
        ------
        InvalidError
            ``PGF004`` when a file holds something else, in the newest commit or in the work tree; ``PGF005``
            when git cannot write, or somebody else committed at the same moment.
        """
        head = self.head()
        for path in files:
            self._require_known(path, {*known.get(path, ()), files[path]})
        with tempfile.TemporaryDirectory(prefix="saferelease-git-") as scratch:
            tree = self._tree(head, files, {"GIT_INDEX_FILE": f"{scratch}/index"})
        if head and tree == self._said("rev-parse", f"{head}^{{tree}}").strip():
            commit = head
        else:
            commit = self._commit(tree, head, message, author)
        if self._has_tree:
            for path, text in files.items():
                self._lay_out(path, text)
        return commit

    def _tree(self, head: str, files: Mapping[str, str], index: Mapping[str, str]) -> str:
        if head:
            self._said("read-tree", head, more=index)
        for path, text in files.items():
            blob = self._said("hash-object", "-w", "--stdin", given=text.encode()).strip()
            self._said("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}", more=index)
        return self._said("write-tree", more=index).strip()

    def _commit(self, tree: str, head: str, message: str, author: tuple[str, str]) -> str:
        name, mail = (_NO_NAME.sub(" ", one).strip() or "unknown" for one in author)
        by = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": mail}
        parent = ["-p", head] if head else []
        commit = self._said("commit-tree", tree, *parent, given=message.encode(), more=by).strip()
        self._said("update-ref", "-m", "saferelease", "HEAD", commit, head or _NOBODY)
        return commit

    def _require_known(self, path: str, known: Collection[str]) -> None:
        held = self.read(path)
        there = self._laid_out(path) if self._has_tree else None
        if any(text is not None and text not in known for text in (held and held.text, there)):
            advice = "Take it up as a draft, or put the file back as it was."
            raise InvalidError(
                fault("PGF004", path, "must hold a version that the service knows", "", advice)
            )

    def _laid_out(self, path: str) -> str | None:
        """A file of the work tree; None where there is none."""
        place = self._place(path)
        try:
            return place.read_bytes().decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InvalidError(_unwritten(error)) from None

    def _lay_out(self, path: str, text: str) -> None:
        place = self._place(path)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, text.encode())
        except OSError as error:
            raise InvalidError(_unwritten(error)) from None
        self._said("update-index", "--add", "--cacheinfo", f"100644,{self._blob(path)},{path}")

    def _place(self, path: str) -> Path:
        """Where a file of the work tree lies; a link on the way leads elsewhere, and is refused."""
        place = self._folder
        for part in PurePosixPath(path).parts:
            place = place / part
            try:
                mode = place.lstat().st_mode
            except FileNotFoundError:
                continue
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                advice = "Links and devices are not followed."
                raise InvalidError(fault("PGF004", path, "must be a file in folders", "", advice))
        return place

    def _blob(self, path: str) -> str:
        if not self.head():
            return ""
        entry = self._said("ls-tree", "-z", "HEAD", "--", path).partition("\0")[0]
        kind, _, name = entry.partition("\t")
        return kind.split()[2] if kind.startswith("100") and name == path else ""

    def _said(self, *words: str, given: bytes = b"", more: Mapping[str, str] | None = None) -> str:
        return self._bytes(*words, given=given, more=more).decode("utf-8", "surrogateescape")

    def _tried(self, *words: str) -> str:
        try:
            return self._said(*words)
        except InvalidError:
            return ""

    def _bytes(self, *words: str, given: bytes = b"", more: Mapping[str, str] | None = None) -> bytes:
        assert self._git is not None
        settings = [part for one in _UNTRUSTED for part in ("-c", one)]
        command = [self._git, "--no-pager", "--literal-pathspecs", *settings, "-C", str(self._folder), *words]
        try:
            return run_tool(command, Path("/"), _SECONDS, given, _ENVIRONMENT | dict(more or {}))
        except subprocess.CalledProcessError as error:
            must = "must read and write the repository; perhaps somebody committed at the same moment"
            found = fault("PGF005", f"git {words[0]}", must, f"code {error.returncode}", _AGAIN)
            raise InvalidError(found) from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise InvalidError(_unwritten(error)) from None

    def _no_repository(self) -> NoReturn:
        must = "must be the top of a git repository that belongs to who runs the service"
        raise InvalidError(fault("PGF002", str(self._folder), must, "", _SEE)) from None


def shown(words: str) -> str:
    """Words of a repository, in which bytes that are no UTF-8 are replaced."""
    return words.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _moment(seconds: int) -> datetime:
    """When a commit was made, as it says; what it says may lie outside of all calendars."""
    return datetime.fromtimestamp(min(max(seconds, 0), _LATEST), UTC)


_SEE = "See The service, A folder under git."
_AGAIN = "Try again. If it stays so, look at the repository with git status."


def _unwritten(error: Exception) -> Fault:
    reason = (error.strerror if isinstance(error, OSError) else "") or type(error).__name__
    return fault("PGF005", "the folder of policies", "must be readable and writable", reason, _AGAIN)
