"""The service: Prefect's server on this machine, and one deployment per policy with a schedule."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import requests

from adapters.bundle.files import canonical_json, write_atomically
from adapters.keys import home, load_keys
from adapters.policies.files import LoadedPolicy
from engine.errors import Fault, InvalidError, fault
from flows.audit.approving import under_approval
from flows.compiling.compilation import compile_loaded, load
from flows.compiling.matters import under_matter
from flows.orchestration.prefect_settings import configure_prefect
from flows.orchestration.served import Served, matter_of, served_file

_START_SECONDS = 120


def serve_policies(
    names: Sequence[str],
    port: int,
    say: Callable[[str], None],
    require_approved: bool = False,
    trusted_keys: Sequence[str] = (),
) -> None:
    """Serve `names` until interrupted.

    Parameters
    ----------
    names : sequence of str
        Files of policies, or names of shipped ones.
    port : int
        Of the server on this machine.
    say : callable
        Tells people one line.
    require_approved, trusted_keys
        As in `Served`; the approvals are looked at now, and again before each release.

    Raises
    ------
    InvalidError
        A bad policy, one without a schedule (``SRV001``), bad facts of a matter, a server that does
        not start (``SRV003``).
    RefusedError
        A policy that must be approved and is not.
    """
    loaded = [load(name) for name in names]
    unscheduled = [one for one in loaded if one.policy.release is None or one.policy.release.every is None]
    if unscheduled:
        raise InvalidError(*(_unscheduled(one.path) for one in unscheduled))
    for one in loaded:
        approved = under_approval(compile_loaded(one), require_approved, trusted_keys)
        under_matter(approved, matter_of(one), load_keys())
    served = {
        one.policy.policy: asdict(Served(str(one.path.resolve()), require_approved, tuple(trusted_keys)))
        for one in loaded
    }
    write_atomically(served_file(), canonical_json(served))
    configure_prefect(home())
    with prefect_server(port) as address:
        say(f"Server: {address}")
        _serve(loaded, say)


def _serve(loaded: Sequence[LoadedPolicy], say: Callable[[str], None]) -> None:
    from prefect import serve

    for one in loaded:
        release = one.policy.release
        assert release is not None
        say(f"Policy {one.policy.policy}: {release.every} ({release.time_zone})")
    say("Serving; press Ctrl-C to stop.")
    serve(*map(deployment_of, loaded), print_starting_message=False, pause_on_shutdown=False)


def deployment_of(loaded: LoadedPolicy) -> Any:
    """The deployment of a policy with a schedule, as Prefect runs it."""
    from prefect.schedules import Cron

    from flows.orchestration.scheduled import scheduled_release

    policy = loaded.policy
    assert policy.release is not None and policy.release.every is not None
    return scheduled_release.to_deployment(
        name=policy.policy,
        schedule=Cron(policy.release.every, timezone=policy.release.time_zone),
        parameters={"policy": policy.policy},
        concurrency_limit=1,
    )


@contextmanager
def prefect_server(port: int) -> Iterator[str]:
    """A Prefect server of our own on the loopback address, stopped at the end."""
    address = f"http://127.0.0.1:{port}"
    os.environ["PREFECT_API_URL"] = f"{address}/api"
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(
        command, env=os.environ | _guarded(address), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_until_healthy(address, process)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()


def _guarded(address: str) -> dict[str, str]:
    """No page of another origin, open in a browser on this machine, reads the server or orders a release."""
    return {
        "PREFECT_SERVER_API_CORS_ALLOWED_ORIGINS": address,
        "PREFECT_SERVER_API_CSRF_PROTECTION_ENABLED": "true",
    }


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if requests.get(f"{address}/api/health", timeout=2).ok:
                return
        except requests.RequestException:
            time.sleep(0.3)
    raise InvalidError(
        fault("SRV003", address, "must start", "", "Is the port in use? Choose another with --port.")
    )


def _unscheduled(path: Path) -> Fault:
    return fault(
        "SRV001", str(path), "release.every must give a schedule", "", 'Add for example:  every: "0 2 * * *".'
    )
