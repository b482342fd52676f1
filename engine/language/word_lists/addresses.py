"""Words that stand beside names and in dates, and are none: salutations, titles, posts, the calendar.

A capital makes no name of them. None of the first ones belongs to the name that it stands beside.
"""

from __future__ import annotations

from engine.catalog.lexicon import words

_TITLES = (
    *words("title"),
    *words("title-of-office"),
    "madame",
    "chairman",
    "chairwoman",
    "md",
    "phd",
    "rn",
    "esq",
)
_CALENDAR = (
    *words("weekday"),
    *words("weekday-short"),
    *words("month"),
    *words("month-short"),
    *("easter", "christmas"),
)

BESIDE_NAMES = frozenset((*words("labels/salutations"), *_TITLES, *_CALENDAR))
"""In small letters."""

POSTS_AND_UNITS = frozenset(words("labels/posts"))
"""Keys of words for posts, and for parts of a body and what they do: "Branch Manager", "Human Resources"."""
