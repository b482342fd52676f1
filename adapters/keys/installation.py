"""Keys of an installation: one secret to encrypt and to key hashes, one Ed25519 key to sign.

They live in one folder (``SAFERELEASE_HOME``, else ``~/.local/share/saferelease``),
readable by the owner only, and are made on first use: two plain files, or ``keys.json`` once they were
protected or rotated.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from adapters.machine.files import make_folder, sync_path
from adapters.machine.locations import home
from engine.errors import InvalidError, fault

_SECRET_BYTES = 32
_NONCE_BYTES = 12
SEAL_BYTES = _NONCE_BYTES + 16
"""By how many bytes sealed content is longer: nonce and tag."""
_NOT_THE_OWNER = 0o077
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


def load_keys(folder: Path | None = None) -> Keys:
    """Read the installation's keys, making them on first use.

    Raises
    ------
    InvalidError
        ``KEY001`` when a key file cannot be read or is damaged: it is never replaced,
        because what was encrypted with it would be lost. ``KEY003`` when others can read it.
        ``KEY006`` when what protects the keys does not open them.
    """
    folder = folder or home()
    if (folder / KEY_FILE).exists():
        from adapters.keys.protection.key_file import open_key_file

        return open_key_file(folder)
    secret = _read_or_make(folder / PLAIN_FILES[0], lambda: secrets.token_bytes(_SECRET_BYTES))
    signing = _read_or_make(folder / PLAIN_FILES[1], lambda: Ed25519PrivateKey.generate().private_bytes_raw())
    return Keys(secret, Ed25519PrivateKey.from_private_bytes(signing))


def find_keys(folder: Path | None = None) -> Keys | None:
    """The installation's keys when there are some; none are made."""
    folder = folder or home()
    plain = all((folder / name).exists() for name in PLAIN_FILES)
    return load_keys(folder) if plain or (folder / KEY_FILE).exists() else None


def _derived(secret: bytes, purpose: str) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=purpose.encode()).derive(secret)


def _read_or_make(path: Path, make: Callable[[], bytes]) -> bytes:
    try:
        make_folder(path.parent, 0o700)
        if not path.exists():
            _write_once(path, make())
        content, mode = path.read_bytes(), path.stat().st_mode
    except OSError as error:
        raise InvalidError(
            fault("KEY001", str(path), "must be readable", error.strerror, "Check the folder's owner.")
        ) from None
    if mode & _NOT_THE_OWNER:
        must, got = "must be readable by its owner only", f"permissions {stat.filemode(mode)}"
        raise InvalidError(fault("KEY003", str(path), must, got, f"Run: chmod 600 {path}"))
    if len(content) != _SECRET_BYTES:
        raise InvalidError(
            fault(
                "KEY001",
                str(path),
                f"must hold {_SECRET_BYTES} bytes",
                f"{len(content)} bytes",
                "Restore it from your backup; a new key cannot open what the old one encrypted.",
            )
        )
    return content


def _write_once(path: Path, content: bytes) -> None:
    """The whole file or none, never over another: who comes second takes the key of the first."""
    handle, partial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(partial)
    finally:
        Path(partial).unlink()
    sync_path(path.parent)


def keyed_hash(key: bytes, content: bytes) -> str:
    """HMAC-SHA256 in hexadecimal: says nothing of `content` to who has no `key`."""
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def keyed_file_hash(key: bytes, path: Path) -> str:
    """The same of a file's content, read piece by piece: the file may be larger than the memory."""
    found = hmac.new(key, digestmod=hashlib.sha256)
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


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
