"""What passes a scheduler: ciphertext, which it can neither read nor change nor make itself."""

from __future__ import annotations

import pickle
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from adapters.keys.installation import decrypt, encrypt

_VERSION = f"{version('saferelease')} {sys.version_info.major}.{sys.version_info.minor}"


@dataclass(frozen=True)
class WorkerKey:
    """Seals what the workers of one release are sent, and what they answer (AES-256-GCM).

    Parameters
    ----------
    secret : bytes
        What the key file holds.
    release_id : str

    Notes
    -----
    Content is pickled and then sealed. Only what opens is unpickled, so only what a holder of the key made.
    A label binds it to its purpose, the release and the version of saferelease and Python.
    """

    secret: bytes = field(repr=False)
    release_id: str

    def seal(self, purpose: str, content: object) -> bytes:
        """`content`, so that only a holder of the key reads it, and only for `purpose`."""
        return encrypt(self._key(), pickle.dumps(content), self._label(purpose))

    def open(self, purpose: str, sealed: bytes) -> Any:
        """Inverse of `seal`.

        Raises
        ------
        InvalidError
            ``KEY002``.
        """
        return pickle.loads(decrypt(self._key(), sealed, self._label(purpose)))  # noqa: S301  authenticated

    def _key(self) -> bytes:
        info = f"saferelease workers {self.release_id}"
        return HKDF(SHA256(), 32, salt=None, info=info.encode()).derive(self.secret)

    def _label(self, purpose: str) -> str:
        return f"cluster {self.release_id} {_VERSION} {purpose}"
