"""Measured numbers in a row or a column ("4.1, 3.9, 4.4, ..."), which are no identifier written apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = r"[<>≤≥+\-−]?\d{1,3}(?:[.,]\d{1,2}|/\d{1,3})?"
_DIVIDED = r"[ \t]?[,;|/\-–→][ \t]?|[ \t]{1,4}|[ \t]?\n{1,2}"
_RUN = re.compile(
    rf"(?<![\w.,/\-]){_NUMBER}(?P<by>{_DIVIDED}){_NUMBER}(?:(?P=by){_NUMBER}){{3,}}(?![\w/]|[.,]\d)"
)
_NUMBERS = re.compile(_NUMBER)
_WHOLE_NUMBERS = 12
"""So many small whole numbers are no identifier: no number of a person is written in more groups."""
_DIGITS = 20
"""A number of a card, the longest one, has 19 digits."""
_NAMES_IDENTIFIER = re.compile(
    r"(?i)(?:\b(?:ssn|soc|social|security|tax|tin|itin|id|identity|ident\w*|mrn|chart|record|file|account|acct|a/c|card|"
    r"visa|mastercard|amex|phone|tele?|telephone|telefon|mobile|cell|fax|call|text|ring|dial|reach|iban|nhs|"
    r"medicare|medicaid|policy|member|licen[cs]e|passport|number|nummer|nr|no|digits?|code|pin|born|dob|dates?)\b"
    r"|#)[^\n]{0,40}\n?\Z"
)
_NAMES_MEASURE = re.compile(
    r"(?i)\b(?:scores?|grades|marks|ratings?|ranks?|points|counts?|values|readings?|levels?|results|apgars?|vector|"
    r"matrix|series|ratios?|doses?|temperatures?|weights?|heights?|pressures?)(?: \w+){0,3}[ :=(\[\n]{0,4}\Z"
)
_REACH = 60
_TWO_PARTS = re.compile(r"(\d{1,3})[.,/](\d{1,3})")


def listings(text: str) -> Sequence[tuple[int, int]]:
    """Where at least five numbers stand that were measured or counted, divided in one and the same way.

    Parameters
    ----------
    text : str

    Returns
    -------
    sequence of (int, int)
        Start and end of each listing, in order. Rows of whole numbers count when a word before says what was
        measured ("scores") or when they hold more digits than any identifier has; a row after a word that
        names an identifier ("phone", "id") never counts.

    Examples
    --------
    >>> listings("Lactate 4.1, 3.9, 4.4, 5.0, 2.8 over the day")
    [(8, 31)]
    >>> listings("SSN 2.1, 9.0, 9.9, 9.9, 9.9"), listings("call 55 51 23 45 67 89")
    ([], [])
    """
    return [run.span() for run in _RUN.finditer(text) if _is_measured(run[0], _before(text, run.start()))]


def _before(text: str, start: int) -> str:
    return text[max(0, start - _REACH) : start]


def _is_measured(run: str, before: str) -> bool:
    if _NAMES_IDENTIFIER.search(before):
        return False
    numbers = _NUMBERS.findall(run)
    if _NAMES_MEASURE.search(before) or 2 * sum(not each.isdecimal() for each in numbers) >= len(numbers):
        return True
    return len(numbers) >= _WHOLE_NUMBERS and sum(character.isdecimal() for character in run) >= _DIGITS


def could_be_dates(text: str, start: int, end: int) -> bool:
    """Whether each number of a listing that has two parts could be a day and a month ("3.4", "11/28")."""
    return all(_is_day_and_month(int(a), int(b)) for a, b in _TWO_PARTS.findall(text[start:end]))


def _is_day_and_month(a: int, b: int) -> bool:
    return 0 < min(a, b) <= 12 and max(a, b) <= 31
