"""Terms that a clause leaves in place: where they stand in a document."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.plan import IdentifierStep
from engine.text import Span


class AllowedTerms:
    """The allowed terms of a plan's clauses, for findings of learned recognisers.

    Parameters
    ----------
    by_category : mapping of str to IdentifierStep
        The clause that decides about each category.
    """

    def __init__(self, by_category: Mapping[str, IdentifierStep]) -> None:
        self._patterns = {c: _pattern(step.allow) for c, step in by_category.items() if step.allow}

    def without(self, spans: Sequence[Span], text: str) -> list[Span]:
        """`spans` without those that lie wholly inside an allowed term of their category, in any case."""
        if not self._patterns:
            return list(spans)
        places = {
            category: [match.span() for match in pattern.finditer(text)]
            for category, pattern in self._patterns.items()
        }
        return [
            span
            for span in spans
            if not any(a <= span.start and span.end <= b for a, b in places.get(span.category, ()))
        ]


def _pattern(terms: Sequence[str]) -> re.Pattern[str]:
    """Any of the terms as whole words; blanks in them stand for any white space."""
    words = (r"\s+".join(map(re.escape, term.split())) for term in sorted(terms, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
