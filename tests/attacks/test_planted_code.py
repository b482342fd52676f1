"""Code that lies in the current folder or among the documents is never executed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.attacks.conftest import COMMAND, plant
from tests.conftest import ROOT
from tests.e2e.conftest import environment
from tests.patience import PATIENCE


def test_the_traps_work(tmp_path: Path) -> None:
    """Without isolation the planted code would run: the tests below would see it."""
    plant(tmp_path, tmp_path / "marker")
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    command = [sys.executable, "-c", "import json"]
    subprocess.run(command, cwd=tmp_path, env=bare, capture_output=True, check=False)
    assert "json.py" in (tmp_path / "marker").read_text()


def test_run_executes_nothing_that_lies_about(tmp_path: Path) -> None:
    folder, documents = tmp_path / "work", tmp_path / "documents"
    for one in (folder, documents):
        one.mkdir()
        plant(one, tmp_path / "marker")
    (documents / "note.txt").write_text("SSN 219-09-9999")
    done = subprocess.run(
        [*COMMAND, "run", "hipaa-safe-harbor", str(documents), "--out", str(tmp_path / "out")],
        cwd=folder,
        env=environment(tmp_path / "home"),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode in (0, 4), done.stderr.decode()
    assert (tmp_path / "out" / "manifest.json").is_file()
    assert not (tmp_path / "marker").exists(), (tmp_path / "marker").read_text()


def test_children_do_not_inherit_what_changes_their_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    from adapters.machine.processes.children import clean_environment

    wanted = {"PYTHONPATH": ".", "PYTHONSTARTUP": "x", "LD_PRELOAD": "y", "PREFECT_API_URL": "z", "KEPT": "1"}
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    assert {name for name in wanted if name in clean_environment()} == {"KEPT"}


def test_no_installed_package_plugs_into_the_checks_of_policies(tmp_path: Path) -> None:
    """pydantic imports what any package names as its plug-in, whenever a model is made."""
    trap = f"open({str(tmp_path / 'marker')!r}, 'a').write('x')\nplugin = None\n"
    (tmp_path / "planted.py").write_text(trap)
    (facts := tmp_path / "planted-1.dist-info").mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[pydantic]\nplanted = planted:plugin\n")
    named = environment(tmp_path / "home") | {"PYTHONPATH": str(tmp_path)}
    named.pop("PYDANTIC_DISABLE_PLUGINS", None)
    model = "from pydantic import BaseModel\nclass M(BaseModel): n: int\n"
    bare = [sys.executable, "-W", "ignore", "-c", model]
    for command, met in (([*COMMAND, "policy", "check", "hipaa-safe-harbor"], False), (bare, True)):
        subprocess.run(command, env=named, cwd=ROOT, capture_output=True, check=False, timeout=PATIENCE)
        assert (tmp_path / "marker").exists() is met


def test_one_place_of_the_code_starts_programs() -> None:
    root = Path(__file__).resolve().parents[2]
    found = {
        path.relative_to(root).as_posix()
        for room in ("engine", "adapters", "flows", "service", "research", "saferelease")
        for path in (root / room).rglob("*.py")
        if any(word in path.read_text() for word in ("subprocess.Popen(", "subprocess.run(", "os.system("))
    }
    assert found <= {"adapters/machine/processes/children.py"}
