"""Addresses of object stores, such as ``s3://bucket/folder`` or ``sftp://host/folder``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import InvalidError, fault

SCHEMES = ("s3", "az", "gs", "sftp")
"""S3, Azure, Google, SFTP: their conditional writes were tried, or two releases could share a name."""
_FORM = re.compile(r"(?P<scheme>[a-z0-9+.-]+)://(?P<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/(?P<key>.+)")
_PART = re.compile(r"[\w][\w .,=+-]*")
_ADVICE = "For example: s3://bucket/folder. Credentials come from the environment or a profile."


@dataclass(frozen=True, slots=True)
class Address:
    """A place in an object store.

    Parameters
    ----------
    scheme : str
        One of `SCHEMES`.
    bucket : str
        Or container; the host of a server of SFTP.
    key : str
        Below the bucket, without slashes at its ends.
    """

    scheme: str
    bucket: str
    key: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.bucket}/{self.key}"

    @property
    def path(self) -> str:
        """As the library names objects: bucket and key, or a path from the root of a server."""
        return f"/{self.key}" if self.scheme == "sftp" else f"{self.bucket}/{self.key}"

    @property
    def connection(self) -> tuple[str, str]:
        """What one connection reaches: all buckets of an account, one server of SFTP."""
        return self.scheme, self.bucket if self.scheme == "sftp" else ""

    @property
    def name(self) -> str:
        """The last part of the key."""
        return self.key.rpartition("/")[2]


def is_remote(place: str) -> bool:
    """Whether somebody means an object store, and no file of this machine."""
    return "://" in place


def address_of(place: str) -> Address:
    """Read an address.

    Raises
    ------
    InvalidError
        ``STO001`` for another kind of store, a name that no folder could have, or an address with a password
        in it. What was given is not repeated, for it may hold that password.
    """
    found = _FORM.fullmatch(place.rstrip("/"))
    if found is None or found["scheme"] not in SCHEMES:
        raise _malformed(place)
    if not all(_PART.fullmatch(part) for part in found["key"].split("/")):
        raise _malformed(place)
    return Address(found["scheme"], found["bucket"], found["key"])


def _malformed(place: str) -> InvalidError:
    scheme = place.partition("://")[0]
    got = f"an address of {scheme}://" if re.fullmatch(r"[a-z0-9+.-]{1,20}", scheme) else "another form"
    must = "must be BUCKET/FOLDER in a store that saferelease knows, without user, password or query"
    return InvalidError(fault("STO001", "address of a store", must, got, _ADVICE))
