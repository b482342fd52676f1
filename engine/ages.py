"""Ages in running text: too rare in annotated corpora to be learned, regular enough to be written down."""

from __future__ import annotations

import re

_UNITS = "one two three four five six seven eight nine".replace(" ", "|")
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".replace(" ", "|")
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".replace(" ", "|")
_NUMBER = rf"(?:\d{{1,3}}|(?:{_TENS})(?:[-\u2010\u2011 ](?:{_UNITS}))?|{_TEENS}|{_UNITS})"
_GAP = r"[-\u2010\u2011\s]"
_SPAN = r"(?:years?|months?|weeks?|yrs?)"
_AGE = re.compile(
    rf"\b{_NUMBER}{_GAP}{_SPAN}{_GAP}(?:old|of{_GAP}age)\b"
    rf"|\b{_NUMBER}{_GAP}?y/?o\b"
    rf"|\b(?:aged?|age{_GAP}(?:is|was|of)):?{_GAP}(?:about{_GAP})?{_NUMBER}(?:{_GAP}(?:and|to|or){_GAP}{_NUMBER})*\b",
    re.IGNORECASE,
)


def find_ages(text: str) -> list[tuple[int, int]]:
    """Places where an age stands: "43-year-old", "aged 12 and 14", "at the age of six", "63 years of age".

    Parameters
    ----------
    text : str

    Returns
    -------
    list of (start, end)
        Offsets in code points, in order.
    """
    lowered = text.lower()
    if "age" not in lowered and "old" not in lowered and "yo" not in lowered and "y/o" not in lowered:
        return []
    return [match.span() for match in _AGE.finditer(text)]
