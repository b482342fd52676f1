"""A home of its own for every end-to-end test session, and the command as a user calls it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from service.cli import main
from tests.forgeries.kit import Kit, build, copied
from tests.warm_process import warm_for_workers

Run = Callable[..., subprocess.CompletedProcess[str]]

COMMAND = [sys.executable, "-m", "service.cli"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a user with this home: nothing of the machine's own Prefect gets in."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PREFECT_", "SAFERELEASE_HOME"))
    }
    return kept | {"SAFERELEASE_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "200"} | more


@pytest.fixture(autouse=True)
def warm() -> None:
    """Workers that are forked inherit what this process has read; else each reads it, for a second or two."""
    warm_for_workers()


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keys and Prefect's database of the session."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def saferelease(home: Path) -> Run:
    """Run a saferelease command to its end, in this process: one of its own costs two seconds of imports."""

    def run(*arguments: object, cwd: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        words, code = [*map(str, arguments)], 0
        said, told = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, chdir(cwd or Path.cwd()):
            kept = environment(home, **more)
            for name in os.environ.keys() - kept.keys():
                patch.delenv(name)
            for name, value in kept.items():
                patch.setenv(name, value)
            with redirect_stdout(said), redirect_stderr(told):
                try:
                    main(words)
                except SystemExit as ended:
                    code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        return subprocess.CompletedProcess(words, code, said.getvalue(), told.getvalue())

    return run


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """A release with its installation and its trusted keys, made once; tests work on a copy."""
    return build(tmp_path_factory.mktemp("scene"))


@pytest.fixture
def kit(scene: Kit, tmp_path: Path) -> Kit:
    """A copy of the scene, to forge in."""
    return copied(scene, tmp_path / "copy")
