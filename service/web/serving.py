"""The service as a process: pages and API behind one address, and a machine that works on releases."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from adapters.machine.locations import home
from engine.errors import InvalidError
from flows.release.workers.pool import keep_warm
from service.app.context import Service, open_service
from service.app.metrics import Metrics
from service.app.settings import Settings
from service.people.accounts import first_administrator, is_empty
from service.policies.trying import trials
from service.releases.open_documents.de_identifying import opened
from service.releases.review.finishing import benches
from service.releases.review.pictures import drawers
from service.state.alone import alone, in_use
from service.web.build import create_app
from service.web.logs import log_to_console
from service.web.machine import Machine

Say = Callable[[str], None]
_DEMO = "saferelease-demo-"
_IDLE_SECONDS = 75
"""How long a connection waits for its next request: longer than proxies and people between two pages."""

CONNECTIONS: Mapping[str, Any] = {
    "access_log": False,
    "proxy_headers": False,  # the application believes the proxies of its settings, and no other
    "server_header": False,
    "timeout_keep_alive": _IDLE_SECONDS,
}
"""How uvicorn holds connections."""


def serve(settings: Settings, say: Say, *, workers: int | None = None) -> None:
    """Serve until interrupted.

    Parameters
    ----------
    settings : Settings
    say : callable
        Tells people one line.
    workers : int or None
        Worker processes per release.
    """
    service = open_service(settings)
    with service.database.begin() as state:
        if is_empty(state):
            first = first_administrator(state, "admin", "Administrator")
            say(f"First sign-in: admin, password {first} (to be changed at once)")
    run(service, say, workers=workers)


def run(service: Service, say: Say, *, workers: int | None = None) -> None:
    """Serve an opened service until interrupted."""
    log_to_console(service.settings.log_level)
    port = urlsplit(service.settings.address).port or 4200
    keep_warm("service.cli")
    say(f"Service: {service.settings.address}   (Ctrl-C ends it)")
    with in_use(home()), _machine(service, workers) as machine:
        uvicorn.run(
            create_app(service, Metrics(machine.works)),
            host=service.settings.listen,
            port=port,
            log_config=None,
            **CONNECTIONS,
        )


@contextmanager
def _machine(service: Service, workers: int | None) -> Iterator[Machine]:
    machine = Machine(service, workers)
    machine.start()
    try:
        yield machine
    finally:
        machine.stop()
        benches.close()
        trials.close()
        opened.close()
        drawers.close()


@contextmanager
def folder_for_demo() -> Iterator[Path]:
    """A folder that is gone afterwards, however the process is told to end; what a kill left goes first."""
    _clear_left()
    before = {number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        with tempfile.TemporaryDirectory(prefix=_DEMO) as folder, in_use(Path(folder)):
            yield Path(folder)
    finally:
        for number, how in before.items():
            signal.signal(number, how)


def _end(number: int, _: object) -> None:
    """Leave by the way on which folders are cleared; the server takes a hang-up for no signal of its own."""
    if number == signal.SIGHUP:
        signal.raise_signal(signal.SIGTERM)
    else:
        raise SystemExit(128 + number)


def _clear_left() -> None:
    """Remove folders of demonstrations that no process holds any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_DEMO}*"):
        if folder.is_dir() and not folder.is_symlink() and folder.stat().st_uid == os.getuid():
            with suppress(InvalidError), alone(folder):
                shutil.rmtree(folder, ignore_errors=True)
