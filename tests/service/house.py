"""A real ``saferelease serve`` of this machine, whose processes are ended by SIGKILL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import httpx
from sqlalchemy import select, update
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
from service.releases.moves import ENDED
from service.state.columns import now
from service.state.tables import Delivery, Release, Schedule
from tests.attacks.processes import family
from tests.conftest import ROOT
from tests.service.cases import person

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
    start : callable
        Starts a command of ours, with the environment `variables`.
    command : Running or None
        A ``saferelease run`` that somebody gave beside the service.
    found : Counter
        States of releases that had not ended when the service died, over all its deaths; and how often
        Prefect's server died with it.
    """

    service: Service
    start: Callable[..., Running] = _started
    process: Running | None = None
    schedules: Running | None = None
    yearly: Path = Path()
    command: Running | None = None
    found: Counter[str] = field(default_factory=Counter)

    def serve(self) -> None:
        """Start the service, and wait until it answers."""
        if not self.begins():
            raise RuntimeError("the service did not start")

    def begins(self) -> bool:
        """The same; false where it ended before it answered."""
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
                        return True
                time.sleep(0.05)
        return False

    def serve_schedules(self, policy: Path) -> None:
        """Start Prefect's server beside the service: releases are told to it from then on."""
        if not self._schedules_begin(policy):
            raise RuntimeError("the server of Prefect did not start")

    def _schedules_begin(self, policy: Path) -> bool:
        """The same; false where it ended before it answered."""
        self.yearly = policy
        self.schedules = self.start("serve", str(policy), variables=os.environ)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.schedules.poll() is None:
            if find_server(prefect_home(home())) is not None:
                return True
            time.sleep(0.2)
        return False

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

    def serve_again_and_again(self, over: Callable[[], bool]) -> None:
        """Start the service, or Prefect's server, anew whenever it died, as long as people are at work."""
        assert self.process is not None
        while not over():
            if self.schedules is not None and self.schedules.poll() is not None:
                self._schedules_begin(self.yearly)
            if (code := self.process.poll()) is None:
                time.sleep(0.05)
                continue
            assert code == -signal.SIGKILL, f"the service ended by itself: {code}"
            insisting_on_state(self.service, self._look)
            self._kill_prefect()
            self.begins()

    def _kill_prefect(self) -> None:
        """Prefect's own server, which is no process of ours, dies with every second service."""
        below = family(self.schedules.pid)[1:] if self.schedules is not None else []
        if below and self.process is not None and self.process.pid % 2:
            with suppress(ProcessLookupError):
                os.kill(below[-1], signal.SIGKILL)
                self.found["Prefect's server"] += 1

    def _look(self, state: Session) -> None:
        """Remember what a kill found on its way; time passes."""
        self.found.update(state.scalars(select(Release.state).where(Release.state.not_in(ENDED))))
        time_passes(state)

    def kill_and_serve(self) -> None:
        """The service dies; another one is started once what the dead one held counts as left."""
        self.kill()
        insisting_on_state(self.service, time_passes)
        self.serve()

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
