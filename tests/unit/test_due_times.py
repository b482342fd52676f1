"""Due times of a schedule, in every zone whose clocks change in two years: none is lost, none comes twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile
from zoneinfo import ZoneInfo, available_timezones

import pytest

from flows.orchestration.schedules.due import due_times

FROM = datetime(2026, 1, 1, tzinfo=UTC)
DAYS = 2 * 365


def changes() -> dict[tuple[tuple[int, timedelta], ...], str]:
    """One zone for each way in which clocks change: days from `FROM`, and by how much."""
    found: dict[tuple[tuple[int, timedelta], ...], str] = {}
    for name in sorted(available_timezones()):
        zone = ZoneInfo(name)
        offsets = [(FROM + timedelta(days=day)).astimezone(zone).utcoffset() for day in range(DAYS)]
        moved = tuple(
            (day, after - before)
            for day, (before, after) in enumerate(pairwise(offsets))
            if before is not None and after is not None and before != after
        )
        if moved:
            found.setdefault(moved, name)
    return found


def around(every: str, zone: str, day: int) -> Iterator[datetime]:
    """Due times from two days before a change to two days after it."""
    first = FROM + timedelta(days=day - 2)
    return takewhile(lambda one: one < first + timedelta(days=5), due_times(every, zone, first))


def test_an_hourly_run_comes_each_hour_and_a_nightly_one_each_night() -> None:
    zones = changes()
    assert len(zones) > 5
    for moved, name in zones.items():
        for day, by in moved:
            if by % timedelta(hours=1):
                continue  # Lord Howe moves by half an hour: its hours are not UTC's
            hours = list(around("0 * * * *", name, day))
            assert {later - one for one, later in pairwise(hours)} == {timedelta(hours=1)}, name
            nights = [one.astimezone(ZoneInfo(name)).date() for one in around("30 2 * * *", name, day)]
            assert {later - one for one, later in pairwise(nights)} == {timedelta(days=1)}, name


@pytest.mark.parametrize(
    ("every", "zone", "after", "due"),
    [
        ("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00+00:00", "2026-03-29T03:00+02:00"),
        ("0 2 * * *", "America/New_York", "2026-03-07T12:00+00:00", "2026-03-08T03:00-04:00"),
        ("0 * * * *", "Europe/Berlin", "2026-10-25T00:30+00:00", "2026-10-25T02:00+01:00"),
    ],
)
def test_a_time_that_clocks_skip_comes_right_after_and_a_repeated_hour_twice(
    every: str, zone: str, after: str, due: str
) -> None:
    assert next(due_times(every, zone, datetime.fromisoformat(after))) == datetime.fromisoformat(due)
