"""Which of two settings protects more: weaker, equivalent, stronger, or unknown."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, Protocol

Verdict = Literal["equivalent", "stronger", "weaker", "unknown"]

_OPERATORS = {
    "redact": 3,
    "placeholder": 3,
    "exemption": 3,
    "pseudonym": 2,
    "last-4": 1,
    "year": 1,
    "zip3": 1,
    "age-band": 1,
    "initials": 1,
    "city-state": 1,
    "state": 1,
    "postal-area": 1,
    "city-state-zip": 0.5,
}
"""What an operator leaves: nothing of the value (3), who is the same (2), a part of the value (1), a
larger part (less)."""

_UNSEEN = ("keep", "generalize", "redact", "refuse")


def more(old: float, new: float) -> Verdict:
    """Verdict on a setting that protects more the higher it is."""
    return "equivalent" if old == new else "stronger" if new > old else "weaker"


def less(old: float, new: float) -> Verdict:
    """Verdict on a setting that protects more the lower it is."""
    return more(new, old)


class _Even(Protocol):
    """How far words are evened out among classes."""

    @property
    def at_most(self) -> float: ...
    @property
    def among(self) -> int: ...


def more_even(old: _Even | None, new: _Even | None) -> Verdict:
    """Verdict on how far words are evened out among classes; None: not at all."""
    least, most = ((even.at_most, even.among) if even else (math.inf, 0) for even in (old, new))
    return together([less(least[0], most[0]), more(least[1], most[1])])


def same(old: object, new: object) -> Verdict:
    """Verdict on a setting of which nobody can say which value protects more."""
    return "equivalent" if old == new else "unknown"


def in_order(old: str, new: str, order: Sequence[str]) -> Verdict:
    """Verdict on a setting whose values are listed from the weakest on."""
    return more(order.index(old), order.index(new))


def superset(old: Collection[str], new: Collection[str]) -> Verdict:
    """Verdict on a set that protects more the more it holds."""
    before, after = {each.casefold() for each in old}, {each.casefold() for each in new}
    if before == after:
        return "equivalent"
    return "stronger" if before < after else "weaker" if before > after else "unknown"


def subset(old: Collection[str], new: Collection[str]) -> Verdict:
    """Verdict on a set that protects more the less it holds."""
    return superset(new, old)


def table_columns(old: Mapping[str, object], new: Mapping[str, object]) -> Verdict:
    """Verdict on what is used of a table: fewer columns tell less, other readings cannot be compared."""
    shared = old.keys() & new.keys()
    return together([subset(old, new), *(same(old[name], new[name]) for name in shared)])


def operator(old: str, new: str) -> Verdict:
    """Verdict on what replaces an identifier.

    Notes
    -----
    Nothing of the value left (placeholder, redact) is stronger than a pseudonym, which
    still tells who is the same; that is stronger than a part of the value (last-4, year,
    zip3, age-band, initials, city-state, city-state-zip, state). Two different parts of a value are not
    compared.
    """
    if _OPERATORS[old] == _OPERATORS[new] and _OPERATORS[old] == 1:
        return same(old, new)
    return more(_OPERATORS[old], _OPERATORS[new])


def unseen(old: str, new: str) -> Verdict:
    """Verdict on what happens to a term that the corpus never saw."""
    return in_order(old, new, _UNSEEN)


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict for several settings: they must not pull apart."""
    found = set(verdicts) - {"equivalent"}
    if not found:
        return "equivalent"
    return found.pop() if len(found) == 1 else "unknown"
