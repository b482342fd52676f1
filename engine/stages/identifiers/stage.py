"""The identifiers stage: the findings of all recognisers become one set of disjoint decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.catalog.names import LEARNED
from engine.catalog.public_codes import codes_around
from engine.language.layout.wrapped_lines import unwrapped
from engine.methods.columns.typing import NO_TABLES, TypedTables
from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer
from engine.methods.identifiers.across.one_format import of_one_format
from engine.methods.identifiers.own_codes import CATEGORY as OWN_CODE
from engine.methods.identifiers.own_codes import own_patterns
from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns.countries import PATTERNS_BY_COUNTRY
from engine.methods.identifiers.patterns.languages import PATTERNS_BY_LANGUAGE
from engine.methods.identifiers.resolve import resolve
from engine.methods.names.entities.place_forms import address_below_state, below_state
from engine.methods.names.matter import RULE, MatterFinder, spoken
from engine.plan.steps import IdentifierStep
from engine.ports import KnowsNames, Recognizer
from engine.record.counted import ColumnCount
from engine.stages.allowed import AllowedTerms
from engine.stages.identifiers.address_ends import postal_codes
from engine.stages.identifiers.columns import ColumnTypes
from engine.stages.identifiers.disguises import ENCODED, disguised, encoded
from engine.stages.identifiers.field_labels import without_labels
from engine.stages.identifiers.gaps import gaps
from engine.stages.identifiers.learned_forms import (
    beside_patterns,
    has_form,
    is_look_alike,
    is_no_day,
    whole_words,
)
from engine.stages.identifiers.listed_names import in_headers, titled_names
from engine.stages.identifiers.name_ends import ages_behind_names, numbers_of_officers
from engine.stages.identifiers.own_tokens import OwnTokens
from engine.stages.identifiers.replacements import ReplacementContext, replacement_for, year_in_sentence
from engine.stages.identifiers.same_person import same_persons
from engine.stages.repeats.in_document import found_repeats, outside_diseases
from engine.text import Decision, Document, SensitiveText, Span

MATTER_CLAUSE = "facts-of-the-matter"
"""Id of the clause that removes facts of a matter that no clause of the policy asks for."""
ENCODED_CLAUSE = "documents.encoded"
"""Id of the setting that removes encoded text."""
_LOOK_BACK = 10
_STANDS_FOR = {"birth-date": "date"}
_BESIDE = {"zip": postal_codes, "age-over-89": ages_behind_names, "unique-code": numbers_of_officers}
"""What is found beside other findings, in the text as it is written: a line that ends there may go on."""
_CODES = frozenset({"code", "unique-code"})
_STAYS = {"date": is_no_day, "code": is_look_alike}


class Identified(NamedTuple):
    """What is decided about a document's identifiers, and the types of its columns."""

    decisions: Sequence[Decision]
    tables: TypedTables


_CODE_AT_END = re.compile(r",?\s+(\d{5}(?:-\d{4})?)\Z")


def _no_look_alikes(spans: Iterable[Span], text: str) -> Iterator[Span]:
    """Those that are names, or no numbers of public lists."""
    return (s for s in spans if s.category in LEARNED or not is_look_alike(text, s.start, s.end))


