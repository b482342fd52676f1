"""Disclosure tables: look-ups, pruning, and a serialized form that does not hide damage."""

from __future__ import annotations

import lzma
from dataclasses import replace

import numpy as np
import pytest

from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.errors import InvalidError


@pytest.fixture
def vocabulary() -> Vocabulary:
    keys = ("antiretroviral", "city", "disease", "hiv", "κύμα")
    return Vocabulary("wiki", "ab" * 32, "paragraph", 1000, 2, keys, np.array([8, 300, 120, 10, 70_000_000]))


@pytest.fixture
def table(vocabulary: Vocabulary) -> DisclosureTable:
    keys = ("antiretroviral", "antiretroviral therapy", "disease", "hiv", "hiv city", "new city")
    return DisclosureTable(
        concept="HIV",
        lexicalizations=("hiv", "human immunodeficiency virus"),
        vocabulary=vocabulary,
        n_concept=10,
        keys=keys,
        n_t=np.array([8, 4, 120, 10, 1, 300]),
        n_ct=np.array([7, 4, 1, 10, 1, 3]),
    )


def code_of(caught: pytest.ExceptionInfo[InvalidError]) -> str:
    return caught.value.faults[0].code


def test_counts_tell_never_together_from_never_seen(table: DisclosureTable) -> None:
    assert table.counts("antiretroviral") == (8, 7)
    assert table.counts("city") == (300, 0)
    assert table.counts("zidovudine") == (0, 0)
    assert table.counts("city")[0]
    assert table.counts("hiv city")[0]
    assert table.counts("zidovudine") == (0, 0)
    assert table.counts("big city") == (0, 0)


def test_rows_hold_every_term_seen_with_the_concept(table: DisclosureTable) -> None:
    keys, n_t, n_ct = table.rows()
    assert {key: table.counts(key) for key in keys} == {
        key: (int(t), int(ct)) for key, t, ct in zip(keys, n_t, n_ct, strict=True)
    }
    assert (table.n_contexts, table.unit, table.corpus) == (1000, "paragraph", "wiki")


def test_bytes_come_back_the_same(table: DisclosureTable, vocabulary: Vocabulary) -> None:
    read = Vocabulary.from_bytes(vocabulary.to_bytes())
    assert read.keys == vocabulary.keys
    assert read.n_t.tolist() == vocabulary.n_t.tolist()
    again = DisclosureTable.from_bytes(table.to_bytes(), read)
    assert again.to_bytes() == table.to_bytes()
    assert again.fingerprint == table.fingerprint
    for name in ("concept", "lexicalizations", "n_concept", "keys", "min_joint", "only_positive"):
        assert getattr(again, name) == getattr(table, name)
    assert again.counts("κύμα") == (70_000_000, 0)


def test_words_of_the_vocabulary_are_written_by_place(table: DisclosureTable) -> None:
    _magic, _, packed = table.to_bytes().partition(b"\n")
    content = lzma.decompress(packed)
    assert b"disease" not in content
    assert b"antiretroviral therapy" in content


def test_fingerprint_depends_on_all_content(table: DisclosureTable, vocabulary: Vocabulary) -> None:
    changed = [
        replace(table, concept="AIDS"),
        replace(table, lexicalizations=("hiv",)),
        replace(table, n_concept=11),
        replace(table, n_t=table.n_t + 1),
        replace(table, n_ct=np.maximum(table.n_ct - 1, 1)),
        replace(table, vocabulary=replace(vocabulary, n_contexts=1001)),
        replace(table, vocabulary=replace(vocabulary, n_t=vocabulary.n_t + 1)),
        replace(table, vocabulary=replace(vocabulary, corpus_fingerprint="cd" * 32)),
        replace(table, vocabulary=replace(vocabulary, unit="document")),
    ]
    assert len({table.fingerprint, *(other.fingerprint for other in changed)}) == len(changed) + 1


def test_fingerprint_is_that_of_last_year(table: DisclosureTable) -> None:
    """A plan made by an older version must still name its tables."""
    assert table.fingerprint == "a171d5eb2b2c3943daeaccf76be2b26353778c03ed0e609a188e5f4b182e4fb7"


