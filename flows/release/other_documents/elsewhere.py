"""Values that leave documents because others lose them: handed to the workers, encrypted."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically

FILE = "elsewhere.enc"


Spelt = tuple[str, str]
"""Category and spelling of a value."""


@dataclass(frozen=True)
class Elsewhere:
    """What some documents must lose too.

    Parameters
    ----------
    by_document : mapping of str to frozenset of Spelt
        Documents in which such values were found, each with these.
    """

    by_document: Mapping[str, frozenset[Spelt]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Elsewhere({len(self.by_document)} documents)"

    @property
    def values(self) -> frozenset[Spelt]:
        """What any document must lose."""
        return frozenset().union(*self.by_document.values())

    def of(self, document: str) -> Collection[Spelt]:
        """What `document` must lose."""
        return self.by_document.get(document, ())


def read_elsewhere(private: Path, key: bytes, release_id: str) -> Elsewhere:
    """What was handed over so far."""
    path = private / FILE
    if not path.exists():
        return Elsewhere()
    content = json.loads(decrypt(key, path.read_bytes(), _label(release_id)))
    values = [(category, text) for category, text in content["values"]]
    documents = content["documents"]
    if isinstance(documents, list):  # of an earlier version, in a release that is resumed
        return Elsewhere(dict.fromkeys(documents, frozenset(values)))
    return Elsewhere({one: frozenset(values[i] for i in found) for one, found in documents.items()})


def write_elsewhere(private: Path, key: bytes, release_id: str, handed: Elsewhere) -> None:
    """Hand over `handed`, beside what was handed over before."""
    before = read_elsewhere(private, key, release_id)
    documents = sorted(before.by_document.keys() | handed.by_document.keys())
    values = sorted(before.values | handed.values)
    number = {value: i for i, value in enumerate(values)}
    content = {
        "documents": {
            one: sorted(number[value] for value in {*before.of(one), *handed.of(one)}) for one in documents
        },
        "values": values,
    }
    sealed = encrypt(key, json.dumps(content, ensure_ascii=False).encode(), _label(release_id))
    write_atomically(private / FILE, sealed)


def _label(release_id: str) -> str:
    """What the file is bound to."""
    return f"elsewhere {release_id}"
