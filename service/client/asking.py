"""What all parts of the client do: ask, and read the answer as what it should be."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from service.client.connection import Answer, Connection, read_answer


class Asking:
    """One person's way to a service.

    Parameters
    ----------
    address : str
        ``https``; plain ``http`` on this machine only.
    key : str
        An API key, made under *Your account*.
    ca_file : Path or None
        Certificates (PEM) that are trusted instead of the usual ones.
    seconds : float
        How long an answer may take.

    Raises
    ------
    InvalidError
        ``RMT001`` for an address over which the key would be sent in the clear.
    """

    def __init__(self, address: str, key: str, ca_file: Path | None = None, seconds: float = 120) -> None:
        self._connection = Connection(address, key, ca_file, seconds)

    def __repr__(self) -> str:
        return f"ServiceClient({self._connection!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def _get(self, path: str, kind: type[Answer]) -> Answer:
        return read_answer(kind, self._connection.ask("GET", path))

    def _post(self, path: str, kind: type[Answer], body: dict[str, Any], ticket: str = "") -> Answer:
        return read_answer(kind, self._connection.ask("POST", path, body=body, ticket=ticket))

    def _do(self, path: str, body: dict[str, Any] | None = None, method: str = "POST") -> None:
        self._connection.ask(method, path, body=body)

    def _file(self, path: str) -> bytes:
        return self._connection.ask("GET", path)


def named(name: str) -> str:
    """A name as a part of an address."""
    return quote(name, safe="")
