"""Tests among processes: each process begins with long ones, and no test is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.dealing import dealt

FILES = st.lists(st.lists(st.booleans(), min_size=1, max_size=6), max_size=12)
Test = tuple[int, int, bool]


def _dealt(files: list[list[bool]], shares: int) -> tuple[list[Test], list[Test]]:
    tests = [(f, n, long) for f, file in enumerate(files) for n, long in enumerate(file)]
    return tests, dealt(tests, shares, lambda test: test[0], lambda test: test[2])


@given(FILES, st.integers(1, 4))
def test_no_test_is_lost_and_those_of_a_file_keep_their_order(files: list[list[bool]], shares: int) -> None:
    before, after = _dealt(files, shares)
    assert sorted(after) == before
    assert [sorted(after, key=lambda test: test[0])] == [before]


def test_each_process_begins_with_a_file_that_holds_long_tests() -> None:
    quick, long = [False] * 6, [False, True]
    tests, after = _dealt([quick, quick, long, quick, long, long], 3)
    size = len(tests) // 3
    starts = [after[share * size : share * size + 2] for share in range(3)]
    assert sorted(test[0] for start in starts for test in start) == [2, 2, 4, 4, 5, 5]


@given(st.lists(st.lists(st.just(False), min_size=1, max_size=6), max_size=12), st.integers(1, 4))
def test_without_long_tests_nothing_changes(files: list[list[bool]], shares: int) -> None:
    before, after = _dealt(files, shares)
    assert after == before
