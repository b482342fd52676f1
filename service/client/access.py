"""Where the command line finds an API key: in a file or the environment, never among its arguments."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import InvalidError, fault
from service.client.client import ServiceClient

KEY_VARIABLE = "SAFERELEASE_API_KEY"


def open_client(address: str, key_file: Path | None, ca_file: Path | None) -> ServiceClient:
    """A client of the service at `address`.

    Parameters
    ----------
    address : str
    key_file : Path or None
        Its first line is the key; without it, the environment holds the key.
    ca_file : Path or None
        Certificates (PEM) that are trusted instead of the usual ones.

    Raises
    ------
    InvalidError
        ``RMT005`` without a key; as `ServiceClient`.
    """
    return ServiceClient(address, _key(key_file), ca_file)


def _key(file: Path | None) -> str:
    try:
        found = file.read_text().split("\n")[0] if file else os.environ.get(KEY_VARIABLE, "")
    except (OSError, UnicodeDecodeError):
        found = ""
    key = found.strip()
    if key.isascii() and key.isprintable() and key:
        return key
    where = str(file) if file else KEY_VARIABLE
    advice = f"Make a key under Your account; write it into a file for --key-file, or into {KEY_VARIABLE}."
    raise InvalidError(fault("RMT005", where, "must hold an API key", "", advice))
