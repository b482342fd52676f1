"""Bringing files and names of files to the disk, so that a crash does not take them back."""

from __future__ import annotations

import os
from pathlib import Path


def sync_path(path: Path) -> None:
    """Bring a file's content, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder with those above it, and bring their names to the disk."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode, exist_ok=True)
    sync_path(path.parent)
