"""Logs as lines of JSON, without text: our own fields, and of other libraries only who spoke and where."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

OWN = "saferelease"


class JsonLines(logging.Formatter):
    """One line of JSON for each record.

    Notes
    -----
    Our own loggers log JSON of ids, codes, counts and times. What a library says may quote a value, a path
    or a statement, so of its records only the logger, the place and the kind of an exception are kept.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        return json.dumps(line | (_own(record) if _is_own(record) else _place(record)))


def _is_own(record: logging.LogRecord) -> bool:
    return record.name == OWN or record.name.startswith(f"{OWN}.")


def _own(record: logging.LogRecord) -> dict[str, object]:
    said = record.getMessage()
    try:
        found = json.loads(said)
    except ValueError:
        found = said
    return found if isinstance(found, dict) else {"said": said}


def _place(record: logging.LogRecord) -> dict[str, object]:
    kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return {"place": f"{record.filename}:{record.lineno}", "fault": kind}


def log_to_console(level: str) -> None:
    """Send all logs to standard error, ours from `level` on, those of libraries from ``warning``."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OWN).setLevel(level.upper())
