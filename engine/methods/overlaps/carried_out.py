"""What a release changed in a text, in numbers: the same text, changed the same way, tells nothing new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from engine.methods.overlaps.reading import KeyedWords, Numbers
from engine.methods.overlaps.register import Overlap


class Change(NamedTuple):
    """A change of a text: its place, and the keyed number of what stands there."""

    start: int
    end: int
    number: int


def changes_made(words: KeyedWords, text: str, changes: Iterable[tuple[int, int, str]]) -> Numbers:
    """The number of a text, then start, end and number of each change.

    Examples
    --------
    >>> len(changes_made(KeyedWords(b"0123456789abcdef"), "Ann left", [(0, 3, "[PERSON]")]))
    4
    """
    found = [_of(words, text)]
    for start, end, replacement in changes:
        found += [start, end, _of(words, replacement)]
    return np.array(found, np.uint64)


def earlier_changes(words: KeyedWords, text: str, made: Numbers) -> list[Change]:
    """The changes in `made`, if they are of this very text, letter by letter; else none."""
    if not len(made) or int(made[0]) != _of(words, text):
        return []
    return [Change(*one) for one in made[1:].reshape(-1, 3).tolist()]


def not_out_with(made: Numbers, overlaps: Sequence[Overlap]) -> list[Overlap]:
    """The overlaps but those that are out together with a document that was changed as `made` says.

    To release such a document again tells nothing that its earlier release did not: neither with it, nor
    with what was released beside it.
    """
    entries = {id(one.entry) for one in overlaps if len(made) and np.array_equal(one.sketch.made, made)}
    known = {one.sketch.made.tobytes() for one in overlaps if id(one.entry) in entries} - {b""}
    return [
        one for one in overlaps if id(one.entry) not in entries and one.sketch.made.tobytes() not in known
    ]


def _of(words: KeyedWords, text: str) -> int:
    return words.of_bytes(text.encode("utf-8", "surrogatepass"))