def test_empty_table_round_trips(vocabulary: Vocabulary) -> None:
    none = np.empty(0, np.int64)
    table = DisclosureTable("X", ("x",), vocabulary, 1, (), none, none)
    assert DisclosureTable.from_bytes(table.to_bytes(), vocabulary).keys == ()


def test_table_of_another_vocabulary_is_refused(table: DisclosureTable, vocabulary: Vocabulary) -> None:
    other = replace(vocabulary, n_contexts=1001)
    with pytest.raises(InvalidError) as caught:
        DisclosureTable.from_bytes(table.to_bytes(), other, "hiv.table")
    assert code_of(caught) == "CNT002"


@pytest.mark.parametrize("cut", [0, 5, 40, 100, -1])
def test_damaged_bytes_are_refused(table: DisclosureTable, vocabulary: Vocabulary, cut: int) -> None:
    with pytest.raises(InvalidError) as caught:
        DisclosureTable.from_bytes(table.to_bytes()[:cut], vocabulary, "hiv.table")
    assert code_of(caught) == "CNT001"
    with pytest.raises(InvalidError):
        Vocabulary.from_bytes(vocabulary.to_bytes()[:cut])


def test_every_flipped_byte_is_noticed(table: DisclosureTable, vocabulary: Vocabulary) -> None:
    whole = table.to_bytes()
    for place in range(len(whole)):
        flipped = bytearray(whole)
        flipped[place] ^= 0x41
        with pytest.raises(InvalidError):
            DisclosureTable.from_bytes(bytes(flipped), vocabulary)
    with pytest.raises(InvalidError):
        DisclosureTable.from_bytes(whole + b"\0", vocabulary)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"rows":3', b'"rows":2'),
        (b"[3,3,3,3]", b"[3,3,3]"),
        (b"[3,3,3,3]", b"[3,3,3,4]"),
        (b"[3,3,3,3]", b"[9,9,9,9]"),
        (b'"n_concept"', b'"n_concepts"'),
        (b'"n_concept":10,', b""),
        (b'{"columns"', b'["columns"'),
    ],
)
def test_other_header_is_refused(
    table: DisclosureTable, vocabulary: Vocabulary, old: bytes, new: bytes
) -> None:
    magic, _, packed = table.to_bytes().partition(b"\n")
    content = lzma.decompress(packed)
    assert old in content
    with pytest.raises(InvalidError):
        DisclosureTable.from_bytes(magic + b"\n" + lzma.compress(content.replace(old, new)), vocabulary)


def test_impossible_counts_are_refused(table: DisclosureTable) -> None:
    with pytest.raises(InvalidError):
        replace(table, n_ct=table.n_ct + 1)  # 8 of 7 contexts
    with pytest.raises(InvalidError):
        replace(table, n_ct=table.n_ct * 0)
    with pytest.raises(InvalidError):
        replace(table, keys=table.keys[::-1])
    with pytest.raises(InvalidError):
        replace(table, n_t=table.n_t[:-1])


def test_repr_shows_no_terms(table: DisclosureTable, vocabulary: Vocabulary) -> None:
    assert "antiretroviral" not in repr(table) + repr(vocabulary)


def test_words_have_a_place_in_the_vocabulary(vocabulary: Vocabulary) -> None:
    assert vocabulary.places(["city", "village", "antiretroviral"]).tolist() == [1, -1, 0]


def test_a_word_that_was_counted_once_was_seen(table: DisclosureTable, vocabulary: Vocabulary) -> None:
    once = replace(vocabulary, min_contexts=1, n_t=np.array([8, 1, 120, 10, 70_000_000]))
    assert replace(table, vocabulary=once).counts("city") == (1, 0)


def test_keys_stand_in_order_and_once() -> None:
    with pytest.raises(InvalidError):
        Vocabulary("wiki", "ab" * 32, "paragraph", 10, 1, ("a", "a"), np.array([1, 1]))
    with pytest.raises(InvalidError):
        Vocabulary("wiki", "ab" * 32, "paragraph", 10, 1, ("b", "a"), np.array([1, 1]))
