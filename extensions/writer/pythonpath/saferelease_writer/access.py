"""Where the service is, and a personal key: in a file of the user profile that nobody else may read."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class RefusedError(Exception):
    """Something cannot be done; its message is for the person at the screen."""


@dataclass(frozen=True)
class Access:
    """The address of a service and a personal key."""

    address: str
    key: str = field(repr=False)

    def __post_init__(self):
        """Refuse an address over which the key would be sent in the clear."""
        if not _is_safe(self.address):
            raise RefusedError("The address must begin with https. A key is never sent in the clear.")
        if not self.key.isascii() or not self.key.startswith("srk_") or any(map(str.isspace, self.key)):
            raise RefusedError("The key must be one from your account in the service; it begins with srk_.")


def _is_safe(address):
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets that hold no address
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


def read(file):
    """The access that a file holds; refused when others may read it."""
    path = Path(file)
    if not path.exists():
        raise RefusedError("Connect to the service first: Tools, Add-Ons, Connect to saferelease.")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise RefusedError(f"Others may read your key. Make it private: chmod 600 {path}")
    try:
        return Access(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError):
        raise RefusedError("The file with your key is damaged. Connect again.") from None


def write(file, access):
    """Keep an access: the file is private before the key is in it."""
    path = Path(file)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    content = json.dumps({"address": access.address, "key": access.key})
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(content)