class IdentifierStage:
    """Finds the identifiers that a plan's clauses name, and decides what replaces them.

    Parameters
    ----------
    steps : sequence of IdentifierStep
        The plan's clauses; of two that name one category the first decides.
    release_key : bytes
        Keys the pseudonyms: consistent within a release, unlinkable across releases.
    reference_year : int
        Year from which ages are reckoned.
    learned : sequence of Recognizer
        Recognisers of the categories that no pattern finds (persons, organisations...).
    matter : MatterFinder or None
        Facts of the matter: their mentions always go, in the way of the clause about their
        category; where there is none a placeholder stands in their place. Those of minors follow
        the clause about ``minor``, if the plan has one.
    unknown_columns : {"remove", "refuse", "keep"}
        What happens to columns of numbers or codes of which nothing says what they are.
    encoded_text : {"remove", "search"}
        Whether all encoded text goes, or that in which something is found.
    more_languages : sequence of str
        Languages besides English (ISO 639-1) whose own dates, addresses and numbers are looked for.
    """

    def __init__(
        self,
        steps: Sequence[IdentifierStep],
        release_key: bytes,
        reference_year: int,
        learned: Sequence[Recognizer] = (),
        matter: MatterFinder | None = None,
        unknown_columns: str = "remove",
        encoded_text: str = "remove",
        more_languages: Sequence[str] = (),
    ) -> None:
        self._by_category: dict[str, IdentifierStep] = {}
        for step in steps:
            for category in step.find:
                self._by_category.setdefault(category, step)
        self._patterns = _pattern_recognizer(self._by_category, reference_year, more_languages)
        self._learned = tuple(learned)
        self._tokens = OwnTokens(self._by_category)
        removes_unknown = unknown_columns == "remove" and "unique-code" in self._by_category
        knowing = next((each for each in learned if isinstance(each, KnowsNames)), None)
        self._lists_of = knowing.lists_of if knowing else None
        self._allowed = AllowedTerms(self._by_category, self._lists_of)
        self._names_persons = any(
            self._by_category[each].operator == "pseudonym"
            for each in ("person", "minor")
            if each in self._by_category
        )
        self._removes_encoded = encoded_text == "remove"
        self._columns = ColumnTypes(self._by_category, removes_unknown, self._lists_of)
        self._matter = matter
        self._context = ReplacementContext(release_key=release_key, reference_year=reference_year)

    @property
    def categories(self) -> tuple[str, ...]:
        """Categories that the plan removes."""
        return tuple(self._by_category)

    @property
    def reads_names(self) -> bool:
        """Whether a learned recogniser reads the documents, which takes most of the memory."""
        return bool(self._learned)

    def decide(self, document: Document) -> Sequence[Decision]:
        """Disjoint decisions, sorted by start."""
        return self.identified(document).decisions

    def identified(self, document: Document) -> Identified:
        """The decisions, and what the columns of the document's tables are."""
        if not (self._by_category or self._matter or self._removes_encoded):
            return Identified([], NO_TABLES)
        written = document.text.reveal()
        text = unwrapped(written)
        columns = self._columns.apply(document, self._found_anywhere(document, written, text))
        told = self._allowed.without(columns.repeats, text)
        found, codes = (*columns.spans, *told), document.public_codes
        spans = [part for span in found for part in self._parts_that_go(span, text, codes)]
        facts = self._facts(document)
        resolved = resolve([*spans, *facts])
        names = same_persons(resolved, text) if self._names_persons else {}
        decisions = (self._decision(_with_subject(span, facts), text, names) for span in resolved)
        changing = [each for each in decisions if each.replacement != text[each.start : each.end]]
        return Identified(changing, columns.tables)

    def _facts(self, document: Document) -> list[Span]:
        """Where the facts of the matter stand."""
        return [self._of_minor(span) for span in self._matter.find(document)] if self._matter else []

    def _found_anywhere(self, document: Document, written: str, text: str) -> list[Span]:
        """What patterns and recognisers find in a document as it is `written`, and in its running `text`."""
        running = document if text == written else replace(document, text=SensitiveText(text))
        known = self._patterns.find(running)
        found = [*known, *beside_patterns(self._learned_spans(document, text), known, text)]
        found += disguised(text, self._patterns.find, self._names)
        found += self._asked([*in_headers(document, text, self._lists_of), *titled_names(text)], text)
        for category, beside in _BESIDE.items():
            if category in self._by_category:
                found += self._asked(beside(written, found), text)
        found += self._asked(gaps(text, found), text)
        alike = self._asked(_no_look_alikes(of_one_format(text, found), text), text)
        found += [*alike, *found_repeats(text, alike)]
        return [*found, *encoded(written, self._found_in, self._removes_encoded)]

    def _asked(self, spans: Iterable[Span], text: str) -> list[Span]:
        """Those of categories that the plan removes, without allowed terms."""
        return self._allowed.without([span for span in spans if span.category in self._by_category], text)

    def _names(self, document: Document) -> list[Span]:
        return self._learned_spans(document, document.text.reveal())

    def _found_in(self, document: Document) -> list[Span]:
        """Whatever is found in a text by itself."""
        facts = self._matter.find(document) if self._matter else ()
        return [*self._patterns.find(document), *self._names(document), *facts]

    def column_facts(self, tables: TypedTables) -> list[dict[str, object]]:
        """Type and evidence of each column, and the category as which it is removed."""
        return [
            {
                "table": typed.column.table + 1,
                "column": typed.column.index + 1,
                "name": typed.column.header,
                **typed.evidence(),
                "removed_as": self._columns.category_of(typed),
            }
            for typed in tables.columns
        ]

    def column_count(self, tables: TypedTables) -> ColumnCount | None:
        """How many columns are typed, removed, of unknown kind; None without tables."""
        return self._columns.count(tables)

    def _parts_that_go(self, span: Span, text: str, codes: frozenset[str]) -> list[Span]:
        """A cell of places, or an address, as its clause cuts it, nothing of a public code, others whole."""
        if codes and _may_be_public(span) and not codes.isdisjoint(codes_around(text, span.start, span.end)):
            return []
        if span.category == "street-address" and self._by_category[span.category].operator == "state":
            return self._of_address(span, text)
        by_pattern = span.category == "location" and "pattern" in span.why
        if not by_pattern or any(character.isdecimal() for character in text[span.start : span.end]):
            return [span]
        return self._parts(span, text)

    def _of_address(self, span: Span, text: str) -> list[Span]:
        """An address before its State; the postal code behind it is another clause's."""
        code = _CODE_AT_END.search(text, span.start, span.end) if "zip" in self._by_category else None
        end = code.start() if code else span.end
        start, last = address_below_state(text, span.start, end)
        if last == end:
            return [span]
        address = [replace(span, start=start, end=last)]
        return [*address, replace(span, start=code.start(1), category="zip")] if code else address

    def decide_about(self, span: Span, text: str) -> Decision:
        """The decision about a value whose category is known: the cell of a column."""
        return self._decision(span, text, same_persons([span], text) if self._names_persons else {})

    def _of_minor(self, span: Span) -> Span:
        """A mention of a minor, under the category of minors when the plan has a clause about it."""
        if span.why.get("minor") and "minor" in self._by_category:
            return replace(span, category="minor")
        return span

    def _wanted(self, span: Span, text: str) -> Span | None:
        """A learned finding with its whole words, if it counts: of the form of its kind, and sure enough.

        Where the clause has a loss ratio, the recogniser has decided by it what is sure enough.
        """
        step = self._by_category.get(span.category)
        if step is None or not has_form(span.category, text[span.start : span.end], step.operator):
            return None
        stays, whole = _STAYS.get(span.category), whole_words(span, text)
        if stays and stays(text, whole.start, whole.end):
            return None
        return whole if step.loss_ratio is not None or span.score >= step.threshold else None

    def _learned_spans(self, document: Document, text: str) -> list[Span]:
        """What the learned recognisers find and the clauses want, wherever in the document it stands.

        What is removed in one place and left in another is told by the other; the verifier refuses it.
        """
        found = [span for recognizer in self._learned for span in recognizer.find(document)]
        found = outside_diseases(text, self._tokens.outside(found, text))
        wanted = [whole for span in found if (whole := self._wanted(span, text))]
        if not wanted:
            return []
        parts = [part for span in without_labels(wanted, text) for part in self._parts(span, text)]
        kept = self._allowed.without(parts, text)
        return [*kept, *found_repeats(text, kept)]

    def _parts(self, span: Span, text: str) -> list[Span]:
        """The parts of a learned finding that its clause removes."""
        if self._by_category[span.category].operator == "state":
            return [replace(span, start=a, end=b) for a, b in below_state(text, span.start, span.end)]
        return [span]

    def _decision(self, span: Span, text: str, names: Mapping[tuple[int, int], str]) -> Decision:
        if span.category == ENCODED:
            why = dict(span.why)
            return Decision(
                span.start, span.end, "identifiers", ENCODED, "redact", "[ENCODED]", ENCODED_CLAUSE, why
            )
        step = self._by_category.get(span.category) or self._by_category.get(
            _STANDS_FOR.get(span.category, ""), _MATTER_STEP
        )
        matched = text[span.start : span.end].replace("\u200b", "")
        if step.operator == "pseudonym":
            matched = names.get((span.start, span.end), matched)
        matched = self._value(span, step, matched)
        new = replacement_for(step.operator, span, matched, self._context, census=step.census, code=step.code)
        if step.operator == "initials" and text[span.end : span.end + 1] == ".":
            new = new.removesuffix(".")  # the sentence's own full stop follows
        if step.operator == "year":
            new = year_in_sentence(text[max(0, span.start - _LOOK_BACK) : span.start], new)
        return Decision(
            start=span.start,
            end=span.end,
            stage="identifiers",
            category=span.category,
            action="redact" if step.operator == "redact" else "replace",
            replacement=new,
            clause=step.id,
            why={"score": round(span.score, 3), **span.why},
        )

    def _value(self, span: Span, step: IdentifierStep, matched: str) -> str:
        """What a replacement is made of: a person of the matter is the same however it is written."""
        if self._matter and (step.operator == "pseudonym" or span.category == "minor"):
            matched = self._matter.canonical(span, matched)
        return spoken(matched) if step.operator == "initials" else matched


