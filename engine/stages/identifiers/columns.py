"""Types of columns applied: every cell of a column that identifies goes, names in harmless columns stay."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.catalog.names import LEARNED
from engine.methods.columns.forms import form_named
from engine.methods.columns.headers import meaning_of
from engine.methods.columns.kinds import CATEGORY_OF, HARMLESS, TEXT, UNKNOWN_CODE
from engine.methods.columns.neighbours import TypedColumn
from engine.methods.columns.typing import NO_TABLES, ListsOf, TypedTables, typed_tables
from engine.methods.columns.values import is_nothing, is_unfilled
from engine.record.counted import ColumnCount
from engine.stages.identifiers.disguises import ENCODED
from engine.stages.identifiers.listed_names import is_full_name, only_names
from engine.stages.identifiers.names_of_columns import ALWAYS, KEY, Counts, in_name, keyed_name, keyed_number
from engine.stages.identifiers.standing_alone import is_supported, stands_alone
from engine.stages.repeats.in_document import found_repeats
from engine.text import CellPlace, Document, Part, Span

_NAMES_OF_THINGS = frozenset({KEY, "sheet"})
PATTERN = "column"
"""Name of the reason in a decision that rests on the type of a column."""
_SURE, _PARTLY = 0.8, 0.75
_RECURRING = 0.5
_FEW_WORDS = 4.0
_FEW_VALUES = 5
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_AGE = re.compile(r"\D{0,12}(\d{1,3})(?:[.,]\d+)?(?:\D.*)?", re.DOTALL)
_OLDEST = 89
_FIELD_OF_RECORD = r"[\"']\s{0,2}:\s{0,2}[\"'\d]"
_OF_RECORD = re.compile(_FIELD_OF_RECORD)
"""What no name of a column holds: a field as records for programs have it (``"patient": "Henrietta"``)."""
_LABELLED = re.compile(
    rf"[^\W\d_]{{2}}: +\S|{_FIELD_OF_RECORD}|\b(?i:no|nr|id|number|kit|case|ref)\b[.#:]? ?[\w\-]*\d{{4}}"
)
"""A field inside a value ("Patient: Henrietta", "lab no. 0067733"): it is text, whatever its column."""
_LONG_NUMBER = re.compile(r"\d{7,18}(?<!000)")


class ColumnFindings(NamedTuple):
    """Findings once the columns of a document have spoken, these, and where persons of their cells recur."""

    spans: Sequence[Span]
    tables: TypedTables
    repeats: Sequence[Span] = ()


@dataclass(frozen=True, slots=True)
class _Rule:
    """What happens to findings inside a part: those that do not count go, one may be made."""

    part: Part
    counts: Counts
    made: Span | None = None


class ColumnTypes:
    """Applies the types of columns to what recognisers found.

    Parameters
    ----------
    categories : collection of str
        Categories that the policy removes.
    removes_unknown : bool
        Whether columns of codes of an unknown kind are removed.
    lists_of : callable, optional
        Names of the lists of names that hold a word.
    """

    def __init__(
        self, categories: Collection[str], removes_unknown: bool, lists_of: ListsOf | None = None
    ) -> None:
        self._lists_of = lists_of
        self._categories = frozenset(categories)
        self._removes_unknown = removes_unknown

    def apply(self, document: Document, spans: Sequence[Span]) -> ColumnFindings:
        """The findings, with those that columns decide in place of others."""
        if not any(part.cell is not None or part.kind in _NAMES_OF_THINGS for part in document.parts):
            return ColumnFindings(spans, NO_TABLES)
        tables = typed_tables(document, spans, self._lists_of)
        text = document.text.reveal()
        spans = [*spans, *self._told(tables, text)]
        rules = self._all_rules(document, tables, spans, text)
        made = [rule.made for rule in rules if rule.made is not None]
        found = sorted([*_counting(spans, rules), *made], key=lambda span: span.start)
        return ColumnFindings(found, tables, self._repeats(made, rules, text))

    def _told(self, tables: TypedTables, text: str) -> Iterator[Span]:
        """What headers and keys name by themselves."""
        if self._lists_of is not None and "person" in self._categories:
            yield from (name for part in tables.schema if (name := keyed_name(part, text, self._lists_of)))
        if self._removes_unknown:
            yield from (key for part in tables.schema if (key := keyed_number(part, text)))

    def _all_rules(
        self, document: Document, tables: TypedTables, spans: Sequence[Span], text: str
    ) -> list[_Rule]:
        """Rules of all parts; of two for one part the earlier counts."""
        rules = self._of_public_terms(document, text)
        rules += [rule for part in tables.schema if (rule := self._of_schema(part, text)) is not None]
        rules += [rule for typed in tables.columns for rule in self._rules(typed, text)]
        rules += self._of_told_terms(document, text)
        rules += self._of_what_stands_alone(document, text, spans, rules)
        cut = [_of_cut_ssn(part, text) for part in tables.cut_ssns if "ssn" in self._categories]
        places = {(rule.part.start, rule.part.end) for rule in cut}
        return [rule for rule in rules if (rule.part.start, rule.part.end) not in places] + cut

    def _repeats(self, made: Sequence[Span], rules: Sequence[_Rule], text: str) -> Sequence[Span]:
        """Where else names of columns of persons stand, and count."""
        persons = [span for span in made if span.category == "person"]
        if self._lists_of is None or not persons:
            return ()
        told = [replace(rule, counts=_any) if _may_remark(rule, text) else rule for rule in rules]
        return _counting(found_repeats(text, persons), told)

    def _of_public_terms(self, document: Document, text: str) -> list[_Rule]:
        """Rules of parts that say no more than a public list shows for a code of the same document."""
        public = [part for part in document.parts if _is_public(part)]
        shown = {text[part.start : part.end] for part in public}
        free = [part for part in document.parts if part.cell is None and part.kind == "value"]
        counts = _in_term(text, self._lists_of)
        alike = (part for part in free if text[part.start : part.end] in shown)
        return [_Rule(part, counts) for part in (*public, *alike)]

    def _of_told_terms(self, document: Document, text: str) -> list[_Rule]:
        """Rules of cells of texts that say what a public list shows; columns speak before them."""
        shown = {text[part.start : part.end].strip() for part in document.parts if _is_public(part)}
        cells = [part for part in document.parts if part.cell is not None and part.cell.of_text]
        counts = _in_term(text, self._lists_of)
        return [_Rule(one, counts) for one in cells if text[one.start : one.end].strip() in shown]

    def _of_what_stands_alone(
        self, document: Document, text: str, spans: Sequence[Span], rules: Sequence[_Rule]
    ) -> list[_Rule]:
        """Rules of short cells, headers and keys of which nothing else tells what they hold."""
        ruled = {rule.part.start for rule in rules}
        cells = (part for part in document.parts if part.cell is not None or part.kind in _NAMES_OF_THINGS)
        alone = [part for part in cells if part.start not in ruled and stands_alone(part, text)]
        counts = is_supported(text, spans, alone, self._lists_of)
        return [_Rule(part, counts) for part in alone]

    def category_of(self, typed: TypedColumn) -> str | None:
        """The category as which a column is removed; None when its cells are searched as text is."""
        kind = typed.kind.name
        if kind == UNKNOWN_CODE:
            return "unique-code" if self._removes_unknown else None
        return next((c for c in CATEGORY_OF.get(kind, ()) if c in self._categories), None)

    def count(self, tables: TypedTables) -> ColumnCount | None:
        """How many columns are typed, removed, of unknown kind; None without tables."""
        if not tables.columns:
            return None
        unknown = [typed for typed in tables.columns if typed.kind.name == UNKNOWN_CODE]
        typed = [typed for typed in tables.columns if typed.is_typed]
        return ColumnCount(
            typed=len(typed),
            removed=sum(self.category_of(one) is not None for one in typed),
            untyped=len(tables.columns) - len(typed) - len(unknown),
            unknown=len(unknown),
        )

    def _of_schema(self, part: Part, text: str) -> _Rule | None:
        """The rule of a column's name; none for one of a document's that says anything else: it is text."""
        name = text[part.start : part.end]
        if part.cell is not None and part.cell.of_text and not ((told := meaning_of(name)) and told.is_whole):
            return None
        if _OF_RECORD.search(name):
            return None
        return _Rule(part, in_name(name, self._lists_of, part.kind == "key"))

    def _rules(self, typed: TypedColumn, text: str) -> list[_Rule]:
        """Rules of the cells of a column: it goes whole, it stays, or its cells are searched as text is."""
        category = self.category_of(typed)
        if category is not None:
            return _hiding(typed, category, text)
        if typed.kind.name == TEXT and self._removes_unknown:
            return [rule for cell in typed.column.cells if (rule := _of_long_number(cell, text, typed))]
        are_codes = typed.values.share(*_CODED) >= _SURE
        is_short = are_codes or typed.values.mean_words <= _FEW_WORDS
        return self._keeping(typed, text) if is_short and _is_surely_harmless(typed) else []

    def _keeping(self, typed: TypedColumn, text: str) -> list[_Rule]:
        """Rules of a harmless column: which findings in its plain cells count all the same."""
        among_numbers = typed.kind.name in _NUMBERS
        counts = _in_codes if among_numbers else _in_short_text
        in_term, in_table = _in_term(text, self._lists_of), _in_table_of_text(text, self._lists_of)

        def counting(place: CellPlace | None) -> Counts:
            if place and place.term:
                return in_term
            return in_table if place and place.of_text and not among_numbers else counts

        return [
            _Rule(cell, counting(cell.cell))
            for cell in typed.column.cells
            if not _LABELLED.search(text, cell.start, cell.end)
            and not _says_more(text[cell.start : cell.end], among_numbers)
        ]


def _hiding(typed: TypedColumn, category: str, text: str) -> list[_Rule]:
    """Rules of a column that goes whole; values that say nothing, or are general already, stay."""
    cells = [cell for cell in typed.column.cells if typed.kind.by == "header" or not _is_public(cell)]
    whole = [(cell, _whole(cell, text, category, typed)) for cell in cells]
    ages = [_Rule(cell, _in_ages) for cell, span in whole if typed.kind.name == "age" and span is None]
    return [*ages, *(_Rule(cell, _none, span) for cell, span in whole if span is not None)]


def _is_public(part: Part) -> bool:
    """Whether a public list shows what a part says for the code beside it."""
    return part.cell is not None and part.cell.term == "public"


def _is_surely_harmless(typed: TypedColumn) -> bool:
    """Whether names found in a column are none: its header says so, or in part and few values recur."""
    if typed.kind.name not in HARMLESS or _tells_little(typed):
        return False
    few = typed.values.n >= _FEW_VALUES and typed.values.unique <= _RECURRING
    return typed.kind.score >= (_PARTLY if few else _SURE)


def _tells_little(typed: TypedColumn) -> bool:
    """Whether a few values of a document's table alone speak for a harmless type: it may only lay out."""
    cell = typed.column.cells[0].cell
    return typed.kind.by == "values" and typed.values.n < _FEW_VALUES and cell is not None and cell.of_text


