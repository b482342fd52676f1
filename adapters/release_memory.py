"""The register of earlier releases: a sealed file of sketches for each, in the installation's home.

A file's first line says which release it is of and until when it is kept. The rest is sealed with a key of
that release: once that key is destroyed, nobody can know its texts again, and the line says no more than the
ledger does.
"""

from __future__ import annotations

import fcntl
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from adapters.keys.installation import Keys, decrypt, encrypt
from adapters.keys.protection.key_file import shred
from adapters.keys.releases import ReleaseKeys, is_destroyed
from adapters.machine.files import make_folder, write_atomically
from adapters.machine.locations import home
from engine.errors import InvalidError, RefusedError, fault
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.register import Entry, Register
from engine.methods.overlaps.sketch import ARRAYS, Sketch

FORMAT = 4
"""Of the sketches: a file of another format may not tell all that this version asks."""
_WITHOUT_ROWS = 3
"""The format before: without what is known of the rows of tables, and of the names in texts."""
_WHOLE = 2
"""The one before that: the same, sealed in one piece."""
_PIECE = 500
"""Sketches that are sealed together: a release is not held in memory as a whole."""
_LENGTH = 8

_PURPOSE = "release memory"
_FORGOTTEN = b"forgotten\n"
"""Stands for the sketches of a release whose key was destroyed; a file that was cut off does not hold it."""


class MemoryHeader(BaseModel):
    """The first line of a file of the register."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    release: str
    run: str
    key: str
    created: str
    policy: str
    keep_until: str
    format: int = 1
    matter: str = ""


def memory_folder() -> Path:
    """Where the register lies."""
    return home() / "release-memory"


def keyed_words(keys: Keys) -> KeyedWords:
    """The numbers of words of this installation; they outlive a rotation of its keys."""
    return KeyedWords(keys.lasting(_PURPOSE))


@contextmanager
def held_memory() -> Iterator[None]:
    """Keep other releases from being remembered meanwhile."""
    make_folder(memory_folder(), 0o700)
    with (memory_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def remember(keys: Keys, header: MemoryHeader, documents: Iterable[Sketch]) -> None:
    """Write a release's sketches into the register; of the same run they replace the earlier ones."""
    make_folder(memory_folder(), 0o700)
    line = header.model_dump_json().encode()
    write_atomically(_path(header), _pieces(_key(keys, header), line, documents), mode=0o600)


def open_memory(keys: Keys, now: datetime, run: str = "") -> Register:
    """All that is known of earlier releases; what is past its time is deleted.

    Parameters
    ----------
    keys : Keys
    now : datetime
    run : str
        The release's own run, which is not earlier than itself.

    Raises
    ------
    InvalidError
        ``MEM003`` for a damaged file, ``MEM006`` for one of another format: a release that cannot be known
        again must not be taken for none.
    """
    return _opened(keys, now, run)[0]


def has_memory() -> bool:
    """Whether anything is remembered."""
    return bool(_files())


def read_memory(keys: Keys, now: datetime) -> Register:
    """As `open_memory`, for whoever only looks: nothing is deleted."""
    return _opened(keys, now, "", delete=False)[0]


class KnownReleases:
    """The register as one release reads it, again and again: from the disk only when it has changed.

    Parameters
    ----------
    keys : Keys
    run : str
        The release's own run.
    """

    def __init__(self, keys: Keys, run: str) -> None:
        self._keys, self._run = keys, run
        self._register: Register | None = None
        self._until = datetime.max.replace(tzinfo=UTC)
        self._files: list[tuple[str, int, int]] = []

    def __repr__(self) -> str:
        return f"KnownReleases({self._run})"

    def read(self, now: datetime) -> Register:
        """What is known now; as `open_memory`."""
        files = _files()
        if self._register is None or files != self._files or now >= self._until:
            self._register, self._until = _opened(self._keys, now, self._run)
            self._files = files
        return self._register


def _opened(keys: Keys, now: datetime, run: str, *, delete: bool = True) -> tuple[Register, datetime]:
    """The register, and when the first of its releases is past its time."""
    entries, forgotten = [], 0
    until = datetime.max.replace(tzinfo=UTC)
    for path in sorted(memory_folder().glob("*.sketches")):
        header, line, sealed = _read(path)
        keep_until = datetime.fromisoformat(header.keep_until)
        if keep_until <= now:
            if delete:
                shred(path)
            continue
        until = min(until, keep_until)
        if sealed == _FORGOTTEN or is_destroyed(header.release):
            forgotten += 1
        elif header.run != run:
            entries.append(_entry(keys, path, header, line, sealed))
    entries.sort(key=lambda entry: (entry.created, entry.run))
    return Register(keyed_words(keys), entries, forgotten), until


