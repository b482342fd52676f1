"""Where a flow's states and artifacts go while no server runs: a file that the next server takes over.

A flow asks Prefect's API for little: it announces itself, its states, its artifacts and its tasks' events.
`Journal` answers as the server does when nothing stands in the way, and keeps every entry with its time.
So a release needs no server, and one that loses its server ends well.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, TextIO

Body = dict[str, Any]
SUFFIX = ".jsonl"
KEPT = 1000
"""Journals that wait for a server at the most; the oldest go first."""


def journal_folder(prefect: Path) -> Path:
    """Folder of the journals, below Prefect's."""
    return prefect / "journal"


class Journal:
    """Answers the requests of flows and writes them down.

    Parameters
    ----------
    folder : Path
        Of the journals. The file appears with the first entry and is held as long as this process writes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: TextIO | None = None
        self._known: dict[str, Body] = {}
        self._lock = Lock()

    def remember(self, path: str, found: Body) -> None:
        """Know what a server said, so that its place can be taken when it is gone."""
        if isinstance(found, dict) and "id" in found and path.startswith(("/flows", "/flow_runs")):
            self._known[str(found["id"])] = found

    def answer(self, method: str, path: str, body: Body) -> tuple[int, Any]:
        """Status and content with which Prefect's API would answer.

        Parameters
        ----------
        method, path : str
            Of the request; `path` without the ``/api`` in front.
        body : dict
            Its content.
        """
        parts = path.strip("/").split("/")
        with self._lock:
            for wanted_method, wanted, act in self._routes():
                named = dict(zip(wanted, parts, strict=True)) if len(wanted) == len(parts) else None
                if method == wanted_method and named and _fits(named):
                    return act(named.get("ID", ""), body)
        return 404, {"detail": "Not Found"}

    def close(self) -> None:
        """Let go of the file: a server may take it over."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _routes(self) -> list[tuple[str, tuple[str, ...], Callable[[str, Body], tuple[int, Any]]]]:
        return [
            ("POST", ("flows",), self._create_flow),
            ("POST", ("flow_runs",), self._create_run),
            ("GET", ("flows", "ID"), self._read),
            ("GET", ("flow_runs", "ID"), self._read),
            ("PATCH", ("flow_runs", "ID"), self._update_run),
            ("POST", ("flow_runs", "ID", "set_state"), self._set_state),
            ("POST", ("artifacts",), self._create_artifact),
            ("PATCH", ("artifacts", "ID"), self._update_artifact),
            ("POST", ("events",), self._events),
            ("GET", ("admin", "storage"), lambda _, __: (200, {})),
        ]

    def _create_flow(self, _: str, body: Body) -> tuple[int, Body]:
        flow = self._made(body) | {"id": str(uuid.uuid5(uuid.NAMESPACE_OID, str(body["name"])))}
        return 201, self._keep("flow", flow)

    def _create_run(self, _: str, body: Body) -> tuple[int, Body]:
        run = self._made(body) | {"name": body.get("name") or f"run-{secrets.token_hex(4)}"}
        run["state"] = _stamped(body["state"]) if body.get("state") else None
        return 201, self._keep("flow_run", run)

    def _read(self, identity: str, _: Body) -> tuple[int, Body]:
        found = self._known.get(identity)
        return (200, found) if found is not None else (404, {"detail": "Not Found"})

    def _update_run(self, identity: str, body: Body) -> tuple[int, None]:
        self._known.setdefault(identity, {"id": identity}).update(body)
        self._write("flow_run_update", {"id": identity, "changes": body})
        return 204, None

    def _set_state(self, identity: str, body: Body) -> tuple[int, Body]:
        state = _stamped(body["state"])
        self._known.setdefault(identity, {"id": identity})["state"] = state
        self._write("state", {"id": identity, "state": state})
        return 201, {"state": state, "status": "ACCEPT", "details": {"type": "accept_details"}}

    def _create_artifact(self, _: str, body: Body) -> tuple[int, Body]:
        return 201, self._keep("artifact", self._made(body))

    def _update_artifact(self, identity: str, body: Body) -> tuple[int, None]:
        self._write("artifact_update", {"id": identity, "changes": body})
        return 204, None

    def _events(self, _: str, body: Any) -> tuple[int, None]:
        for event in body:
            self._write("event", event)
        return 204, None

    def _made(self, body: Body) -> Body:
        time = _now()
        return body | {"id": str(uuid.uuid4()), "created": time, "updated": time}

    def _keep(self, kind: str, entry: Body) -> Body:
        self._known[entry["id"]] = entry
        self._write(kind, entry)
        return entry

    def _write(self, kind: str, entry: Body) -> None:
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for old in sorted(self._folder.glob(f"*{SUFFIX}"))[:-KEPT]:
                old.unlink(missing_ok=True)
            name = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(6)}{SUFFIX}"
            handle = os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            self._file = os.fdopen(handle, "w", encoding="utf-8")
            fcntl.flock(self._file, fcntl.LOCK_EX)
        self._file.write(json.dumps({"kind": kind, "entry": entry}) + "\n")
        self._file.flush()


def _fits(named: dict[str, str]) -> bool:
    return all(key in ("ID", value) for key, value in named.items())


def _stamped(state: Body) -> Body:
    return state | {"id": str(uuid.uuid4()), "timestamp": _now()}


def _now() -> str:
    return datetime.now(UTC).isoformat()
