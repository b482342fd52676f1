"""A real ``saferelease serve`` of this machine, whose processes are ended by SIGKILL."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from adapters.machine.locations import home
from flows.orchestration.server.connection import find_server
from flows.orchestration.server.prefect_settings import prefect_home
from service.app.context import Service
from service.client import ServiceClient
from service.people.api_keys import make_key
from service.people.roles import Scope
from tests.conftest import ROOT
from tests.service.cases import person
from tests.service.postgres import Cluster

PATIENCE = 900.0


@dataclass
class House:
    """An installation, and the processes that serve it.

    Parameters
    ----------
    service : Service
        Its settings and state, for whoever looks in from outside.
    cluster : Cluster or None
        Its database, where that is a server.
    """

    service: Service
    cluster: Cluster | None = None
    process: subprocess.Popen[bytes] | None = None
    schedules: subprocess.Popen[bytes] | None = None
    kills: Counter[str] = field(default_factory=Counter)
    over: threading.Event = field(default_factory=threading.Event)

    def serve(self) -> None:
        """Start the service, and wait until it answers."""
        settings = self.service.settings
        environment = os.environ | {
            "SAFERELEASE_DATABASE": settings.database,
            "SAFERELEASE_SERVICE_FOLDER": str(settings.folder),
            "SAFERELEASE_ADDRESS": settings.address,
        }
        self.process = _started("serve", environment)
        deadline = time.monotonic() + PATIENCE
        with httpx.Client(base_url=settings.address, timeout=5) as client:
            while time.monotonic() < deadline and self.process.poll() is None:
                with suppress(httpx.TransportError):
                    if client.get("/health").is_success:
                        return
                time.sleep(0.2)
        raise RuntimeError("the service did not start")

    def serve_schedules(self, policy: Path) -> None:
        """Start Prefect's server beside the service: releases are told to it from then on."""
        self.schedules = _started("serve", os.environ, str(policy))
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.schedules.poll() is None:
            if find_server(prefect_home(home())) is not None:
                return
            time.sleep(0.2)
        raise RuntimeError("the server of Prefect did not start")

    def end_schedules(self) -> None:
        """End it, with what it started."""
        if self.schedules is not None:
            self.schedules.terminate()
            self.schedules.wait()

    def kill(self) -> None:
        """End the service as nothing can catch."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def kill_again_and_again(self, n: int, chance: random.Random) -> None:
        """`n` times, at random moments, as long as people are at work: whatever runs then."""
        while self.kills.total() < n and not self.over.wait(chance.uniform(0.05, 4.0)):
            children = self._children()
            found = ["service", *(["database"] if self.cluster else []), *sorted({k for k, _ in children})]
            self._kill_one(chance.choice(found), children, chance)

    def _kill_one(self, kind: str, children: list[tuple[str, int]], chance: random.Random) -> None:
        if kind == "service":
            self.kill()
            self.serve()
        elif kind == "database":
            assert self.cluster is not None
            self.cluster.kill()
        else:
            with suppress(ProcessLookupError):
                os.kill(chance.choice([pid for found, pid in children if found == kind]), signal.SIGKILL)
        self.kills[kind] += 1

    def _children(self) -> list[tuple[str, int]]:
        """Processes below the service and the schedules: ``prefect`` or ``worker``."""
        assert self.process is not None
        above = {self.process.pid, *([self.schedules.pid] if self.schedules else [])}
        below = set(above)
        for pid, parent in sorted(_parents().items()):
            if parent in below:
                below.add(pid)
        served = {
            pid for pid, parent in _parents().items() if self.schedules and parent == self.schedules.pid
        }
        return [("prefect" if pid in served else "worker", pid) for pid in below - above]

    def client(self, login: str) -> ServiceClient:
        """A program of somebody."""
        with self.service.database.begin() as state:
            key = make_key(state, self.service.keys, person(self.service, login), "test", 1, list(Scope))
        return ServiceClient(self.service.settings.address, key)


def _parents() -> dict[int, int]:
    """Parent of every process of this machine."""
    return dict(_parentage())


def _parentage() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])


def _started(command: str, environment: Mapping[str, str], *words: str) -> subprocess.Popen[bytes]:
    """A command of ours as a process that says nothing."""
    whole, quiet = [sys.executable, "-m", "service.cli", command, *words], subprocess.DEVNULL
    return subprocess.Popen(whole, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)


def memory_of(process: int) -> int:
    """Bytes that a process and those below it hold, pages that they share counted once for each."""
    below, parents = {process}, _parents()
    for pid, parent in sorted(parents.items()):
        if parent in below:
            below.add(pid)
    return sum(_proportional(pid) for pid in below)


def _proportional(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
