"""What a learned finding must look like to count as one of its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from engine.catalog.lexicon import SPOKEN, either, words
from engine.catalog.names import LEARNED
from engine.catalog.public_codes import is_declared, is_object
from engine.catalog.rules import always, never, rule, unchanged
from engine.methods.columns.headers import meaning_of
from engine.methods.identifiers.evidence import trapped
from engine.methods.identifiers.folding import fold
from engine.methods.identifiers.readings import is_measure
from engine.methods.intervals import Intervals
from engine.text import Span

_LETTERS = re.compile(r"(?:[^\W\d_].*){2}", re.DOTALL)
__all__ = [
    "beside_patterns",
    "has_form",
    "is_look_alike",
    "is_measure",
    "is_no_day",
    "whole_words",
]

_SIGN = re.compile(r"[^\W_]")
_OF_A_CODE = re.compile(r"(?=.*\d)(?:[\W_]*[^\W_]){4}|@|://", re.DOTALL)
_POSTCODE = re.compile(r"\d{4}")
_MONTHS = words("month", *SPOKEN) + words("month-short", *SPOKEN)
_DAYS = words("weekday", *SPOKEN) + words("weekday-short")
_DAY_OR_MONTH = re.compile(
    r"\d ?/ ?\d|\d[.\-]\d{1,2}[.\-]\d|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}\.\d{1,2}\.(?!\d)|"
    rf"\b{either(_MONTHS + _DAYS)}\b",
    re.IGNORECASE,
)


_TWO_YEARS = re.compile(r"\b(?:1[5-9]|20)\d\d ?/ ?(?:(?:1[5-9]|20)\d\d|1[3-9]|[2-9]\d)\b(?! ?/)")
"""A winter or a year of courses ("1990/91"): its second number is no month."""


@rule("is-no-day", without=never)
def is_no_day(text: str, start: int, end: int) -> bool:
    """Whether what a recogniser takes for a date is a reading, or a number of a law or a course."""
    if is_measure(text, start, end) or _is_misread(text[start:end]):
        return True
    return not _FULL_DATE.fullmatch(text, start, end) and _is_trapped(text, start, end)


def _is_misread(word: str) -> bool:
    """Whether text recognition took digits for letters inside a word ("w1th")."""
    return bool(_DIGIT_INSIDE.fullmatch(word)) and not word.lower().startswith(_MONTHS + _DAYS)


_DIGIT_INSIDE = re.compile(r"[^\W\d_]+\d{1,2}[^\W\d_]+")
_FULL_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")


@rule("is-look-alike", without=never)
def is_look_alike(text: str, start: int, end: int) -> bool:
    """Whether what a recogniser takes for a code is a number that identifies nobody.

    A code of a public list that the line names is one ("LOINC 2345-7"), and so are object identifiers of a
    registry, readings and settings ("PEEP 8", "AC 18/450/40"), years and pages from one to another, short
    codes whose label names a thing ("Procedure code: 98941"), and what the traps of the patterns know.
    """
    if is_declared(text, start, end) or is_object(text, start, end) or _is_range(text[start:end]):
        return True
    if end - start <= _LONGEST_OF_THING and _is_of_thing(text, start):
        return True
    return bool(_SETTING.fullmatch(text[start:end])) or _is_trapped(text, start, end)


_LONGEST_OF_THING = 8
"""Characters of the longest code of a public list of diagnoses, procedures or revenues, with its point."""
_RANGE = re.compile(r"(\d{1,4})(-{1,2})(\d{1,4})")
_LABEL = re.compile(r"[ \t]*([^\W\d_][^\n:]{2,40}):[ \t]*")


def _is_range(value: str) -> bool:
    """Whether a value is "2008-2010", or "438--447" as TeX has pages: from one to a later one."""
    found = _RANGE.fullmatch(value)
    if found is None or int(found[1]) >= int(found[3]):
        return False
    return found[2] == "--" or all(_YEAR.fullmatch(year) for year in found.group(1, 3))


_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


def _is_of_thing(text: str, start: int) -> bool:
    """Whether the label of the line says that its value is a thing's code, as headers of columns do."""
    label = _LABEL.fullmatch(text, text.rfind("\n", 0, start) + 1, start)
    told = meaning_of(label[1]) if label else None
    is_code = told is not None and any(word.endswith("code") for word in told.words)
    return is_code and told is not None and told.is_whole and told.kind in ("code", "label")


def _is_trapped(text: str, start: int, end: int) -> bool:
    offset = max(0, start - _REACH)
    folded = fold(text[offset : end + _REACH])
    return trapped(folded.data, *folded.folded_span(start - offset, end - offset), _ANY_SCORE)


