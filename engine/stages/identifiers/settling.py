"""A document read again as it would be released, until nothing more is found.

The learned recogniser reads placeholders as context. What it was just not sure of beside a name it may be
sure of beside ``[PERSON]``: a second release of the same text would remove it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from engine.stages.edits import chained
from engine.text import Decision, Document, SensitiveText, carried_out

ROUNDS = 3
"""Times a document is read again; of 100 posts 16 had something new at the first, one at the second."""
LONGEST = 2_500
"""Characters up to which a document is read again: longer ones lose time and harmless words for little."""
Again = Callable[[Document], Sequence[Decision]]


def settled(document: Document, decisions: Sequence[Decision], again: Again) -> Sequence[Decision]:
    """`decisions` with those that follow from reading what they leave.

    Parameters
    ----------
    document : Document
        One with tables is not read again: their columns decide; nor is one longer than `LONGEST`.
    decisions : sequence of Decision
        Sorted, disjoint, inside the document's parts.
    again : callable
        Decides about a document, inside its parts.

    Returns
    -------
    sequence of Decision
        Sorted, disjoint. Reading the released text again finds nothing, unless `ROUNDS` were not enough.
    """
    has_columns = any(part.cell is not None or part.kind == "key" for part in document.parts)
    if not decisions or has_columns or len(document.text) > LONGEST:
        return decisions
    text = document.text.reveal()
    for _ in range(ROUNDS):
        left = _released(document, decisions)
        new = _beside(decisions, again(left))
        if not new:
            break
        decisions = chained(text, decisions, new)
    return decisions


def _places(decisions: Sequence[Decision]) -> list[tuple[int, int]]:
    """Where the replacements stand in the released text."""
    grown = accumulate((len(d.replacement) - (d.end - d.start) for d in decisions), initial=0)
    return [
        (d.start + by, d.start + by + len(d.replacement)) for d, by in zip(decisions, grown, strict=False)
    ]


def _beside(decisions: Sequence[Decision], later: Sequence[Decision]) -> list[Decision]:
    """Later decisions about what was left; a replacement stays as it was written."""
    places = _places(decisions)
    starts = [start for start, _ in places]

    def is_new(decision: Decision) -> bool:
        at = bisect_right(starts, decision.start) - 1
        after = places[at + 1][0] if at + 1 < len(places) else decision.end
        return (at < 0 or places[at][1] <= decision.start) and decision.end <= after

    return [decision for decision in later if is_new(decision)]


def _released(document: Document, decisions: Sequence[Decision]) -> Document:
    """The document with its decisions carried out."""
    ends = [d.end for d in decisions]
    grown = list(accumulate((len(d.replacement) - (d.end - d.start) for d in decisions), initial=0))

    def moved(offset: int) -> int:
        return offset + grown[bisect_right(ends, offset)]

    parts = [replace(part, start=moved(part.start), end=moved(part.end)) for part in document.parts]
    return replace(document, text=SensitiveText(carried_out(document.text.reveal(), decisions)), parts=parts)
