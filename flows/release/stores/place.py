"""Where a release with an object store at either end works on this machine."""

from __future__ import annotations

import hashlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from adapters.machine.files import make_folder, write_atomically
from adapters.machine.locations import home
from adapters.machine.stores.address import Address, address_of, is_remote
from flows.release.state import ReleaseFolders

STAGING = "SAFERELEASE_STAGING"
"""Names the folder of these places; without it they are in the installation's home."""


@dataclass(frozen=True)
class Place:
    """A folder of this machine for one name of a bundle, the same for each run.

    Parameters
    ----------
    out : str
        Folder or address of the bundle.
    """

    out: str

    @property
    def address(self) -> Address | None:
        """Where the bundle goes; None for a folder of this machine."""
        return address_of(self.out) if is_remote(self.out) else None

    @property
    def folder(self) -> Path:
        """The place; it holds nothing in plain text."""
        whole = str(self.address or Path(self.out).resolve())
        return _staging() / hashlib.sha256(whole.encode()).hexdigest()[:16]

    @property
    def staged(self) -> Path:
        """Documents of a store, encrypted, while they are released."""
        return self.folder / "staged"

    @property
    def bundle(self) -> Path:
        """The bundle on this machine: for an address, until it stands there."""
        return self.folder / "bundle" / self.address.name if self.address else Path(self.out)

    @property
    def discarded(self) -> Path:
        """What is being removed."""
        return self.folder / "discarded"

    @property
    def private(self) -> Path:
        """The private folder, which stays on this machine."""
        return ReleaseFolders(self.bundle.resolve()).private

    def token(self) -> str:
        """By which a claim in the store is known as this place's own; made once."""
        path = self.folder / "claim"
        if not path.exists():
            make_folder(self.folder, 0o700)
            write_atomically(path, secrets.token_hex(16).encode(), mode=0o600)
        return path.read_text()


def _staging() -> Path:
    return Path(os.environ.get(STAGING) or home() / "stores")
