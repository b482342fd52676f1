"""From words that go to decisions: in their phrase, as single terms are replaced, else by the placeholder."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from engine.methods.c_sanitized.replacing.drawing import DRAWN
from engine.methods.c_sanitized.replacing.replacement import Replaced
from engine.text import PLACEHOLDER, Action, Decision, applied

RULE = "discloses together with others"
"""Rule of every decision that was made because terms disclose a concept together."""
GROUP_RULE = "discloses in a group"
"""Rule of every decision that was made because a group of terms discloses a concept."""
RULES = (RULE, GROUP_RULE)

Span = tuple[int, int]
_BESIDE = (" ", "-", "\xa0")

Reword = Callable[[Sequence[Span], int, int], Replaced]
"""New text of the phrase around neighbouring words, which may reach from the first offset to the second."""


class Wording(Protocol):
    """What replaces single terms (`engine.methods.c_sanitized.Sanitizer`)."""

    def rewording(self, text: str) -> Reword:
        """Rewords phrases of one text."""
        ...

    def risky(self, text: str) -> Iterator[Span]:
        """Spans of a text that a single term would lose."""
        ...


def with_words_gone(
    text: str, decisions: Sequence[Decision], spans: Sequence[Span], told: Decision, reword: Reword | None
) -> list[Decision]:
    """Decisions with the words at `spans` of the released text gone too.

    Parameters
    ----------
    text : str
        The original text.
    decisions : sequence of Decision
        Sorted, disjoint.
    spans : sequence of (int, int)
        Words of the text that these decisions release, in order. A word of an earlier replacement takes
        that replacement away.
    told : Decision
        What a new decision is like, but for its place and its replacement.
    reword : callable or None
        Gives a phrase its generalization; without it every word is removed.
    """
    made = list(decisions)
    words: list[Span] = []
    places = applied(text, decisions).places
    begins = [begin for begin, _ in places]
    for start, end in spans:
        number = bisect_right(begins, start) - 1
        if number >= 0 and start < places[number][1]:
            made[number] = _removed(decisions[number])
        elif number + 1 == len(places) or end <= places[number + 1][0]:
            shift = decisions[number].end - places[number][1] if number >= 0 else 0
            words.append((start + shift, end + shift))
        # else: a word that a replacement was glued to; it goes with what stands there
    return sorted([*made, *_decided(text, decisions, words, told, reword)], key=lambda one: one.start)


def _decided(
    text: str, decisions: Sequence[Decision], words: Sequence[Span], told: Decision, reword: Reword | None
) -> Iterator[Decision]:
    """Decisions about words of the original text that none was made about yet."""
    starts, after = [decision.start for decision in decisions], 0
    for run in _runs(text, words):
        number = bisect_right(starts, run[0][0])
        after = max(after, decisions[number - 1].end if number else 0)
        before = starts[number] if number < len(starts) else len(text)
        if run[0][0] < after:
            continue  # the phrase before has taken it with it
        new = reword(run, after, before) if reword else None
        if new is None or text[new.start : new.end] == new.text:
            new = Replaced(run[0][0], run[-1][1], PLACEHOLDER, generalized=False)
        after = new.end
        action: Action = "generalize" if new.generalized else "redact"
        why: Mapping[str, object] = {**told.why, "source": new.source}
        why = {**why, DRAWN: new.drawn} if new.drawn else why
        yield replace(told, start=new.start, end=new.end, action=action, replacement=new.text, why=why)


def _runs(text: str, words: Sequence[Span]) -> list[list[Span]]:
    """Words in order, those beside each other together."""
    runs: list[list[Span]] = []
    for start, end in words:
        if runs and start == runs[-1][-1][1] + 1 and text[start - 1] in _BESIDE:
            runs[-1].append((start, end))
        else:
            runs.append([(start, end)])
    return runs


def with_safe_wording(
    text: str, decisions: Sequence[Decision], risky: Callable[[str], Iterator[Span]]
) -> list[Decision]:
    """Decisions in which no generalization of ours makes a risky term with its neighbours."""
    made = list(decisions)
    released, places = applied(text, decisions)
    begins = [begin for begin, _ in places]
    for start, end in risky(released):
        for number in range(max(0, bisect_right(begins, start) - 1), bisect_right(begins, end - 1)):
            if start < places[number][1] and made[number].why.get("rule") in RULES:
                made[number] = _removed(made[number])
    return made


def _removed(decision: Decision) -> Decision:
    """A decision that says nothing any more; identifiers keep the tokens that their policy asks for."""
    if decision.stage != "concepts":
        return decision
    why: Mapping[str, object] = {**decision.why, "source": ""}
    return replace(decision, action="redact", replacement=PLACEHOLDER, why=why)
