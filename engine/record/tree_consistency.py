"""Consistency of two Merkle trees: the longer one begins with all leaves of the shorter one.

References
----------
.. [1] RFC 6962, section 2.1.2 (proofs) and RFC 9162, section 2.1.4.2 (their check).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.record.commitments import leaf_hash, node_hash, root_of


def roots_at(leaves: Sequence[bytes], sizes: Collection[int]) -> dict[int, bytes]:
    """The roots of the trees over the first leaves; each leaf is hashed once, however many `sizes` there are.

    Parameters
    ----------
    leaves : sequence of bytes
    sizes : collection of int
        1 to the number of leaves; larger ones are left out.
    """
    found, whole = dict[int, bytes](), list[tuple[int, bytes]]()
    for size, leaf in enumerate(leaves, 1):
        whole.append((1, leaf_hash(leaf)))
        while len(whole) > 1 and whole[-2][0] == whole[-1][0]:
            (width, right), (_, left) = whole.pop(), whole.pop()
            whole.append((2 * width, node_hash(left, right)))
        if size in sizes:
            root = whole[-1][1]
            for _, left in reversed(whole[:-1]):
                root = node_hash(left, root)
            found[size] = root
    return found


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
            found_old, found_new = node_hash(node, found_old), node_hash(node, found_new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found_new = node_hash(found_new, node)
        at, last = at >> 1, last >> 1
    return last == 0 and (found_old, found_new) == (old, new)
