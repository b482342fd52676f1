"""Theorems of Li et al. 2015 and the laws of GreedySanitize, on small data with learners of their own."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.methods.greedy_sanitize import (
    Attack,
    GreedyPath,
    Mask,
    Selection,
    Stopping,
    apply,
    attack,
    attack_bound,
    greedy_sanitize,
    is_local_optimum,
    loss,
    stops,
)
from tests.drawn_cases import number_of_cases

N_FEATURES = 4


@dataclass(frozen=True)
class Points:
    """Instances with binary features; a removed instance has all of them off."""

    features: np.ndarray
    sensitive: Mask
    remaining: Mask

    def remove(self, instances: Mask) -> Points:
        kept = self.remaining & ~instances
        return replace(self, features=self.features & kept[:, None], remaining=kept)

    def split(self, n_folds: int) -> Sequence[Mask]:
        number = np.arange(len(self.sensitive)) % n_folds
        return [number == k for k in range(n_folds)]

    def subset(self, instances: Mask) -> Points:
        return Points(self.features[instances], self.sensitive[instances], self.remaining[instances])


@dataclass(frozen=True)
class Rule:
    """Positive where one feature has one value; feature -1 says never."""

    feature: int
    value: bool = True

    def predict(self, data: Points) -> Mask:
        if self.feature < 0:
            return np.zeros(len(data.sensitive), bool)
        return (data.features[:, self.feature] == self.value) & data.remaining


CLASS = [Rule(-1), *(Rule(f, v) for f in range(N_FEATURES) for v in (True, False))]
"""The hypothesis class: small enough to know its most accurate member."""


class BestRule:
    """The most accurate rule of the class on the remaining instances: the paper's optimal learner."""

    name = "best rule"

    def fit(self, data: Points) -> Rule:
        def errors(rule: Rule) -> int:
            return int(((rule.predict(data) != data.sensitive) & data.remaining).sum())

        return min(CLASS, key=errors)


class Memory:
    """Remembers every combination of features that was mostly sensitive."""

    name = "memory"

    def fit(self, data: Points) -> Remembered:
        seen: dict[tuple[bool, ...], int] = {}
        rows = data.features[data.remaining], data.sensitive[data.remaining]
        for row, sensitive in zip(*rows, strict=True):
            seen[tuple(row)] = seen.get(tuple(row), 0) + (1 if sensitive else -1)
        return Remembered(frozenset(k for k, v in seen.items() if v > 0))


@dataclass(frozen=True)
class Remembered:
    combinations: frozenset[tuple[bool, ...]]

    def predict(self, data: Points) -> Mask:
        return np.array([tuple(row) in self.combinations for row in data.features], bool) & data.remaining


@st.composite
def points(draw: st.DrawFn) -> Points:
    n = draw(st.integers(4, 40))
    bits = draw(st.lists(st.booleans(), min_size=n * N_FEATURES, max_size=n * N_FEATURES))
    features = np.array(bits, bool).reshape(n, N_FEATURES)
    noise = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool)
    rule = features[:, 0] & features[:, 1]
    sensitive = np.where(draw(st.booleans()), rule, rule ^ (noise & features[:, 2]))
    return Points(features, sensitive, np.ones(n, bool))


ratios = st.floats(0.05, 200, allow_nan=False)
learners = st.sampled_from([BestRule(), Memory(), Selection([BestRule(), Memory()])])


def total_loss(data: Points, published: Mask, loss_ratio: float) -> float:
    return loss((data.sensitive & published).sum(), (~data.sensitive & ~published).sum(), loss_ratio)


@given(points(), ratios, learners)
@settings(max_examples=number_of_cases(150), deadline=None)
def test_theorem_3_1_at_most_one_round_per_instance(data: Points, ratio: float, learner: BestRule) -> None:
    sanitizer = greedy_sanitize(data, learner, ratio)
    assert len(sanitizer.rounds) <= len(data.sensitive)
    left = data
    for done in sanitizer.rounds:
        after = apply([done.classifier], left)
        assert after.remaining.sum() < left.remaining.sum()
        left = after


