"""Shares of a number of cases, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from engine.counts.information import lower_bound, upper_bound

_Z95 = 1.96


class Share(TypedDict):
    """A share of a number of cases, with its 95 % interval (Wilson)."""

    n: int
    of: int
    share: float
    low: float
    high: float


def share_of(cases: Iterable[bool]) -> Share:
    """The share of cases that hold."""
    found = list(cases)
    return share(sum(found), len(found))


def share(n: int, of: int) -> Share:
    """`n` of `of` cases."""
    low, high = lower_bound(n, of, _Z95), upper_bound(n, of, _Z95)
    return Share(n=n, of=of, share=round(n / max(1, of), 4), low=round(low, 4), high=round(high, 4))
