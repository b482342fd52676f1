"""Whole folders brought to the disk: file by file, or by one call for all that a file system holds."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from adapters.machine.files import sync_path

MANY = 50
"""Files from which one call takes less time than one for each: it waits for what others wrote, too."""
_JOURNALED = frozenset({"ext4", "xfs"})
"""File systems of this machine whose ``syncfs`` writes data, names and journal. Network and FUSE may not."""
_REPORTS_ERRORS = (5, 8)
"""The version of Linux from which ``syncfs`` says what could not be written."""
_MOUNTS = Path("/proc/self/mountinfo")


def sync_below(folder: Path) -> None:
    """Bring every file and folder below `folder`, and its own name, to the disk.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    OSError
        Something could not be written.
    """
    paths = [path for path in folder.rglob("*") if not path.is_symlink()]
    if len(paths) >= MANY and can_sync_at_once(folder, paths):
        _sync_file_system(folder)
    else:
        for path in sorted(paths, reverse=True):
            sync_path(path)
    sync_path(folder)
    sync_path(folder.parent)


def can_sync_at_once(folder: Path, paths: list[Path]) -> bool:
    """Whether `paths` and `folder` lie on one file system that is known to be synced as a whole."""
    if sys.platform != "linux" or not _is_new_enough(os.uname().release):
        return False
    device = folder.stat().st_dev
    return _file_system(device) in _JOURNALED and all(path.lstat().st_dev == device for path in paths)


def _is_new_enough(release: str) -> bool:
    numbers = [int(part) for part in release.split("-")[0].split(".")[:2] if part.isdigit()]
    return tuple(numbers) >= _REPORTS_ERRORS


def _file_system(device: int) -> str:
    """The kind of file system a device holds; empty where it is not listed as mounted."""
    wanted = f"{os.major(device)}:{os.minor(device)}"
    for line in _MOUNTS.read_text().splitlines():
        mount, _, rest = line.partition(" - ")
        if mount.split()[2] == wanted:
            return rest.split()[0]
    return ""


def _sync_file_system(folder: Path) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        if library.syncfs(handle):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    finally:
        os.close(handle)
