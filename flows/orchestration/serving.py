"""The service: Prefect's server behind a private socket, and one deployment per policy with a schedule.

A deployment says when. What runs is our own flow, started here: nothing that the server holds is executed.
"""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from adapters.keys.installation import load_keys
from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import home
from adapters.policies.files import LoadedPolicy
from engine.errors import Fault, InvalidError, fault
from flows.audit.approving import under_approval
from flows.compiling.compilation import compile_loaded, load
from flows.compiling.matters import under_matter
from flows.orchestration.schedules.alarming import FAILED, Alarms
from flows.orchestration.schedules.due import next_due
from flows.orchestration.schedules.inbox import register_of
from flows.orchestration.schedules.served import Served, matter_of, served_file
from flows.orchestration.server.prefect_settings import prefect_configured
from flows.orchestration.server.starting import ServerProcess, start_with_prefect

_LOOK_SECONDS = 2.0


def serve_policies(
    names: Sequence[str],
    port: int | None,
    say: Callable[[str], None],
    require_approved: bool = False,
    trusted_keys: Sequence[str] = (),
) -> None:
    """Serve `names` until interrupted.

    Parameters
    ----------
    names : sequence of str
        Files of policies, or names of shipped ones.
    port : int or None
        Of Prefect's pages on this machine; None listens nowhere.
    say : callable
        Tells people one line.
    require_approved, trusted_keys
        As in `Served`; the approvals are looked at now, and again before each release.

    Raises
    ------
    InvalidError
        A bad policy, one without a schedule (``SRV001``), bad facts of a matter, bad settings of alarms, a
        server that does not start (``SRV003``).
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
        one.policy.policy: asdict(
            Served(str(one.path.resolve()), require_approved, tuple(trusted_keys), str(Path.cwd()))
        )
        for one in loaded
    }
    write_atomically(served_file(), canonical_json(served))
    alarms = Alarms(home(), say, _now)
    with ended_by_signals(), ServerProcess(home(), port) as server, prefect_configured(home()):
        if server.pages:
            say(f"Prefect's pages: {server.pages}; they ask for what stands in {server.secret_file}")
        for one in loaded:
            assert one.policy.release is not None
            say(f"Policy {one.policy.policy}: {one.policy.release.every} ({one.policy.release.time_zone})")
        Schedule(server, loaded, say, alarms).run()


class Schedule:
    """Starts a release for each policy whose time has come, one after the other.

    Parameters
    ----------
    server : ServerProcess
    loaded : sequence of LoadedPolicy
        What is served.
    say : callable
        Tells people one line.
    alarms : Alarms
        Tells those who do not look.
    """

    def __init__(
        self,
        server: ServerProcess,
        loaded: Sequence[LoadedPolicy],
        say: Callable[[str], None],
        alarms: Alarms,
    ) -> None:
        self._server = server
        self._loaded = loaded
        self._say = say
        self._alarms = alarms
        self._policies: dict[Any, str] = {}
        self._planned: dict[Any, datetime] = {}

    def run(self) -> None:
        """Work until interrupted; a server that ended is started again."""
        while True:
            try:
                with self._client() as client:
                    self._policies = self._deployed(client)
                    self._catch_up(client)
                    self._say("Serving; press Ctrl-C to stop.")
                    while self._server.alive():
                        self.turn(client)
                        self._alarms.deliver()
                        time.sleep(_LOOK_SECONDS)
            except (OSError, httpx.TransportError):
                pass
            self._say("The server of the schedule ended; starting it again.")
            self._server.restart()
            self._alarms.about("service", "", "the server of the schedule ended and was started again")

    def _catch_up(self, client: Any) -> None:
        """One run at once for each policy of which a due time passed while nobody served."""
        register = register_of(load_keys())
        every = {one.policy.policy: one.policy.release for one in self._loaded}
        for deployment, policy in self._policies.items():
            release = every[policy]
            assert release is not None and release.every is not None
            if register.missed(policy, release.every, release.time_zone, _now()):
                client.create_flow_run_from_deployment(deployment)
                self._say(f"Policy {policy}: a due time was missed; one run makes up for it.")

    def turn(self, client: Any) -> None:
        """Start what is due. Of several runs of one policy that are due, the last stands for all."""
        from prefect.states import Cancelled

        now = _now()
        self._plan(client, now)
        found = client.get_scheduled_flow_runs_for_deployments(list(self._policies), scheduled_before=now)
        due: dict[str, Any] = {}
        for run in sorted(found, key=lambda run: run.expected_start_time):
            earlier = due.get(self._policies[run.deployment_id])
            if earlier is not None:
                client.set_flow_run_state(
                    earlier.id, Cancelled(message="a later run stands for it"), force=True
                )
            due[self._policies[run.deployment_id]] = run
        for policy, run in due.items():
            self._release(client, policy, run)

    def _plan(self, client: Any, now: datetime) -> None:
        """One run ahead for each policy, at the time that `due` calculates for pages and catch-up too.

        Notes
        -----
        Prefect's own cron runs a time of the hour that clocks skip an hour early, and leaves out the second
        pass of the hour that they repeat (3.8.8).
        """
        from prefect.states import Scheduled

        every = {one.policy.policy: one.policy.release for one in self._loaded}
        for deployment, policy in self._policies.items():
            if self._planned.get(deployment, now) > now:
                continue
            release = every[policy]
            assert release is not None and release.every is not None
            due = next_due(release.every, release.time_zone, now)
            client.create_flow_run_from_deployment(
                deployment, state=Scheduled(scheduled_time=due), idempotency_key=f"{policy} {due.isoformat()}"
            )
            self._planned[deployment] = due

    def _release(self, client: Any, policy: str, run: Any) -> None:
        from prefect.states import Crashed, Pending

        client.set_flow_run_state(run.id, Pending(), force=True)
        message = {"home": str(home()), "policy": policy, "flow_run": str(run.id)} | self._server.address()
        process = start_with_prefect("flows.orchestration.schedules.scheduled_run", message, answers=True)
        told = _told(process)
        if told is None:
            client.set_flow_run_state(run.id, Crashed(message="its process ended"), force=True)
        self._say(f"{_now():%Y-%m-%d %H:%M:%S} UTC {policy}: {told or FAILED + 'its process ended'}")
        self._alarms.about_run(policy, told)

    def _client(self) -> Any:
        from prefect.client.orchestration import SyncPrefectClient

        from flows.orchestration.server.connection import httpx_settings
        from flows.orchestration.server.prefect_settings import API

        return SyncPrefectClient(API, httpx_settings=httpx_settings(self._server.server))

    def _deployed(self, client: Any) -> dict[Any, str]:
        """Deployments by their ids; what they say of code is a word, for nothing reads it."""
        flow = client.create_flow_from_name("scheduled-release")
        self._planned = {}
        made = {
            client.create_deployment(
                flow,
                one.policy.policy,
                parameters={"policy": one.policy.policy},
                entrypoint="saferelease",
                enforce_parameter_schema=False,
            ): one.policy.policy
            for one in self._loaded
        }
        _without_plans(client, made)
        return made


def _without_plans(client: Any, deployments: Iterable[Any]) -> None:
    """Take back what was planned before: policies may have changed, and 0.5.0 left Prefect's own."""
    for deployment in deployments:
        for schedule in client.read_deployment_schedules(deployment):
            client.delete_deployment_schedule(deployment, schedule.id)
        for run in client.get_scheduled_flow_runs_for_deployments([deployment]):
            client.delete_flow_run(run.id)


def _told(process: subprocess.Popen[bytes]) -> str | None:
    """What a run said of its end, in one line."""
    with process:
        assert process.stdout is not None
        try:
            said = json.loads(process.stdout.read())
        except ValueError:
            return None
        return str(said["told"])


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A request to end is an interruption: children are stopped, files are closed."""

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


def _now() -> datetime:
    return datetime.now(UTC)


def _unscheduled(path: Path) -> Fault:
    return fault(
        "SRV001", str(path), "release.every must give a schedule", "", 'Add for example:  every: "0 2 * * *".'
    )
