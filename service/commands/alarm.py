"""The command that tries the alarms."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.errors import Outcome
from service.commands.display.output import Json, emit, finish, reported, say


def alarm(as_json: Json = False) -> None:
    """Send a test alarm over every channel of this installation, and say what became of it.

    The channels stand in alarms.yaml in SAFERELEASE_HOME. The service uses them when a scheduled release
    fails, is refused or leaves documents out.
    """
    with reported(as_json):
        from flows.orchestration.schedules.alarming import try_channels

        found = try_channels(lambda: datetime.now(UTC))

        def show() -> None:
            for name, failure in found.items():
                say(f"{name}: {f'did NOT arrive ({failure})' if failure else 'taken'}")

        emit(as_json, found, show)
        finish(Outcome.INVALID if any(found.values()) else Outcome.RELEASED)
