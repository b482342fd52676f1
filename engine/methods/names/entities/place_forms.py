"""Places: which are States or countries, and which are smaller.

45 CFR 164.514(b)(2)(i)(B) removes "all geographic subdivisions smaller than a
State"; a State, a country or something larger may stay. A name that is a State and a city (New York,
Washington) stays only where its surroundings say that the State is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.regions import COUNTRIES, STATES

_AMBIGUOUS = frozenset({"New York", "Washington"})
_STATE_NAMES = frozenset(STATES.values())
_LARGE = COUNTRIES | _STATE_NAMES | frozenset(STATES) | {"D.C.", "D.C", "N.Y.", "N.J.", "N.C.", "S.C."}
_LEADING = re.compile(r"(?i)^(?:the |state of |commonwealth of |republic of |kingdom of )+")
_SEPARATOR = re.compile(
    r"\s*(?:[,;()\[\]/\n]|\b(?:and|or|in|to|from)\b|\b(?:(?i:zip)(?: ?code)?:? ?)?\d{5}(?:-\d{4})?\b|"
    r"\b\d{3}\b(?=\s+(?:USA|U\.S\.A?\.?|United States)\b))\s*"
)
"""Postal codes and their first three digits cut too: they are another clause's."""
_STATE_TAIL = re.compile(r"\s+(" + "|".join([*sorted(_STATE_NAMES, key=len, reverse=True), *STATES]) + r")$")
_DIRECTION = re.compile(
    r"(?i)\b(?:north|south|east|west|central|upper|lower|north-?east|north-?west|south-?east|south-?west|up|down)"
    r"(?:ern|state)?[ -]+$|\b(?:lake|mount|mt\.?|fort|ft\.?|port|city of|town of|village of|county of)\s+$"
)
_SUBDIVISION = re.compile(
    r"(?:,? D\.?C\b\.?)?[ \t]+(?:(?:Ave|St|Rd|Blvd)\b\.?|(?:City|County|Parish|Township|Borough|Heights|"
    r"Falls|Springs|Beach|Park|Avenue|Street|Road|Boulevard|Drive|Lane|Square|Plaza|Precinct|District)\b)"
)
_STATE_BEFORE = re.compile(r"(?i)(?:\bstate of|\bupstate|\bcommonwealth of|[\w\]]\s*,)\s*$")
_STATE_AFTER = re.compile(r"\s*(?:State\b(?! University)|\d{5}\b)")
_STREET_WORDS = frozenset(
    (
        *("street", "st", "avenue", "ave", "road", "rd", "drive", "dr", "lane", "ln", "boulevard", "blvd"),
        *("court", "place", "way", "terrace", "square", "suite", "apartment", "apt", "floor", "unit", "room"),
    )
)
_NUMBERED_PLACES = frozenset(
    (
        *("precinct", "tract", "district", "zone", "sector", "region", "route", "highway", "interstate"),
        *("block", "lot", "parcel", "plot", "section", "township", "census", "county", "area", "rural"),
    )
)
_WAY = re.compile(
    r"(?i)\b(?:calle|c/|avenida|avda|av|paseo|plaza|camino|carretera|ronda|travesía|urbanización|urb|rue|avenue|"
    r"boulevard|bd|place|chemin|impasse|quai|allée|route|via|viale|rua|[\w-]*(?:stra(?:ß|ss)e|str\.?|gasse|weg|"
    r"platz|allee|damm|ufer|ring))(?=[ .])"
)
"""Streets of other languages, which a number of a house ends."""
_HEADS_WORDS = """
lake mount mt mt. fort ft port san new greater north south east west northern southern eastern western
central upper lower upstate downstate
"""
_HEADS = frozenset(_HEADS_WORDS.split())


def is_large(name: str) -> bool:
    """Whether `name` is a State, a country or a region of several, in its usual spelling.

    Examples
    --------
    >>> is_large("Ohio"), is_large("Springfield")
    (True, False)
    """
    return _LEADING.sub("", " ".join(name.split())).strip() in _LARGE


def below_state(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Parts of a place that are smaller than a State.

    Parameters
    ----------
    text : str
        The document.
    start, end : int
        The place as found, offsets in code points, end exclusive.

    Returns
    -------
    list of (start, end)
        Disjoint, in order; empty when the place is a State, a country or larger. ``"Springfield, Illinois"``
        gives Springfield, ``"southern Illinois"`` all of it.

    Notes
    -----
    What cannot be told apart counts as smaller. Numbers without a word (house numbers, postal codes),
    street words alone and measures ("HR 72") belong to other clauses, or to none.
    """
    parts = [part for a, b in _pieces(text, start, end) for part in _small(text, a, b)]
    return [(a, b) for a, b in parts if _may_name_a_place(text[a:b])]


def address_below_state(text: str, start: int, end: int) -> tuple[int, int]:
    """A street address without the State or country that ends it.

    Parameters
    ----------
    text : str
        The document.
    start, end : int
        The address as found, offsets in code points, end exclusive.

    Returns
    -------
    start, end : int
        ``"12 Oak Lane, Elko, Nevada"`` gives ``"12 Oak Lane, Elko"``, and a postal code between city and
        country belongs to the address. All of it where it ends in nothing
        larger than a city, in a number, or in a name that is a city's too ("12 Oak Lane, New York").
    """
    pieces = list(_pieces(text, start, end))
    if len(pieces) < 2 or pieces[-1][1] != end:
        return start, end
    first, last = pieces[-1]
    name, before = text[first:last], pieces[-2][1]
    if any(map(str.isdecimal, text[before:first])):  # a postal code before the country
        before = len(text[:first].rstrip(" ,;\t\n"))
    if is_large(name) or is_large(name.removesuffix(".")):
        return start, end if len(pieces) == 2 and name in _AMBIGUOUS else before
    tail = _STATE_TAIL.search(name)
    if tail and name[: tail.start()].split()[-1].lower() not in _HEADS:
        return start, first + tail.start()
    return start, end


def _may_name_a_place(name: str) -> bool:
    """Whether a piece has a word that can be a place's: no number, no street word alone, no measure."""
    words = re.findall(r"[^\W_]+", name)
    telling = [w for w in words if w.isalpha() and w.lower() not in _STREET_WORDS]
    ends_in_number = len(words) > 1 and not words[-1].isalpha() and words[0].isalpha()
    if ends_in_number and not (words[0].lower() in _NUMBERED_PLACES or _WAY.search(name)):
        return False
    return bool(telling)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The place cut at commas, brackets, line ends and small words, unless all of it is one name."""
    if is_large(text[start:end]):
        yield start, end
        return
    at = start
    for cut in _SEPARATOR.finditer(text, start, end):
        if cut.start() > at:
            yield at, cut.start()
        at = cut.end()
    if end > at:
        yield at, end


def _small(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    name = text[start:end]
    before, after = text[max(0, start - 20) : start], text[end : end + 20]
    if is_large(name):
        direction, division = _DIRECTION.search(before), _SUBDIVISION.match(after)
        if direction or division:
            first = start - len(before) + direction.start() if direction else start
            yield first, end + (division.end() if division else 0)
        elif _LEADING.sub("", name) in _AMBIGUOUS and not (
            _STATE_BEFORE.search(before) or _STATE_AFTER.match(after) or _LEADING.match(name)
        ):
            yield start, end
        return
    tail = _STATE_TAIL.search(name)
    if tail and not _SUBDIVISION.match(after) and name[: tail.start()].split()[-1].lower() not in _HEADS:
        end = start + tail.start()
    yield start, end
