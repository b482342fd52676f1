"""Notation of clinical notes that is taken for names: numerals, abbreviations, labels, plain words."""

from __future__ import annotations

import re
from functools import cached_property

from engine.methods.names.entities.decoding import Mention
from engine.methods.names.medicine.word_lists import CLIPPED, RELATIVES, ROLES
from engine.methods.names.tagger.casing import is_in_capitals, is_mostly_small
from engine.methods.names.tagger.features import TITLES, Lexicon, Tokens

_ROMAN = re.compile(r"(?:I{2,3}|IV|VI{1,3}|IX|XI{0,2})")
_LONGEST_ABBREVIATION = 4
_SURE_ABBREVIATION, _SURE_PLAIN = 0.65, 0.9
"""Probabilities from which a short word in capitals, or one in small letters, is believed to be a name."""
_SMALL = 4
"""Highest step of ``cap`` of a word that is written small too."""
_NOBODY = RELATIVES | ROLES | CLIPPED
_SPECIALISTS = ("ologist", "iatrist", "atrician", "anaesthetist", "anesthetist", "therapist")
_LABEL_ENDS = frozenset(":#")
_PEOPLE = frozenset({"first", "last", "people"})


def is_numeral(word: str) -> bool:
    """Whether a word is a Roman number of two letters or more."""
    return _ROMAN.fullmatch(word) is not None


class Notation:
    """Tells the notation of one clinical document from names.

    Parameters
    ----------
    tokens : Tokens
    lexicon : Lexicon
        Lists of names, and how often a large corpus writes a word with a capital.
    """

    def __init__(self, tokens: Tokens, lexicon: Lexicon) -> None:
        self._tokens, self._lexicon = tokens, lexicon

    @cached_property
    def _in_capitals(self) -> bool:
        return is_in_capitals(self._tokens)

    def is_no_name(self, mention: Mention, p: float) -> bool:
        """Whether a mention is notation whatever stands around it: a label, a numeral, who somebody is.

        Parameters
        ----------
        mention : Mention
        p : float
            Probability that it must be masked.
        """
        words = self._words(mention)
        if words and all(word.lower() in _NOBODY or word.lower().endswith(_SPECIALISTS) for word in words):
            return not self._is_titled(mention)
        if len(words) != 1 or self._in_capitals:
            return False
        return (
            self._is_label(mention, words[0])
            or self._is_numeral(mention, words[0])
            or self._is_plain(words[0], p)
        )

    def _is_titled(self, mention: Mention) -> bool:
        """Whether a title stands right before a mention: "Mrs. Tab" is somebody, whatever "tab" is."""
        before = mention.first - 1
        if before > 0 and self._tokens.words[before] == ".":
            before -= 1
        return before >= 0 and self._tokens.lowered[before] in TITLES

    def holds(self, mention: Mention, category: str, p: float) -> bool:
        """Whether a mention, of which nothing around it says that it names somebody, is notation.

        Parameters
        ----------
        mention : Mention
        category : str
        p : float
            Probability that it must be masked.
        """
        words = self._words(mention)
        if self._in_capitals:
            return p < _SURE_PLAIN and self.is_plain_in_capitals(mention)
        return len(words) == 1 and self._is_abbreviation(words[0], category, p)

    def is_plain_in_capitals(self, mention: Mention) -> bool:
        """Whether a text is in capitals, and a large corpus mostly writes the words of a mention small."""
        words = [word.lower() for word in self._words(mention)]
        return self._in_capitals and bool(words) and all(is_mostly_small(w, self._lexicon) for w in words)

    def _words(self, mention: Mention) -> list[str]:
        """Its words, single letters left out."""
        words = self._tokens.words[mention.first : mention.end]
        return [word for word in words if word.isalpha() and len(word) > 1]

    def _is_numeral(self, mention: Mention, word: str) -> bool:
        """A Roman number, or letters that a number continues ("HbA1c")."""
        return bool(_ROMAN.fullmatch(word)) or (not word.istitle() and self._goes_on_in_digits(mention))

    def _is_abbreviation(self, word: str, category: str, p: float) -> bool:
        """A few capitals that are no given name."""
        given = category == "person" and "first" in self._lexicon.names_of(word.lower())
        return word.isupper() and len(word) <= _LONGEST_ABBREVIATION and p < _SURE_ABBREVIATION and not given

    def _is_plain(self, word: str, p: float) -> bool:
        """Whether a word is in small letters, and a large corpus writes it so or it is an abbreviation."""
        if not word.islower() or p >= _SURE_PLAIN:
            return False
        step = self._lexicon.classes.class_of(word, "cap")
        return len(word) < _LONGEST_ABBREVIATION if step is None else step <= _SMALL

    def _is_label(self, mention: Mention, word: str) -> bool:
        """Whether a word that begins a field, with its colon or number sign, is in no list of people."""
        words, lists = self._tokens.words, set(self._lexicon.names_of(word.lower()))
        if mention.end >= len(words) or words[mention.end] not in _LABEL_ENDS:
            return False
        return is_mostly_small(word.lower(), self._lexicon) or lists.isdisjoint(_PEOPLE)

    def _goes_on_in_digits(self, mention: Mention) -> bool:
        words, end = self._tokens.words, mention.end
        if end >= len(words) or not words[end].isdigit():
            return False
        return bool(self._tokens.ends[end - 1] == self._tokens.starts[end])
