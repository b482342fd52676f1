"""Programs that saferelease starts: here, isolated, and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from adapters.machine.processes.hardening import PACKAGES, die_with

_UNWANTED = ("PYTHON", "PREFECT_", "LD_PRELOAD", "LD_AUDIT", "GIT_")
_BOOT = (
    "import os, sys; sys.path.append({packages!r}); "
    "from adapters.machine.processes.hardening import die_with, harden_process; "
    "harden_process(); die_with({parent}); "
    "import runpy; runpy.run_module({module!r}, run_name='__main__')"
)


def start_child(
    module: str,
    message: Mapping[str, object],
    folder: Path,
    answers: bool = False,
    handles: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Run `module` as a program of its own that ends with this process.

    Parameters
    ----------
    module : str
        Of saferelease.
    message : mapping
        What it is told, as JSON on its standard input: secrets belong here, for a command line can be
        read by every user of the machine.
    folder : Path
        Its current folder, one that holds no Python.
    answers : bool
        Whether its standard output is read.
    handles : sequence of int
        Open files that it inherits under the same numbers.
    environment : mapping of str to str or None
        None: `clean_environment`.

    Notes
    -----
    ``-I``: neither the current folder, nor ``PYTHONPATH``, nor the user's site folder is searched for
    modules. Only the thread that calls this keeps the child alive: call it from one that lasts.
    """
    boot = _BOOT.format(packages=str(PACKAGES), parent=os.getpid(), module=module)
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", boot],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if answers else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=clean_environment() if environment is None else environment,
        start_new_session=True,
        pass_fds=tuple(handles),
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(message).encode())
    process.stdin.close()
    return process


def run_tool(
    command: Sequence[str],
    folder: Path,
    seconds: float,
    content: bytes = b"",
    variables: Mapping[str, str] | None = None,
) -> bytes:
    """Run a tool of the system or of Python to its end, in `folder`, with nothing planted on its way.

    It gets `content` on its standard input, and `variables` beside the environment; what it writes is
    returned. It ends with this process.

    Raises
    ------
    OSError, subprocess.SubprocessError
        When it is not there, fails, or takes longer.
    """
    return subprocess.run(
        command,
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=seconds,
        env=clean_environment() | dict(variables or {}),
        input=content,
        preexec_fn=partial(die_with, os.getpid()),
    ).stdout


def clean_environment() -> dict[str, str]:
    """The environment without what changes where modules come from, or how Prefect and git are set."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_UNWANTED)}
    return kept | {"PYTHONSAFEPATH": "1"}
