"""Equivalence classes of people: what is withheld, and the risk in a population."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.methods.equivalence import classes, expected_risk, withheld

LOOKS = st.dictionaries(
    st.integers(0, 40),
    st.frozensets(st.tuples(st.sampled_from("abc"), st.sampled_from("xy")), min_size=1, max_size=2),
    min_size=1,
)


@given(LOOKS, st.integers(2, 6))
def test_what_is_left_and_what_is_withheld_are_classes_of_k_or_everybody_is_withheld(looks, k) -> None:
    gone = withheld(looks, k)
    left = [
        len(people) for people in classes({p: look for p, look in looks.items() if p not in gone}).values()
    ]
    assert all(size >= k for size in left)
    assert not gone or len(gone) >= k or len(gone) == len(looks)


def test_no_more_is_withheld_than_the_small_classes_need() -> None:
    looks = {n: frozenset({("a" if n < 5 else "b" if n < 9 else "c",)}) for n in range(10)}
    assert withheld(looks, 4) == {5, 6, 7, 8, 9}  # one alone, and the smallest class to hide it in
    assert withheld(looks, 2) == {5, 6, 7, 8, 9}
    assert not withheld({n: look for n, look in looks.items() if n < 9}, 4)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 0.9])
def test_the_expected_risk_is_that_of_the_closed_forms(share: float) -> None:
    rest = 1 - share
    assert expected_risk(1, share) == pytest.approx(-share / rest * math.log(share), rel=1e-6)
    two = share / rest**2 * (share * math.log(share) + rest)
    assert expected_risk(2, share) == pytest.approx(two, rel=1e-6)


@pytest.mark.parametrize("size", [1, 3, 11, 200])
def test_the_expected_risk_is_the_sum_of_the_negative_binomial_distribution(size: int) -> None:
    share, total, chance = 0.3, 0.0, 0.3**size
    for population in range(size, 60 * size + 400):
        total += chance / population
        chance *= population / (population - size + 1) * (1 - share)
    assert expected_risk(size, share) == pytest.approx(total, rel=1e-5)
