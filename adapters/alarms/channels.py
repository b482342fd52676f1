"""Ways to send an alarm; each returns when the other side has taken it, and fails otherwise."""

from __future__ import annotations

import hashlib
import hmac
import json
import smtplib
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol

import httpx

from adapters.alarms.alarm import Alarm
from adapters.alarms.settings import AlarmSettings, MailSettings, WebhookSettings, read_secret
from engine.errors import InvalidError

_SECONDS = 10.0
SIGNATURE, TIMESTAMP, IDENTITY = "X-Saferelease-Signature", "X-Saferelease-Timestamp", "X-Saferelease-Alarm"


class NotTaken(Exception):
    """The other side did not take an alarm; its words are the kind of the fault alone."""


class Channel(Protocol):
    """One recipient, one way."""

    def send(self, alarm: Alarm) -> None:
        """Hand `alarm` over; `NotTaken` when the other side did not say that it took it."""
        ...


@dataclass(frozen=True)
class MailChannel:
    """Mail to one address.

    Parameters
    ----------
    settings : MailSettings
    home : Path
        Paths of secrets begin there.
    to : str
    """

    settings: MailSettings
    home: Path
    to: str

    def send(self, alarm: Alarm) -> None:
        """Hand the mail to the server."""
        try:
            with self._connected() as server:
                server.send_message(self._message(alarm))
        except (smtplib.SMTPException, OSError, InvalidError) as error:
            raise NotTaken(type(error).__name__) from None

    def _connected(self) -> smtplib.SMTP:
        one, context = self.settings, ssl.create_default_context()
        if one.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(one.server, one.port, timeout=_SECONDS, context=context)
        else:
            server = smtplib.SMTP(one.server, one.port, timeout=_SECONDS)
        if one.security == "starttls":
            server.starttls(context=context)
        if one.password_file is not None:
            server.login(one.user, read_secret(self.home / one.password_file, 1).decode())
        return server

    def _message(self, alarm: Alarm) -> EmailMessage:
        message = EmailMessage()
        message["Subject"], message["From"], message["To"] = alarm.subject(), self.settings.from_, self.to
        message["Message-ID"] = f"<{alarm.id}@{self.settings.from_.partition('@')[2]}>"
        message.set_content(
            f"{alarm.told}\n\nOutcome: {alarm.outcome}\nPolicy: {alarm.policy or '-'}\nAt: {alarm.at}\n"
            f"Installation: {alarm.installation}\nAlarm: {alarm.id}\n"
            f"{alarm.address and 'Look at it: ' + alarm.address + chr(10)}"
        )
        return message


@dataclass(frozen=True)
class WebhookChannel:
    """A signed POST to one address; redirections are not followed.

    Parameters
    ----------
    settings : WebhookSettings
    home : Path
        Paths of secrets begin there.
    """

    settings: WebhookSettings
    home: Path

    def send(self, alarm: Alarm) -> None:
        """Post the alarm; an answer of 200 to 299 is its receipt."""
        content = json.dumps(alarm.model_dump(), sort_keys=True).encode()
        try:
            secret = read_secret(self.home / self.settings.secret_file, 16)
            answer = httpx.post(
                self.settings.url,
                content=content,
                headers=signed(alarm.id, content, secret, str(int(time.time()))),
                timeout=_SECONDS,
                follow_redirects=False,
                verify=ssl.create_default_context(),
            )
        except (httpx.HTTPError, httpx.InvalidURL, OSError, InvalidError) as error:
            raise NotTaken(type(error).__name__) from None
        if not answer.is_success:
            raise NotTaken(f"status {answer.status_code}")


def signed(identity: str, content: bytes, secret: bytes, timestamp: str) -> Mapping[str, str]:
    """Headers of a webhook: HMAC-SHA256 over the time stamp, a full stop and the content."""
    found = hmac.new(secret, f"{timestamp}.".encode() + content, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/json",
        IDENTITY: identity,
        TIMESTAMP: timestamp,
        SIGNATURE: f"sha256={found}",
    }


def channels_of(settings: AlarmSettings, home: Path) -> dict[str, Channel]:
    """Channels by what people call them."""
    found: dict[str, Channel] = {}
    if settings.mail:
        found |= {f"mail to {to}": MailChannel(settings.mail, home, to) for to in settings.mail.to}
    if settings.webhook:
        found["webhook"] = WebhookChannel(settings.webhook, home)
    return found
