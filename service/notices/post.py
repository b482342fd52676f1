"""The post of the service: what is to be told goes into the outbox, and from there to people and programs."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select

from adapters.alarms.alarm import new_alarm
from adapters.alarms.channels import Channel, MailChannel, channels_of
from adapters.alarms.outbox import Outbox
from adapters.alarms.settings import ADDRESS, read_settings
from adapters.machine.locations import home
from service.app.context import Service
from service.notices.events import Event, untold
from service.state.columns import now
from service.state.tables import Person

log = logging.getLogger("saferelease.notices")
_FOLDER = "notices"


class Post:
    """Tells people by mail and programs by webhook, over the channels of ``alarms.yaml``.

    Parameters
    ----------
    service : Service
    clock : callable
        Gives the time, with its zone.

    Raises
    ------
    InvalidError
        Bad settings.
    """

    def __init__(self, service: Service, clock: Callable[[], datetime] = now) -> None:
        self._service, self._clock = service, clock
        self._settings = read_settings(home())
        self._channels: dict[str, Channel] = {}
        self._outbox = Outbox(home() / _FOLDER, self._channels)

    def turn(self) -> None:
        """Put what is new into the outbox, and send what is due."""
        self._know_people()
        with self._service.database.begin() as session:
            for event in untold(session):
                self._put(event)
        tried = len(self._outbox.deliver(self._clock()))
        if tried:
            log.info(json.dumps({"notices": tried, "pending": self.n_pending()}))

    def n_pending(self) -> int:
        """How many notices have not arrived."""
        return self._outbox.n_pending()

    def _know_people(self) -> None:
        self._channels |= channels_of(self._settings, home())
        mail = self._settings.mail
        if mail is None or not self._settings.releases:
            return
        with self._service.database.look() as session:
            addresses = session.scalars(select(Person.email).where(Person.active))
            known = {_mail(to): MailChannel(mail, home(), to) for to in addresses if _is_address(to)}
        self._channels |= known

    def _put(self, event: Event) -> None:
        asked = "failed" if event.outcome == "refused" else event.outcome
        if asked not in self._settings.releases:
            return
        people = {_mail(to) for to in event.people}
        house = {_mail(to) for to in self._settings.mail.to} if self._settings.mail else set()
        wanted = {"webhook", *people, *(house if asked == "failed" else ())}
        public = self._service.keys.public_hex()
        alarm = new_alarm(public, event.policy, event.outcome, event.told, event.at).model_copy(
            update={
                "id": event.id,
                "release": event.release,
                "address": self._service.settings.address + event.path,
            }
        )
        self._outbox.put(alarm, wanted & self._channels.keys())


def _mail(to: str) -> str:
    return f"mail to {to}"


def _is_address(to: str) -> bool:
    return re.fullmatch(ADDRESS, to) is not None
