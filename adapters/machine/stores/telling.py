"""What goes wrong with a store, told without the text of its library."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.errors import InvalidError, fault

_FAULTS: Mapping[str, tuple[str, ...]] = {
    "botocore.exceptions": ("BotoCoreError", "ClientError"),
    "azure.core.exceptions": ("AzureError",),
    "gcsfs.retry": ("HttpError",),
    "google.auth.exceptions": ("GoogleAuthError",),
    "aiohttp": ("ClientError",),
    "paramiko": ("SSHException",),
}
"""What the libraries raise besides `OSError`, by module."""


@contextmanager
def told(*also: type[Exception]) -> Iterator[None]:
    """Turn what the library raises, and `also`, into ``STO002``, without its text."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, (OSError, *also, *_loaded())):
            raise
        must = "must be reachable, and allow this"
        advice = "Check address, credentials and rights, then give the same command again."
        raise InvalidError(fault("STO002", "the store", must, _kind(error), advice)) from None


def code_of(error: BaseException | None) -> str:
    """The word of S3 for what went wrong; empty without one."""
    response: Mapping[str, Any] = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code", "")) if isinstance(response, Mapping) else ""


def _loaded() -> Iterator[type[Exception]]:
    """A library that is not loaded raised nothing."""
    for module, names in _FAULTS.items():
        if module in sys.modules:
            yield from (getattr(sys.modules[module], name) for name in names)


def _kind(error: Exception) -> str:
    """What went wrong, in a word of S3 or of Python, which names neither objects nor credentials."""
    code = code_of(error)
    if code.isalnum():
        return code
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return type(error).__name__
