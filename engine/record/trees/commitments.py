"""Salted commitments to removed values, one root per document.

Notes
-----
A commitment is SHA-256(label || salt || place || value) with 32 bytes of salt that are
pseudo-random under a secret key: without its salt it says nothing of the value (hiding), and no
other value opens it (binding). The commitments of a document are the leaves of a Merkle tree, built as
in RFC 6962: whoever is shown one salt and the siblings on the way up confirms one redaction
against the root, and learns of the others only how many there are.

References
----------
Laurie, Langley, Kasper (2013), RFC 6962, sec. 2.1 (hash of leaves and nodes; audit paths).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine.record.fingerprints import readable

_LABEL = b"saferelease commitment 1\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stood: document, code points of its original text, category."""

    document: str
    start: int
    end: int
    category: str

    def _bytes(self) -> bytes:
        return json.dumps([self.document, self.start, self.end, self.category]).encode()


def salt_of(key: bytes, place: Place) -> bytes:
    """The salt of a place: 32 bytes, HMAC-SHA256 under the key of the release."""
    return hmac.digest(key, place._bytes(), "sha256")


def commitment(salt: bytes, place: Place, value: str) -> bytes:
    """Commit to `value` at `place`; case and white space of the value do not count.

    Examples
    --------
    >>> place = Place("000001", 0, 11, "ssn")
    >>> salt = salt_of(b"key of the release", place)
    >>> commitment(salt, place, "219-09-1234") == commitment(salt, place, " 219-09-1234 ")
    True
    """
    content = readable(value).encode("utf-8", "surrogatepass")
    return hashlib.sha256(_LABEL + salt + place._bytes() + b"\n" + content).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Root of the Merkle tree over `leaves`; of no leaf the hash of nothing."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    return _levels(leaves)[-1][0]


def path_of(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The siblings on the way from leaf `index` to the root."""
    path = []
    for level in _levels(leaves)[:-1]:
        sibling = index ^ 1
        if sibling < len(level):
            path.append(level[sibling])
        index //= 2
    return path


def root_from(leaf: bytes, index: int, n_leaves: int, path: Sequence[bytes]) -> bytes | None:
    """The root that `leaf` and its `path` lead to; None when the path has another length."""
    if not 0 <= index < n_leaves:
        return None
    rest, node, width = list(path), leaf_hash(leaf), n_leaves
    while width > 1:
        if index ^ 1 < width:
            if not rest:
                return None
            sibling = rest.pop(0)
            node = node_hash(sibling, node) if index % 2 else node_hash(node, sibling)
        index, width = index // 2, (width + 1) // 2
    return None if rest else node


def _levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    levels = [[leaf_hash(leaf) for leaf in leaves]]
    while len(levels[-1]) > 1:
        below = levels[-1]
        pairs = [node_hash(below[i], below[i + 1]) for i in range(0, len(below) - 1, 2)]
        levels.append([*pairs, below[-1]] if len(below) % 2 else pairs)
    return levels


def leaf_hash(content: bytes) -> bytes:
    """A leaf of the tree, as RFC 6962 hashes it."""
    return hashlib.sha256(b"\x00" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """A node of the tree over two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()
