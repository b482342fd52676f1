"""The file of a backup: a tar archive, each member with its hash in a list that the installation signed."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import BaseModel, ConfigDict, ValidationError

from adapters.keys.installation import Keys
from adapters.machine.files import canonical_json
from engine.errors import InvalidError, fault

LIST, SIGNATURE = "backup.json", "backup.sig"
_LABEL = b"saferelease backup 1\n"
_SQLITE = b"SQLite format 3\x00"


class Contents(BaseModel):
    """What a backup holds.

    Parameters
    ----------
    tool, created : str
        Which version made it, and when.
    revision : str
        Of the tables.
    public_key : str
        Of the installation, which signed this list.
    wrapped : dict of str to str
        How the keys in it are protected; empty when there are none.
    files : dict of str to str
        SHA-256 by name in the archive.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    created: str
    revision: str
    public_key: str
    wrapped: dict[str, str | int] = {}
    files: dict[str, str]


def copy_tree(source: Path, target: Path, leave: frozenset[str] = frozenset()) -> None:
    """Copy the files below `source`, databases as SQLite copies them; no link, socket or lock."""
    for path in _files(source, leave):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("rb") as file:
            is_database = file.read(len(_SQLITE)) == _SQLITE
        _copy_database(path, place) if is_database else shutil.copyfile(path, place)
        place.chmod(path.stat().st_mode & 0o777)


def _files(source: Path, leave: frozenset[str]) -> Iterator[Path]:
    for above, folders, names in os.walk(source):
        here = Path(above)
        folders[:] = [
            one for one in folders if str(here / one) not in leave and not (here / one).is_symlink()
        ]
        for name in names:
            path = here / name
            passing = name.endswith((".lock", "-wal", "-shm", "-journal")) or name == "lock"
            if str(path) not in leave and not passing and path.is_file() and not path.is_symlink():
                yield path


def _copy_database(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def pack(folder: Path, to: Path, contents: Contents, keys: Keys) -> None:
    """Write the archive of a folder, its list signed; only its owner may read it."""
    hashes = {
        str(path.relative_to(folder)): _sha256(path) for path in sorted(folder.rglob("*")) if path.is_file()
    }
    listed = canonical_json(contents.model_copy(update={"files": hashes}).model_dump())
    (folder / LIST).write_bytes(listed)
    (folder / SIGNATURE).write_bytes(keys.signing.sign(_LABEL + listed))
    partial = to.with_name(f"{to.name}.partial")
    with os.fdopen(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            for name in (LIST, SIGNATURE, *hashes):
                archive.add(folder / name, name, recursive=False)
        file.flush()
        os.fsync(file.fileno())
    partial.rename(to)


def unpack(path: Path, folder: Path) -> Contents:
    """Read an archive into an empty folder; only what its list names, as it was listed.

    Raises
    ------
    InvalidError
        ``BKP002`` when it is no backup, or not as it was written.
    """
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    archive.extract(member, folder, filter="data")
        contents = Contents.model_validate_json((folder / LIST).read_bytes())
    except (OSError, tarfile.TarError, ValidationError):
        raise damaged(path.name) from None
    found = {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()} - {LIST, SIGNATURE}
    if found != contents.files.keys() or any(_sha256(folder / n) != h for n, h in contents.files.items()):
        raise damaged(path.name)
    return contents


def require_signed(folder: Path, keys: Keys, name: str) -> None:
    """Refuse a backup that this installation did not sign."""
    listed, signature = (folder / LIST).read_bytes(), folder / SIGNATURE
    for public in keys.public_keys():
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
                signature.read_bytes(), _LABEL + listed
            )
        except (InvalidSignature, OSError):
            continue
        return
    must, advice = "must be signed with the keys of this installation", "Restore its keys first."
    raise InvalidError(fault("BKP003", name, must, "another signature", advice))


def damaged(name: str) -> InvalidError:
    """The file is no backup, or was changed."""
    must, advice = "must be a backup as it was written", "Take another copy of it."
    return InvalidError(fault("BKP002", name, must, "a damaged file", advice))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
