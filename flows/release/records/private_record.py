"""The private record of a release: what stood where, for those who have the key and say why."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.bundle.checking import read_manifest
from adapters.bundle.files import damaged_record
from adapters.keys.installation import Keys, decrypt, find_keys
from adapters.keys.releases import ReleaseKeys
from adapters.machine.locations import home
from engine.errors import InvalidError, RefusedError, fault
from engine.record.trees.openings import as_released
from flows.release.records.decided import decisions_label
from flows.release.state import ReleaseFolders, read_identity

SEALED_LEAST = 28
"""Bytes of a nonce and a tag: a sealed file of no more holds nothing."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a document, with what stood there; hidden when printed.

    Parameters
    ----------
    document : str
    index : int
        0, 1, 2... in the order of the document.
    start, end : int
        Code points of the original text.
    released : int
        Where the replacement begins in the released text, in code points.
    original, replacement, category, clause : str
    """

    document: str
    index: int
    start: int
    end: int
    released: int
    original: str
    replacement: str
    category: str
    clause: str

    def __repr__(self) -> str:
        return f"Change({self.document}, {self.index})"


@dataclass(frozen=True)
class PrivateRecord:
    """The private record of a bundle; each chunk of documents is opened when it is asked for.

    Parameters
    ----------
    release_id : str
    keys : Keys
        The installation's.
    secrets : ReleaseKeys
        The release's.
    chunks : sequence of Path
        One file per chunk, named after its first document.
    """

    release_id: str
    keys: Keys
    secrets: ReleaseKeys
    chunks: Sequence[Path]

    def __repr__(self) -> str:
        return f"PrivateRecord({self.release_id})"

    def of(self, document: str) -> list[Change]:
        """The changes of one document, in order; only its own chunk is opened."""
        earlier = [path for path in self.chunks if path.stem <= document]
        for path in sorted(earlier, reverse=True):
            found = self._opened(path)
            if document in found:
                return found[document]
        return []

    def all(self, document: str = "") -> Iterator[Change]:
        """All changes, of one document if named, in order.

        Raises
        ------
        InvalidError
            ``REV007`` when a chunk is damaged: named, so that others can be asked for one by one.
        """
        if document:
            yield from self.of(document)
            return
        found: dict[str, list[Change]] = {}
        for path in self.chunks:
            found |= self._opened(path)
        for name in sorted(found):
            yield from found[name]

    def _opened(self, path: Path) -> dict[str, list[Change]]:
        content = open_chunk(path, self.secrets.derive("private"), self.release_id)
        entries = [json.loads(line) for line in content.splitlines()]
        return {entry["document"]: list(_changes(entry)) for entry in entries}


def open_chunk(path: Path, key: bytes, release_id: str) -> bytes:
    """The decisions of a chunk.

    Raises
    ------
    InvalidError
        ``KEY002`` not of this release or installation; ``REV007`` when it cannot be read.
    """
    try:
        sealed = path.read_bytes()
    except OSError:
        sealed = b""
    if len(sealed) <= SEALED_LEAST:
        must, got = "must hold the decisions of its documents", f"{len(sealed)} bytes"
        advice = "It is damaged: restore it from a backup. Documents of other chunks open with --document."
        raise InvalidError(fault("REV007", path.name, must, got, advice))
    return decrypt(key, sealed, decisions_label(release_id, path.stem))


def require_openable(folders: ReleaseFolders, key: bytes, release_id: str) -> None:
    """See that every chunk opens before anything about it is signed.

    Raises
    ------
    InvalidError
        ``REL010``.
    """
    for path in (folders.private / "decisions").glob("*.enc"):
        try:
            open_chunk(path, key, release_id)
        except InvalidError:
            raise damaged_record(path.name) from None


def another_record() -> RefusedError:
    """The private record leads to another root than ledger or manifest name."""
    advice = "It was changed, or put in from another release."
    must = "must be the private record that the ledger names"
    return RefusedError(fault("BND011", "private record", must, "another one", advice))


def open_private_record(bundle: Path) -> PrivateRecord:
    """Open the private record that lies beside a bundle.

    Raises
    ------
    InvalidError
        ``REV004`` without keys or record, ``KEY004`` when the release's key was destroyed.
    """
    bundle = bundle.resolve()
    keys = find_keys()
    if keys is None:
        advice = "Set SAFERELEASE_HOME to the installation that made the bundle."
        raise InvalidError(fault("REV004", str(home()), "must hold the installation's keys", "none", advice))
    _, manifest = read_manifest(bundle)
    private = ReleaseFolders(bundle).private / "decisions"
    chunks = sorted(private.glob("*.enc"))
    if not chunks:
        advice = "It lies beside the bundle of the installation that made it, and in its backup."
        raise InvalidError(fault("REV004", str(private), "must hold the private record", "none", advice))
    return PrivateRecord(manifest.release_id, keys, release_keys(keys, bundle, manifest.release_id), chunks)


def release_keys(keys: Keys, bundle: Path, release_id: str) -> ReleaseKeys:
    """The secrets of a bundle, by the key that its private folder names; else by the one that is there.

    Raises
    ------
    RefusedError
        ``KEY004`` when its key is gone.
    """
    identity = read_identity(ReleaseFolders(bundle))
    own = identity is not None and identity.release_id == release_id
    return ReleaseKeys.of(keys, release_id, identity.key if identity and own else None)


def _changes(entry: Mapping[str, Any]) -> Iterator[Change]:
    decisions = entry["decisions"] or ()
    places = as_released([(one["start"], one["end"], one["replacement"]) for one in decisions])
    for index, (one, (released, _)) in enumerate(zip(decisions, places, strict=True)):
        yield Change(
            document=str(entry["document"]),
            index=index,
            start=one["start"],
            end=one["end"],
            released=released,
            original=one["original"],
            replacement=one["replacement"],
            category=one["category"],
            clause=one["clause"],
        )
