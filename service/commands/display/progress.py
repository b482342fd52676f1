"""How far a command is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from adapters.machine.processes.stopping import stop_if_asked
from service.commands.display.output import complain
from service.commands.languages.speech import told

_EVERY = 10.0
"""Seconds between two lines in a log; shorter work writes none."""


class Pace:
    """How fast work goes, from the first time that it is asked.

    Examples
    --------
    >>> clock = iter([0.0, 4.0]).__next__
    >>> pace = Pace(clock)
    >>> pace.told(0, 1000), pace.told(200, 1000)
    ('', '50.0 a second, 0:00:16 left')
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None

    def told(self, done: int, total: int) -> str:
        """Speed and time left; empty as long as nothing was done."""
        now = self._clock()
        began, before = self._first = self._first or (now, done)
        if done <= before or now <= began:
            return ""
        speed = (done - before) / (now - began)
        minutes, seconds = divmod(round((total - done) / speed), 60)
        return f"{speed:.1f} a second, {minutes // 60}:{minutes % 60:02}:{seconds:02} left"


@contextmanager
def progress_told(what: str) -> Iterator[Callable[[int, int], None]]:
    """Counts, speed and time left on the error stream; gives ``progress(done, total)``.

    Notes
    -----
    On a terminal it is a bar that leaves nothing behind, elsewhere a line now and then.

    Each call is also where a stop is heeded that nobody heard of: code that is compiled may swallow it.

    It is drawn when something was done, not by a thread: a process with one thread can fork its workers,
    which saves each of them a second of imports.
    """
    with _bar(what) if sys.stderr.isatty() else _lines(what) as show:

        def progress(done: int, total: int) -> None:
            stop_if_asked()
            show(done, total)

        yield progress


@contextmanager
def _lines(what: str) -> Iterator[Callable[[int, int], None]]:
    pace, due = Pace(), time.monotonic() + _EVERY

    def show(done: int, total: int) -> None:
        nonlocal due
        pace_told = pace.told(done, total)
        if pace_told and done < total and time.monotonic() >= due:
            due = time.monotonic() + _EVERY
            complain(f"{what}: {done} of {total} done; {pace_told}")

    yield show


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    pace = Pace()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(what, total=None, pace="")
        yield lambda done, total: bar.update(
            task, completed=done, total=total, pace=told(pace.told(done, total)), refresh=True
        )
