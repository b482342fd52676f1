"""Who is told: the file ``alarms.yaml`` in the installation's home."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from adapters.policies.yaml_file import read_yaml
from engine.errors import Fault, InvalidError, fault

FILE = "alarms.yaml"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_NOT_THE_OWNER = 0o077
ADDRESS = r"^[^\s@<>,;]+@[^\s@<>,;]+$"
Address = Annotated[str, Field(pattern=ADDRESS, max_length=250)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class MailSettings(_Part):
    """Mail over a server of one's own.

    Parameters
    ----------
    server, port, security
        Of the SMTP server; ``starttls`` and ``tls`` check its certificate.
    user, password_file
        For a server that asks; the password is the first line of the file.
    from_, to
        Sender and recipients.
    """

    server: Annotated[str, Field(min_length=1, max_length=250)]
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password_file: Path | None = None
    from_: Address = Field(alias="from")
    to: Annotated[tuple[Address, ...], Field(min_length=1, max_length=50)]

    @model_validator(mode="after")
    def _no_password_in_the_open(self) -> MailSettings:
        if bool(self.user) != (self.password_file is not None):
            raise ValueError("user and password_file: must be given together")
        if self.user and self.security == "none" and self.server not in _LOOPBACK:
            raise ValueError("security: must be starttls or tls where a password is sent")
        return self


def _encrypted(url: str) -> str:
    parts = urlsplit(url)
    if not parts.hostname or not (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    ):
        raise ValueError("must be an https address")
    if parts.username or parts.password:
        raise ValueError("must hold no password; the secret stands in secret_file")
    return url


class WebhookSettings(_Part):
    """A signed POST.

    Parameters
    ----------
    url : str
        ``https``; plain ``http`` on this machine only.
    secret_file : Path
        Its first line keys the signature (HMAC-SHA256).
    """

    url: Annotated[str, Field(max_length=2000), AfterValidator(_encrypted)]
    secret_file: Path


class AlarmSettings(_Part):
    """Channels; paths of secrets are relative to the file's folder.

    Parameters
    ----------
    mail, webhook
        The channels.
    releases : tuple of str
        What of releases in the service is told: that one waits for review or for approval, failed, is done.
    """

    mail: MailSettings | None = None
    webhook: WebhookSettings | None = None
    releases: tuple[Literal["review", "approval", "failed", "done"], ...] = ()


def read_settings(home: Path) -> AlarmSettings:
    """Channels of the installation; none where there is no file.

    Raises
    ------
    InvalidError
        ``ALR001`` for a file that is not as it must be, ``ALR002`` for a secret that is missing, short or
        open to others; faults of YAML as in policies.
    """
    path = home / FILE
    if not path.exists():
        return AlarmSettings()
    try:
        found = AlarmSettings.model_validate(read_yaml(path).data or {})
    except ValidationError as error:
        raise InvalidError(*(_fault(path, one) for one in error.errors(include_input=False))) from None
    if found.mail and found.mail.password_file:
        read_secret(home / found.mail.password_file, 1)
    if found.webhook:
        read_secret(home / found.webhook.secret_file, 16)
    return found


def _fault(path: Path, one: ErrorDetails) -> Fault:
    field = ".".join(map(str, one["loc"]))
    said = one["msg"].removeprefix("Value error, ")
    must = said if " must " in f" {said}" else f"must be right: {said}"
    return fault("ALR001", f"{path} {field}".rstrip(), must, "", "See the operator's guide, Alarms.")


def read_secret(path: Path, least: int) -> bytes:
    """The first line of a file that only its owner may read."""
    try:
        mode, content = path.stat().st_mode, path.read_bytes().split(b"\n")[0].strip(b"\r")
    except OSError:
        mode, content = 0, b""
    if mode & _NOT_THE_OWNER or len(content) < least:
        must = (
            f"must hold a secret of {least} characters or more in its first line, for its owner's eyes only"
        )
        got = f"permissions {stat.filemode(mode)}" if mode & _NOT_THE_OWNER else ""
        raise InvalidError(fault("ALR002", str(path), must, got, f"Write it, then: chmod 600 {path}"))
    return content
