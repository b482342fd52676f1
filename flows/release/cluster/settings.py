"""Which cluster releases run on: an address, and a key that its workers share with this installation."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from adapters.alarms.settings import read_secret
from adapters.machine.extras import require
from engine.errors import InvalidError, fault

ADDRESS = "SAFERELEASE_CLUSTER"
KEY_FILE = "SAFERELEASE_WORKER_KEY"
LEAST_KEY = 32
"""Characters of the key: half of them is what a random key in hexadecimal digits is worth."""


@dataclass(frozen=True)
class ClusterSettings:
    """A cluster that may be used.

    Parameters
    ----------
    address : str
        Of its scheduler, ``tls://host:port``, or ``tcp://127.0.0.1:port`` on this machine.
    secret : bytes
        What its workers open their work with.
    """

    address: str
    secret: bytes = field(repr=False)


def cluster_asked() -> ClusterSettings | None:
    """The cluster that the environment names; None where releases run on this machine.

    Raises
    ------
    InvalidError
        ``EXT001`` without the extra; ``CLU001`` for an address that others could listen to; ``ALR002`` for
        a key file that is missing, short or readable by others.
    """
    address = os.environ.get(ADDRESS, "")
    if not address:
        return None
    require("cluster", ADDRESS)
    require_private(address)
    return ClusterSettings(address, worker_secret())


def worker_secret() -> bytes:
    """What the key file of this machine holds."""
    return read_secret(Path(os.environ.get(KEY_FILE) or f"${KEY_FILE}"), LEAST_KEY)


def require_private(address: str) -> None:
    """Refuse an address whose scheduler is neither behind TLS nor on this machine.

    Whoever reaches a scheduler without TLS may run programs on its workers.

    Raises
    ------
    InvalidError
        ``CLU001``.
    """
    if not _is_private(address):
        must = "must be tls://host:port, or tcp://127.0.0.1:port"
        advice = "Give the scheduler certificates: see Scale, Many machines."
        raise InvalidError(fault("CLU001", ADDRESS, must, address, advice))


def _is_private(address: str) -> bool:
    try:
        parts = urlsplit(address)
        whole = bool(parts.hostname and parts.port and not parts.path)
    except ValueError:
        return False
    return whole and (parts.scheme == "tls" or (parts.scheme == "tcp" and _is_here(parts.hostname or "")))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
