"""Prefect as saferelease runs it: at home in one folder, quiet, and phoning nobody."""

from __future__ import annotations

import os
from pathlib import Path

_SETTINGS = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_CLOUD_ENABLE_ORCHESTRATION_TELEMETRY": "false",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    "PREFECT_LOGGING_LOG_PRINTS": "false",
    "PREFECT_RESULTS_PERSIST_BY_DEFAULT": "false",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "180",
    "PREFECT_CLI_PROMPT": "false",
    "PREFECT_TASKS_REFRESH_CACHE": "true",
}


def configure_prefect(home: Path) -> None:
    """Set Prefect's environment; to be called before prefect is imported.

    Parameters
    ----------
    home : Path
        saferelease's own folder; Prefect's database lives in its ``prefect`` folder unless
        the operator has set ``PREFECT_HOME``. Nothing else an operator set is overridden,
        except what would let text out (analytics, logs, persisted results).
    """
    os.environ.setdefault("PREFECT_HOME", str(home / "prefect"))
    os.environ.update(_SETTINGS)
