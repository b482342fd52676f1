"""k counted twice: on rows read back, on matrices, and the rank of a class, all by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.sparse import csr_array

from engine.checks import containment as counting
from engine.checks.containment import count_level, witnesses_hold
from engine.checks.hidden_class import ResidualCheck
from engine.methods.k_containment import containment
from engine.methods.k_containment.containment import (
    Certificate,
    anonymity_level,
    certified_level,
    certify,
    check_certificate,
    containment_level,
)
from engine.methods.k_redactor.corpus import Corpus

TABLES = [
    ([(0, 1), (0, 1), (0,), ()], 2, 2),
    ([(0, 1), (0,), ()], 2, 1),
    ([(0,), (1,)], 2, 1),
    ([(0,), (0,), (1,), (1,), (1,)], 2, 2),
    ([(), ()], 1, 2),
    ([(0, 1, 2)] * 3 + [(0, 1), (2,)], 3, 3),
    ([(0, 2), (1, 2), (0, 1), (0, 1, 2)], 3, 1),
    ([(0, 1, 2)] * 70 + [(number % 3,) for number in range(200)], 3, 70),
    ([], 2, 0),
    ([()] * 5, 1, 5),
    ([(number,) for number in range(20) for _ in range(20 - number)], 20, 1),
]
"""Rows, number of features, level."""


@pytest.fixture(params=[0, 1, 64])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_FEW", request.param)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("rows", "n_features", "level"), TABLES)
def test_the_level_of_rows(rows: list[tuple[int, ...]], n_features: int, level: int) -> None:
    assert count_level(rows, n_features) == level


def test_many_distinct_rows_are_weighed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_FEW", 64)
    rows = [(number, 100) for number in range(100) for _ in range(2)] + [(100,)]
    assert count_level(rows, 101) == 2
    assert count_level([*rows, (0, 100)], 101) == 2
    assert count_level([(number, 100) for number in range(100)], 101) == 1


def test_counting_gives_up_where_it_would_be_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(0,), (0, 1), (1,)]  # 3 distinct rows, 2 features, 4 ones: 3 * (2 + 4 + 3) = 27 bits
    assert count_level(rows, 2, 27) == 1
    assert count_level(rows, 2, 26) is None
    monkeypatch.setattr(counting, "MAX_HELD", 6)
    assert count_level(rows, 2) is not None
    monkeypatch.setattr(counting, "MAX_HELD", 5)
    assert count_level(rows, 2) is None


ROWS = [(0,), (0,), (0, 1), (0, 1)]
ENTRIES = [
    {"first": 0, "rows": 2, "contained_in": [0, 1]},
    {"first": 2, "rows": 2, "contained_in": [2, 3]},
]


def _changed(number: int, **changes: object) -> list[dict[str, object]]:
    return [{**entry, **changes} if number == i else entry for i, entry in enumerate(ENTRIES)]


def test_witnesses() -> None:
    assert witnesses_hold(ROWS, ENTRIES, 2)
    assert witnesses_hold(ROWS, ENTRIES, 1)
    assert not witnesses_hold(ROWS, ENTRIES, 3)
    assert not witnesses_hold(ROWS, ENTRIES[:1], 2)
    assert not witnesses_hold(ROWS[:2], ENTRIES, 2)
    assert witnesses_hold([], [], 2)


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (1, {"first": 3}),
        (1, {"first": 1}),
        (0, {"rows": 1}),
        (1, {"rows": 0}),
        (1, {"rows": 3}),
        (1, {"contained_in": [2, 2]}),
        (1, {"contained_in": [0, 3]}),
        (1, {"contained_in": [2, 4]}),
        (1, {"contained_in": [2, 3, -1]}),
        (0, {"contained_in": []}),
    ],
)
def test_witnesses_that_do_not_hold(number: int, changes: dict[str, object]) -> None:
    assert not witnesses_hold(ROWS, _changed(number, **changes), 2)


def test_every_row_of_an_entry_is_looked_up() -> None:
    rows = [(0,), (0, 1), (0,)]
    assert not witnesses_hold(rows, [{"first": 0, "rows": 3, "contained_in": [0, 2]}], 2)


def _matrix(rows: list[tuple[int, ...]], n_features: int) -> csr_array:
    dense = np.zeros((len(rows), n_features), np.int64)
    for number, row in enumerate(rows):
        dense[number, list(row)] = 1
    return csr_array(dense)


@pytest.fixture(params=[0, 2**31])
def bits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containment, "BITS", request.param)


@pytest.mark.usefixtures("bits")
@pytest.mark.parametrize(("rows", "n_features", "level"), TABLES)
def test_the_level_of_matrices(rows: list[tuple[int, ...]], n_features: int, level: int) -> None:
    matrix = _matrix(rows, n_features)
    assert containment_level(matrix) == level
    assert anonymity_level(matrix) == min((rows.count(row) for row in rows), default=0)
    for k in range(1, level + 2):
        certificate = certify(matrix, k)
        assert certified_level(matrix, k)[0] == level
        assert (certificate is not None) == (level >= k or not rows)
        if certificate is not None:
            assert certificate.k == k and check_certificate(matrix, certificate)
            assert all(len(set(witnesses)) == k for witnesses in certificate.witnesses)


def test_a_certificate_that_does_not_hold() -> None:
    matrix = _matrix(ROWS, 2)
    assert check_certificate(matrix, Certificate(2, [[0, 1], [2, 3], [2, 3], [2, 3]]))
    assert not check_certificate(matrix, Certificate(2, [[0, 1], [2, 3], [2, 3]]))
    assert not check_certificate(matrix, Certificate(2, [[0, 1], [2, 3], [1, 3], [2, 3]]))
    assert not check_certificate(matrix, Certificate(2, [[0, 1], [2, 2], [2, 3], [2, 3]]))
    assert not check_certificate(matrix, Certificate(3, [[0, 1], [2, 3], [2, 3], [2, 3]]))


WORDS = ("oil", "tea", "car")
CORPUS = Corpus(
    WORDS,
    _matrix([(0, 1), (0,), (1,), (2,), (1, 2)], 3),
    np.array([0, 0, 1, 2, 2]),
    ("A", "B", "C"),
)


@pytest.mark.parametrize("priors", [True, False])
@pytest.mark.parametrize("found", [set(), {"oil"}, {"tea"}, {"oil", "tea"}, {"car", "unknown"}, set(WORDS)])
@pytest.mark.parametrize("own", [0, 1, 2])
@pytest.mark.parametrize("document", [None, {"tea"}, {"oil", "unknown"}])
def test_the_rank_is_that_of_the_printed_equation(
    own: int, found: set[str], priors: bool, document: set[str] | None
) -> None:
    if document is not None and (own, document) not in ((1, {"tea"}), (0, {"oil", "unknown"})):
        pytest.skip("no such document of the corpus")
    texts = [({"oil", "tea"}, 0), ({"oil"}, 0), ({"tea"}, 1), ({"car"}, 2), ({"tea", "car"}, 2)]
    if document is not None:
        texts.remove((document & set(WORDS), own))
    scores = []
    for c in range(3):
        mine = [words for words, label in texts if label == c]
        ones = sum(map(len, mine))
        score = (log(len(mine)) if mine else -np.inf) if priors else 0.0
        for word in found & set(WORDS):
            score += log((sum(word in words for words in mine) + 0.5) / (ones + 0.5 * 3))
        scores.append(score)
    rank = sum(score >= scores[own] - 1e-12 for score in scores)
    assert ResidualCheck(CORPUS, 0.5).rank(found, own, document, priors) == rank


def test_classes_count_by_their_documents_unless_told_otherwise() -> None:
    assert ResidualCheck(CORPUS, 0.5).rank(set(), 0) == 2
    assert ResidualCheck(CORPUS, 0.5).rank(set(), 0, priors=False) == 3
