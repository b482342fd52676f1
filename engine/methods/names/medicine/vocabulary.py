"""The vocabulary of medicine, and whether a document is about medicine."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.language.word_lists.stop_words import STOP_WORDS
from engine.methods.names.medicine.word_lists import CLIPPED, SHORTHAND
from engine.methods.names.tagger.casing import is_in_capitals, long_words
from engine.methods.names.tagger.features import Tokens

_CLINICAL = ((10, 0.4), (14, 0.36), (25, 0.28))
"""Different words of medicine, and their least share of all different words, of a clinical document.

A word that other texts hardly hold counts twice for the share. Of the twenty notes of benchmarks/notes the
least share is .44. Of 450 posts to newsgroups about other things 3 are clinical by this, all by the last
pair; of 150 about medicine 33.
"""
_LEAST_OF_NOTE, _LEAST_SHORTHAND, _LEAST_WORDS_OF_NOTE = 0.25, 3, 20
"""Least share, words of shorthand and words of medicine of a note that talks of more than medicine.

A text in capitals, as dictations are, needs no shorthand. Of 900 posts to newsgroups none is a note by this.
"""
_DOSE_WEIGHT = 3
"""Words of medicine that a dose counts for: a short note of a shift holds few words that a vocabulary has."""
_UNITS = frozenset(("mg", "mcg", "cc", "meq", "mmhg", "mmol", "bpm", "gtt"))


@dataclass(frozen=True)
class MedicalVocabulary:
    """Words that medicine uses.

    Parameters
    ----------
    words : frozenset of str
        In small letters: drugs, diseases, parts of the body, findings, tests. None is anybody's name.
    abbreviations : frozenset of str
        As they are written: "DVT", "Hgb".
    eponyms : frozenset of str
        In small letters: people's names that signs, tests, devices and diseases bear ("foley", "crohn").
    frequent : frozenset of str
        Those of `words` that an encyclopedia holds often ("pain", "diabetes").
    """

    words: frozenset[str] = frozenset()
    abbreviations: frozenset[str] = frozenset()
    eponyms: frozenset[str] = frozenset()
    frequent: frozenset[str] = field(default=frozenset(), repr=False)

    def __repr__(self) -> str:
        return f"MedicalVocabulary({len(self.words)} words, {len(self.eponyms)} eponyms)"

    def holds(self, word: str) -> bool:
        """Whether a word names something of medicine and nobody."""
        small = word.lower()
        return word in self.abbreviations or small in self.words or small in CLIPPED

    def is_telling(self, word: str) -> bool:
        """Whether a word in small letters is one that texts about other things hardly hold."""
        return word in self.words and word not in self.frequent

    def is_clinical(self, tokens: Tokens, common: Collection[str]) -> bool:
        """Whether a document is about health: many of its words, `common` ones left out, are medicine's."""
        words = long_words(tokens)
        held = [word.lower() for word in words if self.holds(word)]
        medical = [word for word in held if word not in STOP_WORDS and word not in common]
        doses = _DOSE_WEIGHT * _n_doses(tokens)
        weight = len(medical) + doses + sum(map(self.is_telling, medical))
        n_medical, share = len(medical) + doses, weight / max(1, len(words))
        if any(n_medical >= least and share >= least_share for least, least_share in _CLINICAL):
            return True
        if n_medical < _LEAST_WORDS_OF_NOTE or share < _LEAST_OF_NOTE:
            return False
        n_shorthand = len(SHORTHAND.intersection(tokens.lowered_types))
        return n_shorthand >= _LEAST_SHORTHAND or is_in_capitals(tokens)


def _n_doses(tokens: Tokens) -> int:
    """How many numbers stand before a unit that hardly anything but a drug or a reading has ("40 mg")."""
    units = tokens.where(map(_UNITS.__contains__, tokens.lowered_types))
    return sum(tokens.words[i - 1].isdigit() for i in units if i)
