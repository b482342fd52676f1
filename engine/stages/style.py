"""The style stage: habits of writing become one plain form, in what the other stages leave."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.catalog.style import HABITS, Habit
from engine.methods.style.changes import found
from engine.methods.style.plain import RULES, left_alone
from engine.stages.edits import chained
from engine.text import BLOT, Decision, Document, Part, carried_out

CLAUSE = "style"
"""Stands for the policy's key in decisions."""
_RUNNING_TEXT = frozenset({"body", "heading", "caption", "text box", "footnote", "endnote", "cue", "title"})
"""Kinds of parts that people write sentences in; cells, keys, links and pages that are drawn stay."""


class StyleStage:
    """Writes plainly what the other stages leave.

    Parameters
    ----------
    habits : collection of str
        Those that the policy names; none: nothing is changed.
    """

    def __init__(self, habits: Collection[Habit]) -> None:
        self._habits = [habit for habit in HABITS if habit in habits]

    def decide(
        self,
        document: Document,
        decisions: Sequence[Decision],
        kept: Iterable[tuple[int, int]] = (),
        *,
        is_plain_text: bool = False,
    ) -> list[Decision]:
        """The decisions of all stages, with those about style.

        Parameters
        ----------
        document : Document
            The original.
        decisions : sequence of Decision
            Of the other stages; sorted, disjoint. Their places stay as they are.
        kept : iterable of (int, int)
            Places where people want the original.
        is_plain_text : bool
            Whether lines are lines of the file; only then their layout may change.

        Returns
        -------
        list of Decision
            Sorted, disjoint, none across two parts.
        """
        habits = [habit for habit in self._habits if habit != "layout" or is_plain_text]
        if not habits:
            return list(decisions)
        text = document.text.reveal()
        taken = [*((d.start, d.end) for d in decisions), *kept]
        shown = _blotted(text, taken)
        own = (d for start, end in _prose(document) for d in _plain(shown, start, end, habits))
        return sorted([*decisions, *own], key=lambda decision: decision.start)


def _prose(document: Document) -> Iterator[tuple[int, int]]:
    if not document.parts:
        yield 0, len(document.text)
    for part in document.parts:
        if _is_prose(part):
            yield part.start, part.end


def _is_prose(part: Part) -> bool:
    return part.cell is None and part.kind in _RUNNING_TEXT


def _plain(text: str, start: int, end: int, habits: Sequence[Habit]) -> list[Decision]:
    """What the rules change in a part, as decisions about the whole text."""
    part = text[start:end]
    part = _blotted(part, left_alone(part))
    made: list[Decision] = []
    for habit in habits:
        for rule in RULES[habit]:
            between = carried_out(part, made)
            changes = [
                Decision(one.start, one.end, "style", habit, "replace", one.text, CLAUSE)
                for one in found(rule, between)
            ]
            made = chained(part, made, changes, "later_habits")
    return [
        replace(one, start=one.start + start, end=one.end + start)
        for one in made
        if one.replacement != part[one.start : one.end]
    ]


def _blotted(text: str, places: Iterable[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in places:
        letters[start:end] = BLOT * (end - start)
    return "".join(letters)
