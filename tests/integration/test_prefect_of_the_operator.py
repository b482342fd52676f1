"""A release on the operator's own Prefect server: by setting, in her flow, in her work pool."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import ROOT
from tests.documented import blocks, exchanged
from tests.e2e.conftest import COMMAND, environment
from tests.patience import PATIENCE, free_port, wait_until
from tests.service.browsers import browsing

pytestmark = pytest.mark.slow
SECRET = "zqxlantern"
SERVE = """
from saferelease.prefect import release
release.serve(name="served", parameters={"policy": "hipaa-safe-harbor", "sources": [%r], "out": %r})
"""


class House:
    """A folder with a document, and a Prefect server of somebody's."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.url = folder, f"http://127.0.0.1:{port}/api"
        quiet = {"DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false"}
        named = {"PREFECT_HOME": str(folder / "prefect"), "PREFECT_API_URL": self.url}
        self.environment = environment(folder / "home", PYTHONPATH=str(ROOT), **quiet, **named)

    def run(self, *command: object, **more: str) -> subprocess.CompletedProcess[str]:
        words, env = list(map(str, command)), self.environment | more
        return subprocess.run(
            words, cwd=self.folder, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def prefect(self, *words: str) -> None:
        done = self.run(sys.executable, "-m", "prefect", *words)
        assert done.returncode == 0, done.stdout + done.stderr

    def read(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = httpx.post(
            f"{self.url}/{kind}/filter", json={}, timeout=PATIENCE
        ).json()
        return found

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health").is_success
        except httpx.TransportError:
            return False


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder, port = tmp_path_factory.mktemp("operator"), free_port()
    made = House(folder, port)
    (folder / "in").mkdir()
    (folder / "in" / f"{SECRET}.txt").write_text(f"{SECRET} has SSN 219-09-9999")
    (folder / "in" / f"{SECRET}.unknown").write_bytes(b"\0")
    shutil.copytree(folder / "in", folder / "inbox")
    words = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(words, cwd=folder, env=made.environment, stdout=log, stderr=log)
    try:
        wait_until(made.answers, "Prefect's server did not start")
        yield made
    finally:
        server.terminate()
        server.wait()


def test_without_the_setting_the_server_sees_nothing_and_the_operator_is_told(house: House) -> None:
    done = house.run(*COMMAND, "run", "hipaa-safe-harbor", "in", "--out", "alone")
    assert done.returncode == 4 and "[SRV007] PREFECT_API_URL" in done.stderr
    assert house.read("flow_runs") == []
    done = house.run(*COMMAND, "run", "hipaa-safe-harbor", "in", "--out", "quiet", SAFERELEASE_PREFECT="own")
    assert done.returncode == 4 and "SRV007" not in done.stderr and house.read("flow_runs") == []


def test_by_setting_the_server_shows_the_release_in_counts_and_codes(house: House) -> None:
    (lines,) = blocks("ways-in.md#your-own-prefect-server")
    bin_first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    lines = exchanged(lines, ("http://127.0.0.1:4200/api", house.url))
    done = house.run("bash", "-c", lines, PREFECT_API_URL="", PATH=bin_first)
    assert done.returncode == 4, done.stderr
    wait_until(lambda: len(house.read("task_runs")) >= 3)
    (run,) = house.read("flow_runs")
    assert (run["state_name"], run["tags"]) == (
        "ReleasedInPart",
        ["policy:hipaa-safe-harbor", "law:45 CFR 164.514", "verdict:released-in-part"],
    )
    assert {one["key"] for one in house.read("artifacts")} == {"release-progress", "release-report"}
    assert "1 of 2 documents released, 1 quarantined" in {one["message"] for one in house.read("logs")}
    wait_until(lambda: "saferelease.release.released-in-part" in json.dumps(house.read("events")))
    kinds = ("flows", "flow_runs", "task_runs", "artifacts", "logs", "events")
    everything = json.dumps([house.read(kind) for kind in kinds])
    assert SECRET not in everything and "219-09" not in everything


def test_a_browser_shows_that_run(house: House) -> None:
    """The pages of Prefect's own server, as in the picture of the page."""
    from playwright.sync_api import expect

    (run,) = house.read("flow_runs")
    with browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"{house.url.removesuffix('/api')}/runs/flow-run/{run['id']}")
        for shown in (
            "ReleasedInPart",
            "verdict:released-in-part",
            "1 of 2 documents released, 1 quarantined",
        ):
            expect(page.get_by_text(shown).first).to_be_visible()
        assert run["name"] in page.content() and SECRET not in page.content()


def test_her_own_flow_calls_a_release(house: House) -> None:
    (lines,) = blocks("ways-in.md#a-flow-of-your-own")
    said = [house.run(sys.executable, "-c", lines).stdout for _ in range(2)]
    assert said == ["released in part\n", "not released: REL001\n"]
    runs = [one for one in house.read("flow_runs") if one["parameters"].get("out") == "released"]
    assert sorted(one["state_name"] for one in runs) == ["Failed", "ReleasedInPart"]
    assert all(one["parent_task_run_id"] for one in runs)
    assert SECRET not in json.dumps(house.read("flow_runs"))


def test_it_is_deployed_to_a_work_pool(house: House) -> None:
    script, settings = blocks("python.md#your-own-prefect")
    places = [("/data/inbox", house.folder / "in"), ("/data/releases/tonight", house.folder / "pooled")]
    house.prefect("work-pool", "create", "-t", "process", "clinic")
    done = house.run(sys.executable, "-c", exchanged(script, *places))
    assert done.returncode == 0, done.stdout + done.stderr
    house.prefect("deployment", "run", "saferelease-release/nightly")
    house.prefect("worker", "start", "--pool", "clinic", "--run-once")
    pooled = [one for one in house.read("flow_runs") if one["deployment_id"]]
    assert [one["state_name"] for one in pooled] == ["ReleasedInPart"]
    assert (house.folder / "pooled" / "manifest.json").is_file()
    house.prefect("deployment", "delete", "saferelease-release/nightly")
    (house.folder / "prefect.yaml").write_text(exchanged(settings, *places))
    house.prefect("--no-prompt", "deploy", "--all")
    (made,) = house.read("deployments")
    assert (made["name"], made["entrypoint"]) == ("nightly", "saferelease.prefect.release")


def test_a_server_that_is_away_ends_the_release_in_words(house: House) -> None:
    done = house.run(
        *COMMAND, "run", "hipaa-safe-harbor", "in", "--out", "away",
        SAFERELEASE_PREFECT="server", PREFECT_API_URL=f"http://127.0.0.1:{free_port()}/api",
    )  # fmt: skip
    assert done.returncode == 2 and "[SRV008]" in done.stderr
    assert not (house.folder / "away").exists()


def test_it_is_served(house: House) -> None:
    with (house.folder / "served.log").open("w") as log:
        served = subprocess.Popen(
            [sys.executable, "-c", SERVE % (str(house.folder / "in"), str(house.folder / "served"))],
            cwd=house.folder, env=house.environment, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        wait_until(lambda: "deployment run" in (house.folder / "served.log").read_text())
        house.prefect("deployment", "run", "saferelease-release/served")
        wait_until((house.folder / "served" / "manifest.json").is_file)
    finally:
        served.terminate()
        served.wait()
