"""The recogniser of identifiers: one scan, evidence, lists, then disjoint findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

import phonenumbers

from engine.errors import Fault, InvalidError, fault
from engine.methods.identifiers.across.kindred import kindred_codes
from engine.methods.identifiers.across.repeats import labelled_repeats
from engine.methods.identifiers.across.small_letters import with_capital_codes
from engine.methods.identifiers.categories import CATEGORIES
from engine.methods.identifiers.evidence import CONTEXT_BONUS, SPECIALISATIONS, Evidence, Specialiser
from engine.methods.identifiers.folding import Folded, fold
from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns import PATTERNS
from engine.methods.identifiers.resolve import carve_postal_codes, resolve
from engine.methods.identifiers.scan import PatternScanner
from engine.methods.identifiers.terms import TermFinder
from engine.methods.identifiers.validators import PHONE_REGIONS, Setting
from engine.methods.intervals import Intervals
from engine.text import Document, Part, Span

MINIMUM_SCORE = 0.5
"""The least score of a finding, where a policy says nothing."""


class IdentifierRecognizer:
    """Finds structured identifiers; implements `engine.ports.Recognizer`.

    Parameters
    ----------
    categories : sequence of str
        Keys of ``CATEGORIES``; only these are found.
    minimum_score : float in [0, 1]
        The least score of a finding; `minimum_scores` overrides it per category.
    phone_regions : sequence of str
        ISO 3166-1 alpha-2 regions whose national telephone numbers are found without a label;
        the North American forms always are.
    reference_year : int or None
        The year in which ages are judged; needed for ``age-over-89`` (the engine has no clock).
    allow, deny : mapping of category to terms
        Whole words, any case: allowed terms are never findings of that category,
        denied terms always are. `deny` may name categories of its own.
    own : sequence of Pattern
        Patterns besides the shipped ones.

    Raises
    ------
    InvalidError
        IDN001 unknown category, IDN002 unknown region, IDN003 reference year missing or
        implausible, IDN006 blank term, IDN007 score outside [0, 1]; all faults at once.

    Notes
    -----
    `find` returns disjoint spans, sorted: overlaps become their union. Cost is
    linear in the text: RE2 neither backtracks nor hangs. An instance is
    immutable and may be shared between documents; it compiles in about 0.1 s.
    """

    name = "identifiers"

    def __init__(
        self,
        categories: Sequence[str],
        *,
        minimum_score: float = MINIMUM_SCORE,
        minimum_scores: Mapping[str, float] | None = None,
        phone_regions: Sequence[str] = PHONE_REGIONS,
        reference_year: int | None = None,
        allow: Mapping[str, Sequence[str]] | None = None,
        deny: Mapping[str, Sequence[str]] | None = None,
        own: Sequence[Pattern] = (),
    ) -> None:
        scores = dict.fromkeys(categories, minimum_score) | dict(minimum_scores or {})
        faults = [*_faults(categories, scores, phone_regions, reference_year)]
        if faults:
            raise InvalidError(*faults)
        self.categories: Sequence[str] = tuple(dict.fromkeys([*categories, *(deny or {})]))
        self._wanted = frozenset(categories)
        self._setting = Setting(tuple(phone_regions), reference_year)
        self._specialisers = [
            Specialiser(row, row.general in self._wanted)
            for row in SPECIALISATIONS
            if row.category in self._wanted
        ]
        rows = [*self._rows((*PATTERNS, *own), scores)]
        self._scanner = PatternScanner([row for row, _ in rows])
        self._evidence = [Evidence(row, self._setting, minimum) for row, minimum in rows]
        self._allow, self._deny = TermFinder(allow or {}), TermFinder(deny or {})

    def find(self, document: Document) -> Sequence[Span]:
        """Disjoint spans of the wanted categories, sorted by start, with their reasons."""
        text = document.text.reveal()
        folded = fold(text)
        found = [_unfolded(span, folded) for span in self._found(with_capital_codes(folded.data))]
        found += self._found_under_names(text, document.parts)
        found += labelled_repeats(folded, found)
        if "unique-code" in self._wanted:
            found += kindred_codes(folded, found)
        found = self._not_allowed(text, found)
        found += self._deny.find(text, "deny-list")
        return resolve(carve_postal_codes(found, text))

    def _rows(
        self, patterns: Iterable[Pattern], scores: Mapping[str, float]
    ) -> Iterator[tuple[Pattern, float]]:
        """The patterns that can reach the score wanted, with that score."""
        general = {s.row.general: scores[s.row.category] for s in self._specialisers}
        for row in patterns:
            minimum = min(
                s for s in (scores.get(row.category), general.get(row.category), 2.0) if s is not None
            )
            best = 1.0 if row.checksum else row.score + (CONTEXT_BONUS if row.context else 0)
            if best >= minimum:
                yield row, minimum

    def _found(self, data: bytes) -> list[Span]:
        evidence = self._evidence
        spans = (evidence[index].weigh(data, start, end) for start, end, index in self._scanner.scan(data))
        found = [span for span in spans if span is not None]
        for specialiser in self._specialisers:
            found = [s for span in found if (s := specialiser.apply(data, span)) is not None]
        return found

    def _found_under_names(self, text: str, parts: Sequence[Part]) -> list[Span]:
        """Findings in parts that a schema names (a column, a field), the name read as their label."""
        named = [part for part in parts if part.name and part.end > part.start]
        if not named:
            return []
        offsets, pieces, size = [], [], 0
        for part in named:
            label = f"{_label(part.name)}: "
            offsets.append((size + len(label), part))
            pieces.append(f"{label}{text[part.start : part.end]}\n\n")
            size += len(pieces[-1])
        folded = fold("".join(pieces))
        return [*_placed((_unfolded(span, folded) for span in self._found(folded.data)), offsets)]

    def _not_allowed(self, text: str, found: list[Span]) -> list[Span]:
        if not found:
            return found
        places: dict[str, list[tuple[int, int]]] = {}
        for start, end, category in self._allow.places(text):
            places.setdefault(category, []).append((start, end))
        allowed = {category: Intervals(stretches) for category, stretches in places.items()}
        return [
            s for s in found if s.category not in allowed or not allowed[s.category].cover(s.start, s.end)
        ]


def _unfolded(span: Span, folded: Folded) -> Span:
    if not len(folded.dropped):
        return span
    start, end = folded.span(span.start, span.end)
    return replace(span, start=start, end=end)


def _label(name: str) -> str:
    """A column's name as words: ``patientMRN``, ``date_of_birth``, ``customer.phone``."""
    return re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).strip()


