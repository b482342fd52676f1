"""What an operator finds in Prefect about a release, and about a scheduled run: read through its API."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from flows.orchestration.server.connection import find_server, httpx_settings
from flows.orchestration.server.starting import ServerProcess
from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, environment
from tests.e2e.test_run_stamps import POLICY
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow
SECRET = "zqxlantern"
"""Stands in a document and in the name of every file."""


@dataclass
class Seen:
    """What the API says after a release of some documents, one of which cannot be read."""

    runs: list[dict[str, Any]]
    tasks: list[dict[str, Any]]
    artifacts: list[dict[str, Any]]

    def everything(self) -> str:
        return json.dumps([self.runs, self.tasks, self.artifacts]).lower()


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    folder = tmp_path_factory.mktemp("operator")
    home = folder / "home"
    home.mkdir(mode=0o700)
    (folder / "in").mkdir()
    for number in range(20):
        (folder / "in" / f"{SECRET}{number:02d}.txt").write_text(f"{SECRET} has SSN 219-09-{9000 + number}")
    (folder / "in" / f"{SECRET}.unknown").write_bytes(b"\0")
    (folder / "small.yaml").write_text(POLICY)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PREFECT_HOME", raising=False)  # other tests name a folder of their own
        with ServerProcess(home) as process:
            words = ("run", str(folder / "small.yaml"), str(folder / "in"), "--out", str(folder / "bundle"))
            done = subprocess.run(
                [*COMMAND, *words],
                env=environment(home),
                cwd=ROOT,
                timeout=PATIENCE,
                check=False,
                capture_output=True,
            )
            assert done.returncode == 4, done.stderr
            server = find_server(home / "prefect")
            assert server is not None and process.alive()
            with httpx.Client(base_url="http://saferelease", timeout=30, **httpx_settings(server)) as client:
                kinds = ("flow_runs", "task_runs", "artifacts")
                yield Seen(*(_settled(client, kind) for kind in kinds))


def _settled(client: httpx.Client, kind: str) -> list[dict[str, Any]]:
    """Rows of one kind; those of tasks are written by the server from events, a moment later."""
    deadline = time.monotonic() + PATIENCE
    while True:
        rows: list[dict[str, Any]] = client.post(f"/api/{kind}/filter", json={}).json()
        ended = [row for row in rows if row.get("state_type", "COMPLETED") == "COMPLETED"]
        if (rows and len(ended) == len(rows) and (kind != "task_runs" or len(rows) >= 4)) or (
            time.monotonic() > deadline
        ):
            return rows
        time.sleep(0.5)


def test_a_release_tells_what_became_of_it(seen: Seen) -> None:
    [run] = seen.runs
    assert run["name"] == f"release-{run['parameters']['release']}"
    assert run["state"]["name"] == "ReleasedInPart"
    assert run["state"]["message"] == "20 of 21 documents released, 1 quarantined"


def test_tasks_say_which_documents_and_what_became_of_them(seen: Seen) -> None:
    told = {task["name"]: task["state"]["message"] for task in seen.tasks}
    assert {"gate", "report-and-seal"} < told.keys()
    documents = {name: message for name, message in told.items() if name.startswith("documents-")}
    assert len(documents) == len(told) - 2 >= 2
    assert all(name.removeprefix("documents-").replace("-", "").isdigit() for name in documents)
    assert any("1 quarantined, " in message and "(DOC" in message for message in documents.values())


def test_the_report_lists_what_does_not_leave_and_why(seen: Seen) -> None:
    by_key = {one["key"]: one for one in seen.artifacts}
    assert by_key["release-progress"]["data"] == 100.0
    assert by_key["release-progress"]["description"].endswith(": 21 documents")
    report = by_key["release-report"]["data"]
    assert "| released | 20 |" in report
    assert "| clause | changes | documents |" in report
    assert "quarantined | DOC" in report


def test_nothing_of_it_is_text_or_the_name_of_a_file(seen: Seen) -> None:
    assert SECRET not in seen.everything()
    assert "219-09" not in seen.everything()
