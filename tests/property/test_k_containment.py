"""Lemmas 1-3, downward closure, and every fast path against brute force over all rows and sets."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.checks import containment as counting
from engine.methods.k_containment import (
    CellSuppressor,
    anonymity_level,
    check_certificate,
    containment,
    containment_level,
)
from engine.methods.k_containment.selection import lattice
from engine.methods.k_containment.selection import maximal as maximal_module
from engine.methods.k_containment.selection import partition as partition_module
from engine.methods.k_containment.selection.greedy import greedy
from engine.methods.k_containment.selection.maximal import largest_frequent, maximal, maximal_sets
from engine.methods.k_containment.selection.partition import Partition
from engine.methods.k_containment.selection.suppression import suppress_cells
from engine.methods.k_containment.selection.utility import dist_cnt, ham_dist
from engine.methods.k_containment.tables.table import as_binary, rows_of
from tests.drawn_cases import number_of_cases


@st.composite
def tables(draw: st.DrawFn, max_rows: int = 12, max_features: int = 6) -> np.ndarray:
    n, m = draw(st.integers(2, max_rows)), draw(st.integers(1, max_features))
    bits = draw(st.lists(st.integers(0, 2**m - 1), min_size=n, max_size=n))
    return np.array([[code >> j & 1 for j in range(m)] for code in bits], np.uint8)


labelled = tables().flatmap(
    lambda t: st.tuples(st.just(t), st.lists(st.booleans(), min_size=len(t), max_size=len(t)).map(np.array))
)
ks = st.integers(1, 4)
fast = settings(max_examples=number_of_cases(60), deadline=None, derandomize=True)


def brute_sizes(table: np.ndarray) -> list[int]:
    return [sum(all(b >= a for a, b in zip(row, other, strict=True)) for other in table) for row in table]


def brute_level(table: np.ndarray) -> int:
    return min(brute_sizes(table))


def subsets(m: int) -> list[tuple[int, ...]]:
    return [s for size in range(m + 1) for s in itertools.combinations(range(m), size)]


def brute_maximal(table: np.ndarray, family: object) -> list[list[int]]:
    members = [set(s) for s in subsets(table.shape[1]) if family(s)]  # type: ignore[operator]
    return sorted(sorted(s) for s in members if not any(s < t for t in members))


@fast
@given(tables())
def test_lemma_1_anonymity_implies_containment(table: np.ndarray) -> None:
    assert containment_level(table) >= anonymity_level(table)


@fast
@given(tables(), st.data())
def test_lemma_2_level_never_rises_with_features(table: np.ndarray, data: st.DataObject) -> None:
    larger = data.draw(st.sets(st.integers(0, table.shape[1] - 1), min_size=1))
    smaller = sorted(data.draw(st.sets(st.sampled_from(sorted(larger)))))
    assert brute_level(table[:, smaller]) >= containment_level(table[:, sorted(larger)])


@fast
@given(tables(), ks)
def test_maximal_sets_equal_brute_force(table: np.ndarray, k: int) -> None:
    assume(k <= len(table))
    matrix = as_binary(table)
    feasible = brute_maximal(table, lambda s: brute_level(table[:, list(s)]) >= k)
    frequent = brute_maximal(table, lambda s: table[:, list(s)].all(axis=1).sum() >= k)
    assert sorted(maximal_sets(matrix, k, "feasible")) == feasible
    assert sorted(maximal_sets(matrix, k, "frequent")) == frequent
    # Lemma 3: a frequent set is feasible
    assert all(any(set(f) <= set(g) for g in feasible) for f in frequent)


@pytest.mark.parametrize("k", [3, 100, 200, 40_000])
def test_lattice_of_every_word_layout(k: int) -> None:
    rng = np.random.default_rng(k)
    table = (rng.random((k * 3, 7)) < rng.uniform(0.2, 0.9, 7)).astype(np.uint8)
    support = lattice.capped_supports(as_binary(table), k)
    for code in range(2**7):
        rows = table[:, lattice.members(code)].all(axis=1).sum()
        assert support[code] == min(k, rows)


@fast
@given(tables(max_rows=9, max_features=7), ks)
def test_row_search_finds_the_largest_frequent_sets(table: np.ndarray, k: int) -> None:
    assume(k <= len(table))
    frequent = brute_maximal(table, lambda s: table[:, list(s)].all(axis=1).sum() >= k)
    wide = [s for s in frequent if len(s) >= 2]
    found = largest_frequent(as_binary(table), k, 1000)
    assert sorted(map(sorted, found)) == sorted(wide)
    if wide:
        best = largest_frequent(as_binary(table), k, 1)
        assert len(best[0]) == max(map(len, wide))


@fast
@given(tables(), ks, st.randoms(use_true_random=False))
def test_partition_allows_exactly_what_keeps_the_level(table: np.ndarray, k: int, random: object) -> None:
    assume(k <= len(table))
    matrix, chosen, partition = as_binary(table), [], Partition(len(table))
    order = list(range(table.shape[1]))
    random.shuffle(order)  # type: ignore[attr-defined]
    for feature in order:
        tried = table[:, [*chosen, feature]]
        rows = rows_of(matrix, feature)
        assert partition.allows(rows, k, "containment") == (brute_level(tried) >= k)
        if brute_level(tried) >= k:
            partition.add(rows)
            chosen.append(feature)
    assert sorted(partition.size) == sorted(np.unique(table[:, chosen], axis=0, return_counts=True)[1])


@fast
@given(tables(), ks, st.randoms(use_true_random=False))
def test_partition_allows_exactly_what_keeps_k_anonymity(table: np.ndarray, k: int, random: object) -> None:
    assume(k <= len(table))
    matrix, chosen, partition = as_binary(table), [], Partition(len(table))
    for feature in range(table.shape[1]):
        allowed = partition.allows(rows_of(matrix, feature), k, "anonymity")
        assert allowed == (anonymity_level(table[:, [*chosen, feature]]) >= k)
        if allowed:
            partition.add(rows_of(matrix, feature))
            chosen.append(feature)


@fast
@given(
    labelled, ks, st.sampled_from(["ham_dist", "dist_cnt", "classification_metric", "information", "ones"])
)
def test_greedy_is_feasible_and_maximal(case: tuple, k: int, utility: str) -> None:
    table, labels = case
    assume(k <= len(table) and 0 < labels.sum() < len(labels))
    found = greedy(as_binary(table), labels, k, utility)  # type: ignore[arg-type]
    chosen = list(found.features)
    assert brute_level(table[:, chosen]) >= k
    assert set(chosen) | set(found.dropped) == set(range(table.shape[1]))
    for feature, reason in found.dropped.items():
        if reason == "conflict":
            assert brute_level(table[:, [*chosen, feature]]) < k
        if reason == "rare":
            assert 0 < table[:, feature].sum() < k


@fast
@given(labelled, ks)
def test_lazy_greedy_equals_plain_greedy(case: tuple, k: int) -> None:
    table, labels = case
    assume(k <= len(table) and 0 < labels.sum() < len(labels))
    chosen: list[int] = []
    while True:
        gains = {
            f: brute_dist_cnt(table[:, [*chosen, f]], labels)
            for f in range(table.shape[1])
            if f not in chosen and brute_level(table[:, [*chosen, f]]) >= k
        }
        if not gains or max(gains.values()) == brute_dist_cnt(table[:, chosen], labels):
            break
        chosen.append(max(gains, key=lambda f: (gains[f], -f)))
    found = greedy(as_binary(table), labels, k, "dist_cnt").features
    assert brute_dist_cnt(table[:, list(found)], labels) == brute_dist_cnt(table[:, chosen], labels)
    assert list(found) == chosen


def brute_dist_cnt(table: np.ndarray, labels: np.ndarray) -> int:
    return sum(bool((a != b).any()) for a in table[labels] for b in table[~labels])


@fast
@given(labelled)
def test_utilities_equal_loops_over_pairs(case: tuple) -> None:
    table, labels = case
    assume(0 < labels.sum() < len(labels))
    matrix = as_binary(table)
    pairs = [(a, b) for a in table[labels] for b in table[~labels]]
    assert dist_cnt(matrix, labels) == brute_dist_cnt(table, labels)
    assert ham_dist(matrix, labels) == pytest.approx(np.mean([a != b for a, b in pairs], axis=0))


@fast
@given(labelled, ks)
def test_exact_maximal_is_at_least_as_good_as_greedy(case: tuple, k: int) -> None:
    table, labels = case
    assume(k <= len(table) and 0 < labels.sum() < len(labels))
    matrix = as_binary(table)
    best = maximal(matrix, labels, k, "dist_cnt", "feasible", None).features
    assert brute_level(table[:, list(best)]) >= k
    assert dist_cnt(matrix[:, list(best)], labels) >= dist_cnt(
        matrix[:, list(greedy(matrix, labels, k, "dist_cnt").features)], labels
    )


@fast
@given(tables(), ks, st.randoms(use_true_random=False))
def test_cell_suppression_keeps_the_level_and_only_clears(table: np.ndarray, k: int, random: object) -> None:
    assume(k <= len(table))
    scores = np.array([random.random() for _ in range(table.shape[1])])  # type: ignore[attr-defined]
    found = suppress_cells(as_binary(table), k, scores)
    released = found.matrix.toarray()
    assert brute_level(released) >= k
    assert (released <= table).all()
    assert found.cleared.tolist() == (table.astype(int) - released).sum(axis=0).tolist()
    # at least k rows of the TRUE table contain each released row too
    assert all((table >= row).all(axis=1).sum() >= k for row in released)


@fast
@given(tables(), ks)
def test_cell_suppression_leaves_a_private_table_alone_and_is_idempotent(table: np.ndarray, k: int) -> None:
    assume(k <= len(table))
    scores = np.arange(table.shape[1], dtype=float)
    once = suppress_cells(as_binary(table), k, scores).matrix
    if brute_level(table) >= k:
        assert (once.toarray() == table).all()
    assert (suppress_cells(once, k, scores).matrix.toarray() == once.toarray()).all()


@fast
@given(labelled, ks)
def test_cell_rule_gives_fitted_rows_their_release(case: tuple, k: int) -> None:
    table, labels = case
    assume(k <= len(table) and 0 < labels.sum() < len(labels))
    model = CellSuppressor(k=k).fit(table, labels)
    assert (model.transform(table) == model.rule_.released.toarray()).all()
    everything = ((np.arange(2 ** table.shape[1])[:, None] >> np.arange(table.shape[1])) & 1).astype(np.uint8)
    for row in model.transform(everything):
        assert (model.rule_.released.toarray() >= row).all(axis=1).sum() >= k


@fast
@given(tables(), ks)
@pytest.mark.parametrize("bits", [0, containment.BITS])
def test_certificate_exists_exactly_when_the_level_is_reached(bits: int, table: np.ndarray, k: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(containment, "BITS", bits)
        level, certificate = containment.certified_level(as_binary(table), k)
    assert level == brute_level(table)
    assert (certificate is not None) == (level >= k)
    if certificate is not None:
        assert check_certificate(as_binary(table), certificate)


@fast
@given(tables(30, 8), ks)
def test_the_level_counted_on_the_file_is_that_of_the_definition(table: np.ndarray, k: int) -> None:
    rows = [tuple(np.flatnonzero(row).tolist()) for row in table]
    with pytest.MonkeyPatch.context() as patch:
        for few in (0, 64):
            patch.setattr(counting, "_FEW", few)
            assert counting.count_level(rows, table.shape[1]) == brute_level(table)
        patch.setattr(counting, "MAX_HELD", 0)
        assert counting.count_level(rows, table.shape[1]) is None


@fast
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_many_patterns_give_what_few_patterns_give(seed: int, k: int) -> None:
    table = as_binary((np.random.default_rng(seed).random((300, 12)) < 0.25).astype(np.uint8))
    scores = np.asarray(table.sum(axis=0), float)
    slow = suppress_cells(table, k, scores).matrix
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partition_module, "_FEW_PATTERNS", 0)
        assert (suppress_cells(table, k, scores).matrix != slow).nnz == 0
        greedily = greedy(table, None, k, "ones")
    assert greedily == greedy(table, None, k, "ones")


@fast
@given(tables(30, 8), ks)
def test_sets_grown_in_long_tables_are_maximal_and_frequent(table: np.ndarray, k: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maximal_module, "MAX_ROWS_WIDE", 0)
        found = largest_frequent(as_binary(table), k, 5)
    assert found or not (table.sum(axis=0) >= k).any()
    for features in found:
        shared = table[:, features].all(axis=1)
        assert shared.sum() >= k
        outside = [f for f in range(table.shape[1]) if f not in features]
        assert all(table[shared, f].sum() < k for f in outside)
