"""A text that was released before, letter by letter, is changed as it was then where that hides enough."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from engine.catalog.names import LEARNED
from engine.methods.identifiers.categories import CATEGORIES
from engine.methods.overlaps.carried_out import Change, changes_made, earlier_changes, not_out_with
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.register import Overlap
from engine.stages.identifiers.replacements import placeholder
from engine.text import PLACEHOLDER, Decision

_LABELS = (PLACEHOLDER, *map(placeholder, (*CATEGORIES, *LEARNED)))
"""What tells nothing of the words that it stands for."""


def changed_as_before(
    words: KeyedWords, text: str, decisions: Sequence[Decision], overlaps: Sequence[Overlap], clause: str
) -> tuple[list[Decision], list[Overlap]]:
    """The decisions of an earlier release of the very same text, and the overlaps that they leave.

    They stand for `decisions` where they hide all of them, and as much: the text then comes out as it did.

    Parameters
    ----------
    words : KeyedWords
    text : str
    decisions : sequence of Decision
        Sorted and disjoint.
    overlaps : sequence of Overlap
    clause : str
        Under which the changes are counted that are not among `decisions`.

    Returns
    -------
    list of Decision, list of Overlap
        `decisions` and `overlaps` themselves where there is no such release.
    """
    said = dict.fromkeys((*_LABELS, *(d.replacement for d in decisions)))
    known = {int(changes_made(words, one, ())[0]): one for one in said}
    for overlap in reversed(overlaps):
        earlier = earlier_changes(words, text, overlap.sketch.made)
        made = _made_again(decisions, earlier, known, clause)
        if made:
            return made, not_out_with(overlap.sketch.made, overlaps)
    return list(decisions), list(overlaps)


def _made_again(
    decisions: Sequence[Decision], earlier: Sequence[Change], known: Mapping[int, str], clause: str
) -> list[Decision]:
    """The earlier changes as decisions; none where they hide less, or where one cannot be told."""
    if not all(one.number in known for one in earlier):
        return []
    own = {(d.start, d.end): d for d in decisions}
    made = [_decision(one, known[one.number], own, clause) for one in earlier]
    starts = [one.start for one in made]
    hidden = all(_hides(made, bisect_right(starts, d.start) - 1, d) for d in decisions)
    return made if hidden else []


def _decision(
    change: Change, replacement: str, own: Mapping[tuple[int, int], Decision], clause: str
) -> Decision:
    same = own.get((change.start, change.end))
    if same is not None and same.replacement == replacement:
        return same
    return Decision(change.start, change.end, "earlier", "released-before", "redact", replacement, clause)


def _hides(made: Sequence[Decision], at: int, decision: Decision) -> bool:
    """Whether the change at a place takes a decision in, and tells no more."""
    if at < 0 or decision.end > made[at].end:
        return False
    return made[at] is decision or made[at].replacement in _LABELS
