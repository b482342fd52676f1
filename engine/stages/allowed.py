"""Terms that a clause leaves in place: where they stand in a document."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.methods.identifiers.terms import TermFinder
from engine.plan.steps import IdentifierStep
from engine.text import Span

_TITLE = re.compile(r"\b(?:dr|drs|mr|mrs|ms|miss|prof|professor|nurse|doctor|judge)\.?\s+\Z", re.IGNORECASE)
_TITLE_REACH = 12
"""Characters before a finding in which a title is looked for; the longest has nine letters."""


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
        """What is left of `spans` when allowed terms of their categories are taken out, in any case.

        A finding of allowed terms alone goes ("Hx CHF"). So do those at the edges of a person ("CHF Keller"
        leaves "Keller"), where those of an organisation are part of its name ("General Electric"). After a
        title a single word is a person, whatever the list says of it ("Dr. Foley").
        """
        if not spans:
            return []
        allowed: dict[str, list[tuple[int, int]]] = {}
        for term in self._terms.find(text, "allow-list"):
            allowed.setdefault(term.category, []).append((term.start, term.end))
        kept = (_without_edges(s, allowed.get(s.category, ()), text) for s in spans)
        return [span for span in kept if span]


def _without_edges(span: Span, allowed: Sequence[tuple[int, int]], text: str) -> Span | None:
    """`span` without the allowed terms at its edges; None when no letter or digit is left."""
    titled = span.category == "person" and _TITLE.search(text[max(0, span.start - _TITLE_REACH) : span.start])
    terms = [
        (a, b)
        for a, b in allowed
        if a < span.end and b > span.start and not (titled and _is_word(text, a, b))
    ]
    start, end = span.start, span.end
    while start < end and (reaching := [b for a, b in terms if a <= start < b]):
        start = _next(text, max(reaching), end)
    while start < end and (reaching := [a for a, b in terms if a < end <= b]):
        end = _last(text, start, min(reaching))
    if start >= end:
        return None
    return (
        span
        if span.category != "person" or (start, end) == (span.start, span.end)
        else replace(span, start=start, end=end)
    )


def _is_word(text: str, start: int, end: int) -> bool:
    return text[start:end].isalpha()


def _next(text: str, at: int, end: int) -> int:
    """Where the next letter or digit stands from `at` on; `end` without one."""
    return next((i for i in range(at, end) if text[i].isalnum()), end)


def _last(text: str, start: int, at: int) -> int:
    """Behind the last letter or digit before `at`; `start` without one."""
    return next((i + 1 for i in range(at - 1, start - 1, -1) if text[i].isalnum()), start)