def _may_be_public(span: Span) -> bool:
    """Whether a finding may be a code that the file itself names as one of a public list.

    Drugs have numbers of any length: where a label or a header says what a number is, that holds.
    """
    is_said = span.why.get("pattern") not in (None, "column") and "repeat" not in span.why
    return span.category in _CODES and not is_said and span.why.get("by") != "header"


def _with_subject(span: Span, facts: Sequence[Span]) -> Span:
    """`span` with the person of the matter whose mention it took in ("Dr Keller" took in "Keller")."""
    if span.why.get("pattern") == RULE or span.category not in ("person", "minor"):
        return span
    inside = [f.why.get("subject") for f in facts if span.start <= f.start and f.end <= span.end]
    known = inside and inside[0] is not None and set(inside) == {inside[0]}
    return replace(span, why={**span.why, "subject": inside[0]}) if known else span


_MATTER_STEP = IdentifierStep(
    id=MATTER_CLAUSE, find=(), operator="placeholder", census=None, threshold=1.0, allow=(), deny=()
)


def _own(by_category: Mapping[str, IdentifierStep], languages: Sequence[str]) -> Iterator[Pattern]:
    """Patterns that the policy's author taught, and those of the languages and countries it names."""
    step = by_category.get(OWN_CODE)
    yield from own_patterns(step.id, step.shapes, step.near) if step else ()
    for language in languages:
        yield from PATTERNS_BY_LANGUAGE[language]
    for country in dict.fromkeys(name for step in by_category.values() for name in step.countries):
        asking = {category for category, step in by_category.items() if country in step.countries}
        yield from (row for row in PATTERNS_BY_COUNTRY[country] if row.category in asking)


def _pattern_recognizer(
    by_category: Mapping[str, IdentifierStep], reference_year: int, languages: Sequence[str]
) -> IdentifierRecognizer:
    found = [category for category in by_category if category in CATEGORIES]
    return IdentifierRecognizer(
        found,
        minimum_scores={category: by_category[category].threshold for category in found},
        reference_year=reference_year,
        allow={category: by_category[category].allow for category in found if by_category[category].allow},
        deny={step.find[0]: step.deny for step in by_category.values() if step.deny},
        own=list(_own(by_category, languages)),
    )
