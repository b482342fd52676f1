"""A PostgreSQL server of our own for tests: Debian's, on a socket, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = next((folder for folder in folders if (folder / "initdb").exists()), None)
    return found or (Path(shutil.which("initdb") or "").parent if shutil.which("initdb") else None)


def require_postgres() -> Path:
    """Its programs; the test is skipped in plain words where there are none, and fails in CI."""
    found = programs()
    if found is None:
        told = "PostgreSQL is not installed (apt-get install postgresql): the state is tested on SQLite alone"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    return found


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a server that has an empty database ``postgres``."""
    bin_folder = require_postgres()
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    folder = Path(tempfile.mkdtemp(prefix="sr-pg-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        subprocess.run(command, check=True, user=user, cwd=folder, capture_output=True, timeout=120)

    run(str(bin_folder / "initdb"), "-D", str(folder / "data"), "-U", "sr", "-A", "trust", "-E", "UTF8")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    control = str(bin_folder / "pg_ctl")
    log = str(folder / "log")
    run(control, "-D", str(folder / "data"), "-o", options, "-l", log, "-w", "start")
    try:
        yield f"postgresql+psycopg://sr@/postgres?host={folder}"
    finally:
        run(control, "-D", str(folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)
