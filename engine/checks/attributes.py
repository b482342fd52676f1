"""A second reader of released texts: statements of a personal attribute in plain words, by tables of its own.

It looks for what a person says outright ("I am 34", "my husband", "I work as a nurse"), not for hints: a hint
that it knew would only be known to it because the method knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from engine.catalog.attributes import AttributeName, Level, tells_more

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_YEARS = rf"(?:[1-9]\d|(?:{_TENS})(?:[- ](?:{_ONES}))?|(?:four|fif|six|seven|eigh|nine)teen)"
_DECADES = "twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties"
_SELF = r"\bI(?:['’]m| am| was)"
_JOBS = (
    r"nurse|doctor|surgeon|dentist|pharmacist|teacher|professor|lecturer|lawyer|solicitor|barrister|"
    r"attorney|accountant|engineer|architect|programmer|electrician|plumber|carpenter|mechanic|"
    r"machinist|welder|farmer|rancher|fisherman|waiter|waitress|bartender|barista|chef|cook|cashier|"
    r"cleaner|janitor|secretary|receptionist|journalist|librarian|paramedic|firefighter|soldier|pilot|"
    r"hairdresser|baker|butcher"
)
_KIN = r"(?:ex-)?(?:husband|wife)|spouse|fianc[eé]e?|boyfriend|girlfriend"
_DEGREES = (
    r"PhD|Ph\.D|MBA|LLB|BSc|MSc|GED|(?:bachelor|master)['’]s(?: degree)?|doctorate|high school diploma|"
    r"law degree|nursing degree|associate degree"
)
_COUNTRIES = (
    r"England|Scotland|Wales|Ireland|France|Germany|Spain|Italy|Portugal|Poland|Switzerland|Austria|Canada|"
    r"Mexico|Brazil|India|China|Japan|Nigeria|Kenya|Egypt|Australia|New Zealand|Russia|Ukraine|Sweden|Norway"
)
_CITIES = (
    r"London|Paris|Berlin|Madrid|Rome|New York|Chicago|Boston|Toronto|Sydney|Melbourne|Tokyo|Mumbai|Lagos"
)
_WORKS = rf"(?:{_SELF}|\bI work as|\bI worked as)"
_LIVES = r"\b(?:I live in|living in|moved to|based in|here in)"
_COMES = r"\b(?:born in|grew up in|I(?:['’]m| am) from|raised in)"
_WORTH = r"(?:[$£€]\s?\d[\d,.]*|\b\d[\d,.]*\s?(?:dollars|euros|pounds sterling|francs|rupees|yen)\b)"


class _Statement(NamedTuple):
    """A form of words, the attribute that it states, and how exactly."""

    pattern: re.Pattern[str]
    attribute: AttributeName
    level: Level | None


class Stated(NamedTuple):
    """A statement that was left: its place in the text, the clause and the attribute."""

    start: int
    end: int
    clause: str
    attribute: AttributeName


class Clause(Protocol):
    """What the check needs to know of a clause about attributes."""

    @property
    def id(self) -> str: ...
    @property
    def hide(self) -> tuple[AttributeName, ...]: ...
    @property
    def disclose_at_most(self) -> Level: ...
    @property
    def allow(self) -> tuple[str, ...]: ...


def _of(pattern: str, attribute: AttributeName, level: Level | None = None) -> _Statement:
    return _Statement(re.compile(pattern, re.IGNORECASE), attribute, level)


_STATEMENTS = (
    _of(rf"{_SELF} {_YEARS}(?: years old| now| and\b|[.,!])", "age"),
    _of(rf"\b{_YEARS}[- ]years?[- ]old\b|\bturned {_YEARS}\b(?= last| this| in\b|[.,])", "age"),
    _of(r"\bborn in (?:19|20)\d\d\b", "age"),
    _of(rf"\bin my (?:early |mid[- ]|late )?(?:{_DECADES}|[2-9]0s)\b", "age", "decade"),
    _of(rf"{_SELF} (?:a|the) (?:woman|man|mother|father|widow|widower|girl|boy|mom|dad)\b", "sex"),
    _of(r"\bI(?:['’]m| am| was) pregnant\b|\bmy (?:prostate|menopause|pregnancy)\b", "sex"),
    _of(rf"\bmy (?:{_KIN})\b", "relationship"),
    _of(rf"{_SELF} (?:married|divorced|widowed|engaged to|a widow|a widower)\b", "relationship"),
    _of(rf"{_WORKS} an? (?:\w+ )?(?:{_JOBS})\b", "occupation"),
    _of(rf"{_WORKS} an? (?:\w+ )?student\b", "occupation", "major-group"),
    _of(
        rf"\b(?:earn|earned|earning|make|makes|made|cleared|paid|salary of|income of)\W+(?:\w+ )?{_WORTH}",
        "income",
    ),
    _of(
        rf"\b(?:my|have an?|has an?|with an?|got my|passed my) (?:\w+ )?(?:{_DEGREES})(?!\w)",
        "education",
        "level",
    ),
    _of(rf"{_LIVES} (?:the )?(?:{_CITIES})\b", "place"),
    _of(rf"{_LIVES} (?:the )?(?:{_COUNTRIES})\b", "place", "country"),
    _of(rf"{_COMES} (?:the )?(?:{_CITIES})\b", "birthplace"),
    _of(rf"{_COMES} (?:the )?(?:{_COUNTRIES})\b", "birthplace", "country"),
)


class StatementCheck:
    """Looks for statements of the attributes that a plan hides.

    Parameters
    ----------
    clauses : sequence of Clause
        Of the plan.
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._judged = [
            (statement, clause, frozenset(map(str.casefold, clause.allow)))
            for statement in _STATEMENTS
            for clause in clauses
            if statement.attribute in clause.hide and _is_too_much(statement, clause)
        ]

    def residual(self, text: str) -> Iterator[Stated]:
        """Statements that a released text still makes, by clause."""
        plain = re.sub(r"\s", " ", text)
        for statement, clause, allowed in self._judged:
            for match in statement.pattern.finditer(plain):
                if not any(term in match[0].casefold() for term in allowed):
                    yield Stated(*match.span(), clause.id, statement.attribute)


def _is_too_much(statement: _Statement, clause: Clause) -> bool:
    """Whether a statement tells more than a clause allows; one without a level tells the value itself."""
    level = statement.level
    return level is None or tells_more(statement.attribute, level, clause.disclose_at_most)
