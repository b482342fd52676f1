"""Encryption at rest: a key per release, sealed with the installation's key; without it nothing opens."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from adapters.keys.installation import Keys, decrypt, encrypt, keyed_hash
from adapters.machine.files import write_atomically

_WRAPPING = "service release keys"


@dataclass(frozen=True)
class Vault:
    """Seals what people say for the whole installation.

    Parameters
    ----------
    keys : Keys
        The installation's.
    """

    keys: Keys

    def __repr__(self) -> str:
        return "Vault(...)"

    def seal(self, words: str, label: str) -> bytes:
        """`words`, encrypted; they open under the same label alone."""
        return encrypt(self.keys.derive("service words"), words.encode(), label)

    def open(self, sealed: bytes, label: str) -> str:
        """Inverse of `seal`."""
        return self.keys.open("service words", sealed, label).decode()

    def new_key(self, release: str) -> bytes:
        """A random key for a release, sealed for its row."""
        return encrypt(self.keys.derive(_WRAPPING), secrets.token_bytes(32), f"release key {release}")

    def release(self, release: str, sealed: bytes) -> ReleaseVault:
        """What opens the documents of a release."""
        return ReleaseVault(release, self.keys.open(_WRAPPING, sealed, f"release key {release}"))

    def mark(self, purpose: str, words: str) -> str:
        """A keyed hash of `words`, by which they are known again and which tells nothing of them."""
        return keyed_hash(self.keys.lasting(f"service {purpose}"), words.encode())

    def veil(self, purpose: str, number: int) -> str:
        """A number as a word that tells neither how large it is nor which is larger (AES-SIV)."""
        return self._veiling(purpose).encrypt(number.to_bytes(8, "big"), None).hex()

    def unveil(self, purpose: str, word: str) -> int | None:
        """Inverse of `veil`; None for any other word."""
        try:
            return int.from_bytes(self._veiling(purpose).decrypt(bytes.fromhex(word), None), "big")
        except (InvalidTag, ValueError):
            return None

    def _veiling(self, purpose: str) -> AESSIV:
        return AESSIV(self.keys.lasting(f"service veil {purpose}"))


@dataclass(frozen=True)
class ReleaseVault:
    """Seals what belongs to one release. When its key is gone from the database, so is the content."""

    release: str
    key: bytes

    def __repr__(self) -> str:
        return f"ReleaseVault({self.release})"

    def seal(self, words: str, label: str) -> bytes:
        """`words`, encrypted for this release."""
        return self.seal_bytes(words.encode(), label)

    def open(self, sealed: bytes, label: str) -> str:
        """Inverse of `seal`."""
        return self.open_bytes(sealed, label).decode()

    def seal_bytes(self, content: bytes, label: str) -> bytes:
        """`content`, encrypted for this release."""
        return encrypt(self.key, content, f"{self.release} {label}")

    def open_bytes(self, sealed: bytes, label: str) -> bytes:
        """Inverse of `seal_bytes`."""
        return decrypt(self.key, sealed, f"{self.release} {label}")

    def save(self, path: Path, content: bytes, label: str) -> None:
        """Write an encrypted file."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, self.seal_bytes(content, label), mode=0o600)

    def load(self, path: Path, label: str) -> bytes:
        """Read a file that `save` wrote."""
        return self.open_bytes(path.read_bytes(), label)
