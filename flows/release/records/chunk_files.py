"""What a release keeps of its documents until it ends: encrypted, one file for each chunk."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically

Kept = TypeVar("Kept")


class ChunkFiles:
    """The files of a folder that are named after the first documents of chunks.

    Parameters
    ----------
    folder : Path
        As it is now: files that come later are not seen.
    """

    def __init__(self, folder: Path) -> None:
        self._firsts = sorted(path.stem for path in folder.glob("*.*"))

    def __call__(self, document: str) -> str:
        """The first document of the chunk that holds `document`; empty where there is none."""
        at = bisect_right(self._firsts, document)
        return self._firsts[at - 1] if at else ""


class SealedChunks(ABC, Generic[Kept]):
    """Something of each document of one release.

    Parameters
    ----------
    private : Path
        The private folder of the release.
    key : bytes
        Opens and closes it.
    release_id : str
    """

    folder: str
    """Inside the private folder; what is sealed is bound to this name too."""

    def __init__(self, private: Path, key: bytes, release_id: str) -> None:
        self._folder, self._key, self._release_id = private / self.folder, key, release_id
        self._open: tuple[str, Mapping[str, Kept]] = "", {}
        self._chunk_of: ChunkFiles | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._release_id})"

    @abstractmethod
    def to_bytes(self, kept: Kept) -> bytes:
        """What is kept of one document, as it is sealed."""

    @abstractmethod
    def from_bytes(self, content: bytes) -> Kept:
        """The same again."""

    def add(self, first: str, kept: Mapping[str, Kept]) -> None:
        """Leave what is kept of a chunk under the name of its first document."""
        if kept:
            sealed = encrypt(self._key, self._packed(kept), self._label(first))
            write_atomically(self._path(first), sealed, durable=False)

    def replace(self, first: str, documents: Collection[str], kept: Mapping[str, Kept]) -> None:
        """Put what is kept of some `documents` of a chunk in the place of what was kept before."""
        before = self._read(first) if self._path(first).exists() else {}
        others = {document: one for document, one in before.items() if document not in documents}
        self.add(first, others | {one: kept[one] for one in documents if one in kept})

    def of(self, document: str) -> Kept | None:
        """What was kept of a document, if anything. One chunk is held: ask in the order of documents."""
        self._chunk_of = self._chunk_of or ChunkFiles(self._folder)
        first = self._chunk_of(document)
        if not first:
            return None
        if self._open[0] != first:
            self._open = first, self._read(first)
        return self._open[1].get(document)

    def _read(self, first: str) -> dict[str, Kept]:
        content = decrypt(self._key, self._path(first).read_bytes(), self._label(first))
        return self._unpacked(first, content)

    def _path(self, first: str) -> Path:
        return self._folder / f"{first}.enc"

    def _label(self, first: str) -> str:
        return f"{self.folder} {self._release_id} {first}"

    def _packed(self, kept: Mapping[str, Kept]) -> bytes:
        """A line that says how long the part of each document is, and the parts."""
        parts = {document: self.to_bytes(one) for document, one in kept.items()}
        lengths = {document: len(part) for document, part in parts.items()}
        return b"\n".join([json.dumps(lengths).encode(), b"".join(parts.values())])

    def _unpacked(self, first: str, content: bytes) -> dict[str, Kept]:
        line, parts = content.split(b"\n", 1)
        found, at = {}, 0
        for document, length in json.loads(line).items():
            found[document] = self.from_bytes(parts[at : at + length])
            at += length
        return found
