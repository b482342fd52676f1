"""Readings that look like dates: pressures, scores, fractions, amounts."""

from __future__ import annotations

import re

_NO_DAY = re.compile(
    r"\d+(?: ?/ ?\d+){3,}\Z"  # settings of a ventilator
    r"|\d+ ?/ ?\d+\.\d+\Z|\d+\.\d+ ?/ ?\d"  # a strength ("20/12.5"): parts of a day have no decimals
    r"|(?:.*%\s*|\d+[.,]\d+ ?- ?\d+[.,]\d+)\Z",
    re.DOTALL,
)
"""What its signs alone show to be an amount."""
_MID_NUMBER = re.compile(r"\d[.,]\d\Z")
_FRACTION = re.compile(r"(\d{1,3}) ?/ ?(\d{1,3})\Z")
_SIDE = (
    r"(?:of|is|was|are|now|at|a|up|down|from|fell|rose|went|improved|the|about|right|left|bilat\w*|"
    r"[RLB]|[RL][UL]E|[BU]?[UL]Es?)"
)
_MEASURED = (
    r"pain|mood|affect|nights|strength|power|motor|murmur|sem|score|scale|bp|b/p|pressure|acuity|va|od|o"
    r"s|ou|grip|reflex\w*|dtrs?|"
    r"mmse|moca|gcs|apgars?|sets?|reps?|pulses?|orientation|oriented|mrc|grade|ratio|sensation|rated|rates|"
    r"fuel|tank|pitch|total|rate|slope|sensitivity|severity|discomfort|headache|ha|abd|flexion|extension|"
    r"page|pg|step|slide|question|item|chapter|sheet|"
    r"delts?|biceps|triceps|quads?|hamstrings?|ehl|ta|"
    r"dorsiflexion|plantarflexion|abduction|map|sbp|dbp"
)
_MEASURE_BEFORE = re.compile(rf"\b(?:{_MEASURED})(?: {_SIDE})*[ :=(~-]{{0,3}}\Z", re.IGNORECASE)
_MEASURE_AFTER = re.compile(
    r"\s{0,2}(?:(?:systolic|diastolic|holosystolic|sem|murmur|strength|power|pain|rest|reaching|throughout|"
    r"bilat\w*|mm ?hg|[RLB]?[UL]Es?\b|[BRL][UL]E|in (?:all|the|both|[RLB]?[UL]E)|on (?:the )?(?:right|"
    r"left)|"
    r"pulses|stars|bottles|payments|doses|limbs|quadrants|lobes|nodes|cores|margins|sites|vessels|teeth|"
    r"toes|fingers|joints|years|yrs|yr|months|weeks|full|"
    r"daily|nightly|bid|b\.i\.d\.|tid|qid|qd|qhs|q\d+h|prn|sl|po|films?|strips?|puffs?|caps?|capsules?|ppd|"
    r"criteria|points|cartons|boxes|pallets|pieces|pcs|split|cup|tab\w*|inch|mg|mcg|ml)\b|%)",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"\b(?:{_MEASURED})[^.;\n]{{0,24}}/ ?(\d{{1,2}}) ?(?:to|and|->|-|,) ?\Z", re.IGNORECASE)
_REACH = 48
_BARE = re.compile(r"\d{1,3}(?:\.\d+)?")
_UNIT_BEHIND = re.compile(r"(?<=/\d)\s+[a-z]+\Z")
"""What a fraction counts, taken into the finding ("33 5/7 weeks")."""
_MIXED = re.compile(r"(?:(?<![\d/.\-])\d{1,3} )(\d{1,2})/([2-8]|10|12|16|32|64)\Z")
"""A whole number and a fraction ("31 5/7 weeks"), from the characters before it."""
_DECIMALS = re.compile(r"[.,]\d|%")


def is_measure(text: str, start: int, end: int) -> bool:
    """Whether two numbers divided by a stroke are a reading and no day and month.

    Parameters
    ----------
    text : str
    start, end : int
        Where a learned finding of the category date stands.

    Notes
    -----
    Readings are what no month and day can be ("142/76"), and what the words beside them measure ("pain
    8/10", "3/6 systolic murmur", "strength 5/5 RUE").
    """
    if unit := _UNIT_BEHIND.search(text, start, end):
        end = unit.start()
    if _NO_DAY.match(text[start:end]) or _DECIMALS.match(text, end):
        return True
    if any(holds(text, start, end) for holds in (_is_mid_number, _is_bare)):
        return True
    mixed = _MIXED.search(text[max(0, start - 4) : end])
    if mixed and int(mixed[1]) < int(mixed[2]):
        return True
    numbers = _FRACTION.match(text[start:end])
    return numbers is not None and _is_measured(text, start, end, numbers)


def _is_measured(text: str, start: int, end: int, numbers: re.Match[str]) -> bool:
    """Whether two numbers are no month and day, or something beside them is measured."""
    low, high = sorted(map(int, numbers.groups()))
    if not 1 <= low <= 12 or not 1 <= high <= 31:
        return True
    before = text[max(0, start - _REACH) : start]
    if _MEASURE_BEFORE.search(before) or _MEASURE_AFTER.match(text[end : end + _REACH]):
        return True
    onwards = _RANGE.search(before)
    return bool(onwards and onwards[1] == numbers[2])


def _is_mid_number(text: str, start: int, _end: int) -> bool:
    """Whether a finding begins behind the point of an amount ("38.6. 1/2 tab")."""
    return _MID_NUMBER.search(text[max(0, start - 4) : start + 1]) is not None


def _is_bare(text: str, start: int, end: int) -> bool:
    """Whether a number of up to three digits stands alone, and is no part of a longer one ("33369/96")."""
    before = text[max(0, start - 1) : start]
    return _BARE.fullmatch(text[start:end]) is not None and before not in ("/", "-", ".")
