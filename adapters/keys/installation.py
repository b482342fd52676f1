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
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.keys.sealing import (
    KEY_FILE as KEY_FILE,
)
from adapters.keys.sealing import (
    PLAIN_FILES as PLAIN_FILES,
)
from adapters.keys.sealing import (
    SEAL_BYTES as SEAL_BYTES,
)
from adapters.keys.sealing import (
    Keys as Keys,
)
from adapters.keys.sealing import (
    decrypt as decrypt,
)
from adapters.keys.sealing import (
    encrypt as encrypt,
)
from adapters.machine.files import make_folder, sync_path
from adapters.machine.locations import home
from engine.errors import InvalidError, fault

_SECRET_BYTES = 32
_NOT_THE_OWNER = 0o077


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