_WORD = re.compile(r"[^\W\d_]{3,}")


def _says_more(cell: str, among_numbers: bool) -> bool:
    """Whether a cell is none of its harmless column: a remark among short texts, words among numbers."""
    words = len(_WORD.findall(cell))
    if not among_numbers:
        return words > _FEW_WORDS
    return words > 1 or (words == 1 and not any(map(str.isdecimal, cell)))


def _none(_span: Span) -> bool:
    return False


def _any(_span: Span) -> bool:
    return True


def _may_remark(rule: _Rule, text: str) -> bool:
    """Whether a harmless cell may speak of somebody whom a column names; one of codes if it has words."""
    is_cell = rule.part.cell is not None and rule.part.kind not in ("key", "header")
    if not is_cell or _is_public(rule.part) or rule.made is not None or rule.counts is _none:
        return False
    return rule.counts is not _in_codes or " " in text[rule.part.start : rule.part.end].strip()


_NUMBERS = frozenset({"code", "version", "measure", "year", "row number"})
_CODED = ("code", "digits", "measure", "statute", "product check", "dotted version")
"""Forms of numbers and codes: however many signs part them, they are no text."""
_NEVER_CODES = frozenset({"email", "ssn"})


def _in_codes(span: Span) -> bool:
    """Whether a finding counts among harmless numbers and codes, which look like many things."""
    always = span.why.get("pattern") in ALWAYS or span.category == ENCODED
    return always or (span.category in _NEVER_CODES and span.score >= _SURE)


