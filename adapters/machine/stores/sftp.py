"""A server of SFTP: known by its key, created files exclusive, links told and never followed."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import IO, Any

import paramiko
from fsspec.implementations.sftp import SFTPFileSystem


class FileServer(SFTPFileSystem):  # type: ignore[misc]
    """The library's file system, which by itself trusts any server and overwrites.

    Parameters
    ----------
    host : str
        A name of the network, or of ``~/.ssh/config``, whose ``HostName``, ``Port``, ``User`` and
        ``IdentityFile`` count. Its key must stand in ``~/.ssh/known_hosts``.
    connect_seconds, read_seconds : float
        How long it waits.

    Notes
    -----
    Credentials are the user's keys and agent; there are no passwords. One call at a time: answers on a
    channel may be taken by whichever thread reads first, and servers allow few channels.
    """

    def __init__(self, host: str, connect_seconds: float, read_seconds: float, **settings: Any) -> None:
        self._seconds, self._alone = (connect_seconds, read_seconds), RLock()
        super().__init__(host, host_key_policy="reject", **settings)

    def _connect(self) -> None:
        connect_seconds, read_seconds = self._seconds
        found = _settings(self.host)
        self.client = paramiko.SSHClient()
        with suppress(FileNotFoundError):
            self.client.load_system_host_keys(str(Path("~/.ssh/known_hosts").expanduser()))
        self.client.set_missing_host_key_policy(paramiko.RejectPolicy())
        self.client.connect(
            found.get("hostname", self.host),
            port=int(found.get("port", 22)),
            username=found.get("user"),
            key_filename=found.get("identityfile"),
            timeout=connect_seconds,
            banner_timeout=connect_seconds,
            auth_timeout=connect_seconds,
        )
        self.ftp = self.client.open_sftp()
        self.ftp.get_channel().settimeout(read_seconds)

    def find(self, path: str, *_: Any, **__: Any) -> dict[str, Mapping[str, Any]]:
        """Everything below a folder, unreadable folders an error; links and devices are marked as barred."""
        with self._alone:
            return dict(self._entries(path)) if self._is_there(path) else {}

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        """As the library's."""
        with self._alone:
            return dict(super().info(path))

    def _entries(self, folder: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for entry in self.ftp.listdir_attr(folder):
            path, mode = f"{folder}/{entry.filename}", entry.st_mode or 0
            if stat.S_ISDIR(mode):
                yield from self._entries(path)
            else:
                barred = "" if stat.S_ISREG(mode) else "link" if stat.S_ISLNK(mode) else "special"
                yield path, {"name": path, "type": "file", "size": entry.st_size, "barred": barred}

    def cat_file(self, path: str, *_: Any, **__: Any) -> bytes:
        """A file's bytes; an error when it was written to meanwhile, for they may be half of each."""
        with self._alone, self.ftp.open(path, "rb") as file:
            before = file.stat()
            file.prefetch(before.st_size)
            content: bytes = file.read()
            after = self.ftp.stat(path)
        if (len(content), before.st_mtime) != (after.st_size, after.st_mtime):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        return content

    def open(self, path: str, *_: Any, **__: Any) -> BytesIO:
        """A file for reading, as it was at one moment."""
        return BytesIO(self.cat_file(path))

    def rm_file(self, path: str) -> None:
        """Take a file away."""
        with self._alone:
            self.ftp.remove(path)

    def pipe_file(self, path: str, value: bytes, *_: Any, **__: Any) -> None:
        """Create a file; an error where one is."""
        with self._alone:
            self._create(path, BytesIO(value))

    def put_file(self, lpath: str, rpath: str, *_: Any, **__: Any) -> None:
        """The same with the content of a file of this machine."""
        with self._alone, Path(lpath).open("rb") as content:
            self._create(rpath, content)

    def _create(self, path: str, content: IO[bytes]) -> None:
        self.makedirs(self._parent(path), exist_ok=True)
        try:
            file = self.ftp.open(path, "wxb")
        except OSError:
            if self._is_there(path):  # servers have one word for all that fails
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            raise
        try:
            with file:
                file.set_pipelined(True)
                shutil.copyfileobj(content, file, 1 << 18)
        except BaseException:
            with suppress(OSError, paramiko.SSHException):
                self.ftp.remove(path)
            raise

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        """Folders, also where another thread makes the same ones."""
        if self._is_there(path):
            return
        self.makedirs(self._parent(path), exist_ok)
        try:
            self.ftp.mkdir(path)
        except OSError:
            if not self._is_there(path):
                raise

    def _is_there(self, path: str) -> bool:
        try:
            self.ftp.lstat(path)
        except FileNotFoundError:
            return False
        return True


def _settings(host: str) -> dict[str, Any]:
    try:
        return dict(paramiko.SSHConfig.from_path(str(Path("~/.ssh/config").expanduser())).lookup(host))
    except FileNotFoundError:
        return {}
