"""Decisions of several stages about one document, made one list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from adapters.documents.layout import clip_to_parts
from engine.text import BLOT, Decision, Document, SensitiveText


def united(identifiers: Sequence[Decision], concepts: Sequence[Decision]) -> list[Decision]:
    """Disjoint decisions that cover all of both.

    A learned name and a disclosing phrase can overlap ("Kaposi" in "Kaposi's sarcoma"): the one that
    covers the other stands; where neither does, the identifier's replacement stands for both.
    """
    found: list[Decision] = []
    for decision in sorted((*identifiers, *concepts), key=lambda one: (one.start, -one.end)):
        last = found[-1] if found else None
        if last is None or decision.start >= last.end:
            found.append(decision)
        elif decision.end > last.end:
            kept = last if last.stage == "identifiers" else decision
            found[-1] = replace(kept, start=last.start, end=decision.end)
        elif (decision.start, decision.end) == (last.start, last.end) and decision.stage == "identifiers":
            found[-1] = decision
    return found


def clipped(document: Document, decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions, none across the bounds of the document's parts."""
    return clip_to_parts(document, decisions) if document.parts else list(decisions)


def masked(text: SensitiveText, decisions: Iterable[Decision]) -> SensitiveText:
    """The text with decided spans blotted out, offsets kept: what is gone cannot disclose."""
    characters = list(text.reveal())
    for decision in decisions:
        characters[decision.start : decision.end] = BLOT * (decision.end - decision.start)
    return SensitiveText("".join(characters))
