"""Information content, PMI and evidence bounds."""

from __future__ import annotations

import math

import pytest

from engine.counts.information import (
    JointCount,
    allowed_probability,
    information_content,
    lower_bound,
    pmi,
    posterior,
    upper_bound,
)


def test_information_is_in_bits() -> None:
    assert information_content(1, 8) == 3.0
    assert information_content(8, 8) == 0.0
    assert information_content(0, 8) == math.inf


def test_pmi_of_independent_terms_is_zero_and_never_together_is_minus_infinity() -> None:
    assert pmi(100, 10, 20, 2) == pytest.approx(0.0)
    assert pmi(100, 10, 20, 0) == -math.inf


def test_pmi_is_information_of_concept_when_term_implies_it() -> None:
    assert pmi(1024, 4, 2, 2) == information_content(4, 1024) == 8.0


def test_pmi_of_generalization_counted_coherently_is_its_information() -> None:
    """[CS], section on term generalizations: p(c, g) = p(c), so PMI(c; g) = IC(g)."""
    assert pmi(1024, 4, 64, 4) == pytest.approx(information_content(64, 1024))


@pytest.mark.parametrize("alpha", [1.0, 1.5, 2.0, 7.0])
def test_threshold_in_bits_and_as_probability_are_the_same(alpha: float) -> None:
    p_concept = 7 / 1000
    bits = information_content(7, 1000) / alpha
    assert posterior(bits, p_concept) == pytest.approx(allowed_probability(p_concept, alpha))


def test_wilson_bounds() -> None:
    """Reference values: Wilson score interval for 8 of 10, z = 1.96, is (0.4902, 0.9433)."""
    assert lower_bound(8, 10, 1.96) == pytest.approx(0.4902, abs=1e-4)
    assert upper_bound(8, 10, 1.96) == pytest.approx(0.9433, abs=1e-4)
    assert lower_bound(2, 4, 0.0) == upper_bound(2, 4, 0.0) == 0.5
    assert (lower_bound(0, 0, 1.0), upper_bound(0, 0, 1.0)) == (0.0, 1.0)


def test_joint_counts_must_be_possible() -> None:
    counted = JointCount(100, 10, 5, 5)
    assert counted.probability == 1.0
    assert counted.pmi_bits == pytest.approx(information_content(10, 100))
    with pytest.raises(ValueError, match="joint"):
        JointCount(100, 10, 5, 6)
    with pytest.raises(ValueError, match="contexts"):
        JointCount(4, 10, 5, 1)
