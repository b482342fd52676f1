"""A value found once is found wherever it stands again in the document, whoever found it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text import Span

_SHORTEST = 5
_SHORTEST_NAME = 3


def repeated(text: str, found: Sequence[Span]) -> list[Span]:
    """Occurrences of the values of `found` as whole words that no finding covers.

    Values of five characters or more are looked for; a shorter one from three on when it begins with
    a capital and its recogniser had no view of the whole document (one that has counts the `mentions`).

    Parameters
    ----------
    text : str
    found : sequence of Span

    Returns
    -------
    list of Span
        With the category and score of the finding that they repeat.
    """
    values: dict[str, Span] = {}
    for span in found:
        value = text[span.start : span.end]
        is_name = value[:1].isupper() and "mentions" not in span.why
        if len(value) >= (_SHORTEST_NAME if is_name else _SHORTEST):
            values.setdefault(value, span)
    if not values:
        return []
    longest_first = sorted(values, key=lambda value: (-len(value), value))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    covered = {(span.start, span.end) for span in found}
    return [
        Span(*match.span(), values[match[0]].category, values[match[0]].score, {"link": "same"})
        for match in pattern.finditer(text)
        if match.span() not in covered
    ]
