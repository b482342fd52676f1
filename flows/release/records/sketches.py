"""The sketches of a release's documents until it ends: encrypted, one file for each chunk."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Mapping
from pathlib import Path

from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically
from engine.methods.overlaps.sketch import Sketch


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


class SealedSketches:
    """The sketches of one release.

    Parameters
    ----------
    private : Path
        The private folder of the release.
    key : bytes
        Opens and closes them.
    release_id : str
    """

    def __init__(self, private: Path, key: bytes, release_id: str) -> None:
        self._folder, self._key, self._release_id = private / "sketches", key, release_id
        self._open: tuple[str, Mapping[str, Sketch]] = "", {}
        self._chunk_of: ChunkFiles | None = None

    def __repr__(self) -> str:
        return f"SealedSketches({self._release_id})"

    def add(self, first: str, sketches: Mapping[str, Sketch]) -> None:
        """Leave the sketches of a chunk under the name of its first document."""
        if sketches:
            sealed = encrypt(self._key, _packed(sketches), self._label(first))
            write_atomically(self._path(first), sealed, durable=False)

    def replace(self, first: str, documents: Collection[str], sketches: Mapping[str, Sketch]) -> None:
        """Put the sketches of some `documents` of a chunk in the place of their earlier ones."""
        before = self._read(first) if self._path(first).exists() else {}
        kept = {document: one for document, one in before.items() if document not in documents}
        self.add(first, kept | {one: sketches[one] for one in documents if one in sketches})

    def of(self, document: str) -> Sketch | None:
        """The sketch of a document, if one was left. One chunk is held: ask in the order of documents."""
        self._chunk_of = self._chunk_of or ChunkFiles(self._folder)
        first = self._chunk_of(document)
        if not first:
            return None
        if self._open[0] != first:
            self._open = first, self._read(first)
        return self._open[1].get(document)

    def _read(self, first: str) -> dict[str, Sketch]:
        content = decrypt(self._key, self._path(first).read_bytes(), self._label(first))
        if not content.startswith(b"{"):  # of a release that 0.3.0 began: a file for each document
            return {first: Sketch.from_bytes(content)}
        return _unpacked(content)

    def _path(self, first: str) -> Path:
        return self._folder / f"{first}.enc"

    def _label(self, first: str) -> str:
        return f"sketches {self._release_id} {first}"


def _packed(sketches: Mapping[str, Sketch]) -> bytes:
    """A line that says how long the sketch of each document is, and the sketches."""
    parts = {document: sketch.to_bytes() for document, sketch in sketches.items()}
    lengths = {document: len(part) for document, part in parts.items()}
    return b"\n".join([json.dumps(lengths).encode(), b"".join(parts.values())])


def _unpacked(content: bytes) -> dict[str, Sketch]:
    line, parts = content.split(b"\n", 1)
    found, at = {}, 0
    for document, length in json.loads(line).items():
        found[document] = Sketch.from_bytes(parts[at : at + length])
        at += length
    return found
