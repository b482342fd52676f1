"""Where many values begin in a text, as written or whatever separates their signs: one pass for all.

Part of the second look at a released text (`engine.checks.identifiers`): plain ``re`` and sets, nothing of
what the methods search with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

_SEPARATING = re.compile(r"[ \t\n\r\-./()#:]+")
ANYWHERE = r"[ \t\n\r\-./()#:]{0,40}"
"""What may separate two signs of a code."""
_SIGN = rf"(?:{ANYWHERE}[^ \t\n\r\-./()#:])"
_WIDEST = 41
"""Characters of a text that one sign of a code takes at the most: itself and what separates it."""
_LONG = 8
"""Signs of a value of which few others have the first ones."""
_MOST_FIRST = 16
"""First signs that are looked up at once: the expression for them nests as deep."""


def _folded(text: str) -> str:
    """`text` in one case, of which no letter of an expression that ignores case is missing."""
    return text.replace("\u0130", "i").replace("\u0131", "i").casefold()


def squeezed(text: str) -> str:
    """`text` in one case without separators, as codes are compared."""
    return _SEPARATING.sub("", _folded(text))


class Reading(NamedTuple):
    """How values are compared.

    Parameters
    ----------
    read : callable
        Makes of a text what is compared; it may leave signs out.
    going_on : callable
        Makes of values of one length, and of the signs of a text, an expression for where one may follow.
    """

    read: Callable[[str], str]
    going_on: Callable[[Collection[str], Iterable[str]], str]


_NO_WORD_BEFORE = r"(?<![0-9A-Za-z](?s:.))"


def beginnings(text: str, values: Sequence[str], reading: Reading) -> dict[str, list[int]]:
    """Where each of `values` begins in `text` behind no letter or digit, in one pass however many there are.

    Parameters
    ----------
    text : str
    values : sequence of str
        As `reading` reads them, of two signs or more.
    reading : Reading

    Returns
    -------
    dict
        Offsets, ascending, by value; what begins nowhere is left out.

    Notes
    -----
    Long ones apart: more of a text begins like a short one.

    Examples
    --------
    >>> beginnings("No. 4-17 29, x41729", ["41729"], SQUEEZED)
    {'41729': [4]}
    """
    there = set(text)
    short = [value for value in values if len(value) < _LONG]
    long = [value for value in values if len(value) >= _LONG]
    return {**_of_a_kind(text, there, short, reading), **_of_a_kind(text, there, long, reading)}


def _of_a_kind(
    text: str, there: Collection[str], values: Sequence[str], reading: Reading
) -> dict[str, list[int]]:
    """At each place where one may begin, its first signs are looked up and then those that go on like it.

    They are looked up by their lengths, since thousands may begin alike. `there` are the signs of the text.
    """
    if not values:
        return {}
    n_first = min(_MOST_FIRST, *map(len, values))
    ways: dict[str, dict[int, set[str]]] = {}
    for value in values:
        ways.setdefault(value[:n_first], {}).setdefault(len(value), set()).add(value)
    found: dict[str, list[int]] = {}
    for start in sorted(_first_signs(text, there, ways, reading)):
        for length, those in ways.get(_signs(text, start, n_first, reading.read), {}).items():
            value = _signs(text, start, length, reading.read)
            if value in those:
                found.setdefault(value, []).append(start)
    return found


def _first_signs(
    text: str, there: Collection[str], beginnings: Collection[str], reading: Reading
) -> set[int]:
    """Where one of `beginnings`, all of one length, may stand, and few other places."""
    firsts, behind = {one[0] for one in beginnings}, frozenset(one[1:] for one in beginnings)
    signs = {sign for sign in there if reading.read(sign)[:1] in firsts}
    single = {sign for sign in signs if len(reading.read(sign)) == 1}
    words = {sign for sign in single if sign.isalnum()}
    of_two = (sign.start() for sign in re.finditer(_any_of(signs - single), text)) if signs - single else ()
    going_on = reading.going_on(behind, there)
    return {
        *_before(text, words, _NO_WORD_BEFORE + going_on, behind, reading),
        *_before(text, single - words, going_on, behind, reading),
        *of_two,
    }


def _before(
    text: str, signs: Collection[str], going_on: str, behind: frozenset[str], reading: Reading
) -> Iterator[int]:
    """Where `signs` stand before what reads as one of `behind`, all of one length."""
    if not signs:
        return
    n_behind = max(map(len, behind))
    for one in re.finditer(_any_of(signs) + going_on, text):
        if reading.read(one[1])[:n_behind] in behind:
            yield one.start()


def _as_many(behind: Collection[str], _: Iterable[str]) -> str:
    """As many signs as `behind` have: their set is looked up faster than an expression tells them apart."""
    return rf"(?=((?s:.){{{max(map(len, behind))}}}))"


def _sign_by_sign(behind: Collection[str], there: Iterable[str]) -> str:
    """What goes on as one of `behind` may, at each place with one of the signs that some have there.

    Few of the words of a text do. Behind a sign that reads as two, anything may follow.
    """
    by_reading: dict[str, set[str]] = {}
    several: set[str] = set()
    for sign in there:
        said = squeezed(sign)
        by_reading.setdefault(said, set()).add(sign)
        if len(said) > 1:
            several.add(sign)
    n_behind, going_on = max(map(len, behind)), ""
    for place in reversed(range(n_behind)):
        signs: set[str] = set().union(*(by_reading.get(said, ()) for said in {one[place] for one in behind}))
        others = rf"|{_any_of(several)}{_SIGN}{{0,{n_behind - place - 1}}}" if several else ""
        going_on = rf"{ANYWHERE}(?:{_any_of(signs)}{going_on}{others})"
    return rf"(?=({going_on}))"


EXACTLY = Reading(str, _as_many)
SQUEEZED = Reading(squeezed, _sign_by_sign)


def _any_of(signs: Iterable[str]) -> str:
    """One of `signs`; where there are none, nothing that could be."""
    return f"[{''.join(map(re.escape, sorted(signs)))}]" if signs else r"(?!)"


def _signs(text: str, start: int, number: int, read: Callable[[str], str]) -> str:
    """The first `number` signs from `start` on, as `read` reads them: fewer where too many are left out."""
    width, said = number, read(text[start : start + number])
    while len(said) < number and width < min(number * _WIDEST, len(text) - start):
        width *= 4
        said = read(text[start : start + width])
    return said[:number]


def places_of(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Start and end of each occurrence, overlaps too."""
    start = text.find(value)
    while start >= 0:
        yield start, start + len(value)
        start = text.find(value, start + 1)
