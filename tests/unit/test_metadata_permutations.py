"""The attack on metadata says how far chance alone goes: labels are exchanged within pairs."""

from __future__ import annotations

import numpy as np

from tools.metadata_attack import auc_of, by_chance, likelihood


def test_nothing_is_told_of_exchanged_labels() -> None:
    labels, pairs = [True, False] * 30, [pair for pair in range(30) for _ in range(2)]
    telling = np.array(labels)[:, None] * 1.5 + np.random.default_rng(3).normal(size=(60, 2))
    assert auc_of(telling, labels, pairs) > 0.7
    assert 0.3 < by_chance(telling, labels, pairs, 6, seed=1).mean() < 0.65


def test_the_likelihood_counts_permutations_as_far_from_the_middle_on_either_side() -> None:
    chance = np.array([[0.40, 0.50, 0.60, 0.50], [0.40, 0.50, 0.60, 0.50]])
    assert likelihood([0.40, 0.40], chance).endswith(
        "by chance 0.500 (sd 0.071), as far in 0.60 of the permutations"
    )
    assert likelihood([0.90, 0.80], chance).endswith("as far in 0.20 of the permutations")