@given(points(), ratios, learners)
@settings(max_examples=number_of_cases(150), deadline=None)
def test_every_round_lowers_the_loss(data: Points, ratio: float, learner: BestRule) -> None:
    sanitizer = greedy_sanitize(data, learner, ratio)
    losses = [total_loss(data, data.remaining, ratio)]
    left = data
    for done in sanitizer.rounds:
        left = apply([done.classifier], left)
        losses.append(total_loss(data, left.remaining, ratio))
    assert all(b < a + 1e-9 for a, b in itertools.pairwise(losses))
    assert (sanitizer.sanitize(data).remaining == left.remaining).all()


@given(points(), ratios)
@settings(max_examples=number_of_cases(150), deadline=None)
def test_theorem_4_1_a_local_optimum_is_where_the_ratio_says_so(data: Points, ratio: float) -> None:
    published = greedy_sanitize(data, BestRule(), ratio).sanitize(data)
    attacker = BestRule().fit(published)
    found = attacker.predict(published) & published.remaining
    tp = int((found & data.sensitive).sum())
    fp = int((found & ~data.sensitive).sum())
    more = published.remove(found)
    change = total_loss(data, more.remaining, ratio) - total_loss(data, published.remaining, ratio)
    assert is_local_optimum(published, attacker, ratio)
    assert change >= -1e-6
    assert tp == 0 or fp / tp >= ratio * (1 - 1e-12)


@given(st.integers(0, 500), st.integers(0, 500), ratios)
def test_theorem_4_1_the_stop_in_both_forms(tp: int, fp: int, ratio: float) -> None:
    if tp == 0:
        assert stops(tp, fp, ratio)
    elif abs(fp / tp - ratio) > 1e-9 * ratio:
        assert stops(tp, fp, ratio) == (fp / tp >= ratio)


@given(points(), ratios)
@settings(max_examples=number_of_cases(150), deadline=None)
def test_theorem_4_2_bounds_what_the_best_attacker_finds(data: Points, ratio: float) -> None:
    published = greedy_sanitize(data, BestRule(), ratio).sanitize(data)
    found = BestRule().fit(published).predict(published) & published.remaining & data.sensitive
    assert found.sum() <= attack_bound(int((~data.sensitive).sum()), ratio) + 1e-9


@given(points(), st.lists(ratios, min_size=2, max_size=5), learners)
@settings(max_examples=number_of_cases(150), deadline=None)
def test_the_published_set_never_grows_with_the_loss_ratio(
    data: Points, several: list[float], learner: BestRule
) -> None:
    path = GreedyPath(data, learner)
    published = [path.sanitizer(ratio).sanitize(data).remaining for ratio in sorted(several)]
    for less, more in itertools.pairwise(published):
        assert not (more & ~less).any()
    for ratio, kept in zip(sorted(several), published, strict=True):
        assert (greedy_sanitize(data, learner, ratio).sanitize(data).remaining == kept).all()


@given(points(), ratios)
@settings(max_examples=number_of_cases(80), deadline=None)
def test_the_cross_fitted_loop_ends_too(data: Points, ratio: float) -> None:
    sanitizer = greedy_sanitize(data, Memory(), ratio, "cross-fitted", n_folds=3)
    assert len(sanitizer.rounds) <= len(data.sensitive)
    for done in sanitizer.rounds:
        tp, fp = done.counts("cross-fitted")
        assert not stops(tp, fp, ratio)


def broken(data: Points, ratio: float, stopping: Stopping) -> tuple[bool, bool]:
    """Whether the published data is no local optimum, and whether it breaks the bound."""
    published = greedy_sanitize(data, BestRule(), ratio, stopping, n_folds=2).sanitize(data)
    attacker = BestRule().fit(published)
    found = int((attacker.predict(published) & published.remaining & data.sensitive).sum())
    bound = attack_bound(int((~data.sensitive).sum()), ratio)
    return not is_local_optimum(published, attacker, ratio), found > bound + 1e-9


