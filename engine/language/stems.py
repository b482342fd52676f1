"""The stem of a word: one for all its inflections."""

from __future__ import annotations

from functools import lru_cache

import snowballstemmer  # type: ignore[import-untyped]

from engine.language.word_lists.verbs import BASE_FORMS

_MAX_CACHED = 1_000_000
_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(maxsize=_MAX_CACHED)
def stem_of(key: str) -> str:
    """The stem of a word's key, or of its base form; a number is its own.

    Examples
    --------
    >>> stem_of("redacting") == stem_of("redacts"), stem_of("sold") == stem_of("sell")
    (True, True)
    """
    base = BASE_FORMS.get(key, key)
    if base[0].isdigit():
        return base  # numbers have no inflections, and are many
    stem: str = _STEMMER.stemWord(base)
    return stem
