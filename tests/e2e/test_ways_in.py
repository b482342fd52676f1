"""The lines of the page for each way in, run as they stand there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.documented import blocks, exchanged
from tests.e2e.conftest import environment
from tests.patience import PATIENCE

OURS = Path(sys.executable).parent
Environment = Callable[[str], Path]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples" / "records", tmp_path / "examples" / "records")
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "a.txt").write_text("Mr. John Roe, MRN 00884410.")
    return tmp_path


@pytest.fixture
def installed(tmp_path: Path) -> Environment:
    """Makes an environment with one pinned package in it; without a registry the test is skipped."""

    def make(package: str) -> Path:
        folder = tmp_path / "environment"
        venv.create(folder, symlinks=True)
        command = [OURS / "uv", "pip", "install", "-q", "--python", folder / "bin" / "python", package]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"{package} is not to be had here: {done.stderr.strip().splitlines()[-1]}")
        return folder / "bin"

    return make


def ran(house: Path, *command: object, **more: str) -> str:
    """What a program says; saferelease is on its PATH, and nothing else of this environment."""
    (house / "tools").mkdir(exist_ok=True)
    if not (house / "tools" / "saferelease").exists():
        (house / "tools" / "saferelease").symlink_to(OURS / "saferelease")
    path = f"{house / 'tools'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        list(map(str, command)), cwd=house, env=environment(house / "home", PATH=path, **more),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("lines", "shows"),
    [
        (blocks("python.md#texts"), "Mr. [PERSON] was seen on a day in 2020, MRN [MRN].\n"),
        (blocks("python.md#tables"), "0 name person\n1 name person\n"),
        (blocks("python.md#releases"), "released {'released': 5,"),
    ],
)
def test_python(lines: list[str], shows: str, house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (block,) = lines
    exec(block, {})  # noqa: S102  the page's own lines
    assert shows in capfd.readouterr().out


def test_mcp(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mcp", reason="the extra mcp is not installed here")
    settings, program = blocks("python.md#assistants")
    (server,) = json.loads(settings)["mcpServers"].values()
    assert server["command"] == "python" and server["args"][:2] == ["-m", "saferelease.mcp"]
    exec(program, {})  # noqa: S102  the page's own lines
    assert "[PERSON]" in capfd.readouterr().out


@pytest.mark.slow
def test_pandas(house: Path, installed: Environment) -> None:
    """Both read one library of Arrow: what is installed here comes after pandas."""
    (lines,) = blocks("ways-in.md#pandas")
    libraries = f"{ROOT}{os.pathsep}{os.pathsep.join(one for one in sys.path if 'site-packages' in one)}"
    said = ran(house, installed("pandas==3.0.4") / "python", "-c", lines, PYTHONPATH=libraries)
    assert said == "['[PERSON]', '[PERSON]'] 11\n"


@pytest.mark.slow
def test_airflow(house: Path, installed: Environment) -> None:
    airflow = installed("apache-airflow==3.3.2") / "airflow"
    (lines,) = blocks("ways-in.md#airflow")
    (house / "dags").mkdir()
    (house / "dags" / "release.py").write_text(lines)
    settings = {
        "AIRFLOW_HOME": str(house / "airflow"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__DAGS_FOLDER": str(house / "dags"),
    }
    ran(house, airflow, "db", "migrate", **settings)
    places = json.dumps({"inbox": str(house / "inbox"), "out": str(house / "releases")})
    said = ran(house, airflow, "dags", "test", "saferelease", "-c", places, **settings)
    (bundle,) = (one for one in (house / "releases").iterdir() if (one / "manifest.json").exists())
    assert f"Returned value was: {bundle} " in said and "state=success" in said.replace(":", "=")
    assert "John Roe" not in said


@pytest.mark.slow
def test_dagster(house: Path, installed: Environment) -> None:
    dagster = installed("dagster==1.13.29") / "dagster"
    (lines,) = blocks("ways-in.md#dagster")
    (house / "assets.py").write_text(lines)
    places = {"inbox": str(house / "inbox"), "out": str(house / "released")}
    config = json.dumps({"ops": {"released": {"config": places}}})
    (house / "dagster").mkdir()
    (house / "dagster" / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    command = ("asset", "materialize", "--select", "released", "-f", "assets.py", "--config-json", config)
    said = ran(house, dagster, *command, DAGSTER_HOME=str(house / "dagster"))
    assert "RUN_SUCCESS" in said and "John Roe" not in said
    assert (house / "released" / "manifest.json").is_file()


def test_words_that_are_not_there_are_no_exchange() -> None:
    with pytest.raises(AssertionError, match="absent"):
        exchanged("lines", ("absent", "other"))
