"""k-anonymity by containment proven on the rows of a released file: plain Python, no method imported.

References
----------
Zhang, Mohammed, Hasan: Feature Selection for Classification under Anonymity
Constraint (2017), Definitions 3-6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any

Row = tuple[int, ...]
"""Places of a row's ones, rising."""

MAX_COUNTING = 4_000_000_000_000
"""Bits that counting may look at; beyond it the witnesses prove k, and the exact level is not counted."""
MAX_HELD = 4_000_000_000
"""Bits that counting may hold (half a gigabyte)."""
_FEW = 64


def count_level(
    rows: Sequence[Row], n_features: int, limit: int = MAX_COUNTING, *, zeros: bool = False
) -> int | None:
    """The level of a table by counting: for each distinct row, the rows that contain it.

    Parameters
    ----------
    rows : sequence of Row
    n_features : int
    limit : int
        Give up beyond so many bits of work.
    zeros : bool
        Whether what a row lacks counts too: then only the rows that are equal to it do (plain k-anonymity).

    Returns
    -------
    int or None
        The smallest count over all rows; 0 for no rows; None when it would be too much work.

    Notes
    -----
    The distinct rows that have a feature are the bits of one whole number. Those
    that contain a row are the bits that the numbers of all its features share.
    The longest rows come first; a row that more distinct rows contain than the
    least so far is not counted out.

    Examples
    --------
    >>> count_level([(0, 1), (0, 1), (0,)], n_features=2)
    2
    >>> count_level([(0, 1), (0, 1), (0,)], n_features=2, zeros=True)
    1
    """
    counts = Counter(rows)
    if zeros:
        return min(counts.values(), default=0)
    distinct = sorted(counts, key=len, reverse=True)
    if len(distinct) * (n_features + sum(len(row) + 1 for row in distinct)) > limit:
        return None
    if len(distinct) * n_features > MAX_HELD:
        return None
    holders = _holders(distinct, n_features)
    weights = [counts[row] for row in distinct]
    least = len(rows)
    for shared in _containing(distinct, holders):
        if shared.bit_count() < least:
            least = min(least, _weight(shared, weights))
    return least


def labels_hold(
    rows: Sequence[Row],
    labels: Sequence[int],
    n_features: int,
    l_diversity: int = 1,
    t_closeness: float | None = None,
    *,
    zeros: bool = False,
) -> bool:
    """Whether rows that look alike keep what a policy asks of their labels.

    Parameters
    ----------
    rows : sequence of Row
    labels : sequence of int
        0 or 1 for each row.
    n_features : int
    l_diversity : int
        2: both labels occur among the rows that contain a row, or, with `zeros`, that are equal to it.
    t_closeness : float or None
        How far the share of the positive label among equal rows may lie from its share in the table.
    zeros : bool
        See `count_level`.

    Returns
    -------
    bool
        False too for a table whose containers would take more memory than `count_level` may hold.

    References
    ----------
    Machanavajjhala et al.: l-Diversity (2007); Li et al.: t-Closeness (2007).

    Examples
    --------
    >>> labels_hold([(0,), (0, 1)], [True, False], n_features=2, l_diversity=2)
    False
    >>> labels_hold([(0,), (0,)], [True, False], n_features=1, l_diversity=2, t_closeness=0.1, zeros=True)
    True
    """
    if len(labels) != len(rows):
        return False
    positive = Counter(row for row, label in zip(rows, labels, strict=True) if label)
    sizes = Counter(rows)
    if t_closeness is not None and _distance(positive, sizes) > Fraction(str(t_closeness)):
        return False
    if l_diversity <= 1:
        return True
    counts = {row: (positive[row], n) for row, n in sizes.items()}
    return _equal_rows_mixed(counts) if zeros else _both_labels(list(sizes), n_features, counts)


def _equal_rows_mixed(counts: Mapping[Row, tuple[int, int]]) -> bool:
    return all(0 < positive < n for positive, n in counts.values())


def _distance(positive: Counter[Row], sizes: Counter[Row]) -> Fraction:
    """How far the share of the positive label in a class of equal rows lies from that in the table."""
    share = Fraction(positive.total(), sizes.total() or 1)
    return max((abs(Fraction(positive[row], n) - share) for row, n in sizes.items()), default=Fraction())


def _both_labels(distinct: Sequence[Row], n_features: int, counts: Mapping[Row, tuple[int, int]]) -> bool:
    """Whether rows of either label contain each distinct row; the labels are two further features."""
    if len(distinct) * n_features > MAX_HELD:
        return False
    marked = []
    for row in distinct:
        positive, n = counts[row]
        marks = [n_features] * (positive > 0) + [n_features + 1] * (positive < n)
        marked.append((*row, *marks))
    *holders, with_positive, with_negative = _holders(marked, n_features + 2)
    return all(shared & with_positive and shared & with_negative for shared in _containing(distinct, holders))


def _containing(distinct: Sequence[Row], holders: Sequence[int]) -> Iterator[int]:
    """For each distinct row those that contain it, as bits."""
    for row in distinct:
        shared = (1 << len(distinct)) - 1
        for feature in row:
            shared &= holders[feature]
        yield shared


def _holders(distinct: Sequence[Row], n_features: int) -> list[int]:
    """For each feature the distinct rows that have it, as bits."""
    holders = [bytearray(len(distinct) // 8 + 1) for _ in range(n_features)]
    for number, row in enumerate(distinct):
        for feature in row:
            holders[feature][number >> 3] |= 1 << (number & 7)
    return [int.from_bytes(each, "little") for each in holders]


def _weight(bits: int, weights: Sequence[int]) -> int:
    """Sum of the weights at the bits that are set."""
    if bits.bit_count() > _FEW:
        return sum(compress(weights, map(int, reversed(f"{bits:b}"))))
    total = 0
    while bits:
        lowest = bits & -bits
        total += weights[lowest.bit_length() - 1]
        bits ^= lowest
    return total


def witnesses_hold(rows: Sequence[Row], entries: Sequence[Mapping[str, Any]], k: int) -> bool:
    """Whether a certificate's entries cover all rows in turn, and name k different rows that contain each."""
    at = 0
    for entry in entries:
        run, witnesses = rows[at : at + entry["rows"]], entry["contained_in"]
        if entry["first"] != at or not run or len(set(witnesses)) < k:
            return False
        if not all(0 <= witness < len(rows) for witness in witnesses):
            return False
        for row in set(run):
            ones = set(row)
            if not all(ones.issubset(rows[witness]) for witness in witnesses):
                return False
        at += entry["rows"]
    return at == len(rows)
