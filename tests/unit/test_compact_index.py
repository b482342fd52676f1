"""The compact index counts as the whole index does, or says on which sample it counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adapters.counts.build import build_index
from adapters.counts.compacting import CompactSettings, compact_index
from adapters.counts.local import LocalCounts
from engine.counts.compact import CompactIndex, context_levels
from engine.counts.disclosure import Vocabulary
from engine.errors import InvalidError

EVERYTHING = CompactSettings(
    min_contexts=1, min_word_contexts=1, min_phrase_contexts=3, min_lift=0.0, max_contexts=10**6
)
SICK = "the patient took antiretroviral drugs against the virus hiv in an opportunistic infection"
WELL = "the weather in the old city was fine and many people went out to walk"
OTHER = "people of the city took a walk against the weather and saw a patient"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> LocalCounts:
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "texts.txt").write_text("\n\n".join([SICK] * 6 + [WELL] * 500 + [OTHER] * 40))
    build_index([folder / "texts.txt"], folder / "index", name="small")
    return LocalCounts(folder / "index")


@pytest.fixture(scope="module")
def compact(whole: LocalCounts) -> CompactIndex:
    return compact_index(whole, ["hiv", "opportunistic infection"], EVERYTHING)


def test_levels_halve_and_are_the_same_everywhere() -> None:
    levels = context_levels(100_000)
    for level in range(5):
        assert np.mean(levels >= level) == pytest.approx(0.5**level, rel=0.05)
    assert levels[:16].tolist() == context_levels(16).tolist()


def test_a_table_is_that_of_the_whole_index_where_nothing_is_left_out(
    whole: LocalCounts, compact: CompactIndex
) -> None:
    ours = compact.table("HIV", ["HIV"], min_joint=1, only_positive=False)
    theirs = whole.disclosure_table("HIV", ["HIV"])
    assert (ours.n_concept, ours.n_contexts) == (theirs.n_concept, theirs.n_contexts) == (6, 546)
    for key in ("antiretroviral", "opportunistic infection", "patient", "weather", "zorbleflax"):
        assert ours.counts(key) == theirs.counts(key), key


def test_it_survives_the_way_through_bytes(compact: CompactIndex) -> None:
    content = compact.to_bytes()
    again = CompactIndex.from_bytes(content, compact.vocabulary)
    assert again.fingerprint == compact.fingerprint
    assert again.to_bytes() == content
    assert (again.postings == compact.postings).all()
    assert again.table("x", ["hiv"]).fingerprint == compact.table("x", ["hiv"]).fingerprint


@pytest.mark.parametrize("cut", [0, 5, 200, -1])
def test_what_is_not_whole_is_refused(compact: CompactIndex, cut: int) -> None:
    with pytest.raises(InvalidError, match="CNT001"):
        CompactIndex.from_bytes(compact.to_bytes()[:cut], compact.vocabulary)


def test_it_is_read_with_its_own_vocabulary_only(compact: CompactIndex) -> None:
    mine = compact.vocabulary
    other = Vocabulary("small", "1" * 64, "paragraph", mine.n_contexts, 1, mine.keys, mine.n_t)
    with pytest.raises(InvalidError, match="CNT002"):
        CompactIndex.from_bytes(compact.to_bytes(), other)


def test_a_concept_that_no_context_mentions_cannot_be_counted(compact: CompactIndex) -> None:
    with pytest.raises(InvalidError, match="CNT015"):
        compact.table("gout", ["gout", "podagra of the toe"])


def test_a_frequent_name_is_counted_in_a_sample_and_all_counts_are_of_it(whole: LocalCounts) -> None:
    few = CompactSettings(1, 1, 3, 0.0, 100, 100)
    sampled = compact_index(whole, ["fine"], few)
    table = sampled.table("fine", ["fine"])
    inside = sampled.context_levels >= 3
    assert table.n_contexts == int(inside.sum()) < whole.n_contexts() / 2
    assert table.n_concept == int(inside[6:506].sum()) < table.n_contexts
    assert table.counts("old") == (table.n_concept, table.n_concept)
    assert table.vocabulary.count("antiretroviral") == int(inside[:6].sum()), "unseen there stays unseen"


def test_a_frequent_word_keeps_a_sample_whose_share_is_right(whole: LocalCounts) -> None:
    few = CompactSettings(1, 1, 3, 0.0, 100, 10**6)
    sampled = compact_index(whole, ["hiv", "walk"], few)
    table = sampled.table("walk", ["walk"])
    n_term, n_joint = table.counts("city")
    assert table.n_contexts == whole.n_contexts()
    assert n_term < 150 < 540 == table.vocabulary.count("city")
    assert n_joint == n_term, "each context with the one holds the other"


def test_building_it_twice_gives_the_same_bytes(whole: LocalCounts, compact: CompactIndex) -> None:
    assert (
        compact_index(whole, ["hiv", "opportunistic infection"], EVERYTHING).to_bytes() == compact.to_bytes()
    )


def test_rare_and_loose_phrases_are_left_out_and_names_are_kept(whole: LocalCounts, tmp_path: Path) -> None:
    strict = CompactSettings(1, 1, 1000, 8.0, 10**6, 10**6)
    index = compact_index(whole, ["opportunistic infection"], strict)
    assert [index.key(len(index.vocabulary.keys) + row) for row in range(len(index.phrases))] == [
        "opportunistic infection"
    ]
    assert index.number("fine weather") is None
