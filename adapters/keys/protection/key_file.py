"""``keys.json``: all keys of an installation in one file, sealed; earlier ones open what they sealed.

An installation starts with two plain files. It gets this file when its keys are protected or rotated.
One atomic write changes all of it, so no crash leaves half a rotation.
"""

from __future__ import annotations

import json
import os
import secrets
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.keys.protection.asking import closed
from adapters.keys.protection.wrapping import KEY_BYTES, Plain, Protection
from adapters.keys.sealing import KEY_FILE, PLAIN_FILES, Keys, decrypt, encrypt
from adapters.machine.files import canonical_json, write_atomically
from engine.errors import InvalidError, fault

_LABEL = "saferelease keys 1"
_Hex32 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_opened: dict[tuple[str, int, int], Keys] = {}
"""What this process opened already: scrypt and a token take their time, and people type once."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class KeyFile(_Row):
    """The file.

    Parameters
    ----------
    protection : Protection
        How the key is kept that seals the content.
    wrapped : str
        That key, wrapped, in hexadecimal.
    sealed : str
        The content, in hexadecimal.
    """

    format: Literal["saferelease keys 1"] = "saferelease keys 1"
    protection: Protection
    wrapped: str
    sealed: str


class _Content(_Row):
    secrets: Annotated[tuple[_Hex32, ...], Field(min_length=1)]
    signing: _Hex32
    earlier_public: tuple[_Hex32, ...] = ()


def open_key_file(folder: Path) -> Keys:
    """The keys of an installation with such a file.

    Raises
    ------
    InvalidError
        ``KEY001`` a damaged file, ``KEY003`` others can read it, ``KEY006`` it cannot be opened.
    """
    path = folder / KEY_FILE
    state = path.stat()
    name = (str(path.absolute()), state.st_mtime_ns, state.st_ino)
    if name not in _opened:
        found = read_key_file(folder)
        keys = _keys_of(_content_of(path, found, _unwrapped(found)))
        _end_of_plain_files(folder, keys)
        _opened[name] = keys
    return _opened[name]


def read_key_file(folder: Path) -> KeyFile:
    """The file as it stands, unopened.

    Raises
    ------
    InvalidError
        ``KEY001``, ``KEY003``.
    """
    path = folder / KEY_FILE
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            content = file.read()
        if mode & 0o077:
            must, got = "must be readable by its owner only", f"permissions {stat.filemode(mode)}"
            raise InvalidError(fault("KEY003", str(path), must, got, f"Run: chmod 600 {path}"))
        return KeyFile.model_validate_json(content)
    except (OSError, ValidationError):
        raise _damaged(path) from None


def protect(folder: Path, keys: Keys, way: Protection, wrap: Callable[[bytes], bytes] | None = None) -> None:
    """Keep the installation's keys in another way from now on.

    Parameters
    ----------
    folder : Path
        The installation's home.
    keys : Keys
        As they are.
    way : Protection
    wrap : callable or None
        Wraps the new key, for a passphrase that is not yet the one to open with.

    Raises
    ------
    InvalidError
        ``KEY006`` when the keys cannot be opened, or the new way does not give back what it took.
    """
    key = secrets.token_bytes(KEY_BYTES)
    wrapped = (wrap or way.wrap)(key)
    if wrap is None and way.unwrap(wrapped) != key:
        raise closed(way.kind, "another key than it was given", "Nothing was changed.")
    _write(folder, KeyFile(protection=way, wrapped=wrapped.hex(), sealed=_sealed(key, keys)))
    _end_of_plain_files(folder, keys)


def rotated(old: Keys, signing: bool) -> Keys:
    """The keys with a new secret in the place of the present one, and a new signing key if asked.

    The earlier secrets stay: they open what they sealed. Of an earlier signing key its public half stays.
    """
    new = replace(old, secret=secrets.token_bytes(KEY_BYTES), earlier=(old.secret, *old.earlier))
    if signing:
        public = (old.public_hex(), *old.earlier_public)
        new = replace(new, signing=Ed25519PrivateKey.generate(), earlier_public=public)
    return new


def save(folder: Path, keys: Keys) -> None:
    """Write the keys, under the protection that they have."""
    if (folder / KEY_FILE).exists():
        found = read_key_file(folder)
        key = _unwrapped(found)
        _content_of(folder / KEY_FILE, found, key)
    else:
        key = secrets.token_bytes(KEY_BYTES)
        found = KeyFile(protection=Plain(), wrapped=key.hex(), sealed="")
    _write(folder, found.model_copy(update={"sealed": _sealed(key, keys)}))
    _end_of_plain_files(folder, keys)


def shred(path: Path) -> None:
    """Overwrite a file and delete it; what the disk or a backup copied is not in our hands."""
    with path.open("r+b") as file:
        file.write(b"\0" * path.stat().st_size)
        file.flush()
        os.fsync(file.fileno())
    path.unlink()


def _write(folder: Path, content: KeyFile) -> None:
    write_atomically(folder / KEY_FILE, canonical_json(content.model_dump(mode="json")), mode=0o600)


def _unwrapped(found: KeyFile) -> bytes:
    return found.protection.unwrap(bytes.fromhex(found.wrapped))


def _sealed(key: bytes, keys: Keys) -> str:
    content = _Content(
        secrets=tuple(one.hex() for one in (keys.secret, *keys.earlier)),
        signing=keys.signing.private_bytes_raw().hex(),
        earlier_public=keys.earlier_public,
    )
    return encrypt(key, json.dumps(content.model_dump()).encode(), _LABEL).hex()


def _content_of(path: Path, found: KeyFile, key: bytes) -> _Content:
    try:
        return _Content.model_validate_json(decrypt(key, bytes.fromhex(found.sealed), _LABEL))
    except (InvalidError, ValueError):
        raise _damaged(path) from None


def _keys_of(content: _Content) -> Keys:
    secret, *earlier = (bytes.fromhex(one) for one in content.secrets)
    signing = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(content.signing))
    return Keys(secret, signing, tuple(earlier), content.earlier_public)


def _end_of_plain_files(folder: Path, keys: Keys) -> None:
    """Delete the plain files once their keys stand in the sealed one; also after a crash between the two."""
    known = {keys.secret, *keys.earlier, keys.signing.private_bytes_raw()}
    for path in (folder / name for name in PLAIN_FILES):
        if not path.exists():
            continue
        content = path.read_bytes()
        public = Ed25519PrivateKey.from_private_bytes(content) if len(content) == KEY_BYTES else None
        if content in known or (
            public and public.public_key().public_bytes_raw().hex() in keys.earlier_public
        ):
            shred(path)
        else:
            must, advice = (
                "must not lie beside keys.json",
                "One of the two is from a backup: keep the right one.",
            )
            raise InvalidError(fault("KEY001", str(path), must, "another key", advice))


def _damaged(path: Path) -> InvalidError:
    advice = "Restore it from your backup; new keys cannot open what the old ones sealed."
    return InvalidError(fault("KEY001", str(path), "must be as it was written", "a damaged file", advice))
