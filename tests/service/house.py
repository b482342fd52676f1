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
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import httpx
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from adapters.machine.locations import home
from adapters.machine.processes.standstill import processor_seconds
from flows.orchestration.server.connection import find_server
from flows.orchestration.server.prefect_settings import prefect_home
from service.app.context import Service
from service.client import ServiceClient
from service.people.api_keys import make_key
from service.people.roles import Scope
from service.refusals import Refusal
from service.releases.deliveries import SENT
from service.state.columns import now
from service.state.tables import Delivery, Release, Schedule
from tests.attacks.processes import family
from tests.conftest import ROOT
from tests.service.cases import person
from tests.service.postgres import Cluster

PATIENCE = 900.0


class Running(Protocol):
    """A command that runs, however it was started."""

    pid: int

    def poll(self) -> int | None:
        """How it ended, if it did."""

    def send_signal(self, number: int, /) -> None:
        """Send it a signal."""

    def terminate(self) -> None:
        """Ask it to end."""

    def wait(self) -> int:
        """Its end."""


def _started(*words: str, variables: Mapping[str, str]) -> Running:
    """A command of ours as a process that says nothing."""
    whole, quiet = [sys.executable, "-m", "service.cli", *words], subprocess.DEVNULL
    return subprocess.Popen(whole, cwd=ROOT, env=variables, stdout=quiet, stderr=quiet)


@dataclass
class House:
    """An installation, and the processes that serve it.

    Parameters
    ----------
    service : Service
        Its settings and state, for whoever looks in from outside.
    cluster : Cluster or None
        Its database, where that is a server.
    start : callable
        Starts a command of ours, with the environment `variables`.
    command : Running or None
        A ``saferelease run`` that somebody gave beside the service.
    """

    service: Service
    cluster: Cluster | None = None
    start: Callable[..., Running] = _started
    process: Running | None = None
    schedules: Running | None = None
    command: Running | None = None
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
        self.process = self.start("serve", variables=environment)
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
        self.schedules = self.start("serve", str(policy), variables=os.environ)
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

    def processor_seconds(self) -> float:
        """What the service and a command took of the processors, with what they started."""
        running = [one for one in (self.process, self.command) if one is not None]
        return sum(processor_seconds(one.pid) for one in running)

    def kill(self) -> None:
        """End the service as nothing can catch."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def kill_again_and_again(self, n: int, chance: random.Random) -> None:
        """`n` times, at random moments, as long as people are at work: whatever runs then."""
        while self.kills.total() < n and not self.over.wait(chance.uniform(0.05, 4.0)):
            found = list(self._processes())
            kinds = ["service", *(["database"] if self.cluster else []), *sorted({k for k, _ in found})]
            kind = chance.choice(kinds)
            if kind == "service":
                self.kill_and_serve()
            elif kind == "database":
                assert self.cluster is not None
                self.cluster.kill()
            else:
                with suppress(ProcessLookupError):
                    os.kill(chance.choice([pid for k, pid in found if k == kind]), signal.SIGKILL)
            self.kills[kind] += 1

    def kill_and_serve(self) -> None:
        """The service dies; another one is started once what the dead one held counts as left."""
        self.kill()
        insisting_on_state(self.service, time_passes)
        self.serve()

    def _processes(self) -> Iterable[tuple[str, int]]:
        """What can be killed besides the service: below it, the schedules, a command, and below these."""
        assert self.process is not None
        yield from (("worker", pid) for pid in family(self.process.pid)[1:])
        for kind, running in (("prefect", self.schedules), ("command", self.command)):
            if running is not None and running.poll() is None:
                whole, *children = family(running.pid)
                yield from ([] if kind == "prefect" else [(kind, whole)])
                yield from ((kind if kind == "prefect" else "child of a command", pid) for pid in children)

    def client(self, login: str) -> ServiceClient:
        """A program of somebody."""
        with self.service.database.begin() as state:
            key = make_key(state, self.service.keys, person(self.service, login), "test", 1, list(Scope))
        return ServiceClient(self.service.settings.address, key)


def time_passes(state: Session) -> None:
    """As if 90 seconds, ten minutes and an hour were over: nobody holds any more what a dead process held."""
    past = now() - timedelta(hours=2)
    state.execute(update(Release).where(Release.beat.is_not(None)).values(beat=past))
    state.execute(update(Delivery).where(Delivery.state != SENT).values(next_at=past))
    state.execute(update(Schedule).values(busy_until=None, next_at=past))


def insisting_on_state(service: Service, change: Callable[[Session], None]) -> None:
    """Change the state from outside, once its database answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with service.database.begin() as state:
                change(state)
        except (OperationalError, Refusal):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return
