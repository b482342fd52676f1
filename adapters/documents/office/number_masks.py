"""Numbers of a workbook as a mask of digits shows them: 4485 under ``00000`` reads 04485."""

from __future__ import annotations

import re

_SECTION = re.compile(r"(?:\[<=(?P<most>\d{1,15})\])?(?P<mask>[0#()\-/ ]*)")
_LEAST_PLACES = 3


def masked(number: str, code: str) -> str | None:
    """What a cell shows.

    Parameters
    ----------
    number : str
        The stored number, without exponent.
    code : str
        Its number format.

    Returns
    -------
    str or None
        None unless the number is whole and the format is a mask: at least three places for digits, in groups
        that brackets, dashes, strokes or blanks divide, and no decimals.

    Examples
    --------
    >>> masked("4485", "00000"), masked("12345678", "000-00-0000"), masked("4485", "#,##0.00")
    ('04485', '012-34-5678', None)
    """
    mask = _mask_for(int(number), code) if number.isdecimal() else None
    if mask is None:
        return None
    places = sum(mark in "0#" for mark in mask)
    digits = number.rjust(places, "\0")
    return digits[: len(digits) - places] + _filled(mask, digits[len(digits) - places :])


def _mask_for(number: int, code: str) -> str | None:
    """The section of the format for a number, if all sections are masks."""
    plain = re.sub(r'\\(.)|"([()\-/ ]*)"', lambda quoted: quoted[1] or quoted[2] or "", code)
    sections = [_SECTION.fullmatch(section) for section in plain.split(";")]
    fitting = [s for s in sections if s and (s["most"] is None or number <= int(s["most"]))]
    mask = fitting[0]["mask"] if fitting and all(sections) else ""
    return mask if sum(mark in "0#" for mark in mask) >= _LEAST_PLACES else None


def _filled(mask: str, digits: str) -> str:
    """The mask with its places filled; an empty place shows 0 or, for ``#``, nothing."""
    left = iter(digits)
    shown = [_shown(mark, next(left)) if mark in "0#" else mark for mark in mask]
    return "".join(shown).strip()


def _shown(mark: str, digit: str) -> str:
    if digit != "\0":
        return digit
    return "0" if mark == "0" else ""
