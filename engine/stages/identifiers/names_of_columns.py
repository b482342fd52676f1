"""Names and numbers that headers and keys of tables tell, and what counts in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.catalog.names import LEARNED
from engine.methods.columns.headers import meaning_of
from engine.methods.columns.known_values import KNOWN_WORDS
from engine.methods.columns.typing import ListsOf
from engine.methods.columns.values import HALF
from engine.methods.disguises.letters import with_letters
from engine.stages.identifiers.disguises import ENCODED
from engine.stages.identifiers.listed_names import LISTED, NAMES, NO_NAMES
from engine.text import Part, Span

KEY = "key"
ALWAYS = frozenset({"deny-list", LISTED})
"""Patterns whose findings count wherever they stand."""
_SURE = 0.8
_WHOLE = 0.8
"""Share of a name that a finding covers to be the whole of it."""
_KEY_NUMBER = re.compile(r"\d{6,18}")

Counts = Callable[[Span], bool]


def in_name(name: str, lists_of: ListsOf | None, is_key: bool = False) -> Counts:
    """Which findings count in the name of a column: a name of a person, a number, an address of a person.

    A key that holds a value is text, and so is one of two or three capitalised words that a model takes
    for a person: records are keyed by people.
    """
    words = [with_letters(word) for word in name.split()]
    is_person = _may_be_person(words, lists_of, is_key)
    is_value = "@" in name or sum(c.isdecimal() for c in name) >= 4 or "://" in name

    def counts(span: Span) -> bool:
        pattern = span.why.get("pattern")
        if pattern in ALWAYS | {KEY} or span.category == ENCODED:
            return True
        if span.category in LEARNED and pattern is None and not is_value:
            whole = span.end - span.start >= _WHOLE * len(name)
            return is_person and span.category == "person" and whole and span.score >= HALF
        return is_value

    return counts


def _may_be_person(words: Sequence[str], lists_of: ListsOf | None, is_key: bool) -> bool:
    """Whether the words of a name of a column are those of a person: lists must know one of a header's."""
    if meaning_of(" ".join(words)) is not None or not all(word[:1].isupper() for word in words):
        return False
    keyed = is_key and 2 <= len(words) <= 3 and all(map(str.isalpha, words))
    return keyed or lists_of is None or any(not NAMES.isdisjoint(lists_of(word.lower())) for word in words)


def keyed_name(part: Part, text: str, lists_of: ListsOf) -> Span | None:
    """A key or header of two or three capitalised words that lists know as a name: it names a person.

    A record is often keyed by its person, so there words that no list knows are a name too.
    """
    words = [with_letters(word) for word in text[part.start : part.end].split()]
    if not _are_capitals(words) or meaning_of(" ".join(words)) is not None:
        return None
    known = [frozenset(lists_of(word.lower())) for word in words]
    named = any(lists & NAMES and not lists & NO_NAMES for lists in known)
    is_strange = part.kind == "key" and not any(known) and KNOWN_WORDS.isdisjoint(map(str.lower, words))
    if not named and not is_strange:
        return None
    return Span(part.start, part.end, "person", _SURE, {"pattern": KEY})


def _are_capitals(words: Sequence[str]) -> bool:
    """Whether two or three words begin with a capital and have letters and hyphens alone."""
    return 2 <= len(words) <= 3 and all(w[:1].isupper() and w.replace("-", "").isalpha() for w in words)


def keyed_number(part: Part, text: str) -> Span | None:
    """A key that is a long number: a record keyed by the number of its person."""
    if part.kind != "key" or not _KEY_NUMBER.fullmatch(text[part.start : part.end]):
        return None
    return Span(part.start, part.end, "unique-code", _SURE, {"pattern": KEY})