def _files() -> list[tuple[str, int, int]]:
    """What changes when a release is added, replaced, forgotten or deleted: each is written as a new file."""
    found = ((path.name, path.stat()) for path in memory_folder().glob("*.sketches"))
    return sorted((name, state.st_ino, state.st_mtime_ns) for name, state in found)


def forget(release: str) -> int:
    """Delete the sketches of a release whose key is destroyed, all but first lines; returns how many."""
    paths = sorted(memory_folder().glob(f"{release}.*.sketches"))
    for path in paths:
        line = path.read_bytes().split(b"\n", 1)[0]
        shred(path)
        write_atomically(path, line + b"\n" + _FORGOTTEN, mode=0o600)
    return len(paths)


def _pieces(key: bytes, line: bytes, documents: Iterable[Sketch]) -> Iterator[bytes]:
    """The lines of a file: its header, and sketches in sealed pieces, each behind its length.

    A piece is bound to its place, and the last one to being the last: none can be left out.
    """
    yield line + b"\n"
    left, number = iter(documents), 0
    following = list(islice(left, _PIECE))
    while following or not number:
        piece, following = following, list(islice(left, _PIECE))
        sealed = encrypt(key, packed(piece), _piece_label(line, number, is_last=not following))
        yield len(sealed).to_bytes(_LENGTH, "little") + sealed
        number += 1


def _opened_pieces(key: bytes, line: bytes, content: bytes) -> Iterator[Sketch]:
    """Inverse of `_pieces`."""
    at, number = 0, 0
    while at < len(content) or not number:
        end = at + _LENGTH + int.from_bytes(content[at : at + _LENGTH], "little")
        label = _piece_label(line, number, is_last=end >= len(content))
        yield from unpacked(decrypt(key, content[at + _LENGTH : end], label))
        at, number = end, number + 1


def _piece_label(line: bytes, number: int, is_last: bool) -> str:
    return f"{_label(line)} {number} {'last' if is_last else 'more'}"


def packed(documents: Sequence[Sketch]) -> bytes:
    """Sketches as bytes."""
    arrays = {}
    for name in ARRAYS:
        values = [getattr(document, name) for document in documents]
        arrays[name] = np.concatenate([np.zeros(0, np.uint64), *values])
        arrays[f"{name}_n"] = np.array([len(value) for value in values], np.int64)
    arrays["is_table"] = np.array([document.is_table for document in documents], np.bool_)
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **arrays)
    return out.getvalue()


def unpacked(content: bytes) -> list[Sketch]:
    """Inverse of `packed`."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        there = [name for name in ARRAYS if name in arrays]
        ends = {name: np.cumsum(arrays[f"{name}_n"])[:-1] for name in there}
        columns = {name: np.split(arrays[name], ends[name]) for name in there}
        tables = arrays["is_table"].tolist()
    return [
        Sketch(**{name: columns[name][i] for name in there}, is_table=is_table)
        for i, is_table in enumerate(tables)
    ]


def _entry(keys: Keys, path: Path, header: MemoryHeader, line: bytes, sealed: bytes) -> Entry:
    if header.format not in (FORMAT, _WITHOUT_ROWS, _WHOLE):
        must = f"must be sketches of format {FORMAT}"
        advice = (
            "Release with the version that wrote it, or run: saferelease keys destroy "
            f"{header.release} --reason TEXT. Then that release is no longer considered."
        )
        raise InvalidError(fault("MEM006", str(path), must, header.format, advice))
    try:
        key = _key(keys, header)
        documents = (
            unpacked(decrypt(key, sealed, _label(line)))
            if header.format == _WHOLE
            else list(_opened_pieces(key, line, sealed))
        )
    except (InvalidError, RefusedError, ValueError, KeyError):
        raise _damaged(path) from None
    return Entry(header.release, header.run, header.created, header.policy, documents, header.matter)


def _read(path: Path) -> tuple[MemoryHeader, bytes, bytes]:
    try:
        line, sealed = path.read_bytes().split(b"\n", 1)
        header = MemoryHeader.model_validate(json.loads(line))
        datetime.fromisoformat(header.keep_until)
    except (OSError, ValueError, ValidationError):
        raise _damaged(path) from None
    return header, line, sealed


def _damaged(path: Path) -> InvalidError:
    must = "must be the sketches of a release, and its key be there"
    advice = "Restore it and release-keys/ from your backup, or destroy the release's key."
    return InvalidError(fault("MEM003", str(path), must, "", advice))


def _key(keys: Keys, header: MemoryHeader) -> bytes:
    return ReleaseKeys.of(keys, header.release, header.key).derive(_PURPOSE)


def _path(header: MemoryHeader) -> Path:
    return memory_folder() / f"{header.release}.{header.run}.sketches"


def _label(line: bytes) -> str:
    return f"release memory {line.decode()}"
