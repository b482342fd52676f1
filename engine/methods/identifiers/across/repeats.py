"""Repeats: a value that a label gave away is found again where no label stands.

``MRN 00-123-456`` names a value; ``00123456`` two pages later is the same
value, and only the label tells that it is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from ahocorasick_rs import BytesAhoCorasick

from engine.catalog.rules import nothing, rule
from engine.methods.identifiers.folding import Folded
from engine.text import Span

SEPARATORS = b" -./()#:"
"""Characters in which two spellings of one value may differ."""
SHORTEST = 5
"""Letters and digits of the shortest value that is looked for again."""
_NOT_VALUES = frozenset({"date", "birth-date", "age-over-89", "coordinates"})
_HOSTS = frozenset({"url", "email"})
_FEW = 8
_LOWER = bytes(range(256)).lower()
_IS_KEPT = np.array([byte not in SEPARATORS + b"\n" for byte in range(256)])


@rule("labelled-repeats", without=nothing)
def labelled_repeats(folded: Folded, found: Iterable[Span]) -> list[Span]:
    """Further occurrences of the values in `found`, in any spelling that differs by separators or case.

    Parameters
    ----------
    folded : Folded
        The folded text.
    found : iterable of Span
        Findings with offsets into the original text.
    """
    values = {value: span for span in found if (value := _value(folded, span))}
    if not values:
        return []
    squeezed = folded.data.translate(_LOWER, SEPARATORS + b"\n")
    if len(values) <= _FEW and all(squeezed.count(value) == 1 for value in values):
        return []
    needles = [*values]
    hits = BytesAhoCorasick(needles).find_matches_as_indexes(squeezed, overlapping=True)
    if len(hits) <= len(values):
        return []
    return [*_placed(folded, ((start, end, values[needles[i]]) for i, start, end in hits))]


def _value(folded: Folded, span: Span) -> bytes:
    """The value of a labelled finding without separators; empty for what is no value to look for again."""
    if span.category in _NOT_VALUES:
        return b""
    start, end = folded.folded_span(span.start, span.end)
    value = folded.data[start:end].translate(_LOWER, SEPARATORS + b"\n")
    enough_digits = span.category in _HOSTS or sum(c in b"0123456789" for c in value) >= 3
    return value if len(value) >= SHORTEST and enough_digits else b""


def _placed(folded: Folded, hits: Iterable[tuple[int, int, Span]]) -> Iterator[Span]:
    data = folded.data
    kept = np.flatnonzero(_IS_KEPT[np.frombuffer(data, np.uint8)])
    for start, end, source in hits:
        first, last = int(kept[start]), int(kept[end - 1]) + 1
        if _is_whole(data, first, last):
            original = folded.span(first, last)
            yield Span(*original, source.category, source.score, {**source.why, "repeat": True})


def _is_whole(data: bytes, start: int, end: int) -> bool:
    return not data[max(0, start - 1) : start].isalnum() and not data[end : end + 1].isalnum()