def _in_ages(span: Span) -> bool:
    """Whether a finding counts among ages: a group of ages is no number of a group."""
    return span.category == "age-over-89" or _in_codes(span)


def _in_short_text(span: Span) -> bool:
    """Whether a finding counts in a harmless column: no name, nothing that merely looks like something."""
    if span.why.get("pattern") in ALWAYS or span.category == ENCODED:
        return True
    return span.category not in LEARNED and span.score >= _SURE


def _in_term(text: str, lists_of: ListsOf | None) -> Counts:
    """Which findings count in what stands for a concept: as in short text, and first with last names."""
    return lambda span: (
        _in_short_text(span)
        or (span.category == "person" and is_full_name(text[span.start : span.end], lists_of))
    )


def _in_table_of_text(text: str, lists_of: ListsOf | None) -> Counts:
    """Which findings count in a harmless cell of a document's table: there, remarks stand anywhere.

    As in short text, first with last names, and a first name that means nothing else.
    """

    in_term = _in_term(text, lists_of)
    return lambda span: (
        in_term(span)
        or (
            span.category == "person"
            and lists_of is not None
            and text[span.start].isupper()
            and only_names(text[span.start : span.end].lower(), {"first"}, lists_of)
        )
    )


def _whole(cell: Part, text: str, category: str, typed: TypedColumn) -> Span | None:
    """The whole value of a cell as a finding; None for one that says nothing or is general already."""
    value = text[cell.start : cell.end]
    start = cell.start + len(value) - len(value.lstrip())
    value, kind = value.strip(), typed.kind.name
    if not value or is_nothing(value) or is_unfilled(value, kind) or _is_general(value, kind):
        return None
    why = {"pattern": PATTERN, "column": typed.column.index + 1, "type": typed.kind.name, "by": typed.kind.by}
    return Span(start, start + len(value), category, max(_SURE, typed.kind.score), why)


