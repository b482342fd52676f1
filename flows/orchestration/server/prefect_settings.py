"""Prefect as saferelease runs it: at home in one folder, quiet, phoning nobody, and never by TCP."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Fault, InvalidError, fault

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
_SERVERS = (
    "PREFECT_API_URL",
    "PREFECT_API_KEY",
    "PREFECT_API_AUTH_STRING",
    "PREFECT_API_SSL_CERT_FILE",
    "PREFECT_CLIENT_CUSTOM_HEADERS",
    "PREFECT_CLIENT_CSRF_SUPPORT_ENABLED",
)
"""How a server of the operator's is reached; they count where `CHOICE` says so."""
CHOICE = "SAFERELEASE_PREFECT"


def asks_server() -> bool:
    """Whether releases are shown by the operator's own Prefect server: ids, counts and codes go there.

    Raises
    ------
    InvalidError
        ``SRV005``, ``SRV006``.
    """
    asked, there = os.environ.get(CHOICE, "own"), _servers_url()
    if asked not in ("own", "server"):
        raise InvalidError(fault("SRV005", CHOICE, "must be own or server", asked, "Or leave it out."))
    if asked == "server" and not there:
        must, advice = "must name your Prefect server", f"Or leave {CHOICE} out."
        raise InvalidError(fault("SRV006", "PREFECT_API_URL", must, "nothing", advice))
    return asked == "server"


def unused_server() -> Fault | None:
    """What to tell an operator whose environment names a server that sees nothing of a release."""
    if CHOICE in os.environ or not _servers_url():
        return None
    must, advice = (
        "is not used",
        f"Set {CHOICE}=server to show releases there, or {CHOICE}=own to keep them here.",
    )
    return fault("SRV007", "PREFECT_API_URL", must, "", advice)


def _servers_url() -> str:
    url = os.environ.get("PREFECT_API_URL", "")
    return "" if url == API else url


def prefect_home(home: Path) -> Path:
    """Folder of Prefect's database below saferelease's own folder `home`; closed to others."""
    folder = Path(os.environ.get("PREFECT_HOME") or home / "prefect").absolute()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def prefect_environment(home: Path, server: bool = False) -> dict[str, str]:
    """The variables under which Prefect runs; `server`: the operator's own is spoken to.

    Notes
    -----
    Of what an operator set, the place of Prefect's folder and of its database count, how her server is
    reached, and nothing else: a setting may name code, such as a logging configuration or a plug-in.
    """
    own = _named(_OPERATORS_OWN) | {"PREFECT_HOME": str(prefect_home(home))} | _SETTINGS
    return own | _named(_SERVERS) if server else own


def operators_own() -> dict[str, str]:
    """What an operator set and every process of saferelease keeps to."""
    return _named((*_OPERATORS_OWN, *_SERVERS) if asks_server() else _OPERATORS_OWN)


def _named(names: Iterable[str]) -> dict[str, str]:
    return {name: os.environ[name] for name in names if os.environ.get(name)}


@contextmanager
def prefect_configured(
    home: Path, more: Mapping[str, str] | None = None, server: bool = False
) -> Iterator[None]:
    """Prefect's environment, as of `prefect_environment`; prefect is imported and used inside.

    Notes
    -----
    Prefect reads ``prefect.toml``, ``pyproject.toml`` and ``.env`` in the current folder, and they may
    name code. So the current folder is Prefect's own for as long as Prefect runs: make paths absolute first.
    """
    wanted = prefect_environment(home, server) | dict(more or {})
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        del os.environ[name]
    os.environ.update(wanted)
    before = Path.cwd()
    os.chdir(wanted["PREFECT_HOME"])
    try:
        yield
    finally:
        os.chdir(before)
