"""A process that lasts, and from which workers are forked while this one has threads.

A process with threads cannot be forked safely, and a new interpreter takes seconds to load what workers need.
The fork server of the standard library loads it once. It sees no document: only what it forks does.
"""

from __future__ import annotations

import errno
import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import Any

from adapters.machine.processes.passing_folders import PassingFolder, place_of_sockets

PAUSES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds before each start of one process: a killed server is not at once seen as one that has ended."""


def fork_server(preload: Sequence[str]) -> ForkServerContext:
    """The fork server of this process.

    Parameters
    ----------
    preload : sequence of str
        Modules that it imports when it starts; it keeps those it has.
    """
    _keep_sockets_short()
    context: ForkServerContext = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


def _keep_sockets_short() -> None:
    """The library's folder for sockets: where the system takes their paths, and gone after a kill, too."""
    kept: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    if kept.get("tempdir") is None:
        kept["tempdir"] = str(PassingFolder("sr-fork-", place_of_sockets()).path)


def start_fork_server(preload: Sequence[str]) -> None:
    """Start it where it does not run yet, so that nobody waits for it later."""
    fork_server(preload)
    forkserver.ensure_running()


def start_forked(
    preload: Sequence[str], target: Callable[..., None], arguments: tuple[Any, ...]
) -> ForkServerProcess:
    """Start a process from the fork server, which is started again if something ended it.

    Raises
    ------
    OSError
        No process or no handle is left, or whatever is started ends at once.
    """
    for pause in PAUSES:
        time.sleep(pause)
        process = fork_server(preload).Process(target=target, args=arguments, daemon=False)
        try:
            process.start()
        except (ConnectionError, FileNotFoundError, EOFError):
            continue
        return process
    raise OSError(errno.ECONNREFUSED, "the fork server ends")
