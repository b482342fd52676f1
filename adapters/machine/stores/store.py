"""One object store, by fsspec: list, read, create what is not there, and know it again by its hash."""

from __future__ import annotations

import errno
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.machine.stores.address import Address
from adapters.machine.stores.systems import system_of
from adapters.machine.stores.telling import code_of, told

PIECE = 8 << 20
"""What a large file is sent and read in."""
_MARKS = ("ETag", "LastModified", "etag", "generation", "last_modified", "updated", "created")
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
        Changes with its content; where a store has none that surely does, a new one each time.
    barred : str
        ``"link"`` or ``"special"`` for what is no file on a server of files.
    """

    name: str
    n_bytes: int
    mark: str
    barred: str = ""


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
        parts = {"chunksize": PIECE} if _takes_parts(self._system) else {}
        return self._created(self._system.put_file, str(file), self._path(name), **parts)

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
        As `adapters.machine.stores.systems.system_of`.
    """
    return Store(system_of(address), address.path)


def _takes_parts(system: Any) -> bool:
    """Whether the size of parts is the caller's to choose; the library of Azure has its own."""
    return not {"s3", "gs"}.isdisjoint(system.protocol)


def _stands_already(error: OSError) -> bool:
    return (
        error.errno == errno.EEXIST
        or isinstance(error, FileExistsError)
        or code_of(error.__cause__) in _STANDS
    )


def _object(name: str, entry: Mapping[str, Any]) -> StoredObject:
    marks = [str(entry[mark]) for mark in _MARKS if entry.get(mark)]
    barred = str(entry.get("barred", ""))
    return StoredObject(name, int(entry["size"] or 0), "|".join(marks) or secrets.token_hex(16), barred)
