"""Many records held in few bytes: objects again only as they are looked at, some at a time."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Annotated, Any, TypeVar, overload

from pydantic import PlainSerializer, WrapValidator

Item = TypeVar("Item")

PIECE = 200
"""Items that are packed together: what repeats in them takes no memory, and so many are objects at once."""


class Packed(Sequence[Item]):
    """A sequence of records, cheap to hold and to look through in order.

    Parameters
    ----------
    items : iterable
        Whatever can be pickled; looked through once.

    Notes
    -----
    A record of a document is some 2.9 kB as an object and .1 kB here. Each look through all of them makes new
    objects, at 10 microseconds each.
    """

    def __init__(self, items: Iterable[Item] = ()) -> None:
        left = iter(items)
        self._pieces: list[bytes] = []
        self._n = 0
        while piece := list(islice(left, PIECE)):
            self._pieces.append(zlib.compress(pickle.dumps(piece)))
            self._n += len(piece)

    def __repr__(self) -> str:
        return f"Packed({self._n} items)"

    def __len__(self) -> int:
        return self._n

    def __iter__(self) -> Iterator[Item]:
        for number in range(len(self._pieces)):
            yield from self._unpacked(number)

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...

    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        if isinstance(at, slice):
            return [*self._several(range(*at.indices(self._n)))]
        number, place = divmod(range(self._n)[at], PIECE)
        return self._unpacked(number)[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(other) != self._n:
            return False
        return all(one == another for one, another in zip(self, other, strict=True))

    def _several(self, places: Iterable[int]) -> Iterator[Item]:
        for number, inside in groupby(places, lambda place: place // PIECE):
            piece = self._unpacked(number)
            yield from (piece[place % PIECE] for place in inside)

    def _unpacked(self, number: int) -> list[Item]:
        found: list[Item] = pickle.loads(zlib.decompress(self._pieces[number]))  # noqa: S301  packed above
        return found


def _packed(value: object, validated: Any) -> Packed[Any]:
    return value if isinstance(value, Packed) else Packed(validated(value))


Many = Annotated[Sequence[Item], WrapValidator(_packed), PlainSerializer(tuple)]
"""A field of a record that holds others, as many as there are documents."""
