"""Numbers that no other finder explains: of miles, hours, rooms, a route, a rate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.attributes import AttributeName
from engine.language.wording import is_plural
from engine.methods.attributes.findings import Finding
from engine.methods.attributes.numbers import AGE

_ABOUT: tuple[AttributeName, ...] = ("place", "birthplace", "occupation")
_NUMBER = re.compile(
    rf"(?<![\w.,:/$£€#%-])(?:\d[\d,.]*\d|(?:one-)?{AGE}|(?:a )?hundred|(?:a )?thousand)(?![\w%/:-])", re.I
)
_PLURALS = frozenset({"people", "men", "women", "children"})
_COUNTED = re.compile(r"[ -](?:more |full |long |square |solid )?([a-z]+)\b")


def find_amounts(text: str) -> Iterator[Finding]:
    """Numbers from ten up, in figures and in words.

    Examples
    --------
    >>> [f.words["nothing"] for f in find_amounts("I drive forty-one miles for one-eighty.")]
    ['some', '[NUMBER]']
    """
    for match in _NUMBER.finditer(text):
        counted = _COUNTED.match(text, match.end())
        if counted is not None and (is_plural(counted[1]) or counted[1] in _PLURALS):
            yield Finding(*match.span(), _ABOUT, {"nothing": "some"}, "plain", "rare number")
        else:
            yield Finding(*match.span(), _ABOUT, {"nothing": "[NUMBER]"}, "label", "rare number")
