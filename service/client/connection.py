"""One person's connection to a service: https, her key, and refusals with their codes."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import TypeAdapter, ValidationError

from engine.errors import InvalidError, RefusedError, fault

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_NOT_READY = frozenset({502, 503, 504})
_UNREADABLE = ("SVC004", "The answer is not one of this service.")
_PASSING = frozenset({_UNREADABLE[0], "SVC013"})
"""Codes of such an answer that tell nothing of what was asked: another program answered, or no database."""
UNTRUSTED = "RMT003"
Answer = TypeVar("Answer")


class RemoteRefusal(RefusedError):
    """What the service refused.

    Parameters
    ----------
    status : int
        Of HTTP.
    code : str
        Of docs/errors.md.
    detail : str
        The sentence that a page would show.
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(fault(code, "the service says:", detail.rstrip(".")))
        self.status, self.code, self.detail = status, code, detail

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.status, self.code, self.detail))


class UnreachableError(InvalidError):
    """No answer came; what was asked may have been done."""


class Connection:
    """Asks the API; parameters and errors are those of `ServiceClient`."""

    def __init__(self, address: str, key: str, ca_file: Path | None, seconds: float) -> None:
        if not _is_safe(address):
            advice = "A key is never sent in the clear."
            raise InvalidError(fault("RMT001", "the service", "must have an https address", address, advice))
        self._client = httpx.Client(
            base_url=f"{address.rstrip('/')}/api/v1",
            headers={"Authorization": f"Bearer {key}"},
            timeout=seconds,
            transport=httpx.HTTPTransport(retries=2, verify=_trusted(ca_file)),
        )

    def __repr__(self) -> str:
        return f"Connection({self._client.base_url})"

    def close(self) -> None:
        """End it."""
        self._client.close()

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        content: bytes | None = None,
        ticket: str = "",
    ) -> bytes:
        """The content of an answer.

        Parameters
        ----------
        method, path : str
            Below ``/api/v1``.
        body : mapping or None
            Sent as JSON.
        content : bytes or None
            Sent as it is.
        ticket : str
            Sent as Idempotency-Key.

        Raises
        ------
        RemoteRefusal
            What the service refused; ``SVC014`` (503) when it has no place just now, and did nothing.
        UnreachableError
            ``RMT002`` no answer came, ``RMT003`` the certificate is not trusted.
        """
        sent = json.dumps(body).encode() if body is not None else content
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Idempotency-Key": ticket} if ticket else {}
        try:
            answer = self._client.request(method, path, content=sent, headers=headers)
        except httpx.RequestError as error:
            raise _unreachable(str(self._client.base_url.host), error) from None
        if answer.is_success:
            return answer.content
        refusal = RemoteRefusal(answer.status_code, *_told(answer))
        if refusal.status in _NOT_READY and refusal.code in _PASSING:
            raise _silent(str(self._client.base_url.host), f"status {refusal.status}")
        raise refusal


def read_answer(kind: type[Answer], content: bytes) -> Answer:
    """An answer as it should be; what a newer service says besides is left out.

    Raises
    ------
    RemoteRefusal
        ``SVC004`` when it is not: another program answers at that address.
    """
    try:
        return TypeAdapter(kind).validate_json(content, extra="ignore")
    except ValidationError:
        raise not_an_answer() from None


def not_an_answer() -> RemoteRefusal:
    """What came is nothing that the service says."""
    return RemoteRefusal(200, *_UNREADABLE)


def _is_safe(address: str) -> bool:
    try:
        parts, host = urlsplit(address), httpx.URL(address).host
    except (ValueError, httpx.InvalidURL):  # brackets or a port that are none
        return False
    return bool(host) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    )


def _trusted(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca_file)
    except (OSError, ssl.SSLError):
        advice = "Name a PEM file with the certificate of the authority."
        must = "must hold certificates"
        raise InvalidError(fault("RMT004", str(ca_file), must, "", advice)) from None


def _unreachable(host: str, error: httpx.RequestError) -> UnreachableError:
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        must = "must show a certificate that this machine trusts"
        advice = "Name the certificates of your own authority with --ca-file."
        return UnreachableError(fault(UNTRUSTED, host, must, "", advice))
    return _silent(host, type(error).__name__)


def _silent(host: str, got: str) -> UnreachableError:
    advice = "Check the address and the network. The same command goes on from here."
    return UnreachableError(fault("RMT002", host, "must answer", got, advice))


def _told(answer: httpx.Response) -> tuple[str, str]:
    try:
        told = answer.json()
        return str(told["code"]), str(told.get("detail") or told["title"])
    except (ValueError, KeyError, TypeError):
        return _UNREADABLE
