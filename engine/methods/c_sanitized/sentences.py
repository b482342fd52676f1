"""Replacements that meet in one sentence: two things that bear one name now are told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.language.terms import term_key
from engine.text import PLACEHOLDER, Decision

_SENTENCE_END = re.compile(r"[.!?;](?:\s|\Z)|\n|\t|\|")
_ARTICLE = re.compile(r"(an?|another) (?=\w)", re.IGNORECASE)
_THE_BEFORE = re.compile(r"\b[Tt]he[ \xa0]\Z")
_LINKS = """
was is were are of at about around below above over under in since until from on before after for every within
"""
_QUANTITY = re.compile(rf"(?: (?:{'|'.join(_LINKS.split())}))*[ \t|:=]+{re.escape(PLACEHOLDER)}\Z")
_NEUTRAL = frozenset(("laboratory value",))
_FAR = 120


def told_apart(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """Decisions in which a second thing of one name in a sentence is "another" one.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        Sorted and disjoint.

    Notes
    -----
    "A disease and another disease", where two diseases were named; one that was named twice stays
    "a disease" twice.
    """
    done: list[Decision] = []
    for decision in decisions:
        before = next((d for d in reversed(done[-3:]) if _noun(d) and _noun(d) == _noun(decision)), None)
        if before is not None and _are_two_of_a_sentence(text, before, decision):
            decision = _another(text, decision, done[-1].end)
        done.append(decision)
    return done


def _noun(decision: Decision) -> str:
    """What a decision calls a thing, without its article; empty when it generalizes nothing."""
    if decision.action != "generalize":
        return ""
    return _ARTICLE.sub("", _QUANTITY.sub("", decision.replacement), count=1).casefold()


def _are_two_of_a_sentence(text: str, first: Decision, second: Decision) -> bool:
    between = text[first.end : second.start]
    if len(between) > _FAR or _SENTENCE_END.search(between):
        return False
    return term_key(text[first.start : first.end]) != term_key(text[second.start : second.end])


def _another(text: str, decision: Decision, after: int) -> Decision:
    if _ARTICLE.match(decision.replacement):
        other = _ARTICLE.sub("another ", decision.replacement, count=1)
        return replace(decision, replacement=other)
    the = _THE_BEFORE.search(text, max(after, decision.start - 4), decision.start)
    if the is None or _noun(decision) not in _NEUTRAL:
        return decision
    return replace(decision, start=the.start(), replacement=f"another {decision.replacement}")
