"""Commitments: one value is confirmed, another is not, and the others stay hidden."""

from __future__ import annotations

import hashlib

import pytest

from engine.record.trees.commitments import Place, commitment, path_of, root_from, root_of, salt_of

KEY = bytes(range(32))
PLACE = Place("000001", 10, 21, "ssn")


def leaf(content: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + content).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def test_a_commitment_is_opened_by_its_value_alone() -> None:
    salt = salt_of(KEY, PLACE)
    made = commitment(salt, PLACE, "Jane  Roe")
    assert made == commitment(salt, PLACE, "jane roe")
    assert made != commitment(salt, PLACE, "Jane Row")
    assert made != commitment(salt, Place("000002", 10, 21, "ssn"), "Jane Roe")
    assert made != commitment(salt_of(bytes(32), PLACE), PLACE, "Jane Roe")


def test_equal_values_in_two_places_have_unlike_commitments() -> None:
    other = Place("000001", 50, 61, "ssn")
    assert salt_of(KEY, PLACE) != salt_of(KEY, other)
    assert commitment(salt_of(KEY, PLACE), PLACE, "x") != commitment(salt_of(KEY, other), other, "x")


def test_roots_are_those_of_the_rfc() -> None:
    """RFC 6962, section 2.1: of nothing, one, two, and three leaves."""
    a, b, c = b"a", b"b", b"c"
    assert root_of([]) == hashlib.sha256(b"").digest()
    assert root_of([a]) == leaf(a)
    assert root_of([a, b]) == node(leaf(a), leaf(b))
    assert root_of([a, b, c]) == node(node(leaf(a), leaf(b)), leaf(c))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 13])
def test_every_leaf_leads_to_the_root_and_no_other_does(n: int) -> None:
    leaves = [bytes([i]) * 32 for i in range(n)]
    root = root_of(leaves)
    for index, one in enumerate(leaves):
        path = path_of(leaves, index)
        assert root_from(one, index, n, path) == root
        assert root_from(b"z" * 32, index, n, path) != root
        assert root_from(one, index, n, [*path, b"z" * 32]) is None
        assert root_from(one, n, n, path) is None
        if path:
            assert root_from(one, index, n, path[:-1]) is None
        if n > 1:
            assert root_from(one, (index + 1) % n, n, path) != root
