"""Numbers as people write them in English: in figures and in words."""

from __future__ import annotations

import re

from engine.catalog.lexicon import words

UNITS, TEENS, TENS = words("grammar/units"), words("grammar/teens"), words("grammar/tens")
_VALUES = {
    **{word: n for n, word in enumerate(UNITS, 1)},
    **{word: n for n, word in enumerate(TEENS, 10)},
    **{word: 10 * n for n, word in enumerate(TENS, 2)},
}
_TEN_WORDS = rf"(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(UNITS)}))?"
AGE = rf"(?:1[0-9]|[2-9][0-9]|{_TEN_WORDS}|{'|'.join(TEENS)})"
"""A number from 10 to 99."""
NUMBER = rf"(?:\d{{1,3}}|{_TEN_WORDS}|{'|'.join(TEENS)}|{'|'.join(UNITS)})"
"""A number below a thousand."""


def value_of(written: str) -> int:
    """The value of a number below a hundred.

    Examples
    --------
    >>> [value_of(written) for written in ("34", "thirty-four", "Sixty", "nineteen")]
    [34, 34, 60, 19]
    """
    if written.isdigit():
        return int(written)
    return sum(_VALUES[word] for word in re.split(r"[- ]", written.lower()))


def magnitude(figures: str, unit: str) -> int:
    """The decimal places of a sum, 0 below ten, from its figures and what multiplies them.

    Examples
    --------
    >>> magnitude("74,000", ""), magnitude("210", "k"), magnitude("26.50", "")
    (4, 5, 1)
    """
    whole = re.sub(r"[ ,]", "", figures).split(".")[0] or "0"
    more = {"k": 3, "grand": 3, "thousand": 3, "hundred": 2, "m": 6, "million": 6, "lakh": 5, "crore": 7}
    return len(whole.lstrip("0") or "0") - 1 + more.get(unit.strip().lower(), 0)
