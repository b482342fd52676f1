"""Check Definition 6 on released text by a path of its own: every n-gram looked up directly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.methods.c_sanitized.rule import CompiledConcept
from engine.terms import tokenize


@dataclass(frozen=True, slots=True)
class Residual:
    """A disclosing term left in a text: where it is and by what it discloses, never the term.

    Parameters
    ----------
    start, end : int
        Offsets into the text, in code points, end exclusive.
    clause : str
        Id of the clause whose concept it discloses.
    pmi_bits, threshold_bits : float
        How much it discloses, and from where on it must go.
    """

    start: int
    end: int
    clause: str
    pmi_bits: float
    threshold_bits: float


def residual_terms(text: str, concepts: Sequence[CompiledConcept]) -> Sequence[Residual]:
    """Terms of `text` that disclose a concept at or above its threshold."""
    return [
        Residual(
            token.start,
            token.end,
            concept.rule.clause,
            concept.information_content_bits,
            concept.threshold_bits,
        )
        for concept in concepts
        for token in tokenize(text)
        if token.key in concept.disclosing or token.key in concept.lexicalizations
    ]
