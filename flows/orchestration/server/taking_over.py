"""What flows wrote into journals while no server ran goes into Prefect's database."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from flows.orchestration.server.journal import SUFFIX

Entry = dict[str, Any]


async def take_over(folder: Path) -> int:
    """Take over every journal that nobody writes into any more; returns how many.

    Notes
    -----
    States keep their own times and pass no rule of the orchestration: they have happened already. A journal
    that cannot be read is put aside under ``*.unread``. One that was taken over in part is taken over
    again: entries that are there already are passed over.
    """
    done = 0
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with _free(path) as free:
            if not free:
                continue
            try:
                await _take(path)
            except (ValueError, KeyError, TypeError):
                path.rename(path.with_suffix(".unread"))
            else:
                path.unlink()
                done += 1
    return done


@contextmanager
def _free(path: Path) -> Iterator[bool]:
    try:
        with path.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield True
    except FileNotFoundError:
        yield False
    except BlockingIOError:
        yield False


async def _take(path: Path) -> None:
    from prefect.server.database import provide_database_interface

    flows: dict[str, UUID] = {}
    database = provide_database_interface()
    for entry in _entries(path):
        if entry["kind"] == "event":
            await _event(entry["entry"])
            continue
        async with database.session_context(begin_transaction=True) as session:
            await _ACTIONS[entry["kind"]](session, entry["entry"], flows)


def _entries(path: Path) -> Iterator[Entry]:
    """Whole lines; the last one of a process that was killed may be cut off."""
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
        yield json.loads(line)


async def _flow(session: Any, entry: Entry, flows: dict[str, UUID]) -> None:
    from prefect.server import models as typed_models

    models: Any = typed_models  # Prefect's decorators lose the types
    from prefect.server.schemas.core import Flow

    made = await models.flows.create_flow(session=session, flow=Flow(name=entry["name"]))
    flows[entry["id"]] = made.id


async def _flow_run(session: Any, entry: Entry, flows: dict[str, UUID]) -> None:
    from prefect.server import models as typed_models

    models: Any = typed_models  # Prefect's decorators lose the types
    from prefect.server.schemas.core import FlowRun

    if await models.flow_runs.read_flow_run(session=session, flow_run_id=UUID(entry["id"])):
        return
    kept = {name: entry[name] for name in ("id", "name", "parameters", "tags", "state") if name in entry}
    parent = entry.get("parent_task_run_id")
    run = FlowRun(
        flow_id=flows[entry["flow_id"]],
        flow_version=entry.get("flow_version"),
        created=entry["created"],
        expected_start_time=entry["created"],
        parent_task_run_id=parent,
        **kept,
    )
    await models.flow_runs.create_flow_run(session=session, flow_run=run)


async def _flow_run_update(session: Any, entry: Entry, flows: dict[str, UUID]) -> None:
    from prefect.server import models as typed_models

    models: Any = typed_models  # Prefect's decorators lose the types
    from prefect.server.schemas.actions import FlowRunUpdate

    changes = FlowRunUpdate.model_validate(
        {name: value for name, value in entry["changes"].items() if name in ("name", "tags")}
    )
    await models.flow_runs.update_flow_run(session=session, flow_run_id=UUID(entry["id"]), flow_run=changes)


async def _state(session: Any, entry: Entry, flows: dict[str, UUID]) -> None:
    from prefect.server import models as typed_models

    models: Any = typed_models  # Prefect's decorators lose the types
    from prefect.server.schemas.states import State

    state = State.model_validate(entry["state"])
    known = await models.flow_run_states.read_flow_run_state(session=session, flow_run_state_id=state.id)
    run = await models.flow_runs.read_flow_run(session=session, flow_run_id=UUID(entry["id"]))
    if known is None and run is not None:
        await models.flow_runs.set_flow_run_state(
            session=session, flow_run_id=run.id, state=state, force=True
        )


async def _artifact(session: Any, entry: Entry, flows: dict[str, UUID]) -> None:
    from prefect.server import models as typed_models

    models: Any = typed_models  # Prefect's decorators lose the types
    from prefect.server.schemas.core import Artifact

    if await models.artifacts.read_artifact(session=session, artifact_id=UUID(entry["id"])):
        return
    wanted = ("id", "created", "key", "type", "description", "data", "flow_run_id", "task_run_id")
    artifact = Artifact.model_validate({name: entry[name] for name in wanted if name in entry})
    await models.artifacts.create_artifact(session=session, artifact=artifact)


async def _artifact_update(session: Any, entry: Entry, flows: dict[str, UUID]) -> None:
    from prefect.server import models as typed_models

    models: Any = typed_models  # Prefect's decorators lose the types
    from prefect.server.schemas.actions import ArtifactUpdate

    changes = ArtifactUpdate.model_validate(entry["changes"])
    await models.artifacts.update_artifact(session=session, artifact_id=UUID(entry["id"]), artifact=changes)


async def _event(entry: Entry) -> None:
    from prefect.server.events.pipeline import EventsPipeline
    from prefect.server.events.schemas.events import Event

    await EventsPipeline().process_events([Event.model_validate(entry)])


_ACTIONS = {
    "flow": _flow,
    "flow_run": _flow_run,
    "flow_run_update": _flow_run_update,
    "state": _state,
    "artifact": _artifact,
    "artifact_update": _artifact_update,
}
