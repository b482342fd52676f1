"""The files of a corpus index: memory-mapped arrays beside an SQLite file of metadata.

``index.db`` holds the settings, the source files and, for each array, its
type, length and sha256. An index is written into ``<folder>.building`` and
renamed when it is whole; what has another name or size is no index.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from filelock import FileLock, Timeout

from adapters.counts.faults import damaged, invalid
from adapters.counts.ranges import spread_ranges
from engine.language.terms import KEY_VERSION

FORMAT = f"1, keys {KEY_VERSION}"
DATABASE = "index.db"
_KEYS_AT_ONCE = 100_000
_TYPES = {
    "sequence": "<u4",  # words of all contexts, in order
    "sequence_offsets": "<i8",
    "forward": "<u4",  # distinct terms of each context, ascending
    "forward_offsets": "<i8",
    "postings": "<u4",  # contexts of each term, ascending
    "postings_offsets": "<i8",
    "terms": "|u1",  # keys, UTF-8, each ended by a line feed; words, then phrases, both sorted
    "terms_offsets": "<i8",
}
# What counting depends on; the rest is derived from it.
_CONTENT = ("sequence", "sequence_offsets", "terms", "terms_offsets")


class IndexWriter:
    """Writes the arrays of an index into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def array(self, name: str, length: int) -> npt.NDArray[Any]:
        """A new array of the index, memory-mapped, to be filled."""
        path = self.folder / name
        if length == 0:
            path.write_bytes(b"")
            return np.empty(0, _TYPES[name])
        return np.memmap(path, _TYPES[name], "w+", shape=length)

    def finish(self, settings: dict[str, Any], sources: Iterable[dict[str, Any]]) -> str:
        """Write ``index.db``, last; returns the fingerprint."""
        arrays = [self._described(name) for name in _TYPES]
        fingerprint = _fingerprint(settings, arrays)
        import sqlite_utils  # it imports much; few commands write or read an index

        database = sqlite_utils.Database(self.folder / DATABASE)
        rows = {"format": FORMAT, "fingerprint": fingerprint} | settings
        database.table("settings").insert_all(
            ({"name": name, "value": json.dumps(value)} for name, value in rows.items()), pk="name"
        )
        database.table("arrays").insert_all(arrays, pk="name")
        database.table("sources").insert_all(sources, pk="number")
        database.close()
        return fingerprint

    def _described(self, name: str) -> dict[str, Any]:
        path = self.folder / name
        return {"name": name, "bytes": path.stat().st_size, "sha256": _sha256(path)}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fingerprint(settings: dict[str, Any], arrays: Sequence[dict[str, Any]]) -> str:
    digests = {array["name"]: array["sha256"] for array in arrays if array["name"] in _CONTENT}
    content = json.dumps({"format": FORMAT, "settings": settings, "arrays": digests}, sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


class IndexFiles:
    """Opens the files of an index, each array when it is first asked for.

    Parameters
    ----------
    folder : Path
        Folder of the index.

    Raises
    ------
    InvalidError
        ``CNT010`` when the folder holds no whole index of this format.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, npt.NDArray[Any]] = {}
        if not (folder / DATABASE).is_file():
            raise damaged(folder, "no index there")
        try:
            self._read_database()
        except (sqlite3.DatabaseError, ValueError, KeyError, TypeError):
            raise damaged(folder, f"a damaged {DATABASE}") from None
        if self.settings.pop("format", None) != FORMAT:
            raise damaged(folder, "an index of another version")
        self.fingerprint = self.settings.pop("fingerprint", "")
        if _fingerprint(self.settings, list(self._arrays.values())) != self.fingerprint:
            raise damaged(folder, "settings changed")
        self._check_sizes()

    def _read_database(self) -> None:
        import sqlite_utils

        connection = sqlite3.connect(f"{(self.folder / DATABASE).resolve().as_uri()}?mode=ro", uri=True)
        database = sqlite_utils.Database(connection)
        try:
            if connection.execute("pragma quick_check").fetchall() != [("ok",)]:
                raise sqlite3.DatabaseError
            self.settings = {row["name"]: json.loads(row["value"]) for row in database["settings"].rows}
            self.sources = list(database["sources"].rows)
            self._arrays = {row["name"]: row for row in database["arrays"].rows}
        finally:
            connection.close()

    def _check_sizes(self) -> None:
        for name in _TYPES:
            path = self.folder / name
            if not path.is_file() or path.stat().st_size != self._arrays.get(name, {}).get("bytes"):
                raise damaged(self.folder, f"the file {name} missing or of another size")

    def array(self, name: str) -> npt.NDArray[Any]:
        """An array of the index, read-only."""
        if name not in self._open:
            empty = self._arrays[name]["bytes"] == 0
            path = self.folder / name
            mapped = np.empty(0, _TYPES[name]) if empty else np.memmap(path, _TYPES[name], "r")
            self._open[name] = mapped.view(np.ndarray)  # slices of a memmap cost ten times as much
        return self._open[name]

    def n_bytes(self) -> int:
        """Size of all arrays on disk."""
        return sum(int(array["bytes"]) for array in self._arrays.values())

    def verify(self) -> None:
        """Read every byte again and compare digests.

        Raises
        ------
        InvalidError
            ``CNT010`` when anything differs from what was built.
        """
        for name, array in self._arrays.items():
            if _sha256(self.folder / name) != array["sha256"]:
                raise damaged(self.folder, f"the file {name} changed")


class TermList:
    """The keys of an index by number, and the number of a key by binary search."""

    def __init__(self, files: IndexFiles) -> None:
        self._files = files
        self.n_words = int(files.settings["n_words"])

    def __len__(self) -> int:
        return len(self._files.array("terms_offsets")) - 1

    def key(self, number: int) -> str:
        """Key of term `number`."""
        return self._bytes(number).decode()

    def keys(self, numbers: npt.NDArray[np.integer]) -> list[str]:
        """Keys of several terms."""
        offsets, text = self._files.array("terms_offsets"), self._files.array("terms")
        found: list[str] = []
        for start in range(0, len(numbers), _KEYS_AT_ONCE):
            chosen = numbers[start : start + _KEYS_AT_ONCE]
            found += _lines(text[spread_ranges(offsets[chosen], offsets[chosen + 1])])
        return found

    def words(self) -> list[str]:
        """Keys of all words, sorted."""
        end = int(self._files.array("terms_offsets")[self.n_words])
        return _lines(self._files.array("terms")[:end])

    def find(self, key: str) -> int | None:
        """Number of the term `key`, or None."""
        target = key.encode()
        low, high = (self.n_words, len(self)) if " " in key else (0, self.n_words)
        number = bisect_left(range(high), target, lo=low, key=self._bytes)
        return number if number < high and self._bytes(number) == target else None

    def _bytes(self, number: int) -> bytes:
        offsets = self._files.array("terms_offsets")
        return self._files.array("terms")[int(offsets[number]) : int(offsets[number + 1]) - 1].tobytes()


def _lines(text: npt.NDArray[Any]) -> list[str]:
    return text.tobytes().decode().split("\n")[:-1]


@contextmanager
def building(folder: Path, replace: bool) -> Iterator[Path]:
    """A folder to build in, beside `folder`; it takes its name at the end, when nothing was raised.

    What an interrupted build left is removed first. One build at a time.
    """
    folder = folder.resolve()
    if folder.exists() and not (replace and _is_index_or_empty(folder)):
        raise invalid(
            "CNT012",
            folder,
            "must not exist, or be an index that may be replaced",
            advice="Choose another folder, or allow to replace the index.",
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = folder.with_name(folder.name + ".building")
    lock = FileLock(partial.with_name(partial.name + ".lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise invalid(
            "CNT013", folder, "must not be under construction", advice="Wait for the other build."
        ) from None
    with lock:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        try:
            yield partial
            _rename(partial, folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
            Path(lock.lock_file).unlink(missing_ok=True)


def _is_index_or_empty(folder: Path) -> bool:
    return folder.is_dir() and ((folder / DATABASE).exists() or not any(folder.iterdir()))


def _rename(partial: Path, folder: Path) -> None:
    replaced = folder.with_name(folder.name + ".replaced")
    shutil.rmtree(replaced, ignore_errors=True)
    if folder.exists():
        folder.rename(replaced)
    partial.rename(folder)
    shutil.rmtree(replaced, ignore_errors=True)
