"""The private record of a release: what stood where, for those who have the key and say why."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.bundle.checking import verify_bundle
from adapters.keys import Keys, decrypt, find_keys, home
from engine.errors import InvalidError, fault
from flows.release.state import ReleaseFolders
from flows.release.worker import decisions_label


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
    """The opened private record of a bundle.

    Parameters
    ----------
    release_id : str
    keys : Keys
        The installation's.
    changes : mapping of str to sequence of Change
        By document.
    """

    release_id: str
    keys: Keys
    changes: dict[str, Sequence[Change]]

    def all(self, document: str = "") -> Iterator[Change]:
        """All changes, of one document if named, in order."""
        for name in sorted(self.changes):
            if document in ("", name):
                yield from self.changes[name]


def open_private_record(bundle: Path) -> PrivateRecord:
    """Open the private record that lies beside a bundle.

    Raises
    ------
    InvalidError
        ``REV004`` without keys or record, ``KEY002`` when it is of another release or installation.
    """
    bundle = bundle.resolve()
    keys = find_keys()
    if keys is None:
        advice = "Set SAFERELEASE_HOME to the installation that made the bundle."
        raise InvalidError(fault("REV004", str(home()), "must hold the installation's keys", "none", advice))
    manifest, _ = verify_bundle(bundle)
    private = ReleaseFolders(bundle).private / "decisions"
    sealed = sorted(private.glob("*.enc"))
    if not sealed:
        advice = "It lies beside the bundle of the installation that made it, and in its backup."
        raise InvalidError(fault("REV004", str(private), "must hold the private record", "none", advice))
    found: dict[str, Sequence[Change]] = {}
    for path in sealed:
        label = decisions_label(manifest.release_id, path.stem)
        content = decrypt(keys.derive("private"), path.read_bytes(), label)
        for line in content.splitlines():
            entry = json.loads(line)
            found[entry["document"]] = list(_changes(entry))
    return PrivateRecord(manifest.release_id, keys, found)


def _changes(entry: dict[str, object]) -> Iterator[Change]:
    decisions = entry["decisions"]
    shift = 0
    for index, one in enumerate(decisions if isinstance(decisions, list) else ()):
        yield Change(
            document=str(entry["document"]),
            index=index,
            start=one["start"],
            end=one["end"],
            released=one["start"] + shift,
            original=one["original"],
            replacement=one["replacement"],
            category=one["category"],
            clause=one["clause"],
        )
        shift += len(one["replacement"]) - (one["end"] - one["start"])
