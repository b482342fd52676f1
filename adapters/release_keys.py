"""One data key per release, wrapped by the installation's key: destroy it, and that release's record is gone.

The private record, the fingerprints, the commitments and the pseudonyms of a release hang on its key.
It lies in ``release-keys/`` of the installation's home, never beside the bundle. Releases made before
there were such keys hang on the installation's secret.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from adapters.bundle.files import write_atomically
from adapters.keys import Keys, decrypt, encrypt, home
from engine.errors import InvalidError, RefusedError, fault

_BYTES = 32


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
    def of(cls, keys: Keys, release_id: str) -> ReleaseKeys:
        """The secrets of a release.

        Raises
        ------
        RefusedError
            ``KEY004`` when its key was destroyed.
        InvalidError
            ``KEY002`` when another installation wrapped it.
        """
        path = _path(release_id)
        if path.is_file():
            sealed = path.read_bytes()
            return cls(keys, release_id, decrypt(_wrapping(keys), sealed, _label(release_id)))
        if is_destroyed(release_id):
            must, advice = "must still have its key", "It was destroyed; the ledger says why."
            raise RefusedError(fault("KEY004", f"release {release_id}", must, "a destroyed key", advice))
        return cls(keys, release_id, b"")

    def derive(self, purpose: str) -> bytes:
        """32 bytes for `purpose`: private, fingerprints, commitments or release."""
        if self.data_key:
            return HKDF(SHA256(), _BYTES, salt=None, info=purpose.encode()).derive(self.data_key)
        return self.keys.derive(purpose if purpose == "private" else f"{purpose} {self.release_id}")


def make_release_key(keys: Keys, release_id: str) -> None:
    """Make the key of a release, unless it has one: the same release made twice keeps its key."""
    path = _path(release_id)
    if not path.exists():
        sealed = encrypt(_wrapping(keys), secrets.token_bytes(_BYTES), _label(release_id))
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, sealed, mode=0o600)


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
    with path.open("r+b") as file:
        file.write(b"\0" * path.stat().st_size)
        file.flush()
        os.fsync(file.fileno())
    path.unlink()


def is_destroyed(release_id: str) -> bool:
    """Whether the key of a release was destroyed and none was made since."""
    return _mark(release_id).exists() and not _path(release_id).exists()


def _path(release_id: str) -> Path:
    return home() / "release-keys" / f"{release_id}.key"


def _mark(release_id: str) -> Path:
    return home() / "release-keys" / f"{release_id}.destroyed"


def _wrapping(keys: Keys) -> bytes:
    return keys.derive("release key wrapping")


def _label(release_id: str) -> str:
    return f"release key {release_id}"
