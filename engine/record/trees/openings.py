"""Selective opening: one removed value is shown later, and proved against the signed manifest.

Notes
-----
Each change of a released document is a salted commitment: SHA-256 over document, place in the
released text, replacement, category, value, and 32 bytes that are pseudo-random under a secret of the
release. The commitments are the leaves of a Merkle tree as of RFC 6962, and the manifest names
its root. An opening holds a value, its salt, and the siblings on the way up. These are hashes of salted
leaves, so they tell nothing of the other values, however short. Leaves that stand for nothing fill the
tree up to a power of two, and all are sorted by their hash: neither the root nor the number of a leaf tells
how many changes there are, or which came first.

Whoever seals a document could commit to two values for one place; two readers who compare their
openings notice it.

References
----------
Laurie, Langley, Kasper (2013), RFC 6962, sec. 2.1 (hash of leaves and nodes; audit paths).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import ConfigDict, Field

from engine.record.counted import Record
from engine.record.trees.commitments import path_of, root_from, root_of

FORMAT: Literal["saferelease opening 2"] = "saferelease opening 2"
MOST_LEVELS = 40
"""No document holds 2**40 changes."""
Hex64 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Removed(NamedTuple):
    """One change as its document's tree holds it; `start` and `end` are code points of the released text."""

    start: int
    end: int
    replacement: str
    category: str
    value: str

    def __repr__(self) -> str:
        return f"Removed({self.start}, {self.end})"


class OpenedSpan(Record):
    """One removed value, and its way to the root that the manifest names; hidden when printed.

    Parameters
    ----------
    document : str
        Number of the document.
    start, end : int
        Where the replacement stands, in code points of the released text.
    replacement, category, value : str
    salt : str
        32 bytes in hexadecimal.
    index : int
        Which leaf of the tree.
    path : tuple of str
        The siblings on the way up, 32 bytes each in hexadecimal.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    document: str
    start: int
    end: int
    replacement: str
    category: str
    value: str
    salt: Hex64
    index: int
    path: Annotated[tuple[Hex64, ...], Field(max_length=MOST_LEVELS)]

    def __repr__(self) -> str:
        return f"OpenedSpan({self.document}, {self.start}-{self.end})"

    __str__ = __repr__

    def root(self) -> str:
        """The root that the span leads to; empty where it has no such leaf."""
        removed = Removed(self.start, self.end, self.replacement, self.category, self.value)
        leaf = _commitment(self.document, removed, self.salt)
        found = root_from(leaf, self.index, 1 << len(self.path), [*map(bytes.fromhex, self.path)])
        return found.hex() if found else ""


class Opening(Record):
    """What a reader is handed: removed values of one release, each with its proof.

    Parameters
    ----------
    release_id : str
    reader : str
        For whom it was made, as the ledger says; nothing in the bundle proves it.
    spans : tuple of OpenedSpan
    """

    format: Literal["saferelease opening 2"] = FORMAT
    release_id: str
    reader: str
    spans: Annotated[tuple[OpenedSpan, ...], Field(min_length=1)]


class OpeningTree:
    """The tree of one document, for whoever holds the secret of its release.

    Parameters
    ----------
    key : bytes
        Makes the salts.
    document : str
        Its number.
    removed : sequence of Removed
        All changes of the document, in their order.

    Examples
    --------
    >>> tree = OpeningTree(bytes(32), "000001", [Removed(4, 9, "[SSN]", "ssn", "219-09-9999")])
    >>> tree.span(0).root() == tree.root
    True
    """

    def __init__(self, key: bytes, document: str, removed: Sequence[Removed]) -> None:
        self._key, self._document, self._removed = key, document, removed
        made = [_commitment(document, one, self._salt(number)) for number, one in enumerate(removed)]
        size = 1 << (len(made) - 1).bit_length() if made else 1
        self._leaves = sorted([*made, *map(self._nothing, range(len(made), size))])
        self._made = made

    def __repr__(self) -> str:
        return f"OpeningTree({self._document})"

    @property
    def root(self) -> str:
        """The root, in hexadecimal."""
        return root_of(self._leaves).hex()

    def span(self, number: int) -> OpenedSpan:
        """The opening of one change."""
        index = self._leaves.index(self._made[number])
        path = tuple(node.hex() for node in path_of(self._leaves, index))
        shown = self._removed[number]._asdict()
        return OpenedSpan(document=self._document, salt=self._salt(number), index=index, path=path, **shown)

    def _salt(self, number: int) -> str:
        return self._random("salt", number, *self._removed[number]).hex()

    def _nothing(self, number: int) -> bytes:
        return self._random("nothing", number)

    def _random(self, *what: object) -> bytes:
        return hmac.digest(self._key, json.dumps([self._document, *what]).encode(), "sha256")


def _commitment(document: str, removed: Removed, salt: str) -> bytes:
    """What a leaf holds: as JSON, no two different spans are written alike."""
    return hashlib.sha256(json.dumps([FORMAT, salt, document, *removed]).encode()).digest()


def as_released(changes: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int]]:
    """Where replacements stand in the released text.

    Parameters
    ----------
    changes : sequence of (int, int, str)
        Start and end in the original text, and the replacement; in order, and disjoint.

    Examples
    --------
    >>> list(as_released([(4, 10, "[PERSON]"), (12, 15, "")]))
    [(4, 12), (14, 14)]
    """
    shift = 0
    for start, end, replacement in changes:
        yield start + shift, start + shift + len(replacement)
        shift += len(replacement) - (end - start)
