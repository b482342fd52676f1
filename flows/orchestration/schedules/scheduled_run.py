"""One scheduled run as a program of its own; what it shall do comes on its standard input."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from flows.orchestration.server.connection import Server, connected
from flows.orchestration.server.prefect_settings import CHOICE, prefect_configured


def main() -> None:
    """Run the flow of a served policy under a flow run that the schedule made."""
    message = json.loads(sys.stdin.buffer.read())
    os.environ |= {"SAFERELEASE_HOME": message["home"], CHOICE: "own"}  # the schedule is the service's
    with prefect_configured(Path(message["home"])):
        server = Server(message["socket"], message["secret"])
        with connected(Path.cwd(), server):
            told = _run(message["policy"], UUID(message["flow_run"]))
    sys.stdout.write(json.dumps({"told": told}))


def _run(policy: str, flow_run: UUID) -> str:
    from prefect.client.orchestration import get_client
    from prefect.flow_engine import run_flow

    from flows.orchestration.schedules.scheduled import scheduled_release

    with get_client(sync_client=True) as client:
        run: Any = client.read_flow_run(flow_run)
    try:
        return str(run_flow(scheduled_release, flow_run=run, parameters={"policy": policy}))
    except Exception as error:  # noqa: BLE001  its kind and codes are told, never its text
        from flows.orchestration.release_flow import ReleaseFailedError
        from flows.orchestration.schedules.alarming import FAILED

        return f"{FAILED}{error if isinstance(error, ReleaseFailedError) else type(error).__name__}"


if __name__ == "__main__":
    main()
