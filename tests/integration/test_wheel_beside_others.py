"""The wheel in an environment of its own, beside PyPI's packages `adapters` and `flows`."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.conftest import ROOT

OTHERS = ("adapters==1.3.0", "flows==1.2.1")
IMPORT_ALL = """
import importlib, pathlib, sys, saferelease
below = pathlib.Path(saferelease.__file__).parent
assert "site-packages" in str(below), below
names = [p.relative_to(below.parent).with_suffix("") for p in sorted(below.rglob("*.py"))]
names = [".".join(n.parts).removesuffix(".__init__") for n in names]
skipped = ("versions", "env", "__main__", "browser")
for name in names:
    if not name.split(".")[-1].startswith(skipped) and ".migrations" not in name:
        importlib.import_module(name)
print(len(names), sorted({"engine", "adapters", "flows", "service", "research"} & sys.modules.keys()))
"""


def _run(*command: str | Path, cwd: Path, env: dict[str, str]) -> str:
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A new environment: the wheel and the others; the libraries of the product are those of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env["SAFERELEASE_HOME"] = str(folder / "home")
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    download = subprocess.run(
        [*pip, "download", "--no-deps", "--only-binary", ":all:", "-d", folder, *OTHERS], capture_output=True
    )
    if download.returncode:
        pytest.skip("PyPI's packages adapters and flows are not to be had here (no package registry)")
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT, env=env)
    _run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder, env=env)
    python = folder / "venv" / "bin" / "python"
    site = _run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder, env=env)
    libraries = sysconfig.get_path("purelib")  # of a folder that is added so, no .pth file is read
    Path(site.strip(), "libraries.pth").write_text(libraries + "\n")
    install = [*pip, "--python", python, "install", "--no-deps", "--no-index", *folder.glob("*.whl")]
    _run(*install, cwd=folder, env=env)
    return folder, env


@pytest.mark.slow
def test_every_module_is_found_below_saferelease(fresh: tuple[Path, dict[str, str]]) -> None:
    folder, env = fresh
    told = _run(folder / "venv" / "bin" / "python", "-c", IMPORT_ALL, cwd=folder, env=env)
    n, others = told.split(maxsplit=1)
    assert int(n) > 900 and others == "[]\n"


@pytest.mark.slow
def test_it_inspects_and_releases(fresh: tuple[Path, dict[str, str]]) -> None:
    folder, env = fresh
    (folder / "in").mkdir()
    (folder / "in" / "a.txt").write_text("Mr. John Roe, MRN 00884410.")
    command = folder / "venv" / "bin" / "saferelease"
    told = _run(command, "inspect", "hipaa-safe-harbor", "in/a.txt", cwd=folder, env=env)
    assert "person: replace" in told
    _run(command, "run", "hipaa-safe-harbor", "in", "--out", "out", cwd=folder, env=env)
    (released,) = (folder / "out" / "documents").iterdir()
    assert released.read_text() == "Mr. [PERSON], MRN [MRN]."
    code = (
        "import importlib.util as u, saferelease;"
        "print([u.find_spec(n).origin.split('/')[-2] for n in ('adapters', 'flows')]);"
        "print(saferelease.release('in', 'hipaa-safe-harbor', 'out2').verdict)"
    )
    told = _run(folder / "venv" / "bin" / "python", "-c", code, cwd=folder, env=env)
    assert told == "['adapters', 'flows']\nreleased\n"
