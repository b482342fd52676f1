"""Alarms that have not arrived yet: kept on the disk, tried again, and given up aloud."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from adapters.alarms.alarm import Alarm
from adapters.alarms.channels import Channel, NotTaken
from adapters.machine.files import canonical_json, write_atomically

FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
KEPT_DAYS = 7
"""An alarm that did not arrive for so long is given up."""
_PENDING, _GIVEN_UP = ".json", ".undelivered"


@dataclass
class _Pause:
    """A channel that failed, and when it is tried again."""

    until: datetime
    length: timedelta


class Outbox:
    """Sends alarms over every channel, and keeps what a channel has not taken.

    Parameters
    ----------
    folder : Path
        One file for each alarm and channel.
    channels : mapping of str to Channel
    """

    def __init__(self, folder: Path, channels: Mapping[str, Channel]) -> None:
        self._folder = folder
        self._channels = channels
        self._paused: dict[str, _Pause] = {}

    def put(self, alarm: Alarm, channels: Collection[str] | None = None) -> None:
        """Keep `alarm` for these channels, by default for every one; `deliver` sends it."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name in self._channels if channels is None else channels:
            content = canonical_json({"channel": name, "alarm": alarm.model_dump()})
            mark = hashlib.sha256(name.encode()).hexdigest()[:8]
            at = datetime.fromisoformat(alarm.at)
            path = self._folder / f"{at:%Y%m%dT%H%M%S}-{alarm.id}-{mark}{_PENDING}"
            write_atomically(path, content, mode=0o600)

    def n_pending(self) -> int:
        """How many have not arrived."""
        return len(list(self._folder.glob(f"*{_PENDING}")))

    def deliver(self, now: datetime) -> list[str]:
        """Send what is due, the oldest first; returns what people must be told, a line each.

        Notes
        -----
        A channel that fails is left alone for a minute, then for twice as long, at most for an hour. Other
        channels go on. Of several processes on one folder one delivers, and the others send nothing.
        """
        with _alone(self._folder) as alone:
            return self._delivered(now) if alone else []

    def _delivered(self, now: datetime) -> list[str]:
        told: list[str] = []
        for path in sorted(self._folder.glob(f"*{_PENDING}")):
            found = _read(path)
            if found is None or found[0] not in self._channels:
                path.rename(path.with_suffix(_GIVEN_UP))
                told.append("An alarm could not be sent: it is damaged, or its channel is gone.")
                continue
            name, alarm = found
            pause = self._paused.get(name)
            if pause is None or pause.until <= now:
                told.append(self._try(path, name, alarm, now))
        return told

    def _try(self, path: Path, name: str, alarm: Alarm, now: datetime) -> str:
        try:
            self._channels[name].send(alarm)
        except NotTaken as error:
            if alarm.age_days(now) >= KEPT_DAYS:
                path.rename(path.with_suffix(_GIVEN_UP))
                return f"Alarm {alarm.id} by {name} was given up after {KEPT_DAYS} days ({error})."
            before = self._paused.get(name)
            length = min(2 * before.length, LONGEST_WAIT) if before else FIRST_WAIT
            self._paused[name] = _Pause(now + length, length)
            again = f"it is tried again at {now + length:%H:%M} UTC"
            return f"Alarm {alarm.id} by {name} did not arrive ({error}); {again}."
        self._paused.pop(name, None)
        path.unlink()
        return f"Alarm {alarm.id} was taken by {name}."


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether no other process delivers from a folder; until the block ends none does."""
    if not folder.is_dir():
        yield False
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield _locked(handle)
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _read(path: Path) -> tuple[str, Alarm] | None:
    try:
        found = json.loads(path.read_bytes())
        return str(found["channel"]), Alarm.model_validate(found["alarm"])
    except (OSError, ValueError, KeyError, TypeError, ValidationError):
        return None
