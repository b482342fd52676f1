"""Policies as files, for what reads them by path: in memory, never on a disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from adapters.machine.files import write_atomically
from adapters.machine.processes.passing_folders import PassingFolder
from engine.errors import Fault, InvalidError

_MEMORY = Path("/dev/shm")


@cache
def _folder_of(process: int) -> Path:
    """A folder of this process alone, gone when it ends; on a disk only where memory holds no files."""
    place = _MEMORY if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else None
    return PassingFolder("saferelease-policies-", place).path


def kept_file(version: str, name: str, content: str, beside: str = "") -> Path:
    """The file of a version of a policy, with its approval beside it; it stays as long as this process.

    Parameters
    ----------
    version : str
        Its id.
    name : str
        Of the policy.
    content : str
    beside : str
        Its approval; empty when there is none.
    """
    path = _folder_of(os.getpid()) / version / f"{name}.yaml"
    _write(path, content)
    if beside:
        _write(path.with_suffix(".approval.json"), beside)
    return path


@contextmanager
def passing_file(content: str, name: str = "policy") -> Iterator[Path]:
    """A policy's text as a file for a moment; its faults name lines, since nobody knows that file.

    Raises
    ------
    InvalidError
        What was raised inside, with ``line 9`` in place of the file and the line.
    """
    with tempfile.TemporaryDirectory(dir=_folder_of(os.getpid())) as folder:
        path = Path(folder) / f"{name}.yaml"
        path.write_text(content)
        try:
            yield path
        except InvalidError as error:
            raise InvalidError(*(_by_line(one, str(path)) for one in error.faults)) from None


def _by_line(one: Fault, path: str) -> Fault:
    return replace(one, where=one.where.replace(path, "line").replace("line:", "line "))


def _write(path: Path, content: str) -> None:
    wanted = content.encode()
    if not path.exists() or path.read_bytes() != wanted:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, wanted, durable=False, mode=0o600)
