"""Consistency of two Merkle trees: the longer one begins with all leaves of the shorter one.

References
----------
.. [1] RFC 6962, section 2.1.2 (proofs) and RFC 9162, section 2.1.4.2 (their check).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.record.trees.commitments import leaf_hash, node_hash


@dataclass(frozen=True, slots=True)
class Tree:
    """A Merkle tree whose first leaves may be known by the roots of their whole subtrees only.

    Parameters
    ----------
    leaves : sequence of bytes
        Those behind the first ones.
    before : int
        How many the first ones are.
    edge : sequence of bytes
        The roots of the whole subtrees over the first ones, the widest first: one for each bit of `before`.
    """

    leaves: Sequence[bytes]
    before: int = 0
    edge: Sequence[bytes] = ()

    @property
    def size(self) -> int:
        """Number of leaves, the first ones included."""
        return self.before + len(self.leaves)

    def begun(self, size: int) -> Tree:
        """The same tree, with its first `size` leaves known by their subtrees."""
        edge = list(self.edge)
        for at, leaf in enumerate(self.leaves[: size - self.before], self.before + 1):
            _push(edge, at, leaf)
        return Tree(self.leaves[size - self.before :], size, edge)

    def leaf(self, index: int) -> bytes:
        """A leaf that is not among the first ones."""
        if index < self.before:
            raise IndexError(index)
        return self.leaves[index - self.before]

    def root(self, size: int) -> bytes:
        """The root of the tree over the first `size` leaves, from `before` on."""
        return self._over(0, size)

    def path(self, index: int) -> list[bytes]:
        """The siblings on the way from leaf `index`, from `before` on, to the root."""
        found, start, end = list[bytes](), 0, self.size
        while end - start > 1:
            half = start + _largest_power_below(end - start)
            if index < half:
                found.append(self._over(half, end))
                end = half
            else:
                found.append(self._over(start, half))
                start = half
        return found[::-1]

    def consistency(self, size: int) -> list[bytes]:
        """The nodes that show that this tree continues the one over its first `size` leaves."""
        if not 0 < size < self.size:
            return []
        found, start, end = list[bytes](), 0, self.size
        while end != size:
            half = start + _largest_power_below(end - start)
            if size <= half:
                found.append(self._over(half, end))
                end = half
            else:
                found.append(self._over(start, half))
                start = half
        return [self._over(start, end), *found[::-1]] if start else found[::-1]

    def _over(self, start: int, end: int) -> bytes:
        width = end - start
        if start < self.before and self._is_edge(start, width):
            return self.edge[start.bit_count()]
        if width == 1:
            return leaf_hash(self.leaf(start))
        half = start + _largest_power_below(width)
        return node_hash(self._over(start, half), self._over(half, end))

    def _is_edge(self, start: int, width: int) -> bool:
        return width & (width - 1) == 0 and bool(self.before & width) and start == self.before & -2 * width


def _push(edge: list[bytes], size: int, leaf: bytes) -> None:
    """Add leaf number `size` to the roots of the whole subtrees over those before it."""
    node = leaf_hash(leaf)
    while size % 2 == 0:
        node, size = node_hash(edge.pop(), node), size // 2
    edge.append(node)


def roots_at(leaves: Sequence[bytes], sizes: Collection[int]) -> dict[int, bytes]:
    """The roots of the trees over the first leaves; each leaf is hashed once, however many `sizes` there are.

    Parameters
    ----------
    leaves : sequence of bytes
    sizes : collection of int
        1 to the number of leaves; larger ones are left out.
    """
    found, edge = dict[int, bytes](), list[bytes]()
    for size, leaf in enumerate(leaves, 1):
        _push(edge, size, leaf)
        if size in sizes:
            found[size] = Tree((), size, edge).root(size)
    return found


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
