"""Quantities and dates that belong to a phrase: its dose, its measured value, the time that it is said of."""

from __future__ import annotations

import re

from engine.catalog.lexicon import either, words

_UNIT_OF_DOSE = (
    r"(?:(?:mg|g|mcg|µg|ug|ml|mL|IU|iu)(?:/(?:ml|mL|kg|day))?"
    r"|(?:million |mega)?units?|micrograms?|milligrams?|grams?|millilit(?:re|er)s?)"
)
_MONTH = either(words("month"), capital=True)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:(?:{_DAY} )?{_MONTH}(?: {_DAY},?)?(?: \d{{4}})?|(?:19|20)\d\d)"
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|many)"
_SPAN = rf"{_NUMBER}(?: (?:to|or|and) {_NUMBER})? (?:day|week|month|year)s?"

DOSE = re.compile(rf"[ \xa0](\d+(?:[.,/]\d+)*[ \xa0]?{_UNIT_OF_DOSE})(?!\w)")
"""A dose behind the name of a medicine."""

DOSE_BEFORE = re.compile(rf"\d[ \xa0]?{_UNIT_OF_DOSE}[ \xa0]\Z")
"""A dose before it."""

_LEAD_WORDS = """
was is were are remains remained stays stayed stands stood rose fell to of at about around below above over
never now still under
"""
_LEADS = "|".join(_LEAD_WORDS.split())

_RESULT_WORDS = """
suppressed undetectable undetected unsuppressed detectable detected unrecordable unmeasurable
"""
_RESULTS = "|".join(_RESULT_WORDS.split())

VALUE = re.compile(
    rf"((?: (?:{_LEADS}))*[ \t|:=]+)"
    r"(?:\d+(?:[.,:]\d+)*(?:[ \xa0]?(?:%|[a-zµ]+/[a-zµ]+\d?))?"
    rf"|(?:(?:now|still|well|fully|again|not) )*(?:{_RESULTS}))(?!\w)"
)
"""The value behind a measured quantity, in figures or in words ("is suppressed"); group 1 stays."""

TIME = re.compile(
    rf"(?=( (?:in|since|until|from|on|before|after|for|every|within|over) ))"
    rf"(?: (?:in|since|until|from|on|before|after) {_DATE}(?: (?:to|until|and) {_DATE})?(?![\w-])"
    rf"| (?:for|every|within|over|after) {_SPAN}(?!\w))"
)
"""The time behind a phrase; its preposition, group 1, stays."""
