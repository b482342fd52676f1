"""The process of a running service that has imported what commands need, and holds no key and no document."""

from __future__ import annotations

import fcntl
import gc
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module

from adapters.machine.locations import home, kb_cache
from adapters.machine.processes.children import start_child
from adapters.machine.processes.command_channel import installation
from adapters.machine.processes.command_server import Warm, serve_commands
from adapters.machine.processes.hardening import ROOMS
from adapters.machine.processes.passing_folders import PassingFolder, place_of_sockets

_LOCK = "commands.lock"
_STOP_SECONDS = 10
_LOADED = (
    "anyio._backends._asyncio",
    "sqlite_utils.db",
    "flows.release.preview.inspection",
    "flows.release.workers.warm",
    "service.commands.display.progress",
    "service.commands.release",
)


@contextmanager
def commands_kept_warm() -> Iterator[None]:
    """Commands of this installation start faster inside; where this cannot be, nothing else changes."""
    if sys.platform != "linux":
        yield
        return
    home().mkdir(parents=True, exist_ok=True, mode=0o700)
    process = start_child("service.commands.start.warm", {"home": str(home().absolute())}, home())
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def told_lost() -> int:
    """Tell that a command ended without a word of its result; returns its exit code."""
    from engine.errors import InvalidError, fault
    from service.commands.display.output import complain
    from service.commands.languages.speech import asked_for, speak

    speak(asked_for(os.environ))

    advice = "Look whether the service was stopped. The same command goes on from where it was."
    error = InvalidError(
        fault("RUN008", "the process of this command", "must end with its result", "", advice)
    )
    complain(error)
    return int(error.outcome)


def _load() -> None:
    """What commands need under whatever policy."""
    for module in _LOADED:
        import_module(module)
    from adapters.reports.templates import template
    from flows.orchestration.job import load_orchestrator
    from service.commands.start.line import run_line

    load_orchestrator()
    template("report.html.j2")
    with suppress(SystemExit):
        run_line(["policy", "check", "hipaa-safe-harbor"])  # needs no key and no document


def _read_files() -> Callable[[], bool]:
    """Whether the code and the data of this process are those on the disk."""
    code = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    places = (kb_cache(), ROOMS / "adapters", ROOMS / "policies")
    data = (path for place in places for path in place.rglob("*") if path.suffix != ".pyc" and path.is_file())
    before = {path: _state(path) for path in {*map(str, filter(None, code)), *map(str, data)}}
    return lambda: all(_state(path) == state for path, state in before.items())


def _state(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116  for two thousand files it counts
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def main() -> None:
    """Take commands until the service ends."""
    os.umask(0o077)
    os.environ["SAFERELEASE_HOME"] = json.loads(sys.stdin.buffer.read())["home"]
    lock = os.open(home() / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)  # of two services one does it; the other is ready to
    ours = installation()
    _load()
    is_fresh = _read_files()
    if threading.active_count() > 1:
        return  # a process with threads cannot be forked safely
    gc.collect()
    gc.freeze()  # a collection in a command would write to every page that it shares
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    place = place_of_sockets(home(), *([runtime] if runtime else []))
    with PassingFolder("sr-commands-", place) as folder:
        serve_commands(folder, Warm(ours, partial(_carry_out, lock), is_fresh))


def _carry_out(lock: int, arguments: list[str]) -> None:
    from service.commands.start.line import run_line

    os.close(lock)  # or a command that outlives the service would hold it
    run_line(arguments)


if __name__ == "__main__":
    main()
