"""What every process of saferelease gives up before it sees a document."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
ROOMS = Path(__file__).resolve().parents[3]
"""Folder of the rooms and, in a checkout, of the shipped policies."""
PACKAGES = Path(__file__).resolve().parents[__name__.count(".")]
"""Folder that holds the import packages."""


def harden_process() -> None:
    """No core dump of this process, no look into its memory, no import from the current folder.

    Notes
    -----
    A core dump is the plain text of the documents in a file. On Linux the process is also marked as not
    dumpable: others of the same user cannot attach a debugger or read its memory. Both have to be
    said again in every new program, so every entry of saferelease calls this first.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _prctl(_PR_SET_DUMPABLE, 0)
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # it would import what any installed package registers
    here = str(Path.cwd()) if _exists_here() else ""
    kept = {str(PACKAGES)}
    sys.path[:] = [entry for entry in sys.path if entry in kept or entry not in ("", ".", here)]


def die_with(parent: int) -> None:
    """End this process when `parent`, the process that started it, ends; called by the child."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the line above
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of what children leave behind: a container's first process may not wait for it."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _exists_here() -> bool:
    try:
        return Path.cwd().is_dir()
    except OSError:
        return False


def _prctl(option: int, value: int) -> None:
    """Linux only; elsewhere the limit on core dumps has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
