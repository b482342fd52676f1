"""Removed values that stand in a document once more, where their recogniser did not know them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.checks.identifiers import residual_identifiers
from engine.text import Decision, Span

_BLOT = "\u25a0"


def _keeps_its_length(character: str) -> bool:
    """Whether the verifier's normalization leaves one character, neither none nor several."""
    return len(unicodedata.normalize("NFKC", character)) == 1 and unicodedata.category(character) != "Cf"


def left_over(text: str, decisions: Sequence[Decision]) -> list[Span]:
    """Where `text` holds values that `decisions` remove elsewhere, as the verifier looks for them.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        What is removed; only identifiers are looked for.

    Returns
    -------
    list of Span
        Sorted and disjoint; none where the text changes its length when it is normalized, since offsets
        would be wrong: the verifier then refuses the document.
    """
    removed = {(d.category, text[d.start : d.end]) for d in decisions if d.stage == "identifiers"}
    characters = [c if c.isascii() or _keeps_its_length(c) else _BLOT for c in text]
    for decision in decisions:
        characters[decision.start : decision.end] = _BLOT * (decision.end - decision.start)
    masked = "".join(characters)
    if not removed or len(unicodedata.normalize("NFKC", masked)) != len(masked):
        return []
    found: list[Span] = []
    for left in residual_identifiers(masked, (), removed):
        if not found or left.start >= found[-1].end:
            found.append(Span(left.start, left.end, left.category, 1.0, {"pattern": "left-over"}))
    return found
