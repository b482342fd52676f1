"""Shared fixtures: where the development data is, when it is there."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.dealing import dealt
from tests.drawn_cases import load_settings
from tests.programs import need
from tests.service.postgres import running_postgres

gc.disable()  # what is loaded while tests are collected stays: looking through it finds nothing to free
ROOT = Path(__file__).resolve().parent.parent
import_module("coolname")
"""Hypothesis looks into all modules: one that is left for later would draw lots as it is loaded."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts what runs in the background; every program that a test starts would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def data_root() -> Path:
    """Folder of the development data; it need not exist."""
    return Path(os.environ.get("SAFERELEASE_DATA", ROOT.parent / "shared" / "data"))


def pytest_configure(config: pytest.Config) -> None:
    """Properties are tried on few cases in the quick half."""
    load_settings(config.option.markexpr)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each process of the run begins with the long tests of its share."""
    shares = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = dealt(
        items, shares, lambda item: item.path, lambda item: item.get_closest_marker("slow") is not None
    )


_KEPT: list[object] = []
"""What many tests read and none changes."""


def pytest_collection_finish() -> None:
    """From here on memory is tidied, but for what is loaded; the shipped counts are read once a process."""
    gc.freeze()
    gc.enable()
    if counting := sys.modules.get("flows.compiling.reference_corpora"):
        _KEPT.append(counting.shipped_corpus("wikipedia"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tests marked ``needs`` run where the programs are that they name."""
    for mark in item.iter_markers("needs"):
        need(*mark.args)


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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Address of a running PostgreSQL."""
    with running_postgres() as address:
        yield address
