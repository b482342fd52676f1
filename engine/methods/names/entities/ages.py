"""Ages in running text: too rare in annotated corpora to be learned, regular enough to be written down."""

from __future__ import annotations

import re

from engine.catalog.rules import nothing, rule
from engine.language.numbers import TEENS, TENS, UNITS

_UNITS, _TEENS, _TENS = map("|".join, (UNITS, TEENS, TENS))
_NUMBER = rf"(?:\d{{1,3}}|(?:{_TENS})(?:[-\u2010\u2011 ](?:{_UNITS}))?|{_TEENS}|{_UNITS})"
_GAP = r"[-\u2010\u2011\s]"
_SPAN = r"(?:years?|months?|weeks?|yrs?)"
_AGE = re.compile(
    rf"\b{_NUMBER}{_GAP}{_SPAN}{_GAP}(?:old|of{_GAP}age)\b"
    rf"|\b{_NUMBER}{_GAP}?y/?o\b"
    rf"|\b(?:aged?|age{_GAP}(?:is|was|of)):?{_GAP}(?:about{_GAP})?{_NUMBER}(?:{_GAP}(?:and|to|or){_GAP}{_NUMBER})*\b",
    re.IGNORECASE,
)

_ANCHOR = re.compile(r"\b(?:aged?|Aged?|AGED?|old|Old|OLD|yo|y/o|Y/O)\b")
_REACH = 40
"""Characters around an anchor in which its age stands; only there the long pattern is tried."""


@rule("age-forms", without=nothing)
def find_ages(text: str) -> list[tuple[int, int]]:
    """Places where an age stands: "43-year-old", "aged 12 and 14", "at the age of six", "63 years of age".

    Parameters
    ----------
    text : str

    Returns
    -------
    list of (start, end)
        Offsets in code points, in order.

    Examples
    --------
    >>> text = "The patient, aged 92, was seen."
    >>> [text[start:end] for start, end in find_ages(text)]
    ['aged 92']
    """
    found: set[tuple[int, int]] = set()
    for anchor in _ANCHOR.finditer(text):
        first = max(0, anchor.start() - _REACH)
        while first and text[first - 1].isalnum():
            first -= 1
        window = text[first : anchor.end() + _REACH]
        found.update((first + m.start(), first + m.end()) for m in _AGE.finditer(window))
    return sorted(found)
