"""Labels of a form's next field, taken into the name before them ("Thibodeaux  Account #:")."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.text import Span

_LABEL = (
    r"(?:accession|account|acct|address|age|cell|city|date|dob|employer|fax|first|gender|group|home|insurance|last|loc|"
    r"location|member|mi|middle|mobile|mrn|name|phone|policy|relationship|room|sex|ssn|state|status|street|suffix|unit|"
    r"work|zip)"
)
_AT_END = re.compile(rf"(?:(?:[ \t]{{2,}}|[\n\t]\s*){_LABEL})+\Z", re.IGNORECASE)
_WHOLE = re.compile(rf"{_LABEL}\Z", re.IGNORECASE)
_MARK = re.compile(r" ?(?:#|:|no\.?:|number:| ph:)", re.IGNORECASE)
_PATIENT_SIZE = re.compile(r"\A\d{1,3} ?(?:[MF]|yo[MF]?)\b[ ,]{0,2}|[ ,]{1,2}\d{1,3} ?(?:[MF]|yo[MF]?)\Z")


def without_labels(span: Span, text: str) -> Span | None:
    """A name without labels of fields behind it, and without age and sex ("80M"); None if nothing is left.

    What a pattern found has its own end: "3F" is the floor of an address there.

    Parameters
    ----------
    span : Span
    text : str

    Returns
    -------
    Span or None
        A label counts only before its colon or number sign, and after a gap wider than between words.
    """
    name = text[span.start : span.end]
    start = span.start
    if _MARK.match(text, span.end):
        if _WHOLE.match(name):
            return None
        name = _AT_END.sub("", name)
    sizes = [] if "pattern" in span.why else list(_PATIENT_SIZE.finditer(name))
    for aged in reversed(sizes):
        if aged.start():
            name = name[: aged.start()]
        else:
            name, start = name[aged.end() :], start + aged.end()
    return replace(span, start=start, end=start + len(name)) if name else None
