"""Commands of this machine that start at once: forks of a process that has everything imported."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, active_count

from tests.attacks.processes import family
from tests.attacks.warmed import Command, warm
from tests.patience import PATIENCE
from tests.service.steps import arm

_LOADED = ("service.web.serving", "alembic.command", "s3fs", "flows.release.workers.warm")


class Forks:
    """The process that forks; it takes in whoever loses its parent, so that nobody stays unseen.

    Parameters
    ----------
    folder : Path
        For a home while modules are imported, and for what commands say.

    Notes
    -----
    Make it before any thread: a fork takes one along.
    """

    def __init__(self, folder: Path) -> None:
        context = get_context("fork")
        self._pipe, far = context.Pipe()
        self._lock, self._said, self._n = Lock(), folder, 0
        self._process = context.Process(target=_fork_on_demand, args=(far, folder / "warm"))
        self._process.start()
        assert self._pipe.poll(PATIENCE) and self._pipe.recv() == "ready"

    def start(self, *arguments: str, variables: Mapping[str, str]) -> Fork:
        """A command of ours."""
        self._n += 1
        said = self._said / f"said-{self._n}"
        return Fork(self, int(self._ask(("start", arguments, dict(variables), said)) or 0), said)

    def code(self, pid: int) -> int | None:
        """How a command ended; None while it runs."""
        return self._ask(("code", pid))

    def left(self) -> list[int]:
        """Processes that still live."""
        return family(self._process.pid or 0)[1:]

    def close(self) -> None:
        """End it, and whatever it started."""
        for pid in self.left():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.terminate()
        self._process.join()

    def _ask(self, asked: tuple[object, ...]) -> int | None:
        with self._lock:
            self._pipe.send(asked)
            answer: int | None = self._pipe.recv()
            return answer


class Fork:
    """One command, with the words of a `subprocess.Popen`."""

    def __init__(self, forks: Forks, pid: int, said: Path) -> None:
        self._forks, self.pid, self.said = forks, pid, said

    def poll(self) -> int | None:
        """How it ended, if it did."""
        return self._forks.code(self.pid)

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Its end."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.05)
        return code


def _fork_on_demand(pipe: Connection, home: Path) -> None:
    home.mkdir(mode=0o700)
    warm(home)
    for module in _LOADED:
        import_module(module)
    assert active_count() == 1, "a fork takes one thread along"
    ended = dict[int, int]()
    pipe.send("ready")
    while True:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                ended[found[0]] = os.waitstatus_to_exitcode(found[1])
        if not pipe.poll(0.05):
            continue
        what, *given = pipe.recv()
        if what == "start":
            arguments, variables, said = given
            role = "command" if arguments[0] == "run" else "service" if len(arguments) == 1 else "schedules"
            pipe.send(Command(arguments, variables, said, partial(arm, role)).pid)
        else:
            pipe.send(ended.get(given[0]))
