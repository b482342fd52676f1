"""Shared fixtures: where the development data is, when it is there."""

from __future__ import annotations

import os
import threading
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
import_module("coolname")
"""Hypothesis looks into all modules: one that is left for later would draw lots as it is loaded."""


def data_root() -> Path:
    """Folder of the development data; it need not exist."""
    return Path(os.environ.get("SAFERELEASE_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture
def inheriting_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that inherit what a test changed in this process, whatever ran in it before.

    An earlier test may have left idle threads of Prefect. Then workers would come from the fork server.
    """
    monkeypatch.setattr(threading, "active_count", lambda: 1)


@pytest.fixture(scope="session")
def data() -> Path:
    """The development data folder; the test is skipped in plain words when it is absent."""
    folder = data_root()
    if not (folder / "README.md").exists():
        if os.environ.get("SAFERELEASE_REQUIRE_DATA"):
            pytest.fail(f"development data required but not found at {folder}")
        pytest.skip(f"development data not found at {folder}; set SAFERELEASE_DATA to run this test")
    return folder
