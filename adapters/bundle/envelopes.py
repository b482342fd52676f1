"""Signed envelopes as other tools read them: DSSE around in-toto statements, signed with Ed25519.

References
----------
.. [1] Dead Simple Signing Envelope, version 1. https://github.com/secure-systems-lab/dsse
.. [2] in-toto Attestation Framework, Statement v1. https://github.com/in-toto/attestation
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.machine.files import canonical_json

IN_TOTO = "application/vnd.in-toto+json"
STATEMENT = "https://in-toto.io/Statement/v1"
_STEP = 3 << 16
"""Bytes that are written as base64 at a time: a multiple of three."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Signature(_Row):
    """One signature; `keyid` is the signer's public key in hexadecimal."""

    keyid: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    sig: str


class Envelope(_Row):
    """A payload with its type and signatures (DSSE [1]_).

    Parameters
    ----------
    payload : str
        Base64.
    payloadType : str
    signatures : tuple of Signature
    """

    payload: str
    payloadType: str
    signatures: tuple[Signature, ...]

    def content(self) -> bytes:
        """The payload's bytes."""
        return _decoded(self.payload)

    def signers(self) -> frozenset[str]:
        """Public keys of everybody who signed; empty unless each signature holds."""
        message = pae(self.payloadType, self.content())
        if not all(_holds(one.keyid, _decoded(one.sig), message) for one in self.signatures):
            return frozenset()
        return frozenset(one.keyid for one in self.signatures)

    def signed_too(self, key: Ed25519PrivateKey) -> Envelope:
        """The same with one more signature; nobody signs twice."""
        own = key.public_key().public_bytes_raw().hex()
        signature = base64.b64encode(key.sign(pae(self.payloadType, self.content()))).decode()
        others = tuple(one for one in self.signatures if one.keyid != own)
        return self.model_copy(update={"signatures": (*others, Signature(keyid=own, sig=signature))})


def pae(payload_type: str, payload: bytes) -> bytes:
    """What a signature covers: type and payload with their lengths ([1]_, protocol.md)."""
    return _before(payload_type, len(payload)) + payload


def _before(payload_type: str, n_bytes: int) -> bytes:
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d " % (len(kind), kind, n_bytes)


def envelope(payload_type: str, content: object, keys: Iterable[Ed25519PrivateKey]) -> Envelope:
    """Sign `content`, as canonical JSON, with each of `keys`."""
    payload = base64.b64encode(canonical_json(content)).decode()
    made = Envelope(payload=payload, payloadType=payload_type, signatures=())
    for key in keys:
        made = made.signed_too(key)
    return made


def signed_pieces(payload_type: str, content: Iterable[bytes], key: Ed25519PrivateKey) -> Iterator[bytes]:
    """What `to_bytes` makes of the envelope around `content`, signed with one key, in pieces.

    Notes
    -----
    Ed25519 reads its message twice, so that the content is held as a whole, once.
    """
    message = bytearray()
    for piece in content:
        message += piece
    head = _before(payload_type, len(message))
    message[:0] = head
    signature = Signature(
        keyid=key.public_key().public_bytes_raw().hex(), sig=base64.b64encode(key.sign(message)).decode()
    )
    empty = Envelope(payload="", payloadType=payload_type, signatures=(signature,))
    opening, mark, end = to_bytes(empty).partition(b'"payload": "')
    yield opening + mark
    payload = memoryview(message)[len(head) :]
    for at in range(0, len(payload), _STEP):
        yield base64.b64encode(payload[at : at + _STEP])
    yield end


def read_envelope(content: bytes, payload_type: str) -> tuple[Envelope, Any]:
    """An envelope and what it holds.

    Raises
    ------
    ValueError
        It is none of this type, or not byte for byte as `to_bytes` writes it, or a signature does not hold.
    """
    try:
        found = Envelope.model_validate_json(content)
        if to_bytes(found) != content or found.payloadType != payload_type or not found.signers():
            raise ValueError("no envelope of this type")
        return found, json.loads(found.content())
    except (ValidationError, RecursionError):
        raise ValueError("no envelope") from None


def to_bytes(made: Envelope) -> bytes:
    """An envelope as it is written."""
    return canonical_json(made.model_dump())


def statement(files: Mapping[str, str], predicate_type: str, predicate: object) -> dict[str, Any]:
    """An in-toto statement [2]_: `predicate` is said of files, named with their SHA-256."""
    return statement_of([subject(name, files[name]) for name in sorted(files)], predicate_type, predicate)


def subject(name: str, sha256: str) -> dict[str, Any]:
    """A file of which a statement speaks."""
    return {"name": name, "digest": {"sha256": sha256}}


def statement_of(
    subjects: Iterable[Mapping[str, Any]], predicate_type: str, predicate: object
) -> dict[str, Any]:
    """The same of subjects in the order of their names, which may be an iterator."""
    return {"_type": STATEMENT, "subject": subjects, "predicateType": predicate_type, "predicate": predicate}


def _decoded(text: str) -> bytes:
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("no base64") from None
    if base64.b64encode(found).decode() != text:
        raise ValueError("base64 of another form")
    return found


def _holds(public_key: str, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
