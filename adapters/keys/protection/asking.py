"""What opens the keys, asked of a file or of whoever sits at the terminal; and the fault that nothing did."""

from __future__ import annotations

import getpass
import os
import stat
import sys
from pathlib import Path

from engine.errors import InvalidError, fault


def spoken(variable: str, prompt: str) -> bytes:
    """The first line of the file that `variable` names; else what somebody types."""
    if name := os.environ.get(variable):
        return _first_line(Path(name), variable)
    if not sys.stdin or not sys.stdin.isatty():
        advice = f"Name a file with it in {variable}, or give the command in a terminal."
        raise closed(variable, "nobody to ask", advice)
    return getpass.getpass(prompt).encode()


def _first_line(path: Path, variable: str) -> bytes:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            line = file.readline().rstrip(b"\r\n")
    except OSError as error:
        raise closed(variable, error.strerror or "", "Check the file's owner.") from None
    if stat.S_ISREG(mode) and mode & 0o077:
        must, got = "must be readable by its owner only", f"permissions {stat.filemode(mode)}"
        raise InvalidError(fault("KEY003", str(path), must, got, f"Run: chmod 600 {path}"))
    return line


def closed(which: str, got: str, advice: str) -> InvalidError:
    """The keys cannot be opened."""
    return InvalidError(fault("KEY006", which, "must open the installation's keys", got, advice))