_SETTING = re.compile(
    r"[^\W\d_]+ \d{1,3}|(?:A/?C|SIMV|CMV|VC|PC|PRVC|PSV?|CPAP|BiPAP|APRV)[ /]\d{1,3}(?:/\d{1,3}){1,4}"
)
"""A word and up to three digits, as no code of 173 in TAB is; mode and settings of a ventilator."""
_ANY_SCORE = 0.5
_REACH = 48
_NAMES = frozenset({"person", "organisation", "location"})
_JOINED_AFTER = re.compile(
    r"(?<=[^\W\d_])(?:['’ʼ](?!(?:s|ll|d|ve|re|m|t)(?![^\W\d_]))[^\W\d_]+){1,6}", re.IGNORECASE
)
_JOINED_BEFORE = re.compile(
    r"(?<![^\W_])(?:(?!(?:[ldjnscmt]|qu|jusqu|lorsqu|puisqu|un|dell|all|nell|dall|sull|quell)['’ʼ])"
    r"[^\W\d_]+['’ʼ])+\Z",
    re.IGNORECASE,
)
"""What apostrophes join to a name: six parts after it, `_REACH` before it, so chains cost little."""


@rule("whole-words", without=unchanged)
def whole_words(span: Span, text: str) -> Span:
    """A learned finding with the rest of the words at its edges: "CD8 330" for "8 330".

    A model reads runs of letters and runs of digits apart, and what apostrophes join ("Ta'ala"). Half of
    such a word, left in place, tells the other half, or is no word. A possessive and an elision ("l'") stay.

    Parameters
    ----------
    span : Span
    text : str
    """
    start, end = span.start, span.end
    while 0 < start < end and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while start < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    if span.category in _NAMES:
        if after := _JOINED_AFTER.match(text, end):
            end = after.end()
        if before := _JOINED_BEFORE.search(text, max(0, start - _REACH), start):
            start = before.start()
    return span if (start, end) == (span.start, span.end) else replace(span, start=start, end=end)


_AFTER_INITIALS = re.compile(r"[A-Z]{2,6} \d{4,}")
_DIGIT = re.compile(r"\d")
_PLACE = attrgetter("start", "end")


@rule("beside-patterns", without=unchanged)
def beside_patterns(learned: Sequence[Span], known: Sequence[Span], text: str) -> list[Span]:
    """`learned` without codes of which patterns know every digit: "SSN 219-09-9999" keeps its label.

    So do initials before such a number that were taken for a name ("CPSO 71884"), but before a postal code:
    they may be a town's.

    Parameters
    ----------
    learned, known : sequence of Span
        Findings of recognisers, and of patterns, in `text`.
    text : str
    """
    covered = Intervals(map(_PLACE, known))
    by_code = Intervals(map(_PLACE, [span for span in known if span.category != "zip"]))
    kept = []
    for span in learned:
        is_code = span.category == "code"
        is_sought = is_code or _AFTER_INITIALS.fullmatch(text, span.start, span.end)
        if not is_sought or _has_more(span, covered if is_code else by_code, text):
            kept.append(span)
    return kept


def _has_more(code: Span, known: Intervals, text: str) -> bool:
    """Whether a finding has a digit that no pattern knows, or no pattern knows any of it."""
    for digit in _DIGIT.finditer(text, code.start, code.end):
        if not known.touch(*digit.span()):
            return True
    return not known.touch(code.start, code.end)


@rule("has-form", without=always)
def has_form(category: str, matched: str, operator: str = "") -> bool:
    """Whether `matched` looks like what `category` names.

    A name has two letters: a model that saw tweets takes a lone @ for one. A place may be a postcode. A
    code has a digit among four signs, or is an address of mail or web: "phone" and "100" are none. All
    others have a letter or a digit; asked for two letters, recall of quasi identifiers on TAB fell from .92
    to .82. Where the year of a date
    stays (`operator` is ``"year"``), only what says more than a year counts: a month, a day of the week,
    two numbers divided by a stroke, or three. "2-4" and "3.5" are ranges and amounts, "1990/91" two years.

    Examples
    --------
    >>> has_form("date", "8/16", "year"), has_form("date", "2016", "year"), has_form("date", "2016")
    (True, False, True)
    >>> has_form("code", "4402"), has_form("code", "100"), has_form("person", "4")
    (True, False, False)
    """
    if (category, operator) == ("date", "year"):
        return _DAY_OR_MONTH.search(_TWO_YEARS.sub("", matched)) is not None
    if category == "location" and _POSTCODE.search(matched):
        return True
    if category == "code":
        return _OF_A_CODE.search(matched) is not None
    return (_LETTERS if category in LEARNED else _SIGN).search(matched) is not None