def _placed(spans: Iterable[Span], offsets: Sequence[tuple[int, Part]]) -> Iterator[Span]:
    """`spans` of the labelled copy, moved to their parts; what lies in a label is left out."""
    position = 0
    for span in sorted(spans, key=lambda s: s.start):
        while position + 1 < len(offsets) and offsets[position + 1][0] <= span.start:
            position += 1
        offset, part = offsets[position]
        start = span.start - offset + part.start
        end = min(span.end - offset + part.start, part.end)
        if part.start <= start < end:
            yield replace(span, start=start, end=end)


def _faults(
    categories: Iterable[str], scores: Mapping[str, float], regions: Iterable[str], year: int | None
) -> Iterator[Fault]:
    wanted = tuple(categories)
    for category in {*wanted, *scores} - CATEGORIES.keys():
        close = get_close_matches(category, CATEGORIES, 1)
        advice = f"Did you mean {close[0]}?" if close else f"Known: {', '.join(CATEGORIES)}."
        yield fault("IDN001", "identifiers category", "must be a known category", category, advice)
    for region in set(regions) - phonenumbers.SUPPORTED_REGIONS:
        yield fault(
            "IDN002", "identifiers phone_regions", "must be a two-letter region", region, "E.g. US, GB, DE."
        )
    if year is None and "age-over-89" in wanted:
        advice = "Give the year in which ages are judged, e.g. the year of the release."
        yield fault("IDN003", "identifiers reference_year", "must be given for age-over-89", "", advice)
    if year is not None and not 1900 <= year <= 2200:
        yield fault(
            "IDN003", "identifiers reference_year", "must be in 1900-2200", year, "Give a four-digit year."
        )
    for category, score in scores.items():
        if not 0 <= score <= 1:
            yield fault(
                "IDN007", f"identifiers {category} minimum_score", "must be in [0, 1]", score, "Default 0.5."
            )
