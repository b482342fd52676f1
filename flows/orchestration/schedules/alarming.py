"""Alarms of the service: what a scheduled run left out, failed at, or did not survive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from adapters.alarms.alarm import Alarm, Outcome, new_alarm
from adapters.alarms.channels import Channel, NotTaken, channels_of
from adapters.alarms.outbox import Outbox
from adapters.alarms.settings import FILE, read_settings
from adapters.keys.installation import load_keys
from adapters.machine.locations import home
from engine.errors import InvalidError, fault

FAILED = "FAILED: "
"""Begins what a scheduled run says of a bad end."""
_FOLDER = "alarms"


class Alarms:
    """Tells people of incidents, over the channels of the installation.

    Parameters
    ----------
    home : Path
        The installation's.
    say : callable
        Tells the console one line: what arrived, and what did not.
    clock : callable
        Gives the time, with its zone.
    """

    def __init__(self, home: Path, say: Callable[[str], None], clock: Callable[[], datetime]) -> None:
        self._channels: Mapping[str, Channel] = channels_of(read_settings(home), home)
        self._outbox = Outbox(home / _FOLDER, self._channels)
        self._installation = load_keys(home).public_hex()
        self._say, self._clock = say, clock

    def about_run(self, policy: str, told: str | None) -> None:
        """Raise an alarm about a run that did not end well; `told` is what it said, None when nothing."""
        if told is None:
            self.about("crashed", policy, "its process ended")
        elif told.startswith(FAILED):
            words = told.removeprefix(FAILED)
            self.about(_outcome(words), policy, words)

    def about(self, outcome: Outcome, policy: str, told: str) -> None:
        """Raise an alarm and try to send it now."""
        self._outbox.put(new_alarm(self._installation, policy, outcome, told, self._clock()))
        self.deliver()

    def deliver(self) -> None:
        """Send what waits and is due."""
        for line in self._outbox.deliver(self._clock()):
            self._say(line)


def _outcome(words: str) -> Outcome:
    first = words.partition(":")[0]
    return "partial" if first == "partial" else "refused" if first == "refused" else "failed"


def try_channels(clock: Callable[[], datetime]) -> dict[str, str]:
    """Send a test alarm over every channel now; what became of it, by channel: empty when it arrived.

    Raises
    ------
    InvalidError
        ``ALR003`` when there is no channel; faults of the settings.
    """
    channels = channels_of(read_settings(home()), home())
    if not channels:
        advice = "Write it as the operator's guide shows."
        raise InvalidError(fault("ALR003", str(home() / FILE), "must name a channel", "", advice))
    alarm = new_alarm(
        load_keys().public_hex(), "", "test", "A test of the alarms. Nothing happened.", clock()
    )
    return {name: _failure(channel, alarm) for name, channel in channels.items()}


def _failure(channel: Channel, alarm: Alarm) -> str:
    try:
        channel.send(alarm)
    except NotTaken as error:
        return str(error)
    return ""
