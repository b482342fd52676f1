"""A PostgreSQL server of our own for tests: Debian's, on a socket, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.patience import PATIENCE
from tests.programs import need


@dataclass
class Cluster:
    """A PostgreSQL server of this machine, on a socket in a folder of its own."""

    programs: Path
    folder: Path
    user: str

    @property
    def address(self) -> str:
        """Of its database ``postgres``, empty at first."""
        return f"postgresql+psycopg://sr@/postgres?host={self.folder}"

    def make(self) -> None:
        """Its files."""
        self._run("initdb", "-U", "sr", "-A", "trust", "-E", "UTF8")

    def start(self) -> None:
        """Begin to answer."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "-o", options, "-l", str(self.folder / "log"), "-w", "start")

    def stop(self) -> None:
        """End, without waiting for anybody."""
        self._run("pg_ctl", "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """End as nothing can catch, and begin again: what was kept is there."""
        server = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(server, signal.SIGKILL)
        for _ in range(50):
            with suppress(subprocess.CalledProcessError):
                self.start()
                return
            time.sleep(0.2)  # processes of the killed server are still at its memory
        raise RuntimeError("PostgreSQL did not start again")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *words]
        subprocess.run(
            command, check=True, user=self.user, cwd=self.folder, capture_output=True, timeout=PATIENCE
        )


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A server that has an empty database."""
    bin_folder = Path(need("postgres")).parent
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    folder = Path(tempfile.mkdtemp(prefix="sr-pg-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, user)
    cluster = Cluster(bin_folder, folder, user)
    cluster.make()
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of such a server."""
    with running_cluster() as cluster:
        yield cluster.address
