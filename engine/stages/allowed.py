"""Terms that a clause leaves in place: where they stand in a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.methods.identifiers.terms import TermFinder
from engine.methods.intervals import Intervals
from engine.methods.names.tagger.features import TITLES
from engine.plan.steps import IdentifierStep
from engine.text import Span

_NAMES = frozenset({"first", "last", "rarelast", "city", "country", "region"})
_WORD = re.compile(r"[^\W\d_]+")
_NOWHERE = Intervals()
_BEHIND_TITLE = re.compile(rf"(?i)(?<!\w)(?:{'|'.join(sorted(TITLES))})\.?\s\Z")
_LOOK_BACK = 20


class AllowedTerms:
    """The allowed terms of a plan's clauses, for findings of learned recognisers.

    Parameters
    ----------
    by_category : mapping of str to IdentifierStep
        The clause that decides about each category.
    lists_of : callable, optional
        Names of a recogniser's word lists that hold a word in small letters. Without it no term is known
        to be no name.
    """

    def __init__(
        self,
        by_category: Mapping[str, IdentifierStep],
        lists_of: Callable[[str], Sequence[str]] | None = None,
    ) -> None:
        self._lists_of = lists_of
        self._abbreviations = {c: _abbreviations(step.allow) for c, step in by_category.items()}
        allow = {category: step.allow for category, step in by_category.items() if step.allow}
        self._categories = allow.keys()
        self._terms = TermFinder(allow)
        self._last: tuple[tuple[int, int], Mapping[str, Intervals]] = (0, 0), {}

    def without(self, spans: Sequence[Span], text: str) -> list[Span]:
        """What is left of `spans` when allowed terms of their categories are taken out, in any case.

        A finding of allowed terms alone goes ("Hx CHF"). So do those at the edges of a person if they are
        no names ("CHF Keller" leaves "Keller"). An allowed name is another person's beside one that is not
        ("Anton Kroll" where "Kroll" is allowed), and a word of an organisation is part of it ("General
        Electric"). A name behind a title is no abbreviation ("Dr. Endo" where "ENDO" is allowed).
        """
        if self._categories.isdisjoint(span.category for span in spans):
            return list(spans)
        allowed = self._standing(text)
        kept = (self._left(s, allowed.get(s.category, _NOWHERE), text) for s in spans)
        return [span for span in kept if span]

    def _standing(self, text: str) -> Mapping[str, Intervals]:
        """Where the terms stand in `text`, by category.

        Several stages ask about one text in turn, so the places of the last one are remembered: numbers
        alone, and the text only as its hash, which is keyed anew in each process.
        """
        asked = len(text), hash(text)
        known, found = self._last
        if asked == known:
            return found
        places: dict[str, list[tuple[int, int]]] = {}
        for start, end, category in self._terms.places(text):
            places.setdefault(category, []).append((start, end))
        found = {category: Intervals(stretches) for category, stretches in places.items()}
        self._last = asked, found
        return found

    def _left(self, span: Span, allowed: Intervals, text: str) -> Span | None:
        """What is left of `span`; None when no letter or digit is."""
        if self._is_titled_name(span, text):
            return span
        terms = allowed.touching(span.start, span.end)
        if not terms or _without_edges(span, terms, text) is None:
            return None if terms else span
        if span.category != "person":
            return span
        return _without_edges(span, [t for t in terms if self._is_no_name(text[t[0] : t[1]])], text)

    def _is_titled_name(self, span: Span, text: str) -> bool:
        """Whether a person behind a title is spelt like an allowed abbreviation in other letters."""
        said = text[span.start : span.end]
        return (
            span.category == "person"
            and not said.isupper()
            and said.lower() in self._abbreviations.get(span.category, ())
            and _BEHIND_TITLE.search(text[max(0, span.start - _LOOK_BACK) : span.start]) is not None
        )

    def _is_no_name(self, term: str) -> bool:
        lists_of = self._lists_of
        return lists_of is not None and not any(
            _NAMES.intersection(lists_of(word.lower())) for word in _WORD.findall(term)
        )


def _abbreviations(terms: Sequence[str]) -> frozenset[str]:
    """Terms in capitals, in small letters, that are not allowed in other letters too."""
    others = {term.lower() for term in terms if not term.isupper()}
    return frozenset(term.lower() for term in terms if term.isupper()) - others


def _without_edges(span: Span, terms: Sequence[tuple[int, int]], text: str) -> Span | None:
    """`span` without the `terms` at its edges; None when no letter or digit is left."""
    start, end = span.start, span.end
    while start < end and (reaching := [b for a, b in terms if a <= start < b]):
        start = _next(text, max(reaching), end)
    while start < end and (reaching := [a for a, b in terms if a < end <= b]):
        end = _last(text, start, min(reaching))
    return replace(span, start=start, end=end) if start < end else None


def _next(text: str, at: int, end: int) -> int:
    """Where the next letter or digit stands from `at` on; `end` without one."""
    return next((i for i in range(at, end) if text[i].isalnum()), end)


def _last(text: str, start: int, at: int) -> int:
    """Behind the last letter or digit before `at`; `start` without one."""
    return next((i + 1 for i in range(at - 1, start - 1, -1) if text[i].isalnum()), start)
