"""Sums of money and rates of pay; measures that tell a place or a working day: miles to a shop, degrees
outside, hours on one's feet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.attributes import AttributeName, Level
from engine.language.numbers import NUMBER, magnitude
from engine.methods.attributes.findings import Finding

_RATE = (
    r"(?:\s?(?:an?|per|each|every|/)\s?"
    r"(?:hour|hr|h|shift|day|week|fortnight|month|mo|year|annum|yr|night)\b)?"
)
_MANY = r"(?:\s?(?:k|K|m|M|grand|thousand|million|hundred|lakhs?|crores?)\b)?"
_SIGN = r"(?:(?:US|AU|NZ|CA|C|A|R|S|HK)?[$£€¥₹₦₱₩]|\b(?:Rs\.?|CHF|EUR|USD|GBP|AUD|CAD|NZD|INR|kr)\s?)"
_NAME = (
    r"(?:dollars?|bucks|quid|euros?|francs?|yen|rupees|pesos|kronor|kroner|krone|rand|naira|zloty|złoty|reais|"
    r"ringgit|baht|won|yuan|shekels|dirhams|cents|pence|USD|GBP|EUR|CHF|AUD|CAD|NZD|INR|JPY)\b"
)
_FIGURES = r"\d[\d,]*(?:\.\d+)?"
_SUMS = (
    re.compile(rf"{_SIGN}\s?({_FIGURES})({_MANY}){_RATE}", re.I),
    re.compile(rf"\b({_FIGURES})({_MANY})\s?{_NAME}{_RATE}", re.I),
    re.compile(
        rf"(?<![\w.,])({_FIGURES})(\s?(?:k|K|grand))\b(?! (?:run|race|steps|miles|runs|resolution)){_RATE}"
    ),
    re.compile(
        rf"(?<![\w.,])({_FIGURES})({_MANY})\s?"
        r"(?:an hour|per hour|/hr?\b|a month|a year|per annum|per year|p\.?a\.?\b)",
        re.I,
    ),
    re.compile(r"(?<![\w.,$£€])(\d{2,3},\d{3})()(?![\d,])"),
    re.compile(
        rf"\b()((?:{NUMBER}|a) (?:hundred|thousand|grand|million)(?:(?: and)? {NUMBER}\b)?"
        rf"(?: (?:thousand|grand|million)\b)?(?! times\b)(?: {_NAME})?){_RATE}",
        re.I,
    ),
    re.compile(rf"\b()({NUMBER}\s{_NAME}){_RATE}", re.I),
    re.compile(
        r"\b()((?:high|low|mid)[- ](?:five|six|seven) figures|(?:five|six|seven)[- ]figures?)\b", re.I
    ),
)
_GROUPED = r"(?:\d{1,3}(?:[ .']\d{3})+(?:,\d\d?)?\b|\d[\d,]*(?:\.\d+)?)"
"""Figures with their thousands parted as in any language."""
SUM_OF_MONEY = rf"(?i:{_SIGN}\s?{_GROUPED}{_MANY}|\b{_GROUPED}{_MANY}\s?{_NAME})"
"""Figures with the sign or the name of a currency."""
_SIZES = ("a few", "tens", "hundreds", "thousands", "tens of thousands", "hundreds of thousands")
_PAY: tuple[AttributeName, ...] = ("income", "place")


def find_sums(text: str) -> Iterator[Finding]:
    """Sums of money in a text; the currency tells a place, so it goes with the sum.

    Examples
    --------
    >>> [f.words["band"] for f in find_sums("I cleared $74,000 last year.")]
    ['tens of thousands']
    """
    for pattern in _SUMS:
        for match in pattern.finditer(text):
            yield Finding(*match.span(), _PAY, _words(match[1], match[2]), "plain", "sum")


def _words(figures: str, unit: str) -> dict[Level, str]:
    if not figures:
        return {"nothing": "a sum of money"}
    size = magnitude(figures, unit)
    return {"band": _SIZES[size] if size < len(_SIZES) else "millions", "nothing": "a sum of money"}


_ABOUT: tuple[AttributeName, ...] = ("place", "birthplace", "occupation")
_MEASURE = re.compile(
    rf"(?<![\w.,:/$£€#%-])(?:\d[\d,.]*\d|{NUMBER})(?: and a (?:half|quarter))?[ -]"
    r"(miles|kilomet(?:er|re)s|km|degrees|acres|hectares|feet|met(?:er|re)s|floors|storeys|hours|"
    r"head)\b",
    re.I,
)


def find_amounts(text: str) -> Iterator[Finding]:
    """Numbers with a unit of distance, warmth, land, height or time.

    Examples
    --------
    >>> [f.words["nothing"] for f in find_amounts("I drive forty-one miles and counted 74 of them.")]
    ['some miles']
    """
    for match in _MEASURE.finditer(text):
        yield Finding(*match.span(), _ABOUT, {"nothing": f"some {match[1]}"}, "plain", "rare number")
