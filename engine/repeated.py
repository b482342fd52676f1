"""A value found once is found wherever it stands again in the document, whoever found it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ports import Recognizer
from engine.text import Document, Span

SHORTEST = 5
"""Characters from which any value is looked for again; shorter ones only when they begin with a capital."""
_SHORTEST_NAME = 3


class EverywhereRecognizer:
    """A recogniser whose findings are looked for again in the rest of the document, letter by letter.

    Parameters
    ----------
    recognizer : Recognizer
        One without a view of the whole document.
    """

    def __init__(self, recognizer: Recognizer) -> None:
        self.name = recognizer.name
        self.categories = recognizer.categories
        self._recognizer = recognizer

    def find(self, document: Document) -> Sequence[Span]:
        """Its findings and their further occurrences as whole words, sorted by start."""
        found = self._recognizer.find(document)
        return sorted([*found, *repeated(document.text.reveal(), found)])


def repeated(text: str, found: Sequence[Span]) -> list[Span]:
    """Occurrences of the values of `found` as whole words that no finding covers.

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
        if len(value) >= (_SHORTEST_NAME if value[:1].isupper() else SHORTEST):
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
