"""Equivalence classes: people who look alike by their quasi-identifiers, and what that says of the risk."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

P = TypeVar("P", bound=Hashable)
Look = frozenset[tuple[str, ...]]
"""All that the rows of a person show: usually one row."""


def classes(looks: Mapping[P, Look]) -> dict[Look, list[P]]:
    """People by what they show.

    Examples
    --------
    >>> one, other = frozenset({("40-49", "F")}), frozenset({("50-59", "F")})
    >>> [len(people) for people in classes({"a": one, "b": other, "c": one}).values()]
    [2, 1]
    """
    found: dict[Look, list[P]] = {}
    for person, look in looks.items():
        found.setdefault(look, []).append(person)
    return found


def withheld(looks: Mapping[P, Look], k: int) -> Collection[P]:
    """People whose quasi-identifiers must go so that every class has k: those of the smallest classes.

    Notes
    -----
    Those who show nothing any more are a class too. Where they are fewer than k, the next smallest class
    joins them. If they are fewer even then, k cannot be reached, which whoever measures will see.

    Examples
    --------
    >>> looks = {n: frozenset({("F" if n < 2 else "M",)}) for n in range(8)}
    >>> sorted(withheld(looks, 2)), sorted(withheld(looks | {8: frozenset({("X",)})}, 2))
    ([], [0, 1, 8])
    """
    by_size = sorted(classes(looks).items(), key=lambda entry: (len(entry[1]), sorted(entry[0])))
    gone: list[P] = []
    for _, people in by_size:
        if len(people) >= k and (not gone or len(gone) >= k):
            break
        gone += people
    return frozenset(gone)


def expected_risk(size: int, share: float) -> float:
    """Expected 1/F of a class of `size` in a sample that holds `share` of its population.

    Notes
    -----
    F, the size of the class in the population, follows a negative binomial distribution given its size in
    the sample. With c = (1 - share) / share the expectation is the integral of v**(size - 1) / (1 + c v)
    over 0 to 1, which the substitution u = t / (1 - (1 - share) t) makes of the usual form.

    References
    ----------
    Benedetti and Franconi: Statistical and technological solutions for controlled data dissemination
    (1998); the form of the integral is ours.

    Examples
    --------
    >>> round(expected_risk(1, 0.1), 4), round(expected_risk(5, 1.0), 4)
    (0.2558, 0.2)
    """
    if share >= 1:
        return 1 / size
    steps = 2000  # Simpson's rule in the logarithm of v, from where v**size is nothing any more
    low, c = -40.0 / size, (1 - share) / share
    width = -low / steps
    total = 0.0
    for i in range(steps + 1):
        v = math.exp(low + i * width)
        total += (1 if i in (0, steps) else 4 if i % 2 else 2) * v**size / (1 + c * v)
    return total * width / 3
