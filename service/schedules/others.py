"""Schedules beside those of the service: policies that ``saferelease serve POLICY`` releases by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adapters.machine.locations import home
from engine.errors import SafereleaseError
from flows.compiling.compilation import load
from flows.orchestration.schedules.due import due_times, in_words
from flows.orchestration.schedules.served import served_names, served_policy
from flows.orchestration.server.starting import is_serving
from service.people.roles import Action, Who
from service.state.columns import now


@dataclass(frozen=True)
class ServedLine:
    """A policy that is served elsewhere, in a line.

    Parameters
    ----------
    policy, words : str
        Its name, and when it releases.
    next : datetime or None
        None when its command does not run, or its policy cannot be read any more.
    """

    policy: str
    words: str
    next: datetime | None


def others_for(who: Who) -> list[ServedLine]:
    """Served policies, for those who may know how the installation fares: they belong to no group."""
    if not who.may_anywhere(Action.READ_METRICS):
        return []
    runs = is_serving(home())
    return [_line(name, runs) for name in served_names()]


def _line(name: str, runs: bool) -> ServedLine:
    try:
        release = load(served_policy(name).policy).policy.release
    except SafereleaseError:
        return ServedLine(name, "its policy has faults, or is gone", None)
    if release is None or release.every is None:
        return ServedLine(name, "its policy names no times any more", None)
    words = f"{in_words(release.every)}, {release.time_zone}"
    return ServedLine(name, words, next(due_times(release.every, release.time_zone, now())) if runs else None)
