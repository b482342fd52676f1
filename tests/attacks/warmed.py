"""Commands in forks of a process that has everything imported: a run costs its work, not its start.

What runs is the command line itself, from its arguments to the end of its interpreter, in a process of its
own; only the import of modules is done before. A process that loses its parent becomes a child of this one,
so nobody can hide.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.attacks.processes import family

_PR_SET_CHILD_SUBREAPER = 36


def warm(home: Path) -> None:
    """Import what commands import, and take in orphans."""
    from flows.orchestration.server.prefect_settings import prefect_configured

    with prefect_configured(home):
        import anyio._backends._asyncio
        import fastapi
        import graphviz
        import prefect.concurrency.sync
        import sqlite_utils

        import service.commands.audit
        import service.commands.release
        from flows.audit import confirming, revealing
        from flows.audit.verification import bundle as verification
        from flows.orchestration import job, release_flow
        from flows.orchestration.server import connection

        assert all((anyio, fastapi, graphviz, prefect, sqlite_utils))
        assert all((service, confirming, revealing, verification, connection, job, release_flow))
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    assert threading.active_count() == 1, "a fork takes one thread along"


class Command:
    """One command that runs.

    Parameters
    ----------
    arguments : sequence of str
        Of the command line.
    variables : mapping
        Its environment.
    said : Path
        File for what it prints.
    limit : callable
        Called in its process before it begins.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        variables: Mapping[str, str],
        said: Path,
        limit: Callable[[], None] = lambda: None,
    ) -> None:
        self.code: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            _become(arguments, variables, said, limit)

    def ended(self) -> bool:
        """Whether it has ended."""
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.code = os.waitstatus_to_exitcode(status) if pid else None
        return self.code is not None

    def end(self, seconds: float) -> int:
        """Its exit code; one that takes longer, or leaves a process, is an error."""
        deadline = time.monotonic() + seconds
        while not self.ended():
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError("hang")
            time.sleep(0.01)
        require_nobody()
        assert self.code is not None
        return self.code

    def kill(self) -> None:
        """Kill it alone, and see that nobody stays."""
        if not self.ended():
            os.kill(self.pid, signal.SIGKILL)
            while not self.ended():
                time.sleep(0.002)
        require_nobody()


def require_nobody(seconds: float = 20.0) -> None:
    """No descendant of this process is left."""
    deadline = time.monotonic() + seconds
    while left := family(os.getpid())[1:]:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if time.monotonic() > deadline:
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            raise AssertionError("orphan")
        time.sleep(0.01)


def _become(
    arguments: Sequence[str], variables: Mapping[str, str], said: Path, limit: Callable[[], None]
) -> None:
    """In the child: be the command, and end as an interpreter ends."""
    code = 70
    try:
        os.setsid()
        handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ.clear()
        os.environ.update(variables)
        limit()
        code = _run(arguments)
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001  a traceback in what was said is looked for
        with suppress(BaseException):
            traceback.print_exc()
    finally:
        os._exit(code)


def _run(arguments: Sequence[str]) -> int:
    from adapters.machine.processes.hardening import harden_process
    from service.cli import main

    try:
        harden_process()
        main(arguments)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001  as the interpreter does
        traceback.print_exc()
        return 1
    return 0
