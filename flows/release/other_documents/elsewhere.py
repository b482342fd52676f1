"""Values that leave documents because others lose them: handed to the workers, encrypted."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically

FILE = "elsewhere.enc"


@dataclass(frozen=True)
class Elsewhere:
    """What some documents must lose too.

    Parameters
    ----------
    documents : frozenset of str
        Documents in which such a value was found.
    values : frozenset of (str, str)
        Category and value.
    """

    documents: frozenset[str] = frozenset()
    values: frozenset[tuple[str, str]] = frozenset()

    def __repr__(self) -> str:
        return f"Elsewhere({len(self.values)} values, {len(self.documents)} documents)"

    def of(self, document: str) -> Collection[tuple[str, str]]:
        """What `document` must lose."""
        return self.values if document in self.documents else ()


def read_elsewhere(private: Path, key: bytes, release_id: str) -> Elsewhere:
    """What was handed over so far."""
    path = private / FILE
    if not path.exists():
        return Elsewhere()
    content = json.loads(decrypt(key, path.read_bytes(), _label(release_id)))
    values = frozenset((category, text) for category, text in content["values"])
    return Elsewhere(frozenset(content["documents"]), values)


def write_elsewhere(private: Path, key: bytes, release_id: str, handed: Elsewhere) -> None:
    """Hand over `handed`, beside what was handed over before."""
    before = read_elsewhere(private, key, release_id)
    content = {
        "documents": sorted(before.documents | handed.documents),
        "values": sorted(before.values | handed.values),
    }
    sealed = encrypt(key, json.dumps(content, ensure_ascii=False).encode(), _label(release_id))
    write_atomically(private / FILE, sealed)


def _label(release_id: str) -> str:
    """What the file is bound to."""
    return f"elsewhere {release_id}"
