"""Whether words are names by lists of names, where no sentence helps a recogniser."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.methods.columns.known_values import KNOWN_WORDS
from engine.methods.columns.typing import ListsOf

NAMES = frozenset({"first", "last", "rarelast"})
NO_NAMES = frozenset({"common", "month", "organisation", "place", "occupation", "time", "weekday", "number"})
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
    words = _WORDS.findall(name)
    ordinary = (
        word.lower() in KNOWN_WORDS
        or (lists_of is not None and not NO_NAMES.isdisjoint(lists_of(word.lower())))
        for word in words
    )
    return 2 <= len(words) <= 4 and all(word[:1].isupper() for word in words) and not any(ordinary)
