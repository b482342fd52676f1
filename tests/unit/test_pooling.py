"""Counts of several corpora added up: the same as counting both, weights never invent evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.counts.disclosure import DisclosureTable
from engine.counts.pooling import disagreements, pooled_table, pooled_vocabulary
from engine.errors import InvalidError
from tests.c_sanitized_corpus import ABOUT_HIV, FILLER, OTHER, count_table
from tests.drawn_cases import number_of_cases

NAMES = ["hiv", "hiv infection"]
words = st.sampled_from(("hiv", "drug", "ward", "council", "infection"))
corpora = st.lists(st.lists(words, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=12)


def pooled(tables: list[DisclosureTable], weights: list[float]) -> DisclosureTable:
    vocabulary = pooled_vocabulary("pool", [table.vocabulary for table in tables], weights)
    return pooled_table(vocabulary, tables, weights)


@settings(max_examples=number_of_cases(60), deadline=None)
@given(corpora, corpora)
def test_with_weights_of_one_a_pool_counts_what_one_corpus_of_both_counts(
    first: list[str], second: list[str]
) -> None:
    """Phrases aside: a table holds only those seen with the concept, so n(t) of others is unknown."""
    both = count_table([*first, *second], NAMES)
    found = pooled([count_table(first, NAMES), count_table(second, NAMES)], [1.0, 1.0])
    assert (found.n_contexts, found.n_concept) == (both.n_contexts, both.n_concept)
    for key in (*both.vocabulary.keys, "zebra"):
        assert found.counts(key) == both.counts(key)


@settings(max_examples=number_of_cases(60), deadline=None)
@given(corpora, corpora, st.floats(0.01, 1.0), st.floats(0.01, 1.0))
def test_a_weight_never_adds_evidence(first: list[str], second: list[str], one: float, other: float) -> None:
    tables = [count_table(first, NAMES), count_table(second, NAMES)]
    found = pooled(tables, [one, other])
    for key in found.keys:
        n_term, n_joint = found.counts(key)
        assert n_joint <= min(n_term, found.n_concept)
        assert n_joint <= sum(table.counts(key)[1] for table in tables)


def test_counts_are_rounded_by_their_weight() -> None:
    tables = [count_table(["hiv drug"] * 4, NAMES), count_table(["drug"] * 10, NAMES)]
    found = pooled(tables, [1.0, 0.25])
    assert found.n_contexts == 4 + 3
    assert found.n_concept == 4
    assert found.counts("drug") == (4 + 3, 4)


def test_the_fingerprint_depends_on_corpora_order_and_weights() -> None:
    tables = [count_table(ABOUT_HIV, NAMES), count_table(OTHER, NAMES)]
    prints = {
        pooled(tables, [1.0, 1.0]).corpus_fingerprint,
        pooled(tables, [1.0, 0.5]).corpus_fingerprint,
        pooled(tables[::-1], [1.0, 1.0]).corpus_fingerprint,
    }
    assert len(prints) == 3


def test_corpora_of_different_units_are_no_pool() -> None:
    first, second = (count_table(texts, NAMES).vocabulary for texts in (ABOUT_HIV, OTHER))
    with pytest.raises(InvalidError) as error:
        pooled_vocabulary("pool", [first, replace(second, unit="sentence")], [1.0, 1.0])
    assert error.value.faults[0].code == "CNT017"


def test_sources_disagree_where_one_shows_disclosure_and_another_safety() -> None:
    telling = count_table(["hiv patients in the ward", *FILLER] * 6, NAMES)
    harmless = count_table(["the ward was painted", "hiv is a virus", *FILLER] * 40, NAMES)
    silent = count_table(["hiv is a virus", "the ward", *FILLER], NAMES)
    (found,) = (each for each in disagreements([telling, harmless], 0.2, 1.0, 3) if each.key == "ward")
    assert found.told == ("discloses", "safe")
    assert found.counts == ((6, 6), (40, 0))
    assert not any(each.key == "ward" for each in disagreements([telling, silent], 0.2, 1.0, 3))
