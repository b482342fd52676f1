"""Trees of openings: a span leads to its root, and tells nothing of the others."""

from __future__ import annotations

import hashlib
import json
from itertools import product

import pytest

from engine.record.trees.openings import FORMAT, OpenedSpan, OpeningTree, Removed, as_released
from engine.text import Decision, applied

KEY = bytes(range(32))
PIN = "4711"
CHANGES = [
    Removed(10 * n, 10 * n + 6, "[CODE]", "code", PIN if n in (1, 2) else f"{1000 + n}") for n in range(8)
]


def tree(n: int = 6, key: bytes = KEY, document: str = "000001") -> OpeningTree:
    return OpeningTree(key, document, CHANGES[:n])


@pytest.mark.parametrize("n", range(1, 7))
def test_every_span_leads_to_its_root_and_to_no_other(n: int) -> None:
    root = tree(n).root
    assert all(tree(n).span(i).root() == root for i in range(n))
    others = [tree(m).root for m in range(9) if m != n]
    others += [tree(n, bytes(32)).root, tree(n, document="000002").root]
    assert root not in others


def test_a_tree_made_twice_is_the_same() -> None:
    assert tree().root == tree().root
    assert tree().span(3) == tree().span(3)


def test_a_root_is_what_the_page_of_the_verifier_says() -> None:
    """By hand, as RFC 6962 says: one leaf."""
    span = tree(1).span(0)
    content = [FORMAT, span.salt, "000001", 0, 6, "[CODE]", "code", "1000"]
    leaf = hashlib.sha256(json.dumps(content).encode()).digest()
    assert tree(1).root == hashlib.sha256(b"\x00" + leaf).hexdigest()


def test_equal_values_have_unlike_salts_of_256_bits() -> None:
    spans = [tree().span(n) for n in range(6)]
    assert spans[1].value == spans[2].value == PIN
    assert len({span.salt for span in spans}) == 6
    assert all(len(bytes.fromhex(span.salt)) == 32 for span in spans)
    again = OpeningTree(KEY, "000001", [CHANGES[0], CHANGES[1]._replace(value="4712")])
    assert again.span(1).salt != spans[1].salt, "a document that is done again has other salts"


def test_a_value_of_four_digits_is_not_guessed_from_the_root_and_all_other_openings() -> None:
    """Of the hidden leaf the others show its hash; its salt is in none of them, nor made of theirs."""
    hidden, *others = (tree(8).span(n) for n in (1, 0, 2, 3, 4, 5, 6, 7))
    shown = json.dumps([span.model_dump() for span in others])
    assert hidden.salt not in shown
    hashes = {node for span in others for node in span.path}
    salts = {span.salt for span in others} | {"", "0" * 64}
    place = (hidden.document, hidden.start, hidden.end, hidden.replacement, hidden.category)

    def leaf(salt: str, value: str) -> str:
        content = hashlib.sha256(json.dumps([FORMAT, salt, *place, value]).encode()).digest()
        return hashlib.sha256(b"\x00" + content).hexdigest()

    assert leaf(hidden.salt, PIN) in hashes, "with its salt it would be guessed at once"
    guesses = (leaf(salt, f"{digits:04}") for salt, digits in product(salts, range(10_000)))
    assert not any(guess in hashes for guess in guesses)


def test_neither_root_nor_place_in_the_tree_tells_how_many_came_before() -> None:
    assert len(tree(0).root) == len(tree(6).root) == 64
    assert {len(tree(n).span(0).path) for n in (5, 6)} == {3}
    long = [Removed(n, n, "", "code", str(n)) for n in range(64)]
    spans = [OpeningTree(KEY, "d", long).span(n) for n in range(64)]
    assert sorted(span.index for span in spans) == list(range(64))
    assert [span.index for span in spans] != list(range(64))


def test_a_span_and_a_change_hide_their_values_when_printed() -> None:
    span = tree().span(1)
    for shown in (repr(span), str(span), f"{span}", repr(CHANGES[1]), repr(tree())):
        assert PIN not in shown
        assert span.salt not in shown


def test_places_are_those_of_the_released_text() -> None:
    decisions = [
        Decision(4, 10, "identifiers", "person", "replace", "[PERSON]", "a"),
        Decision(12, 15, "identifiers", "code", "drop", "", "a"),
        Decision(16, 17, "concepts", "x", "generalize", "something", "a"),
    ]
    done = applied("Mrs Keller saw it at 9 o'clock.", decisions)
    assert list(as_released([(d.start, d.end, d.replacement) for d in decisions])) == list(done.places)


def test_a_path_of_more_levels_than_any_document_has_is_none() -> None:
    content = tree().span(1).model_dump() | {"path": ("0" * 64,) * 41}
    with pytest.raises(ValueError, match="path"):
        OpenedSpan.model_validate(content)
