"""Checks of a released text, by a path of its own: nothing that was removed is left in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import Fault, fault
from engine.methods.c_sanitized import CompiledConcept, residual_terms
from engine.plan import Plan
from engine.text import Decision, Document


class Verifier:
    """Verifies released documents against a plan.

    Parameters
    ----------
    plan : Plan
    concepts : sequence of CompiledConcept
        One per concept step of the plan.
    reference_year : int
        Year from which ages are reckoned.
    """

    def __init__(self, plan: Plan, concepts: Sequence[CompiledConcept], reference_year: int) -> None:
        self._plan = plan
        self._concepts = tuple(concepts)
        self._reference_year = reference_year

    def verify(
        self, document: Document, decisions: Sequence[Decision], released: Sequence[str]
    ) -> list[Fault]:
        """Faults of the released text; empty when it may be released."""
        text = "\n\n".join(released)
        return [*self._concept_faults(document.id, text)]

    def _concept_faults(self, document_id: str, text: str) -> Iterator[Fault]:
        for found in residual_terms(text, self._concepts)[:3]:
            yield fault(
                "VER003",
                f"document {document_id} offset {found.start}",
                f"must hold no term that discloses {found.clause}",
                f"one of {found.end - found.start} characters",
                "The document was refused.",
            )
