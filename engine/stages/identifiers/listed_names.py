"""Names by lists of names where no sentence helps a recogniser: fields of mail, cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from engine.catalog.lexicon import either, words
from engine.catalog.rules import nothing, rule
from engine.methods.columns.known_values import KNOWN_WORDS
from engine.methods.columns.typing import ListsOf
from engine.text import Document, Part, Span

NAMES = frozenset({"first", "last", "rarelast"})
NO_NAMES = frozenset({"common", "month", "organisation", "place", "occupation", "time", "weekday", "number"})
LISTED = "listed-name"
_SURE = 0.8
_LONG = 6
"""Letters from which a word of no list may be a last name behind a first one."""
_TWO_NAMES = re.compile(r"(?=\b([A-Z][a-z'’\-]+)(?: [A-Z]\.)? ([A-Z][\w'’\-]+))")
_TITLED = re.compile(rf"\b{either(words('title'), capital=True)}\b\.? ?((?:[A-Z][a-z'’\-]+ ?){{1,3}}(?<! ))")
_NUMBER_BEHIND = re.compile(r"[ \t#:,(\-]{1,3}(\d{6,12})(?!\w)")
_WORDS = re.compile(r"[^\W\d_][\w'’\-]*")


def only_names(word: str, lists: Collection[str], lists_of: ListsOf) -> bool:
    """Whether a word in small letters stands in one of `lists` of names and means nothing else."""
    of_word = frozenset(lists_of(word))
    return not of_word.isdisjoint(lists) and of_word.isdisjoint(NO_NAMES)


def is_full_name(name: str, lists_of: ListsOf | None) -> bool:
    """Whether a finding is two to four capitalised words, of which none is an ordinary one.

    Examples
    --------
    >>> [is_full_name(name, None) for name in ("Yuki Nakagawa", "Parkinson", "Oral Tablet")]
    [True, False, False]
    """
    named = _WORDS.findall(name)
    ordinary = (
        word.lower() in KNOWN_WORDS
        or (lists_of is not None and not NO_NAMES.isdisjoint(lists_of(word.lower())))
        for word in named
    )
    return 2 <= len(named) <= 4 and all(word[:1].isupper() for word in named) and not any(ordinary)


@rule("in-headers", without=nothing)
def in_headers(document: Document, text: str, lists_of: ListsOf | None) -> list[Span]:
    """First and last names in fields of mail such as the subject, and the long number behind one."""
    headers = [part for part in document.parts if part.kind == "header"]
    if lists_of is None or not headers:
        return []
    found = [name for part in headers for name in _first_and_last(part, text, lists_of)]
    behind = (_NUMBER_BEHIND.match(text, name.end) for name in found)
    numbers = [Span(m.start(1), m.end(1), "unique-code", _SURE, _WHY) for m in behind if m]
    return [*found, *numbers]


@rule("titled-names", without=nothing)
def titled_names(text: str) -> Iterator[Span]:
    """Capitalised words behind a title."""
    for found in _TITLED.finditer(text):
        yield Span(found.start(1), found.end(1), "person", _SURE, _WHY)


_WHY = {"pattern": LISTED}


def _first_and_last(part: Part, text: str, lists_of: ListsOf) -> Iterator[Span]:
    for found in _TWO_NAMES.finditer(text, part.start, part.end):
        if _are_names(found[1], found[2], lists_of):
            yield Span(found.start(1), found.end(2), "person", _SURE, _WHY)


def _are_names(first: str, last: str, lists_of: ListsOf) -> bool:
    """Whether two words are a first and a last name; a long last name may be in no list."""
    of_first, of_last = (frozenset(lists_of(word.lower())) for word in (first, last))
    if "first" not in of_first or (of_first | of_last) & NO_NAMES:
        return False
    is_unknown = not of_last and len(last) >= _LONG and last.lower() not in KNOWN_WORDS
    return bool(of_last & {"last", "rarelast"}) or is_unknown
