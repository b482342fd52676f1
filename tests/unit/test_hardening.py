"""What a process gives up before it sees a document, each thing by itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from adapters.machine.processes.children import clean_environment, start_child
from tests.conftest import ROOT

TRIED = """
import ctypes, json, os, resource, sys
from pathlib import Path
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
here = str(Path.cwd())
sys.path[:0] = ["", ".", here]
from adapters.machine.processes.hardening import harden_process
harden_process()
told = {
    "core": list(resource.getrlimit(resource.RLIMIT_CORE)),
    "dumpable": ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) if sys.platform == "linux" else 0,
    "from here": [entry for entry in sys.path if entry in ("", ".", here)],
}
from flows.orchestration.server.prefect_settings import prefect_configured
with prefect_configured(Path(sys.argv[1])):
    told["folder of Prefect"] = str(Path.cwd())
told["folder afterwards"] = str(Path.cwd()) == here
print(json.dumps(told))
"""


def test_a_process_dumps_nothing_and_imports_nothing_from_where_it_stands(tmp_path: Path) -> None:
    (here := tmp_path / "here").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", TRIED, str(tmp_path)],
        cwd=here,
        env=clean_environment() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "core": [0, 0],
        "dumpable": 0,
        "from here": [],
        "folder of Prefect": str(tmp_path / "prefect"),
        "folder afterwards": True,
    }


def test_a_child_is_an_isolated_interpreter_in_the_folder_it_is_given(tmp_path: Path) -> None:
    with start_child("site", {}, tmp_path, answers=True) as child:
        assert child.stdout is not None
        said = child.stdout.read().decode()
    assert isinstance(child.args, list) and child.args[1] == "-I"
    assert f"'{tmp_path}'" not in said and "sys.path = [" in said
