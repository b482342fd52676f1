"""One object store, by fsspec: list, read, create what is not there, and know it again by its hash."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from adapters.machine.extras import require
from adapters.machine.stores.address import Address
from engine.errors import InvalidError, fault

RETRIES = 5
"""Of the library, for each call, with growing pauses."""
_CONNECT_SECONDS, _READ_SECONDS = 15, 60
PIECE = 8 << 20
"""What a large file is sent and read in."""
_MARKS = ("ETag", "LastModified", "mtime", "created")
_STANDS = frozenset({"PreconditionFailed", "ConditionalRequestConflict"})
"""What S3 answers when an object that was to be created is there already."""


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object below a folder of a store.

    Parameters
    ----------
    name : str
        Its key below that folder.
    n_bytes : int
    mark : str
        Changes with its content.
    """

    name: str
    n_bytes: int
    mark: str


class Store:
    """A folder of an object store.

    Parameters
    ----------
    system : AbstractFileSystem
        Of fsspec.
    root : str
        The folder: bucket and key.

    Notes
    -----
    Every method raises ``STO002`` when the store does not answer or does not allow it, with the kind of the
    fault alone: the library's text may name objects.
    """

    def __init__(self, system: Any, root: str) -> None:
        self._system, self._root = system, root.rstrip("/")

    def at(self, address: Address) -> Store:
        """Another folder by the same connection."""
        return Store(self._system, address.path)

    def objects(self) -> list[StoredObject]:
        """All objects below the folder, sorted; the empty marks that consoles set for folders are none.

        Where the folder is an object itself, that one alone, without a name.
        """
        with told():
            if self._system.isfile(self._root):
                return [_object("", self._system.info(self._root))]
            found = self._system.find(self._root, detail=True)
        names = {path.removeprefix(f"{self._root}/"): entry for path, entry in found.items()}
        return [
            _object(name, entry)
            for name, entry in sorted(names.items())
            if entry["size"] or not name.endswith("/")
        ]

    def read(self, name: str) -> bytes:
        """An object's bytes, by one request: in parts, it would be half of one that changes meanwhile."""
        with told():
            content: bytes = self._system.cat_file(self._path(name), max_concurrency=1)
        return content

    def sha256(self, name: str) -> str:
        """SHA-256 of an object as the store gives it back."""
        digest = hashlib.sha256()
        with (
            told(),
            self._system.open(self._path(name), "rb", block_size=PIECE, cache_type="readahead") as file,
        ):
            while piece := file.read(PIECE):
                digest.update(piece)
        return digest.hexdigest()

    def create(self, name: str, content: bytes) -> bool:
        """Write an object unless one of this name is there; whether it was written."""
        return self._created(self._system.pipe_file, self._path(name), content)

    def create_from(self, name: str, file: Path) -> bool:
        """The same with the content of a file, in parts where it is large."""
        return self._created(self._system.put_file, str(file), self._path(name), chunksize=PIECE)

    def delete(self, name: str) -> None:
        """Take an object away."""
        with told():
            self._system.rm_file(self._path(name))

    def _created(self, write: Any, *arguments: Any, **settings: Any) -> bool:
        with told():
            try:
                write(*arguments, mode="create", **settings)
            except OSError as error:
                if not _stands_already(error):
                    raise
                return False
        return True

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root


def connect(address: Address) -> Store:
    """The store behind an address, as the environment or a profile of its library gives access to it.

    Raises
    ------
    InvalidError
        ``EXT001`` without the extra; ``STO005`` when documents would pass the network unencrypted.
    """
    require("storage", "s3://")
    import s3fs

    system = s3fs.S3FileSystem(
        skip_instance_cache=True,
        use_listings_cache=False,
        config_kwargs={
            "connect_timeout": _CONNECT_SECONDS,
            "read_timeout": _READ_SECONDS,
            "retries": {"max_attempts": RETRIES, "mode": "standard"},
        },
    )
    system.retries = RETRIES
    with told():
        system.connect()
    require_private(str(system.s3.meta.endpoint_url))
    return Store(system, address.path)


def require_private(endpoint: str) -> None:
    """Refuse a store that is reached neither by TLS nor on this machine: ``STO005``."""
    parts = urlsplit(endpoint)
    if parts.scheme != "https" and not _is_this_machine(parts.hostname or ""):
        must, advice = (
            "must be reached by https://",
            "Correct AWS_ENDPOINT_URL, or the profile's endpoint_url.",
        )
        raise InvalidError(fault("STO005", "the store", must, f"{parts.scheme}://", advice))


@contextmanager
def told() -> Iterator[None]:
    """Turn what the library raises into ``STO002``, without its text."""
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        yield
    except (OSError, BotoCoreError, ClientError) as error:
        must = "must be reachable, and allow this"
        advice = "Check address, credentials and rights, then give the same command again."
        raise InvalidError(fault("STO002", "the store", must, _kind(error), advice)) from None


def _kind(error: Exception) -> str:
    """What went wrong, in a word of S3 or of Python, which names neither objects nor credentials."""
    code = _code(error)
    if code.isalnum():
        return code
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return type(error).__name__


def _code(error: BaseException | None) -> str:
    response: Mapping[str, Any] = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _stands_already(error: OSError) -> bool:
    return (
        error.errno == errno.EEXIST or isinstance(error, FileExistsError) or _code(error.__cause__) in _STANDS
    )


def _object(name: str, entry: Mapping[str, Any]) -> StoredObject:
    return StoredObject(name, int(entry["size"] or 0), "|".join(str(entry.get(mark, "")) for mark in _MARKS))


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
