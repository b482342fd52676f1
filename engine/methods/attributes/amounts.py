"""Measures that tell a place or a working day: miles to a shop, degrees outside, hours on one's feet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.attributes import AttributeName
from engine.language.numbers import NUMBER
from engine.methods.attributes.findings import Finding

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
