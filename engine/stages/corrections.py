"""What people correct in what the methods decided: kept, retyped, put otherwise, added."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.text import BLOT, Decision, Span

CorrectionKind = Literal["keep", "retype", "level", "add"]
REVIEW = "review"
"""Id of the clause under which people remove what no clause of the policy asks for."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction of a document; the newest about a place counts.

    Parameters
    ----------
    kind : {"keep", "retype", "level", "add"}
        Keep what was found, call it something else, put another word in its place, remove more.
    start, end : int
        Offsets into the document's text, in code points.
    category : str
        Of what is retyped or added.
    replacement : str
        Of another level.
    """

    kind: CorrectionKind
    start: int
    end: int
    category: str = ""
    replacement: str = ""

    def __repr__(self) -> str:
        return f"Correction({self.kind}, {self.start}-{self.end})"


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrections of a document, and what a second person let stand; hidden when printed.

    Parameters
    ----------
    made : sequence of Correction
    granted : frozenset of str
        Values of the original that stay.
    granted_levels : frozenset of str
        Words that are put in the place of a term and tell more than the policy allows.
    """

    made: Sequence[Correction] = ()
    granted: frozenset[str] = field(default=frozenset(), repr=False)
    granted_levels: frozenset[str] = field(default=frozenset(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.made or self.granted)

    @property
    def kept(self) -> list[tuple[int, int]]:
        """Places where people want the original."""
        return [(one.start, one.end) for one in self.made if one.kind == "keep"]


NO_CORRECTIONS = Corrections()


def corrected(
    decisions: Sequence[Decision],
    corrections: Sequence[Correction],
    text: str,
    decide: Callable[[Span, str], Decision],
    known: Callable[[str], bool],
) -> list[Decision]:
    """`decisions` with `corrections` carried out.

    Parameters
    ----------
    decisions : sequence of Decision
        Sorted and disjoint.
    corrections : sequence of Correction
        In the order in which they were made.
    text : str
        The document's.
    decide : callable
        ``decide(span, text)``, the decision about a value whose category is known.
    known : callable
        Whether the policy has a clause about a category.

    Returns
    -------
    list of Decision
        Sorted and disjoint. What overlaps something added is removed with it as one.
    """

    def removal(span: Span) -> Decision:
        found = decide(span, text)
        return found if known(span.category) else replace(found, clause=REVIEW, replacement="[REMOVED]")

    made = list(decisions)
    for one in corrections:
        inside = [d for d in made if d.start < one.end and one.start < d.end]
        made = [d for d in made if d not in inside] + _instead(inside, one, removal)
    return sorted(made, key=lambda decision: decision.start)


def _instead(
    inside: Sequence[Decision], one: Correction, removal: Callable[[Span], Decision]
) -> list[Decision]:
    """What a correction makes of the decisions that it touches."""
    if one.kind == "keep":
        return [d for d in inside if d.start < one.start or one.end < d.end]
    if one.kind == "level":
        return [replace(d, replacement=one.replacement, why={**d.why, "review": "level"}) for d in inside]
    start = min((one.start, *(d.start for d in inside)))
    end = max((one.end, *(d.end for d in inside)))
    return [removal(Span(start, end, one.category, 1.0, {"pattern": REVIEW}))]


def blotted(text: str, corrections: Corrections) -> str:
    """`text` without what a second person let stand, offsets kept: the checks pass it by.

    A level is passed by as whole words alone: it is a word of the language, and may be part of others.
    """
    folded = text.casefold()
    if len(folded) != len(text):
        folded = text
    for value in sorted(corrections.granted | corrections.granted_levels, key=len, reverse=True):
        for start, end in _standing(folded, value.casefold(), whole=value not in corrections.granted):
            text = text[:start] + BLOT * (end - start) + text[end:]
    return text


def _standing(text: str, wanted: str, *, whole: bool) -> Iterator[tuple[int, int]]:
    at = 0
    while wanted and (at := text.find(wanted, at)) >= 0:
        end = at + len(wanted)
        is_part = text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()
        if not (whole and is_part):
            yield at, end
        at = end
