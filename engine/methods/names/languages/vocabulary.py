"""Words of a language that are no names, and those that stand before names."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from engine.catalog.lexicon import unaccented
from engine.methods.names.languages.small_words import BETWEEN_DATES, INSTITUTIONS, PARTICLES, SHORT, TITLES

_TAIL = 5
"""Least letters of the last part of a compound: "-mann" and "-berg" end surnames, "-zustand" none."""
_HEAD = 3
_LINKS = ("", "s", "es", "n", "en", "er", "e")
_WORD = re.compile(r"[^\W\d_]{2,}")


_FORMS = {
    "de": (("innen", ""), ("erin", "er")),
    "es": (("enta", "ente"), ("ora", "or"), ("istrada", "istrado")),
    "fr": (("euse", "eur"), ("trice", "teur")),
}
"""Ends of words for women, and what lists hold in their place; ends that surnames have are left out."""
_LEAST_OF_FORM = 6


@cache
def _without_accents(language: str, ordinary: frozenset[str]) -> frozenset[str]:
    """The ordinary words of a language in plain letters."""
    return frozenset(unaccented(word) for word in (*ordinary, *SHORT[language]))


@dataclass(frozen=True)
class Vocabulary:
    """Words of one language that tell what is a name and what is none.

    Parameters
    ----------
    language : {"de", "es", "fr"}
    ordinary : collection of str
        Ordinary words in small letters, whether or not they are written with a capital.
    """

    language: str
    ordinary: Collection[str] = field(default=frozenset(), repr=False)

    def is_ordinary(self, word: str) -> bool:
        """Whether a word is a listed one, which names nobody."""
        small = word.lower()
        if small in self.ordinary or small in SHORT[self.language]:
            return True
        if self.language == "de" and "ss" in small and small.replace("ss", "ß") in self.ordinary:
            return True
        forms = (small[: -len(end)] + base for end, base in _FORMS[self.language] if small.endswith(end))
        return len(small) >= _LEAST_OF_FORM and any(form in self.ordinary for form in forms)

    def is_unaccented(self, word: str) -> bool:
        """Whether a word in small letters is an ordinary one whose accents its writer left out ("movil")."""
        return word.islower() and word in _without_accents(self.language, frozenset(self.ordinary))

    def is_compound(self, word: str) -> bool:
        """Whether a German word is put together from ordinary ones ("Hautzustand"; some surnames are, "
        "too)."""
        small = word.lower()
        parts = range(_HEAD, len(small) - _TAIL + 1) if self.language == "de" else ()
        return any(small[i:] in self.ordinary and self._is_head(small[:i]) for i in parts)

    def _is_head(self, part: str) -> bool:
        stems = (part.removesuffix(link) for link in _LINKS if part.endswith(link))
        return any(len(stem) >= _HEAD and stem in self.ordinary for stem in stems)

    def words_of(self, text: str) -> list[str]:
        """Words of two letters and more, without small ones that join others."""
        return [word for word in _WORD.findall(text) if word not in PARTICLES[self.language]]

    def all_ordinary(self, text: str) -> bool:
        """Whether `text` has words, and all of them are listed."""
        words = self.words_of(text)
        return bool(words) and all(map(self.is_ordinary, words))

    def is_title(self, word: str) -> bool:
        """Whether a word stands before the name of a person ("Frau", "Mme", "D.ª")."""
        return word.lower().rstrip(".ª") in TITLES[self.language]

    def is_institution(self, word: str) -> bool:
        """Whether a word, mostly in small letters, is the first of an institution's name ("hôpital")."""
        return word.lower() in INSTITUTIONS[self.language]

    def is_between_dates(self, word: str) -> bool:
        """Whether a word stands before, between or after dates ("bis", "desde")."""
        return word in BETWEEN_DATES

    def is_particle(self, word: str) -> bool:
        """Whether a word only joins others ("de", "von")."""
        return word in PARTICLES[self.language]
