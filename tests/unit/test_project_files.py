"""One version, syntax of the oldest Python, tests on each Python, and hooks that need no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.conftest import ROOT
from tools import pythons

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
VERSION = _PROJECT["project"]["version"]


def test_the_changelog_begins_with_the_version_and_says_what_to_do() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert sections[0] == VERSION
    assert text.index("### What you must do") < text.index(f"## {sections[1]}")


def test_the_version_stands_in_one_place_and_the_verifiers_is_the_same() -> None:
    assert tomllib.loads((ROOT / "verifier" / "pyproject.toml").read_text())["project"]["version"] == VERSION
    places = [
        path.relative_to(ROOT).as_posix()
        for room in ("engine", "adapters", "flows", "service", "research", "saferelease")
        for path in (ROOT / room).rglob("*.py")
        if re.search(rf"[\"']{re.escape(VERSION)}[\"']", path.read_text())
    ]
    assert places == []


@pytest.mark.parametrize(
    "code", ["type Number = int\n", "def first[T](of: list[T]) -> T:\n    return of[0]\n"]
)
def test_newer_syntax_than_the_oldest_python_is_refused(code: str) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--stdin-filename", "engine/made.py", "-"]
    done = subprocess.run(command, input=code, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1
    assert "Python 3.11" in done.stdout


def test_every_check_takes_the_oldest_python() -> None:
    oldest = pythons.versions()[0]
    assert _PROJECT["project"]["requires-python"] == f">={oldest}"
    assert _PROJECT["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert _PROJECT["tool"]["mypy"]["python_version"] == oldest  # so no newer part of the library either


def test_this_python_is_found_and_an_invented_one_is_not() -> None:
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert here in pythons.versions()
    assert pythons.interpreter(here) is not None
    assert pythons.interpreter("3.99") is None


def test_absent_versions_are_told_and_a_failing_one_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_it.py").write_text("def test_it():\n    assert False\n")
    monkeypatch.setattr(pythons, "versions", lambda: ["3.11", "3.99"])
    monkeypatch.setattr(pythons, "interpreter", lambda v: Path(sys.executable) if v == "3.11" else None)
    monkeypatch.setattr(pythons, "environment", lambda version, found: found)
    assert pythons.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["Python 3.11: FAILED", "Python 3.99: absent"]
    (tmp_path / "test_it.py").write_text("def test_it():\n    assert True\n")
    assert pythons.main([str(tmp_path)]) == 0


def test_hooks_are_local_and_their_tools_are_installed() -> None:
    config = YAML(typ="safe").load((ROOT / ".pre-commit-config.yaml").read_text())
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    assert {hook["language"] for hook in hooks} == {"system"}
    modules = {"ruff": "ruff", "lint-imports": "importlinter", "mypy": "mypy", "python": "tools.prose"}
    tools = [hook["entry"].split()[0] for hook in hooks]
    assert all(tool.startswith(".venv/bin/") for tool in tools)
    assert all(find_spec(modules[Path(tool).name]) for tool in tools)


def test_a_hook_runs_without_network_and_finds_a_fault(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    (clone / ".pre-commit-config.yaml").write_text((ROOT / ".pre-commit-config.yaml").read_text())
    (clone / ".venv").symlink_to(Path(sys.prefix))
    (clone / "made.py").write_text("import os\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], cwd=clone, check=True)
    subprocess.run([*git, "add", "made.py", ".pre-commit-config.yaml"], cwd=clone, check=True)
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    env = {**os.environ, **proxies, "PRE_COMMIT_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "pre_commit", "run", "ruff", "--files", "made.py"]
    done = subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True)
    assert (done.returncode, "F401" in done.stdout) == (1, True), done.stdout + done.stderr
    (clone / "made.py").write_text('"""Made."""\n')
    subprocess.run([*git, "add", "made.py"], cwd=clone, check=True)
    done = subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
