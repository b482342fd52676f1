"""Connections to the kinds of stores, each by the file system of fsspec that knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from adapters.machine.extras import require
from adapters.machine.stores.address import Address
from adapters.machine.stores.telling import told
from engine.errors import InvalidError, fault

RETRIES = 5
"""Of the library, for each call, with growing pauses."""
CONNECT_SECONDS, READ_SECONDS = 15, 60
_FRESH = {"skip_instance_cache": True, "use_listings_cache": False}


def system_of(address: Address) -> Any:
    """The file system behind an address.

    Raises
    ------
    InvalidError
        ``EXT001`` without the extra; ``STO002`` when it cannot be reached; ``STO005`` when documents would
        pass the network unencrypted.
    """
    extra, opened = _KINDS[address.scheme]
    require(extra, f"{address.scheme}://")
    return opened(address)


def _s3(address: Address) -> Any:
    import s3fs

    system = s3fs.S3FileSystem(
        **_FRESH,
        config_kwargs={
            "connect_timeout": CONNECT_SECONDS,
            "read_timeout": READ_SECONDS,
            "retries": {"max_attempts": RETRIES, "mode": "standard"},
        },
    )
    system.retries = RETRIES
    with told():
        system.connect()
    require_private(str(system.s3.meta.endpoint_url))
    return system


def _azure(address: Address) -> Any:
    """An account by its connection string, or by its name and what Azure's library finds of credentials."""
    import adlfs

    with told(ValueError):  # which the library raises when no account is named, or its string is malformed
        system = adlfs.AzureBlobFileSystem(
            **_FRESH, anon=False, connection_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS
        )
    require_private(str(system.service_client.primary_endpoint))
    return system


def _google(address: Address) -> Any:
    from gcsfs.core import GCSFileSystem

    with told():
        system = GCSFileSystem(**_FRESH, requests_timeout=READ_SECONDS)
    require_private(str(system.base))
    return system


def _sftp(address: Address) -> Any:
    from adapters.machine.stores.sftp import FileServer

    with told():
        return FileServer(
            address.bucket, connect_seconds=CONNECT_SECONDS, read_seconds=READ_SECONDS, **_FRESH
        )


_KINDS: Mapping[str, tuple[str, Callable[[Address], Any]]] = {
    "s3": ("storage", _s3),
    "az": ("azure", _azure),
    "gs": ("google", _google),
    "sftp": ("sftp", _sftp),
}
"""For each scheme its extra, and how it is reached."""


def require_private(endpoint: str) -> None:
    """Refuse a store that is reached neither by TLS nor on this machine: ``STO005``."""
    parts = urlsplit(endpoint)
    if parts.scheme != "https" and not _is_this_machine(parts.hostname or ""):
        must, advice = (
            "must be reached by https://",
            "Correct the endpoint that the environment or the profile names, such as AWS_ENDPOINT_URL.",
        )
        raise InvalidError(fault("STO005", "the store", must, f"{parts.scheme}://", advice))


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
