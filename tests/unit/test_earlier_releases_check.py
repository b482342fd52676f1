"""The check of earlier releases counts words that are shown again, alone or beside a neighbour."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from engine.checks.earlier_releases import earlier_fault, shown_again


class Sketch(NamedTuple):
    """Numbers of words that an earlier document hid throughout, and of hidden words with a neighbour."""

    hidden: np.ndarray
    contexts: np.ndarray


def sketch(hidden: list[int], contexts: list[int]) -> Sketch:
    return Sketch(np.array(hidden, np.uint64), np.array(contexts, np.uint64))


@pytest.mark.parametrize(
    ("words", "neighbours", "n"),
    [
        ([5, 6], [50], 0),
        ([1, 6], [50], 1),
        ([5, 6], [10], 1),
        ([1, 2], [10], 3),
        ([3], [30, 31], 3),
        ([], [], 0),
    ],
)
def test_words_that_were_hidden_are_counted(words: list[int], neighbours: list[int], n: int) -> None:
    earlier = [sketch([1, 2], [10, 11]), sketch([3], [30, 31])]
    shown = np.array(words, np.uint64), np.array(neighbours, np.uint64)
    assert shown_again(*shown, earlier) == n
    assert shown_again(*shown, []) == 0


def test_the_fault_says_how_many_and_no_word() -> None:
    fault = earlier_fault("000007", 3)
    assert (fault.code, fault.where, fault.got) == ("MEM002", "document 000007", "3 of them")
