"""What a long text costs grows with the text: calls are counted at two sizes, since seconds are noise."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from types import FrameType
from typing import Any

import pytest

from engine.checks.identifiers import residual_identifiers
from engine.stages.repeats.in_document import without_removed
from engine.text import Decision

FEW, TIMES = 120, 6
MOST = 1.5
"""So many times as much may a part of a text cost that is `TIMES` as long."""
WORDS = ["".join(letters) for letters in product("bdfgklmnprst", "aeiou", "bdfgklmnprst", "aeiou")]


def calls(function: Callable[..., Any], *arguments: Any) -> int:
    """Calls of functions, those written in C too, that a call makes."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function(*arguments)
    finally:
        sys.setprofile(None)
    return counted


def times_more(of: Callable[[int], tuple[Any, ...]]) -> float:
    """How many times as much a part costs where there are `TIMES` as many parts."""
    return calls(*of(TIMES * FEW)) / TIMES / calls(*of(FEW))


def alike(n: int) -> tuple[Any, ...]:
    """`n` values that begin alike, in a text that says their beginning as often, and none of them."""
    values = [("organisation", f"University of {word.title()}") for word in WORDS[:n]]
    values.append(("person", "Xaver"))  # the shortest says how much of a beginning is looked up
    return residual_identifiers, "the University is old. " * n, (), values


def generalized(n: int) -> tuple[Any, ...]:
    """`n` terms that are generalized beside as many values that are removed."""
    text = "".join(f"{word} Mr {word.title()}an. " for word in WORDS[:n])
    step = len(text) // n
    decisions = [Decision(step * i, step * i + 4, "concepts", "c", "x", "a place", "c") for i in range(n)]
    decisions += [
        Decision(step * i + 8, step * i + 14, "identifiers", "person", "x", "", "c") for i in range(n)
    ]
    return without_removed, text, decisions


@pytest.mark.parametrize("text", [alike, generalized])
def test_a_part_of_a_long_text_costs_what_one_of_a_short_text_costs(
    text: Callable[[int], tuple[Any, ...]],
) -> None:
    assert times_more(text) < MOST
