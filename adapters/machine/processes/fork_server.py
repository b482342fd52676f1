"""A process that lasts, and from which workers are forked while this one has threads.

A process with threads cannot be forked safely, and a new interpreter takes seconds to load what workers need.
The fork server of the standard library loads it once. It sees no document: only what it forks does.
"""

from __future__ import annotations

import errno
import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import Any

ATTEMPTS = 3
"""Starts of one process; between two of them the server itself may have been killed."""


def fork_server(preload: Sequence[str]) -> ForkServerContext:
    """The fork server of this process.

    Parameters
    ----------
    preload : sequence of str
        Modules that it imports when it starts; it keeps those it has.
    """
    context: ForkServerContext = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


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
    for _ in range(ATTEMPTS):
        process = fork_server(preload).Process(target=target, args=arguments, daemon=False)
        try:
            process.start()
        except (ConnectionError, FileNotFoundError, EOFError):
            continue
        return process
    raise OSError(errno.ECONNREFUSED, "the fork server ends")
