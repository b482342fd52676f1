"""Processes that die at a step that lasts: a file gets its name, a disk or a transaction is done, an object.

A random moment mostly finds a process that waits. Here a process ends itself, by SIGKILL, just before or just
after such a step, in the middle of what it does. A place in the code where nobody died yet is likely to be
the next one, so that many kills reach every place. What was killed stands in a file, a line for each kill.
"""

from __future__ import annotations

import json
import multiprocessing.util
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from tests.conftest import ROOT

FOLDER = "TESTS_STEPS"
"""Variable that names the folder with the list of kills; without it nobody dies."""
_ON_FILES = ("fsync", "replace", "rename", "unlink", "rmdir", "mkdir", "link")
_WRITES = ("INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP")
_AT_NEW, _AT_KNOWN, _OF_DATABASE = 0.5, 1 / 40, 0.1
"""How likely a process dies where nobody did; where one did, and half of that where two did, so that
processes come further; and how often its database dies instead."""
_BELOW = ("service.state.", "service.commands.", "service.cli")
_OURS = tuple(f"{ROOT / room}/" for room in ("service", "flows", "adapters", "saferelease"))


@dataclass(frozen=True)
class Kill:
    """One process that died.

    Parameters
    ----------
    died : str
        What it was: "service", "command" or "schedules", a "worker of a" such, or "database".
    doing : str
        The module that it was asked to work in: the innermost of the service, where there is one.
    at : str
        The step, whether it was done, and the functions that asked for it.
    """

    died: str
    doing: str
    at: str


def kills(folder: Path) -> list[Kill]:
    """Those that came about."""
    with suppress(FileNotFoundError):
        return [Kill(**json.loads(line)) for line in (folder / "kills").read_text().splitlines()]
    return []


def calm(folder: Path) -> None:
    """From now on nobody dies."""
    (folder / "calm").touch()


def arm(role: str) -> None:
    """In a fork, before it becomes a command: it and what it forks die at steps that last."""
    _keep_warm()
    if FOLDER in os.environ:
        _hook(_Fate(Path(os.environ[FOLDER]), role))


class _Fate:
    """Whether a process dies now."""

    def __init__(self, folder: Path, role: str) -> None:
        self._folder, self._role, self._first = folder, role, os.getpid()
        self._look_anew()
        os.register_at_fork(after_in_child=self._look_anew)

    def _look_anew(self) -> None:
        self._known = Counter(one.at for one in kills(self._folder))
        self._chance = random.Random(f"{os.getpid()} {self._known.total()}")

    def step(self, kind: str, backend: int = 0) -> None:
        """Come past a step; a `backend` of a database may die instead."""
        frames = list(_our_frames(sys._getframe(2)))
        if not frames or (self._folder / "calm").exists():
            return
        at = f"{kind} in {' < '.join(map(_place, frames[:3]))}"
        n = self._known[at]
        if self._chance.random() >= (_AT_KNOWN / n if n else _AT_NEW):
            return
        self._known[at] += 1
        of_database = backend and self._chance.random() < _OF_DATABASE
        died = "database" if of_database else self._died()
        self._write(Kill(died, _doing(frames), at))
        os.kill(backend if of_database else os.getpid(), signal.SIGKILL)

    def _died(self) -> str:
        is_first = os.getpid() == self._first
        return self._role if is_first else f"worker of a {self._role}"

    def _write(self, kill: Kill) -> None:
        handle = os.open(self._folder / "kills", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, json.dumps(asdict(kill)).encode() + b"\n")
        os.close(handle)


def _our_frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_OURS):
            yield frame
        frame = frame.f_back


def _place(frame: FrameType) -> str:
    return f"{_module(frame)}.{frame.f_code.co_name}"


def _module(frame: FrameType) -> str:
    return Path(frame.f_code.co_filename).relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")


def _doing(frames: Sequence[FrameType]) -> str:
    """Of the modules that are at work the innermost of the service, else of the flows."""
    modules = [_module(one) for one in frames]
    of_service = (one for one in modules if one.startswith("service.") and not one.startswith(_BELOW))
    of_flows = (one for one in modules if one.startswith("flows."))
    return next(of_service, next(of_flows, modules[-1]))


def _hook(fate: _Fate) -> None:
    """Come past each step that lasts."""
    from sqlalchemy import Engine, event
    from sqlalchemy.engine.default import DefaultDialect

    from adapters.machine.stores.store import Store

    for name in _ON_FILES:
        setattr(os, name, _passing(fate, name, getattr(os, name)))
    Store._created = _passing(fate, "object created", Store._created)  # type: ignore[method-assign]
    Store.delete = _passing(fate, "object deleted", Store.delete)  # type: ignore[method-assign]
    DefaultDialect.do_commit = _committing(fate, DefaultDialect.do_commit)  # type: ignore[method-assign]
    event.listen(Engine, "before_cursor_execute", _note_writing)

    class Ledger(sqlite3.Connection):
        """The ledger's file says COMMIT by itself."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            run = super().execute
            return (_passing(fate, "entry", run) if sql == "COMMIT" else run)(sql, *values)

    connect: Any = sqlite3.connect
    sqlite3.connect = lambda *where, **how: connect(*where, **{"factory": Ledger} | how)  # type: ignore[assignment]


def _passing(fate: _Fate, kind: str, step: Callable[..., Any]) -> Callable[..., Any]:
    """The step; where it fails, as a folder that is there already, it is none."""

    def done(*given: Any, **more: Any) -> Any:
        answer = step(*given, **more)
        fate.step(f"after {kind}")
        return answer

    return done


def _committing(fate: _Fate, commit: Callable[..., None]) -> Callable[..., None]:
    """The end of a transaction; of one that only looked, it is none."""

    def done(dialect: Any, connection: Any) -> None:
        wrote, backend = connection.info.pop("wrote", False), _backend(connection)
        if wrote:
            fate.step("before commit", backend)
        commit(dialect, connection)
        if wrote:
            fate.step("after commit", backend)

    return done


def _note_writing(connection: Any, _: Any, statement: str, *__: Any) -> None:
    if statement.lstrip().startswith(_WRITES):
        connection.connection.info["wrote"] = True


def _backend(connection: Any) -> int:
    """The process of PostgreSQL behind a connection; 0 for SQLite."""
    driver = connection.dbapi_connection
    return int(driver.info.backend_pid) if hasattr(driver, "pgconn") else 0


def _keep_warm() -> None:
    """What this process would start as a new interpreter is a fork of it: it has everything imported."""
    import service.commands.start.warm as warm
    import service.web.machine as machine

    warm.commands_kept_warm = nullcontext  # type: ignore[assignment]  # no process for commands that nobody gives
    machine._LOOK_SECONDS, machine._CLOCK_SECONDS = 0.1, 0.3
    multiprocessing.util.spawnv_passfds = _forked  # type: ignore[attr-defined]


def _forked(_: str, arguments: Sequence[str], handles: Sequence[int]) -> int:
    """As `multiprocessing` starts an interpreter: with these files alone, for this line of Python."""
    kept = {0, 1, 2, *map(int, handles)}
    pid = os.fork()
    if pid:
        return pid
    try:
        for handle in {int(one.name) for one in Path("/proc/self/fd").iterdir()} - kept:
            with suppress(OSError):
                os.close(handle)
        line = arguments[arguments.index("-c") + 1]
        sys.argv = ["-c", *arguments[arguments.index("-c") + 2 :]]
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        exec(line, {"__name__": "__main__"})  # noqa: S102  the library's own
    finally:
        os._exit(0)
