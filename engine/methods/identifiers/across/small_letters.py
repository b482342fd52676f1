"""Texts in small letters: their codes and streets get the capitals that patterns tell them by."""

from __future__ import annotations

import re
import string

from engine.catalog.rules import rule, unchanged
from engine.language.word_lists.stop_words import STOP_WORDS

_CAPITALS = string.ascii_uppercase.encode()
_LEAST_WORDS, _FEW = 6, 0.04
_PIECE = re.compile(rb"(?<![^\s(\"'#:])[a-z0-9][a-z0-9./\-]*[a-z0-9]")
_BEFORE_NUMBER = re.compile(rb"(?<![^\s(\"'#:])([a-z]{1,3})(?= \d{4})")
_PLATE = re.compile(rb"\b[A-Z]{2}\d\d ([a-z]{3})\b")
_AMOUNT = re.compile(
    rb"[\d.,/:x\-]*\d(?:st|nd|rd|th|s|[ap]m|h(?:rs?)?|mins?|secs?|k|m|x|d|w|y|yo|mg|mcg|ml|kg|g|km|mi|lbs?|oz|cm|mm|ft|"
    rb"in|gb|mb|tb|p|pp|v|w|kw|kwh|a|c|f|px|fps|usd|eur|gbp|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)"
)
"""Ordinals, amounts and days, which are written small anywhere."""


_STREET = re.compile(
    rb"(?<![\w.])\d{1,4}[a-d]? ((?:[a-z']{3,14} ){1,2}(?:street|road|lane|avenue|close|crescent|"
    rb"terrace|grove|gardens|"
    rb"way|rise|row|drive|court|mews|square|place)\b)"
)
# fmt: off
_SMALL_WORDS = STOP_WORDS | frozenset((
    "al", "am", "au", "auf", "aus", "con", "de", "del", "der", "des", "die", "du", "el", "em", "en", "es",
    "est", "et", "im", "in", "la", "las", "le", "les", "los", "mit", "par", "por", "que", "und", "una",
    "uno", "vom", "von", "y", "zu", "zum", "zur",
))
"""Of English, German, French and Spanish: nothing of a code before a number."""
_COUNTED = frozenset((
    "miles", "minutes", "mins", "years", "hours", "yards", "metres", "meters", "blocks", "times", "days",
    "weeks", "months", "cars", "people", "more", "other", "busy", "different", "main", "long", "quiet",
))
# fmt: on
"""Words that no street between a number and "road" is called by."""


def is_small(data: bytes) -> bool:
    """Whether folded `data` has hardly a capital, so that their absence says nothing."""
    words = data.count(b" ") + data.count(b"\n") + 1
    capitals = len(data) - len(data.translate(None, _CAPITALS))
    return words >= _LEAST_WORDS and capitals <= _FEW * words


@rule("small-letters", without=unchanged)
def with_capital_codes(data: bytes) -> bytes:
    """Folded `data` of the same length, with capitals for the codes and streets of a text in small letters.

    Parameters
    ----------
    data : bytes
        As `fold` gives it.

    Returns
    -------
    bytes
        `data` itself where the text has capitals of its own.

    Notes
    -----
    Letters and digits in one piece are a code, and so are up to three letters before a long number.
    Addresses of the internet, amounts, ordinals and days are none.

    Examples
    --------
    >>> with_capital_codes(b"your booking ngt7hq2x of 5mg is dr 4410928 now")
    b'your booking NGT7HQ2X of 5mg is DR 4410928 now'
    """
    if not is_small(data):
        return data
    data = _PIECE.sub(_code_in_capitals, data)
    data = _BEFORE_NUMBER.sub(_in_capitals, data)
    return _STREET.sub(_as_a_street, _PLATE.sub(_in_capitals, data))


def _code_in_capitals(piece: re.Match[bytes]) -> bytes:
    word = piece[0]
    mixed = any(sign < 58 for sign in word if sign > 47) and any(sign > 96 for sign in word)
    return word.upper() if mixed and not _AMOUNT.fullmatch(word) else word


def _in_capitals(found: re.Match[bytes]) -> bytes:
    return found[0] if found[1].decode() in _SMALL_WORDS else found[0].upper()


def _as_a_street(found: re.Match[bytes]) -> bytes:
    words = set(found[1].decode().split())
    return found[0] if words & (STOP_WORDS | _COUNTED) else found[0].title()
