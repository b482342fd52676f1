"""Consistency of two Merkle trees: the longer one begins with all leaves of the shorter one.

References
----------
.. [1] RFC 6962, section 2.1.2 (proofs) and RFC 9162, section 2.1.4.2 (their check).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.record.commitments import root_of


def consistency_path(leaves: Sequence[bytes], size: int) -> list[bytes]:
    """The nodes that show that the tree over `leaves` continues the one over the first `size` of them.

    Parameters
    ----------
    leaves : sequence of bytes
    size : int
        1 to the number of leaves.
    """
    return _sub_proof(leaves, size, whole=True) if 0 < size < len(leaves) else []


def _sub_proof(leaves: Sequence[bytes], size: int, whole: bool) -> list[bytes]:
    if size == len(leaves):
        return [] if whole else [root_of(leaves)]
    half = _largest_power_below(len(leaves))
    if size <= half:
        return [*_sub_proof(leaves[:half], size, whole), root_of(leaves[half:])]
    return [*_sub_proof(leaves[half:], size - half, False), root_of(leaves[:half])]


def _largest_power_below(n: int) -> int:
    return 1 << (n - 1).bit_length() - 1


def is_consistent(old: bytes, old_size: int, new: bytes, new_size: int, path: Sequence[bytes]) -> bool:
    """Whether `path` shows that the tree with root `new` continues the one with root `old`."""
    if not 0 < old_size <= new_size:
        return False
    if old_size == new_size:
        return old == new and not path
    nodes = list(path) if old_size & (old_size - 1) else [old, *path]
    at, last = old_size - 1, new_size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    if not nodes:
        return False
    found_old = found_new = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            found_old, found_new = _node(node, found_old), _node(node, found_new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found_new = _node(found_new, node)
        at, last = at >> 1, last >> 1
    return last == 0 and (found_old, found_new) == (old, new)


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
