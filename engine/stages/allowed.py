"""Terms that a clause leaves in place: where they stand in a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.methods.identifiers.terms import TermFinder
from engine.plan.steps import IdentifierStep
from engine.text import Span


class AllowedTerms:
    """The allowed terms of a plan's clauses, for findings of learned recognisers.

    Parameters
    ----------
    by_category : mapping of str to IdentifierStep
        The clause that decides about each category.
    """

    def __init__(self, by_category: Mapping[str, IdentifierStep]) -> None:
        self._terms = TermFinder({c: step.allow for c, step in by_category.items() if step.allow})

    def without(self, spans: Sequence[Span], text: str) -> list[Span]:
        """`spans` without those that lie wholly inside an allowed term of their category, in any case."""
        if not spans:
            return []
        allowed = [*self._terms.find(text, "allow-list")]
        return [span for span in spans if not any(_covers(term, span) for term in allowed)]


def _covers(term: Span, span: Span) -> bool:
    return term.category == span.category and term.start <= span.start and span.end <= term.end
