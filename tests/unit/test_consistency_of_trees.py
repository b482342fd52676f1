"""Consistency proofs: every pair of sizes proves, and nothing else does (RFC 6962, 2.1.2 and 2.1.3)."""

from __future__ import annotations

import hashlib

import pytest

from engine.record.trees.commitments import path_of, root_of
from engine.record.trees.tree_consistency import Tree, is_consistent, roots_at

LEAVES = [hashlib.sha256(bytes([n])).digest() for n in range(20)]
RFC_LEAVES = [
    bytes.fromhex(one)
    for one in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The leaves of the tests of Google's implementation of RFC 6962."""
RFC_ROOT = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def test_roots_of_all_sizes_are_those_of_each_alone() -> None:
    sizes = range(1, len(LEAVES) + 5)
    assert roots_at(LEAVES, sizes) == {n: root_of(LEAVES[:n]) for n in range(1, len(LEAVES) + 1)}
    assert roots_at(LEAVES, {3, 8}) == {n: root_of(LEAVES[:n]) for n in (3, 8)}
    assert roots_at([], {1}) == {}


def test_the_known_tree_has_its_known_root() -> None:
    assert root_of(RFC_LEAVES).hex() == RFC_ROOT
    path = [node.hex()[:8] for node in Tree(RFC_LEAVES).consistency(6)]
    assert path == ["0ebc5d34", "ca854ea1", "d37ee418"]


def test_every_longer_tree_is_proved_to_continue_every_shorter_one() -> None:
    for new in range(1, len(LEAVES) + 1):
        for old in range(1, new + 1):
            path = Tree(LEAVES[:new]).consistency(old)
            assert is_consistent(root_of(LEAVES[:old]), old, root_of(LEAVES[:new]), new, path), (old, new)


def test_another_history_is_proved_by_nothing() -> None:
    for new in range(2, len(LEAVES) + 1):
        for old in range(1, new):
            path = Tree(LEAVES[:new]).consistency(old)
            forked = [*LEAVES[: old - 1], b"x" * 32]
            assert not is_consistent(root_of(forked), old, root_of(LEAVES[:new]), new, path)
            for n in range(len(path)):
                changed = [*path[:n], b"x" * 32, *path[n + 1 :]]
                assert not is_consistent(root_of(LEAVES[:old]), old, root_of(LEAVES[:new]), new, changed)
                assert not is_consistent(root_of(LEAVES[:old]), old, root_of(LEAVES[:new]), new, path[:n])
            more = [*path, b"x" * 32]
            assert not is_consistent(root_of(LEAVES[:old]), old, root_of(LEAVES[:new]), new, more)
    assert not is_consistent(root_of(LEAVES), 20, root_of(LEAVES[:3]), 3, [])


@pytest.mark.parametrize("before", range(len(LEAVES) + 1))
def test_a_tree_that_knows_its_first_leaves_by_their_edge_says_the_same(before: int) -> None:
    for size in range(max(1, before), len(LEAVES) + 1):
        begun = Tree(LEAVES[:size]).begun(before)
        assert (begun.size, begun.before, len(begun.edge)) == (size, before, before.bit_count())
        for index in range(before, size):
            assert begun.leaf(index) == LEAVES[index]
            assert begun.path(index) == path_of(LEAVES[:size], index), (size, index)
        for old in range(max(1, before), size + 1):
            assert begun.root(old) == root_of(LEAVES[:old])
            assert begun.consistency(old) == Tree(LEAVES[:size]).consistency(old)
            assert begun.begun(old) == Tree(LEAVES[:size]).begun(old)


def test_a_tree_does_not_answer_for_leaves_that_it_does_not_know() -> None:
    begun = Tree(LEAVES).begun(11)
    for asked in (begun.leaf, begun.path, begun.root, begun.consistency):
        with pytest.raises(IndexError):
            asked(10 - 1)