def _of_long_number(cell: Part, text: str, typed: TypedColumn) -> _Rule | None:
    """A cell of a long number among texts that nothing explains: a number that somebody gave out."""
    if cell.cell is None or cell.cell.of_text:
        return None
    if not _LONG_NUMBER.fullmatch(text[cell.start : cell.end].strip()):
        return None
    return _Rule(cell, _none, _whole(cell, text, "unique-code", typed))


def _of_cut_ssn(cell: Part, text: str) -> _Rule:
    """A part of a social security number that one row holds in three cells."""
    written = text[cell.start : cell.end]
    start = cell.start + len(written) - len(written.lstrip())
    return _Rule(cell, _none, Span(start, start + len(written.strip()), "ssn", _SURE, {"pattern": PATTERN}))


def _is_general(value: str, kind: str) -> bool:
    """Whether a value is as the law lets it stand: a year, an age below 90, or no date at all."""
    if kind in ("date", "birth-date"):
        is_no_day = value.islower() and not any(map(str.isdecimal, value))  # holidays begin with a capital
        is_year = kind == "date" and _YEAR.fullmatch(value)
        return bool(is_year) or (is_no_day and not form_named("calendar").fullmatch(value))
    if kind == "age":
        found = _AGE.fullmatch(value)
        return found is None or int(found[1]) <= _OLDEST
    return False


def _is_inside(span: Span, rule: _Rule) -> bool:
    """Whether a finding lies in a rule's part; a disguise that begins in a harmless code is none."""
    from_code = rule.counts is _in_codes and bool(span.why.get("disguised"))
    return rule.part.start <= span.start and (span.end <= rule.part.end or from_code)


def _counting(spans: Sequence[Span], rules: Sequence[_Rule]) -> list[Span]:
    """The findings that count by the rules of the parts they lie in."""
    ordered = sorted(rules, key=lambda rule: rule.part.start)
    kept: list[Span] = []
    at = 0
    for span in sorted(spans, key=lambda span: span.start):
        while at < len(ordered) and ordered[at].part.end <= span.start:
            at += 1
        rule = ordered[at] if at < len(ordered) else None
        if rule is None or not _is_inside(span, rule) or rule.counts(span):
            kept.append(span)
    return kept
