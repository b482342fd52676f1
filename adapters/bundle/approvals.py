"""Approvals of a bundle: each a signed in-toto statement over its manifest, by the approver's own key."""

from __future__ import annotations

import json
import stat
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.bundle.envelopes import IN_TOTO, Envelope, envelope, read_envelope, statement, to_bytes
from adapters.bundle.files import APPROVALS, MANIFEST
from adapters.machine.files import canonical_json, write_atomically

PREDICATE = "urn:saferelease:approval:1"
_MAX_BYTES = 1_000_000


class BundleApproval(BaseModel):
    """What an approver says of a bundle.

    Parameters
    ----------
    release_id, plan_id : str
        Of the bundle.
    approved_by, approved_at, note : str
        Who, when (ISO 8601), on what grounds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    release_id: str
    plan_id: str
    approved_by: str = Field(min_length=1, max_length=200)
    approved_at: str
    note: str = ""


def add_approval(folder: Path, digest: str, approval: BundleApproval, key: Ed25519PrivateKey) -> None:
    """Sign an approval of the bundle with this manifest, and put it beside the manifest."""
    said = statement({MANIFEST: digest}, PREDICATE, approval.model_dump())
    made = [*_envelopes(folder), envelope(IN_TOTO, said, [key])]
    write_atomically(folder / APPROVALS, _written(made))


def _written(envelopes: Sequence[Envelope]) -> bytes:
    return canonical_json({"approvals": [one.model_dump() for one in envelopes]})


def read_approvals(folder: Path, digest: str) -> list[tuple[str, BundleApproval]]:
    """Approvals of a bundle with the keys that signed them.

    Raises
    ------
    ValueError
        One of them does not hold, or is of another manifest.
    """
    return _read(_envelopes(folder), digest)


def read_handed_in(raw: bytes, digest: str) -> list[tuple[str, BundleApproval]]:
    """The same of a file of approvals that somebody hands in."""
    return _read(_parsed(raw), digest)


def take_approvals(folder: Path, raw: bytes) -> None:
    """Put approvals that were handed in, and read, beside those that the bundle has."""
    known = _envelopes(folder)
    made = [*known, *(one for one in _parsed(raw) if one not in known)]
    write_atomically(folder / APPROVALS, _written(made))


def _read(envelopes: Sequence[Envelope], digest: str) -> list[tuple[str, BundleApproval]]:
    found = []
    for one in envelopes:
        signed, said = read_envelope(to_bytes(one), IN_TOTO)
        approval = BundleApproval.model_validate(said.get("predicate"))
        if (
            said != statement({MANIFEST: digest}, PREDICATE, approval.model_dump())
            or len(signed.signatures) != 1
        ):
            raise ValueError("an approval of something else")
        found.append((signed.signatures[0].keyid, approval))
    return found


def _envelopes(folder: Path) -> list[Envelope]:
    path = folder / APPROVALS
    try:
        if not stat.S_ISREG(path.lstat().st_mode) or path.stat().st_size > _MAX_BYTES:
            raise ValueError("no approvals")
        return _parsed(path.read_bytes())
    except FileNotFoundError:
        return []
    except OSError:
        raise ValueError("no approvals") from None


def _parsed(raw: bytes) -> list[Envelope]:
    try:
        content = json.loads(raw[: _MAX_BYTES + 1])
        found = [Envelope.model_validate(one) for one in content.pop("approvals")]
    except (ValueError, KeyError, TypeError, AttributeError, ValidationError, RecursionError):
        raise ValueError("no approvals") from None
    if content or raw != _written(found):
        raise ValueError("another form")
    return found
