"""A home of its own for every end-to-end test session, and the command as a user calls it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.forgeries.kit import Kit, build, copied
from tests.patience import PATIENCE

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


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keys and Prefect's database of the session."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def saferelease(home: Path) -> Run:
    """Run a saferelease command to its end."""

    def run(
        *arguments: object, timeout: float = PATIENCE, cwd: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=timeout,
            env=environment(home, PYTHONPATH=str(ROOT), **more),
            cwd=cwd,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """A release with its installation and its trusted keys, made once; tests work on a copy."""
    return build(tmp_path_factory.mktemp("scene"))


@pytest.fixture
def kit(scene: Kit, tmp_path: Path) -> Kit:
    """A copy of the scene, to forge in."""
    return copied(scene, tmp_path / "copy")
