"""When a schedule is due: one calculation for the command `serve` and for the pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from cronsim import CronSim

MOST = 1000
"""Due times that are counted at the most after a long absence."""


def due_times(every: str, time_zone: str, after: datetime) -> Iterator[datetime]:
    """The due times after a moment, in UTC; `every` is read as a clock in `time_zone` shows it.

    Parameters
    ----------
    every : str
        In the form of cron.
    time_zone : str
    after : datetime
        With its zone.
    """
    return (one.astimezone(UTC) for one in CronSim(every, after.astimezone(ZoneInfo(time_zone))))


def next_due(every: str, time_zone: str, after: datetime) -> datetime:
    """The first due time after a moment."""
    return next(due_times(every, time_zone, after))


def due_until(every: str, time_zone: str, first: datetime, until: datetime) -> list[datetime]:
    """`first`, and the due times after it up to `until`, at the most `MOST`."""
    later = takewhile(lambda one: one <= until, due_times(every, time_zone, first))
    return [first, *islice(later, MOST - 1)]


def in_words(every: str) -> str:
    """What an expression says, as people read it: ``at 02:00 every day``."""
    told = CronSim(every, datetime(2000, 1, 1)).explain()
    return told[:1].lower() + told[1:]
