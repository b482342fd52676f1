"""Prefect as saferelease runs it: at home in one folder, quiet, phoning nobody, and never by TCP."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

API = "http://saferelease/api"
"""Address of Prefect's API: a name that no resolver knows; requests go where `connection` sends them."""

_SETTINGS = {
    "DO_NOT_TRACK": "1",
    "PREFECT_API_URL": API,
    "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "false",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_CLOUD_ENABLE_ORCHESTRATION_TELEMETRY": "false",
    "PREFECT_CLIENT_CSRF_SUPPORT_ENABLED": "false",
    "PREFECT_CLIENT_SERVER_VERSION_CHECK_ENABLED": "false",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_ROOT_LEVEL": "CRITICAL",
    "PREFECT_INTERNAL_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    "PREFECT_LOGGING_LOG_PRINTS": "false",
    "PREFECT_RESULTS_PERSIST_BY_DEFAULT": "false",
    "PREFECT_CLI_PROMPT": "false",
    "PREFECT_TASKS_REFRESH_CACHE": "true",
}
_OPERATORS_OWN = (
    "PREFECT_HOME",
    "PREFECT_API_DATABASE_CONNECTION_URL",
    "PREFECT_SERVER_DATABASE_CONNECTION_URL",
)


def prefect_home(home: Path) -> Path:
    """Folder of Prefect's database below saferelease's own folder `home`; closed to others."""
    folder = Path(os.environ.get("PREFECT_HOME") or home / "prefect").absolute()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def prefect_environment(home: Path) -> dict[str, str]:
    """The variables under which Prefect runs.

    Notes
    -----
    Of what an operator set, the place of Prefect's folder and of its database count, and nothing else:
    a setting may name code (a logging configuration, a plug-in) or a server that listens elsewhere.
    """
    return operators_own() | {"PREFECT_HOME": str(prefect_home(home))} | _SETTINGS


def operators_own() -> dict[str, str]:
    """What an operator set and every process of saferelease keeps to."""
    return {name: os.environ[name] for name in _OPERATORS_OWN if os.environ.get(name)}


@contextmanager
def prefect_configured(home: Path, more: Mapping[str, str] | None = None) -> Iterator[None]:
    """Prefect's environment; prefect is imported and used inside.

    Notes
    -----
    Prefect reads ``prefect.toml``, ``pyproject.toml`` and ``.env`` in the current folder, and they may
    name code. So the current folder is Prefect's own for as long as Prefect runs: make paths absolute first.
    """
    wanted = prefect_environment(home) | dict(more or {})
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        del os.environ[name]
    os.environ.update(wanted)
    before = Path.cwd()
    os.chdir(wanted["PREFECT_HOME"])
    try:
        yield
    finally:
        os.chdir(before)
