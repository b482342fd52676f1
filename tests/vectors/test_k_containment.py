"""Tables 1 and 2 of the k-AC paper, its example after Definition 6 and the counterexample of Lemma 1."""

import numpy as np
import pytest
from scipy.sparse import csc_array

from engine.methods.k_containment import anonymity_level, containment_level
from engine.methods.k_containment.selection.maximal import maximal_sets
from engine.methods.k_containment.selection.utility import classification_metric, dist_cnt, ham_dist
from engine.methods.k_containment.tables.table import as_binary

TOY = as_binary(
    np.array([[1, 0, 1, 0], [1, 0, 1, 0], [1, 0, 0, 1], [1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 0, 1]])
)
SET_1, SET_2 = [0, 1], [2, 3]
LABELS = np.array([False, True, False, True, True, False])
"""Classes consistent with the text: one mistake in six on set 2, no good correlation on set 1
(their signs are lost in our copy of Table 1)."""


def test_example_after_definition_6() -> None:
    assert containment_level(TOY) == 1


@pytest.mark.parametrize("features", [SET_1, SET_2])
def test_both_feature_sets_of_table_2_are_2_anonymous_and_2_ac(features: list[int]) -> None:
    projection = TOY[:, features]
    assert anonymity_level(projection) == 2
    assert containment_level(projection) == 2


def test_set_2_makes_one_mistake_in_six() -> None:
    assert classification_metric(TOY[:, SET_2], LABELS) == 1
    assert classification_metric(TOY[:, SET_1], LABELS) == 3


def test_whole_table_is_infeasible_at_2_and_the_maximal_sets_are_those_of_table_2() -> None:
    assert maximal_sets(TOY, 2) == [[0, 1], [0, 2, 3]]


def test_lemma_1_counterexample() -> None:
    table = np.array([[1, 1], [1, 1], [0, 1]])
    assert containment_level(table) == 2
    assert anonymity_level(table) == 1


def test_two_disjoint_groups_are_feasible_but_their_union_is_not_frequent() -> None:
    table = csc_array(np.repeat(np.array([[1, 0], [0, 1]], np.uint8), 3, axis=0))
    assert maximal_sets(table, 3, "feasible") == [[0, 1]]
    assert maximal_sets(table, 3, "frequent") == [[0], [1]]


def test_utilities_by_hand() -> None:
    # x3 is 1 for e1, e2, e4, e5: among positives (e2, e4, e5) 3/3, among negatives (e1, e3, e6) 1/3.
    assert ham_dist(TOY, LABELS)[2] == pytest.approx(1 * 2 / 3)
    assert dist_cnt(TOY[:, [2]], LABELS) == 6
    assert dist_cnt(TOY, LABELS) == 7
