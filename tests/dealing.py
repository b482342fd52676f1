"""The order of tests among processes: long ones first, so that none is left when the others have ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, islice
from typing import TypeVar

Item = TypeVar("Item")


def dealt(
    items: Sequence[Item],
    shares: int,
    file_of: Callable[[Item], object],
    is_long: Callable[[Item], bool],
) -> list[Item]:
    """The same tests in an order of which each of `shares` equal parts begins with files that hold long ones.

    A file stays together, for the sake of what it makes once.

    Parameters
    ----------
    items : sequence
        Tests, file by file.
    shares : int
        Processes; each begins with one part of the whole.
    file_of, is_long : callable
        The file of a test; whether it belongs to the long half.

    Returns
    -------
    list

    Examples
    --------
    >>> dealt(["a1", "a2", "b1", "B2", "c1", "C2"], 2, lambda t: t[0].lower(), str.isupper)
    ['b1', 'B2', 'a1', 'c1', 'C2', 'a2']
    """
    files = [list(found) for _, found in groupby(items, key=file_of)]
    long = sorted((file for file in files if any(map(is_long, file))), key=lambda f: -sum(map(is_long, f)))
    rest = (item for file in files if file not in long for item in file)
    parts = [[item for file in long[share::shares] for item in file] for share in range(shares)]
    made: list[Item] = []
    for share, part in enumerate(parts):
        made += [*part, *islice(rest, max(0, len(items) * (share + 1) // shares - len(made) - len(part)))]
    return [*made, *rest]
