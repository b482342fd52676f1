"""How far a command is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from adapters.machine.processes.stopping import stop_if_asked


@contextmanager
def progress_bar(what: str, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal's error stream that leaves nothing behind; gives ``progress(done, total)``.

    Notes
    -----
    Each call is also where a stop is heeded that nobody heard of: code that is compiled may swallow it.

    It is drawn when something was done, not by a thread: a process with one thread can fork its workers,
    which saves each of them a second of imports.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: stop_if_asked()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(what, total=None)

        def show(done: int, total: int) -> None:
            stop_if_asked()
            bar.update(task, completed=done, total=total, refresh=True)

        yield show
