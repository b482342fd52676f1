"""Private keys of people: approvers and holders of root keys; PEM files, with a passphrase if wanted."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from engine.errors import InvalidError, fault


def make_key(path: Path, passphrase: bytes = b"") -> str:
    """Write a new Ed25519 key (PKCS#8, PEM), readable by its owner only; returns its public half.

    Raises
    ------
    InvalidError
        ``TRU006`` when the file is there already or cannot be written.
    """
    key = Ed25519PrivateKey.generate()
    how = BestAvailableEncryption(passphrase) if passphrase else NoEncryption()
    content = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _bad(path, "must be a new file", error.strerror or "") from None
    return public_hex(key)


def read_key(path: Path, passphrase: bytes = b"") -> Ed25519PrivateKey:
    """Read such a key.

    Raises
    ------
    InvalidError
        ``TRU006`` no such key, or another passphrase.
    """
    try:
        key = load_pem_private_key(path.read_bytes(), passphrase or None)
    except (OSError, ValueError, TypeError):
        raise _bad(path, "must be a key that this passphrase opens", "") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _bad(path, "must be an Ed25519 key", "another kind")
    return key


def is_locked(path: Path) -> bool:
    """Whether a passphrase protects the key."""
    try:
        return b"ENCRYPTED" in path.read_bytes()[:64]
    except OSError:
        return False


def public_hex(key: Ed25519PrivateKey) -> str:
    """The public half, 64 hexadecimal digits."""
    return key.public_key().public_bytes_raw().hex()


def _bad(path: Path, must: str, got: str) -> InvalidError:
    advice = "saferelease trust key FILE makes one; --passphrase-file names its passphrase."
    return InvalidError(fault("TRU006", str(path), must, got, advice))
