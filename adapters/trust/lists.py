"""The list of trusted signers and approvers: versions, each signed by a threshold of root keys.

The file holds every version. A version counts when enough root keys of its own and of the version
before signed it, as in The Update Framework: roots can be exchanged, and nobody who knows version 3 is
given version 2, or another version 3.

References
----------
.. [1] The Update Framework specification 1.0, sections 5.3 (update the root role) and 6 (rollback).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, model_validator

from adapters.bundle.envelopes import Envelope, read_envelope, to_bytes
from adapters.machine.files import canonical_json, write_atomically
from engine.errors import InvalidError, RefusedError, fault

TRUST = "application/vnd.saferelease.trust+json"
Role = Literal["signer", "approver"]
PublicKey = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Revocation(_Row):
    """From when on a key counts no more, and why."""

    at: AwareDatetime
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class Trusted(_Row):
    """One key that is trusted.

    Parameters
    ----------
    name : str
        Of the person or installation.
    public_key : str
        64 hexadecimal digits.
    roles : tuple of {"signer", "approver"}
    valid_from, valid_until : datetime
        What is signed before or after does not count.
    revoked : Revocation or None
    """

    name: Annotated[str, Field(min_length=1, max_length=200)]
    public_key: PublicKey
    roles: Annotated[tuple[Role, ...], Field(min_length=1)]
    valid_from: AwareDatetime
    valid_until: AwareDatetime
    revoked: Revocation | None = None

    def covers(self, at: datetime) -> bool:
        """Whether `at` lies in the key's time."""
        return self.valid_from <= at <= self.valid_until


class TrustList(_Row):
    """One version of a list.

    Parameters
    ----------
    title : str
        Whose list it is.
    version : int
        1, 2, 3...
    made, expires : datetime
        After `expires` the list says nothing any more: it must be renewed.
    roots : tuple of str
        Public keys of those who may sign the list.
    threshold : int
        How many of them must.
    keys : tuple of Trusted
    """

    format: Literal["saferelease trust 1"] = "saferelease trust 1"
    title: Annotated[str, Field(min_length=1, max_length=200)]
    version: Annotated[int, Field(ge=1)]
    made: AwareDatetime
    expires: AwareDatetime
    roots: Annotated[tuple[PublicKey, ...], Field(min_length=1)]
    threshold: Annotated[int, Field(ge=1)]
    keys: tuple[Trusted, ...] = ()

    @model_validator(mode="after")
    def _possible(self) -> TrustList:
        if self.threshold > len(set(self.roots)) or len(set(self.roots)) < len(self.roots):
            raise ValueError("the threshold asks for more root keys than there are")
        if len({one.public_key for one in self.keys}) < len(self.keys):
            raise ValueError("a key stands twice")
        return self

    def of(self, public_key: str) -> Trusted | None:
        """What the list says of a key."""
        return next((one for one in self.keys if one.public_key == public_key), None)


class TrustFile(BaseModel):
    """All versions of a list, with their signatures, oldest first."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
    versions: Annotated[tuple[Envelope, ...], Field(min_length=1)]

    def lists(self) -> list[TrustList]:
        """What the versions say; their signatures are not looked at."""
        return [TrustList.model_validate_json(one.content()) for one in self.versions]

    def newest(self) -> TrustList:
        """The last version."""
        return self.lists()[-1]

    def digest(self, version: int) -> str:
        """SHA-256 of a version's content."""
        return hashlib.sha256(self.versions[version - 1].content()).hexdigest()

    def lacks(self) -> int:
        """How many root keys still have to sign the last version."""
        lists = self.lists()
        rules = [(one.roots, one.threshold) for one in lists[-2:]]
        signed = self.versions[-1].signers()
        return max(0, *(threshold - len(signed & set(roots)) for roots, threshold in rules))


class Pin(_Row):
    """What was trusted last: nothing older is taken, nor another of the same version."""

    root: str
    version: int
    digest: str


def read_trust_file(path: Path, draft: bool = False) -> TrustFile:
    """Read a list and check all of its signatures.

    Parameters
    ----------
    path : Path
    draft : bool
        The last version may still lack signatures.

    Raises
    ------
    InvalidError
        ``TRU001`` when the file is no list.
    RefusedError
        ``TRU002`` when a version lacks signatures of root keys, or does not follow the one before.
    """
    try:
        raw = path.read_bytes()
        found = TrustFile.model_validate_json(raw)
        if canonical_json(found.model_dump()) != raw:
            raise ValueError("another form")
        for version in found.versions:
            if version.signatures:
                read_envelope(to_bytes(version), TRUST)
        lists = found.lists()
    except (OSError, ValueError, ValidationError, RecursionError):
        advice = "saferelease trust init makes one."
        raise InvalidError(
            fault("TRU001", str(path), "must be a list of trusted signers", "", advice)
        ) from None
    for n, one in enumerate(lists):
        _require_in_order(path, n, one, lists)
        if not (draft and n == len(lists) - 1):
            _require_signed(path, found, n, lists)
    return found


def _require_in_order(path: Path, n: int, one: TrustList, lists: Sequence[TrustList]) -> None:
    if one.version != n + 1 or (n and one.made < lists[n - 1].made):
        must = f"must hold version {n + 1} in its place"
        raise RefusedError(fault("TRU002", str(path), must, f"version {one.version}", "Ask for it again."))


def _require_signed(path: Path, found: TrustFile, n: int, lists: Sequence[TrustList]) -> None:
    part = TrustFile(versions=found.versions[: n + 1])
    if part.lacks():
        must = f"must be signed by {lists[n].threshold} root keys in version {n + 1}"
        advice = "saferelease trust sign adds a signature; a list that others changed is not to be used."
        raise RefusedError(fault("TRU002", str(path), must, f"{part.lacks()} too few", advice))


def write_trust_file(path: Path, content: TrustFile) -> None:
    """Write a list, whole or not at all."""
    write_atomically(path, canonical_json(content.model_dump()))


def pin_of(content: TrustFile) -> Pin:
    """What has to be remembered of a list."""
    newest = content.newest().version
    return Pin(root=content.digest(1), version=newest, digest=content.digest(newest))


def read_pin(path: Path) -> Pin | None:
    """The remembered list; None when there is none.

    Raises
    ------
    InvalidError
        ``TRU001`` when the file is something else.
    """
    try:
        return Pin.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError):
        advice = "Restore it from your backup, or take the list anew: saferelease trust accept."
        raise InvalidError(
            fault("TRU001", str(path), "must say which list was trusted", "", advice)
        ) from None


def write_pin(path: Path, pin: Pin) -> None:
    """Remember a list."""
    write_atomically(path, canonical_json(pin.model_dump()))


def require_successor(path: Path, content: TrustFile, pin: Pin) -> None:
    """Refuse a list that is older than the remembered one, or another.

    Raises
    ------
    RefusedError
        ``TRU003``.
    """
    newest = content.newest().version
    if newest < pin.version or content.digest(1) != pin.root or content.digest(pin.version) != pin.digest:
        must = f"must follow version {pin.version} of the list that was trusted before"
        got = f"version {newest}" if newest < pin.version else "another list"
        advice = "Somebody set it back or replaced it. Ask those who hold the root keys."
        raise RefusedError(fault("TRU003", str(path), must, got, advice))


def payload_of(content: TrustList) -> Any:
    """A version as it is signed."""
    return json.loads(content.model_dump_json())
