"""One data key per release, wrapped by the installation's key: destroy it, and that release's record is gone.

The private record, the fingerprints, the commitments and the pseudonyms of a release hang on its key.
It lies in ``release-keys/`` of the installation's home, never beside the bundle. The private folder says
which key it is. Releases made before there were such keys hang on the installation's secret.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from adapters.keys.installation import Keys, encrypt
from adapters.keys.protection.key_file import shred
from adapters.machine.files import make_folder, write_atomically
from adapters.machine.locations import home
from engine.errors import InvalidError, RefusedError, fault

_BYTES = 32
_WRAPPING = "release key wrapping"
_SHOWN = 16
"""Hexadecimal digits of a key's name."""


@dataclass(frozen=True)
class ReleaseKeys:
    """The secrets of one release.

    Parameters
    ----------
    keys : Keys
        The installation's.
    release_id : str
    data_key : bytes
        Of the release; empty for one that was made before there were such keys.
    """

    keys: Keys
    release_id: str
    data_key: bytes

    def __repr__(self) -> str:
        return f"ReleaseKeys({self.release_id})"

    @classmethod
    def of(cls, keys: Keys, release_id: str, name: str | None) -> ReleaseKeys:
        """The secrets of a release.

        Parameters
        ----------
        keys : Keys
            The installation's.
        release_id : str
        name : str or None
            Of the release's key, as its private folder says; empty for a release made before there were any.
            None takes the key that is there.

        Raises
        ------
        RefusedError
            ``KEY004`` when the key is gone, destroyed or not.
        InvalidError
            ``KEY002`` when another installation wrapped it.
        """
        data_key = _unwrapped(keys, release_id) if name != "" else None
        if not name:
            return cls(keys, release_id, data_key or b"")
        if data_key is None or name_of(data_key) != name:
            got = "a destroyed key" if is_destroyed(release_id) else "none"
            advice = "If the ledger has no entry of its destruction, restore release-keys/ from your backup."
            raise RefusedError(fault("KEY004", f"release {release_id}", "must have its key", got, advice))
        return cls(keys, release_id, data_key)

    def derive(self, purpose: str) -> bytes:
        """32 bytes for `purpose`: private, fingerprints, commitments or release."""
        if self.data_key:
            return HKDF(SHA256(), _BYTES, salt=None, info=purpose.encode()).derive(self.data_key)
        return self.keys.lasting(purpose if purpose == "private" else f"{purpose} {self.release_id}")


def make_release_key(keys: Keys, release_id: str) -> str:
    """Make the key of a release, unless it has one: made again, it keeps it. Returns the key's name."""
    data_key = _unwrapped(keys, release_id)
    if data_key is None:
        data_key = secrets.token_bytes(_BYTES)
        make_folder(_path(release_id).parent, 0o700)
        write_atomically(
            _path(release_id), encrypt(keys.derive(_WRAPPING), data_key, _label(release_id)), mode=0o600
        )
    return name_of(data_key)


def matter_key(keys: Keys, matter: str) -> bytes:
    """Keys the pseudonyms of a matter, in all its releases; empty for no matter.

    It outlives a rotation of the installation's keys, and the destruction of a release's key.
    """
    return keys.lasting(f"pseudonyms of a matter {matter}") if matter else b""


def wrap_anew(keys: Keys) -> int:
    """Wrap every release's key with the present secret; returns how many there are."""
    paths = sorted((home() / "release-keys").glob("*.key"))
    for path in paths:
        data_key = _unwrapped(keys, path.stem)
        if data_key is not None:
            write_atomically(path, encrypt(keys.derive(_WRAPPING), data_key, _label(path.stem)), mode=0o600)
    return len(paths)


def name_of(data_key: bytes) -> str:
    """By which a key is known again, and which tells nothing of it."""
    return hashlib.sha256(b"saferelease release key 1\n" + data_key).hexdigest()[:_SHOWN]


def require_release_key(release_id: str) -> None:
    """Raise ``KEY005`` when a release has no key of its own that could be destroyed."""
    if not _path(release_id).is_file():
        got = "a destroyed key" if is_destroyed(release_id) else "none"
        advice = "Releases of before hang on the installation's secret: delete their private folder."
        raise InvalidError(fault("KEY005", f"release {release_id}", "must have its own key", got, advice))


def destroy_release_key(release_id: str) -> None:
    """Overwrite and delete the key of a release; a mark stays that it was destroyed.

    Notes
    -----
    Backups and the disk's own copies are the operator's: what was wrapped there opens as long as
    somebody has both the copy and the installation's secret.
    """
    path = _path(release_id)
    write_atomically(_mark(release_id), b"destroyed\n", mode=0o600)
    shred(path)


def is_destroyed(release_id: str) -> bool:
    """Whether the key of a release was destroyed and none was made since."""
    return _mark(release_id).exists() and not _path(release_id).exists()


def _unwrapped(keys: Keys, release_id: str) -> bytes | None:
    try:
        sealed = _path(release_id).read_bytes()
    except FileNotFoundError:
        return None
    return keys.open(_WRAPPING, sealed, _label(release_id))


def _path(release_id: str) -> Path:
    return home() / "release-keys" / f"{release_id}.key"


def _mark(release_id: str) -> Path:
    return home() / "release-keys" / f"{release_id}.destroyed"


def _label(release_id: str) -> str:
    return f"release key {release_id}"
