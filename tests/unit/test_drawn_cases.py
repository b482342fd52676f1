"""Properties are tried on few cases in the quick half of the tests, and on all where the long half runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.drawn_cases import FEW, load_settings, number_of_cases


@pytest.fixture(autouse=True)
def put_back() -> Iterator[None]:
    before = settings.get_current_profile_name()
    yield
    settings.load_profile(before)


def drawn(marks: str) -> list[int]:
    """What a property is tried on that asks for 150 cases."""
    load_settings(marks)
    found: list[int] = []

    @settings(max_examples=number_of_cases(150))
    @given(st.integers())
    def law(number: int) -> None:
        found.append(number)

    law()
    return found


def test_this_run_draws_as_many_as_its_half_asks_for(request: pytest.FixtureRequest) -> None:
    quick = request.config.option.markexpr == "not slow"
    assert number_of_cases(150) == (FEW if quick else 150)


def test_the_quick_half_tries_few_and_always_the_same() -> None:
    assert len(drawn("not slow")) == FEW
    assert drawn("not slow") == drawn("not slow")


@pytest.mark.parametrize("marks", ["", "slow"])
def test_all_are_tried_elsewhere(marks: str) -> None:
    assert len(drawn(marks)) == 150


def test_a_property_that_asks_for_fewer_gets_them() -> None:
    load_settings("not slow")
    assert number_of_cases(5) == 5


def test_the_quick_half_is_what_the_makefile_asks_for() -> None:
    assert 'HALF := -m "not slow"\n' in (ROOT / "Makefile").read_text()
