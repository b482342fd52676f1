"""Ages and years: what tells how old the writer is, or when something of theirs happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from engine.catalog.attributes import AttributeName, Level
from engine.language.numbers import AGE, NUMBER, TENS, value_of
from engine.methods.attributes.findings import Finding

_UNIT = (
    r"(?:%|percent|per\s?cent|degrees?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|miles?|km|mph|kg|lbs?|"
    r"pounds?|grams?|inches|feet|foot|metres?|meters?|cm|mm|people|times|pages|dollars|bucks|euros?|ish)\b"
)
_NO_UNIT = rf"(?!\s?{_UNIT})(?! (?:to|past) {NUMBER}\b)(?![-–]\w|[.:,]\d|\d|/|'|’)"
_FOLLOWS = (
    r"(?=\s*(?:$|[.,;:!?)\u2014-]|(?:and|I|you|we|my|with|when|because|now|last|next|this|in|so|but|they|to|"
    r"it|or|if|on|who|that|like|then|she|he|at|for|as|the|still|today|tomorrow|soon|already|years?)\b))"
)
_BEFORE = (
    r"(?:at|since|by|until|till|before|after|nearly|almost|over|pushing|past|turning|turned|turn|turns|hit|"
    r"hitting|reached|aged?|age of|age is|age:|was|were|is|being|about|approaching|like|only)"
)
_STAGES = r"(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|[1-9]0['’]?s)"
_PREFIX = r"(?:(?:early|mid|late|middle|upper)(?:[- ]to[- ](?:mid|late))?[- ]?)"

_SAID = re.compile(
    rf"\bI(?:['’]m| am| was|m) (?:now |only |just |nearly |almost |already )?({AGE})\b{_NO_UNIT}", re.I
)
_PLACED = re.compile(rf"\b{_BEFORE} ({AGE})\b{_NO_UNIT}{_FOLLOWS}", re.I)
_TURNED = re.compile(rf"\b(?:turn(?:ed|ing|s)?|aged?|age of) ({AGE})\b{_NO_UNIT}", re.I)
_OLD = re.compile(rf"\b({AGE}|{NUMBER})[- ]?(?:years?[- ](?:olds?|young|of age)|y/?o|y\.o\.?)\b", re.I)
_BIRTHDAY = re.compile(rf"\b({AGE})(?:th|st|nd|rd)? (?:birthday|bday|candles)", re.I)
_BORN_DAY = re.compile(
    r"\b(?:eighteenth|nineteenth|twentieth|twenty-first|thirtieth|fortieth|fiftieth|sixtieth|seventieth|"
    r"eightieth|ninetieth|big (?:four|five|three|two|six)[- ]?oh?|big [2-9]-?0)\b",
    re.I,
)
_OPENING = re.compile(
    rf"(?:^|(?<=[.!?] )|(?<=\n))({AGE})(?= and\b| now\b|,| here\b| this\b| last\b| next\b)", re.I
)
_TAG = re.compile(
    rf"[(\[]?(?<!['’])\b(?:[MF]|male|female)[ /-]?({AGE})\b[)\]]?"
    rf"|[(\[]?\b({AGE})[ /-]?(?:[mf]|male|female)\b[)\]]?",
    re.I,
)
_STAGE = re.compile(rf"\b(?:(?:my|his|her|our|their|your) {_PREFIX}?|{_PREFIX})({_STAGES})\b", re.I)
_YEAR = re.compile(
    r"(?<![\w$£€.,#])(?:19[3-9]\d|20[0-3]\d)(?:['’]?s)?(?![\w%]|[.,]\d)|(?<![\w’'])['’][0-9]{2}s?\b"
    rf"|\b(?:the |since |late |early |mid[- ]){{1,2}}{_STAGES}",
    re.I,
)
_SPAN = re.compile(
    rf"\b(?:{NUMBER}|a few dozen|a couple of|a dozen|several|many|two score)[- ]"
    r"(?:more |long |odd |solid |full |good )?"
    r"(?:years?|yrs?|decades?|winters|summers|semesters|terms)(?!['’]?[- ](?:old|young|of age))\b",
    re.I,
)

_LIFE: tuple[AttributeName, ...] = ("age",)


def find_ages(text: str) -> Iterator[Finding]:
    """Places where a text gives an age, a stage of life, a year or a span of years.

    Examples
    --------
    >>> [(f.words["decade"], f.words["nothing"]) for f in find_ages("At 58 I need the manual printed out.")]
    [('fifty-something', 'a certain age')]
    """
    for pattern in (_SAID, _PLACED, _TURNED, _OPENING, _BIRTHDAY):
        for match in pattern.finditer(text):
            yield _finding(*match.span(1), _LIFE, _of_age(match[1]))
    for match in _OLD.finditer(text):
        yield _finding(*match.span(), _LIFE, _of_person(match[1]))
    for match in _TAG.finditer(text):
        yield _finding(*match.span(), ("age", "sex"), {"nothing": "(a person)"})
    for pattern, words in _OTHERS:
        for match in pattern.finditer(text):
            yield _finding(*match.span(), _LIFE, words(match[0]))


def _finding(start: int, end: int, attributes: tuple[AttributeName, ...], words: dict[Level, str]) -> Finding:
    return Finding(start, end, attributes, words, "plain", "age")


def _of_age(written: str) -> dict[Level, str]:
    age = value_of(written)
    return {"decade": _decade(age), "band": _band(age), "nothing": "a certain age"}


def _of_person(written: str) -> dict[Level, str]:
    age = value_of(written)
    young = "teenager" if 13 <= age < 20 else "child"
    return {"decade": _decade(age) if age >= 20 else young, "band": "person", "nothing": "person"}


def _decade(age: int) -> str:
    if age >= 20:
        return f"{(*TENS, 'hundred')[min(age, 100) // 10 - 2]}-something"
    return "a teenage year"


def _band(age: int) -> str:
    if age < 30:
        return "under thirty"
    return "between thirty and sixty" if age < 60 else "over sixty"


def _of_stage(written: str) -> dict[Level, str]:
    decade = re.sub(rf"\b{_PREFIX}", "", written, flags=re.I)
    return {"decade": decade, "nothing": "a certain age"}


def _years(written: str) -> dict[Level, str]:
    article = "the past" if written.lower().startswith(("the ", "since")) else "a past year"
    return {"nothing": f"since {article}" if written.lower().startswith("since") else article}


_OTHERS: tuple[tuple[re.Pattern[str], Callable[[str], dict[Level, str]]], ...] = (
    (_BORN_DAY, lambda _: {"nothing": "big"}),
    (_STAGE, _of_stage),
    (_YEAR, _years),
    (_SPAN, lambda _: {"nothing": "some years"}),
)
