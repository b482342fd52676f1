"""Rows of the ledger, and those that carry the installation's signature: checkpoints and heads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, ClassVar, Self, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.keys.installation import Keys
from adapters.ledger.faults import damaged

Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def canonical(content: object) -> bytes:
    """JSON with sorted keys and no spaces, ASCII only: the same bytes everywhere."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


class Row(BaseModel):
    """What is stored as it is, and never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


Kept = TypeVar("Kept", bound=Row)


def read_kept(kind: type[Kept], path: Path) -> Kept | None:
    """A row that has a file of its own; None when there is none, ``LED007`` when it is something else."""
    try:
        return kind.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError):
        raise damaged(path, "the file") from None


class SignedRow(Row):
    """A row with a signature over all else that it says.

    Parameters
    ----------
    public_key, signature : str
        Ed25519, in hexadecimal.
    """

    label: ClassVar[bytes]
    """What is signed begins with it, so that no signature stands for a row of another kind."""

    public_key: Hex64
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")] = "0" * 128

    def holds(self) -> bool:
        """Whether the signature belongs to what it signs."""
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key))
            key.verify(bytes.fromhex(self.signature), self._signed())
        except InvalidSignature:
            return False
        return True

    def _signed(self) -> bytes:
        return self.label + canonical(self.model_dump(exclude={"signature"}))

    def signed_by(self, keys: Keys) -> Self:
        """The same, signed."""
        return self.model_copy(update={"signature": keys.signing.sign(self._signed()).hex()})


class Head(SignedRow):
    """A signed statement of the ledger's length and of the root of its tree.

    Parameters
    ----------
    ledger : str
        Hash of the first entry.
    size : int
    root : str
        Of the Merkle tree over the entries' hashes (RFC 6962, section 2.1).
    """

    label = b"saferelease ledger head 1\n"

    ledger: Hex64
    size: Annotated[int, Field(ge=1)]
    root: Hex64
