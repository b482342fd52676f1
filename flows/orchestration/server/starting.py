"""Prefect's server as a child of the service: its private folder, its secret, its end."""

from __future__ import annotations

import fcntl
import os
import secrets
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO

from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.processes.children import clean_environment, start_child
from adapters.machine.processes.passing_folders import PassingFolder, place_of_sockets
from engine.errors import InvalidError, fault
from flows.orchestration.server.connection import SERVER, Server, answers
from flows.orchestration.server.prefect_settings import operators_own, prefect_home

_LOCK = "service.lock"
_START_SECONDS = 120
_STOP_SECONDS = 20


class ServerProcess:
    """A server of Prefect's API, started on entry and ended on exit.

    Parameters
    ----------
    home : Path
        saferelease's own folder.
    port : int or None
        Where on the loopback address people reach Prefect's pages; None opens no such port.

    Notes
    -----
    The secret is new with every start of the service. It is in no command line and no environment, but in
    ``server.json`` in Prefect's folder, which only this user may read.
    """

    def __init__(self, home: Path, port: int | None = None) -> None:
        self._home = home
        self._prefect = prefect_home(home)
        self._port = port
        self.secret_file = self._prefect / SERVER
        self.pages = f"http://127.0.0.1:{port}" if port else ""

    def __enter__(self) -> ServerProcess:
        self._alone = _alone(self._prefect)
        self._folder = _private_folder(self._prefect)
        self.server = Server(str(self._folder.path / "api.sock"), f"saferelease:{secrets.token_urlsafe(32)}")
        try:
            self._process = self._start()
        except BaseException:
            self._forget()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _stop(self._process)
        self._forget()

    def _forget(self) -> None:
        self.secret_file.unlink(missing_ok=True)
        self._folder.close()
        self._alone.close()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process.poll() is None

    def restart(self) -> None:
        """Start it again under the same address and secret."""
        _stop(self._process)
        Path(self.server.socket).unlink(missing_ok=True)
        self._process = self._start()

    def address(self) -> dict[str, str]:
        """Where it is and what it asks for, for a child."""
        return {"socket": self.server.socket, "secret": self.server.secret}

    def _start(self) -> subprocess.Popen[bytes]:
        message = {"home": str(self._home), "port": self._port} | self.address()
        process = start_with_prefect("flows.orchestration.server.program", message)
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            if answers(self.server):
                write_atomically(self.secret_file, canonical_json(self.address()), mode=0o600)
                return process
            time.sleep(0.2)
        _stop(process)
        advice = "Is the port in use? Choose another with --port, or leave it out."
        raise InvalidError(fault("SRV003", self.pages or "the private socket", "must start", "", advice))


def start_with_prefect(
    module: str, message: Mapping[str, object], answers: bool = False
) -> subprocess.Popen[bytes]:
    """Run `module` as `start_child` does, in Prefect's folder: the operator's, where one is named."""
    environment = clean_environment() | operators_own()
    folder = prefect_home(Path(str(message["home"])))
    return start_child(module, message, folder, answers=answers, environment=environment)


def _alone(prefect: Path) -> IO[str]:
    """Hold the place of the one service of this installation."""
    lock = (prefect / _LOCK).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        advice = "Stop the other service, or give one service all policies."
        raise InvalidError(
            fault("SRV004", str(prefect), "must serve once", "a running service", advice)
        ) from None
    return lock


def is_serving(home: Path) -> bool:
    """Whether ``saferelease serve POLICY`` runs for this installation."""
    try:
        with (prefect_home(home) / _LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _private_folder(prefect: Path) -> PassingFolder:
    """A new folder that only this user may enter, under a name that is short enough for a socket."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return PassingFolder("sr-socket-", place_of_sockets(prefect, *([runtime] if runtime else [])))


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(timeout=_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
