"""Words of headers in eight languages, and what each is a sign of: the tables are files of the lexicon.

Plurals in ``-s`` follow by themselves, and words written together ("patientid") are cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType

from engine.catalog.lexicon import text, words
from engine.catalog.regions import STATES as REGIONS_OF_US

_RELATIVES = " ".join(word for word in words("relative") if word.isascii() and word.isalpha())
WHOSE = text("columns/whose").replace("RELATIVES", _RELATIVES)
"""Whom or what a column is about. A question mark: by itself the word says too little."""

WHAT = text("columns/what")
"""What a column says about its subject."""

STATES = frozenset(map(str.lower, REGIONS_OF_US.values())) | frozenset(words("columns/states"))
"""States, and what other countries have in their place, in small letters without accents."""
LINKS = frozenset(
    {
        "of", "de", "del", "di", "do", "da", "du", "des", "della", "dei", "la", "le", "les", "el", "los",
        "van", "von", "der", "the", "for", "a", "an", "d", "l", "und", "and", "y", "et", "e", "en", "zum",
        "zur", "per", "by",
    }
)  # fmt: skip
"""Words between the words that count."""


def _read(table: str) -> dict[tuple[str, ...], tuple[tuple[str, ...], bool]]:
    """Phrases to their tags, and whether all of them are weak."""
    found: dict[tuple[str, ...], tuple[tuple[str, ...], bool]] = {}
    tag = ""
    for word in table.split():
        if word.endswith(":"):
            tag = word[:-1]
            continue
        weak = word.endswith("?")
        phrase = tuple(word.rstrip("?").split("_"))
        tags, was_weak = found.get(phrase, ((), True))
        found[phrase] = ((*tags, tag), was_weak and weak)
    return found


WHAT_OF: Mapping[tuple[str, ...], tuple[tuple[str, ...], bool]] = MappingProxyType(_read(WHAT))
"""Words of `WHAT` to their tags, and whether they say too little by themselves."""


def _who_did_it() -> dict[tuple[str, ...], tuple[tuple[str, ...], bool]]:
    """ "Reported" is when; "reported by" is who."""
    done = [phrase for phrase, (tags, _) in WHAT_OF.items() if "date" in tags and phrase[-1].endswith(_DONE)]
    return {(*phrase, "by"): (("person",), False) for phrase in done}


_DONE = ("ed", "drawn")
WHOSE_OF: Mapping[tuple[str, ...], tuple[tuple[str, ...], bool]] = MappingProxyType(
    _who_did_it() | _read(WHOSE)
)
"""The same for `WHOSE`, and for who did what has a date."""

_LEAST_CONSONANTS = 3
_LEAST_LETTERS = 4


def _consonants(word: str) -> tuple[str, ...]:
    """A word without its vowels ("lcns"), and with the first letter all the same ("accnt")."""
    bare = "".join(c for c in word if c not in "aeiou")
    kept = {bare, word[:1] + "".join(c for c in word[1:] if c not in "aeiou")}
    return tuple(sorted(piece for piece in kept if len(piece) >= _LEAST_CONSONANTS))


def _without_vowels() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Phrases written without vowels to the phrase; those that could be phrases of two meanings are none."""
    found: dict[tuple[str, ...], tuple[str, ...] | None] = {}
    for phrase in (*WHAT_OF, *WHOSE_OF):
        if len(phrase) == 1 and len(phrase[0]) < _LEAST_LETTERS:
            continue
        for short in product(*map(_consonants, phrase)):
            means = WHAT_OF.get(phrase), WHOSE_OF.get(phrase)
            earlier = found.setdefault(short, phrase)
            if earlier is None or (WHAT_OF.get(earlier), WHOSE_OF.get(earlier)) != means:
                found[short] = None
    return {
        short: phrase
        for short, phrase in found.items()
        if phrase and short not in WHAT_OF and short not in WHOSE_OF
    }


CONSONANTS: Mapping[tuple[str, ...], tuple[str, ...]] = MappingProxyType(_without_vowels())
"""Words and phrases as abbreviated headers write them ("LCNS_PLT", "DGNS"), to the whole ones."""