def test_only_the_papers_stop_has_the_optimum_and_the_bound_as_the_page_says() -> None:
    rng = np.random.default_rng(1)
    seen = {"training": np.zeros(2, int), "cross-fitted": np.zeros(2, int)}
    for _ in range(400):
        n = int(rng.integers(5, 12))
        data = Points(rng.random((n, N_FEATURES)) < 0.5, rng.random(n) < 0.4, np.ones(n, bool))
        for stopping in ("training", "cross-fitted"):
            seen[stopping] += broken(data, 5.0, stopping)
    assert seen["training"].tolist() == [0, 0]
    assert (seen["cross-fitted"] > 0).all()


def test_a_memorising_learner_looks_perfect_to_the_papers_stop_and_not_to_the_cross_fitted_one() -> None:
    rng = np.random.default_rng(7)
    features = np.zeros((16, N_FEATURES), bool)
    features[:] = [[bool(i >> b & 1) for b in range(N_FEATURES)] for i in range(16)]
    data = Points(features, rng.random(16) < 0.4, np.ones(16, bool))
    assert data.sensitive.any()
    on_training = GreedyPath(data, Memory()).sanitizer(1.0)
    held_out = GreedyPath(data, Memory(), "cross-fitted", 4).sanitizer(1.0)
    first = on_training.rounds[0]
    assert (first.true_positives, first.false_positives) == (int(data.sensitive.sum()), 0)
    assert held_out.rounds == ()


def test_the_last_classifier_is_not_added() -> None:
    features = np.array([[1, 0, 0, 0]] * 3 + [[0, 1, 0, 0]] * 7, bool)
    sensitive = np.array([True] * 3 + [True] * 2 + [False] * 5)
    data = Points(features, sensitive, np.ones(10, bool))
    sanitizer = greedy_sanitize(data, BestRule(), 1.0)
    assert len(sanitizer.rounds) == 1
    assert sanitizer.sanitize(data).remaining.sum() == 7


def test_removed_instances_are_seen_by_later_rounds() -> None:
    """It is no ensemble: the second rule pays only because the first one's positives are gone."""
    features = np.array(
        [[1, 1, 0, 0]] * 6 + [[0, 1, 0, 0]] * 2 + [[0, 1, 1, 0]] * 1 + [[0, 0, 0, 0]] * 8, bool
    )
    sensitive = np.array([True] * 6 + [True] * 2 + [False] + [False] * 8)
    data = Points(features, sensitive, np.ones(17, bool))
    sanitizer = greedy_sanitize(data, BestRule(), 10.0)
    assert (sanitizer.sanitize(data).remaining & sensitive).sum() == 0


@given(
    st.integers(0, 30),
    st.integers(0, 30),
    st.integers(0, 30),
    st.integers(0, 60),
    st.integers(0, 200),
)
def test_what_inspection_finds(tp: int, fp: int, fn: int, tn: int, budget: int) -> None:
    result = Attack("any", tp + fp + fn + tn, tp + fn, tp, fp)
    assert 0 <= result.found(budget) <= min(budget, tp + fn) + 1e-9
    assert result.found(budget) <= result.found(budget + 1) + 1e-9
    assert abs(result.found(tp + fp) - tp) < 1e-9
    assert abs(result.found(10_000) - (tp + fn)) < 1e-9
    assert abs(result.found_at_random(10_000) - (tp + fn)) < 1e-9


def test_the_attacker_keeps_the_most_accurate_learner() -> None:
    features = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1, 0] for i in range(64)], bool)
    sensitive = features[:, 0] & features[:, 1] & features[:, 2] | (~features[:, 0] & features[:, 1])
    data = Points(features, sensitive, np.ones(64, bool))
    result = attack(data, data, [BestRule(), Memory()])
    assert result.learner == "memory"
    assert (result.true_positives, result.false_positives) == (int(sensitive.sum()), 0)
