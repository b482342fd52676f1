"""The keys of an installation as a value, what is derived from them, and how content is sealed."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engine.errors import InvalidError, fault

_NONCE_BYTES = 12
SEAL_BYTES = _NONCE_BYTES + 16
"""By how many bytes sealed content is longer: nonce and tag."""
PLAIN_FILES = ("secret.key", "signing.key")
KEY_FILE = "keys.json"


@dataclass(frozen=True)
class Keys:
    """The installation's secret and its signing key.

    Parameters
    ----------
    secret : bytes
        32 random bytes; every other secret is derived from it (HKDF-SHA256).
    signing : Ed25519PrivateKey
        Signs the manifests of releases.
    earlier : tuple of bytes
        Secrets of before, the newest first: they open what they sealed.
    earlier_public : tuple of str
        Public halves of signing keys of before, the newest first.
    """

    secret: bytes
    signing: Ed25519PrivateKey
    earlier: tuple[bytes, ...] = ()
    earlier_public: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "Keys(...)"

    def derive(self, purpose: str) -> bytes:
        """32 bytes for `purpose`, independent of those for any other purpose (RFC 5869)."""
        return _derived(self.secret, purpose)

    def lasting(self, purpose: str) -> bytes:
        """The same of the first secret, for what must be known again after a rotation."""
        return _derived(self.earlier[-1] if self.earlier else self.secret, purpose)

    def open(self, purpose: str, sealed: bytes, label: str) -> bytes:
        """Open what this secret, or one of before, sealed for `purpose`; ``KEY002`` when none did."""
        for secret in self.earlier:
            with suppress(InvalidError):
                return decrypt(_derived(secret, purpose), sealed, label)
        return decrypt(self.derive(purpose), sealed, label)

    def public_keys(self) -> frozenset[str]:
        """The public halves of this installation's signing keys, of before too."""
        return frozenset({self.public_hex(), *self.earlier_public})

    def public_hex(self) -> str:
        """The public half of the signing key, 64 hexadecimal digits."""
        raw = self.signing.public_key().public_bytes(
            serialization.Encoding.Raw, serialization.PublicFormat.Raw
        )
        return raw.hex()


def _derived(secret: bytes, purpose: str) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=purpose.encode()).derive(secret)


def encrypt(key: bytes, content: bytes, label: str) -> bytes:
    """AES-256-GCM: nonce, then ciphertext and tag; `label` is authenticated with it."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, content, label.encode())


def decrypt(key: bytes, sealed: bytes, label: str) -> bytes:
    """Inverse of `encrypt`.

    Raises
    ------
    InvalidError
        ``KEY002`` when the key, the label or the content is not the one it was sealed with.
    """
    try:
        return AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], label.encode())
    except (InvalidTag, ValueError):
        raise InvalidError(
            fault(
                "KEY002",
                label,
                "must be opened with the key that encrypted it",
                "",
                "Set SAFERELEASE_HOME to the installation that made it.",
            )
        ) from None
