"""What stands around a phrase: its determiner, an adjective or a name that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.language.noun_phrases import DETERMINERS, Readings, Tag
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized.replacing.kinds import RELATIONAL
from engine.text import BLOT

NEXT = re.compile(r"[ \xa0]([^\W\d_]+)(?![\w’'-])")
"""The word behind a place."""

YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
"""A year: a number that counts nothing."""

_AFTER_SUBJECTS = """
is are was were has have had do does did will would can could may might must should and or that which who
"""
_SUBJECT_ENDS = re.compile(rf"[ \xa0](?:{'|'.join(_AFTER_SUBJECTS.split())})\b|[^\w \xa0]|\Z")

_PAST = re.compile(r"[ \xa0][a-z]{2,}ed\b")
_PREPOSITIONS = frozenset(
    ["about", "against", "among", "by", "for", "from", "of", "on", "to", "towards", "with"]
)
_LOOK_BACK = 40
_PARTICIPLES = frozenset(["given", "taken", "shown", "known", "written", "drawn", "broken", "chosen"])
_DEGREE_OF_STATE = re.compile(r"\w{3,}ly[ \xa0]\w+(?:ed|en)[ \xa0]\Z")
_OF_PEOPLE = frozenset(["retired", "former", "trainee", "retiring", "experienced", "skilled", "unemployed"])
"""What is said of people by their work."""
_PARTICLES = frozenset(["in", "on", "off", "out", "over", "up", "down", "through", "under", "about", "by"])
_DEFINITE = frozenset(["the", "these", "those", "this", "my", "your", "his", "her", "its", "our", "their"])
_NAME_GOES_ON = re.compile(r"[ \xa0](?:of|for|and)(?: the)?[ \xa0][A-Z]")
_CAPITALS = re.compile(r"[A-Z][a-z]{2,}")
_TAKES_WORDS = """
take takes took taken taking use uses used using inject injects injected injecting prescribe prescribes
prescribed give gives gave given giving receive receives received receiving start starts started starting
stop stops stopped stopping need needs needed sell sells sold buy buys bought smoke smokes smoked smoking
and or to on with of by for against is was
"""
_TAKES = re.compile(
    rf"(?:\A|[.!?:\n*•-][ \xa0]*|\b(?:{'|'.join(_TAKES_WORDS.split())})[ \xa0])\Z", re.IGNORECASE
)
_ADVERBS = "first|next|last|also|once|never|already|often|later|only"
_SUBJECT_AND_ADVERB = re.compile(
    rf"\b(?:i|you|he|she|it|we|they|who)[ \xa0](?:{_ADVERBS})[ \xa0]\Z", re.IGNORECASE
)
_STOPS = frozenset(".,;:!?)]”")


class Unit(NamedTuple):
    """A word of a phrase, or words that hyphens join.

    Parameters
    ----------
    start, end : int
        Offsets into the text.
    surface : str
        As the text spells it.
    key : str
        Key of its last word.
    code : str
        The scanner's code of its last risky word, ``""`` without one.
    risky : bool
        Whether any of it must go.
    named : bool
        Whether it is (part of) a name.
    tag : Tag
        Part of speech.
    """

    start: int
    end: int
    surface: str
    key: str
    code: str
    risky: bool
    named: bool
    tag: Tag = "n"


def ends_subject(text: str, end: int) -> bool:
    """Whether a verb follows a noun that ends there, which is the subject then, or its clause ends."""
    return bool(_SUBJECT_ENDS.match(text, end) or _PAST.match(text, end))


class Surroundings:
    """Reads what stands around the phrases of one document.

    Parameters
    ----------
    text : str
        The document's text.
    readings : callable
        Possible parts of speech of a word.
    """

    def __init__(self, text: str, readings: Readings) -> None:
        self._text = text
        self._readings = readings

    def has_determiner(self, phrase: Sequence[Unit]) -> bool:
        """Whether an article, a possessive or a number stands before a phrase, or it begins with one."""
        if phrase[0].tag in ("t", "d"):
            return True
        words = self.words_before(phrase[0].start, 3)
        modifiers = takewhile(self._is_modifier, zip(words, ("na", "a", "a"), strict=False))
        words = words[len(list(modifiers)) :]
        if not words or self._opens_clause(words, phrase) or YEAR.fullmatch(words[0]):
            return False
        lower = words[0].casefold()
        if lower[-1] == BLOT or lower[0].isdigit():
            return True  # whatever stood there
        return lower in DETERMINERS or lower.endswith(("'s", "’s", "s'", "s’"))

    def _opens_clause(self, words: Sequence[str], phrase: Sequence[Unit]) -> bool:
        """Whether the nearest word belongs to a verb: "they held that HIV was new", "he first smoked"."""
        if words[0].casefold() == "that":
            return len(words) > 1 and ends_subject(self._text, phrase[-1].end)
        end = self._text.rindex(words[0], 0, phrase[0].start) + len(words[0]) + 1
        return end < phrase[0].start and self.is_said_of_subject(end)

    def is_said_of_subject(self, start: int) -> bool:
        """Whether a pronoun and an adverb stand before a place, so that a verb begins there ("he first")."""
        return _SUBJECT_AND_ADVERB.search(self._text, max(0, start - _LOOK_BACK), start) is not None

    def _is_modifier(self, word_and_tags: tuple[str, str]) -> bool:
        """Whether a word may stand between a determiner and a noun, as one of the parts of speech named."""
        lower, tags = word_and_tags[0].casefold(), word_and_tags[1]
        if not lower.isalpha() or lower in _PARTICLES | DETERMINERS:
            return False
        readings = self._readings(lower)
        is_said = is_content_word(lower) or (len(lower) > 1 and "a" in readings)
        return is_said and not set(tags).isdisjoint(readings)

    def is_definite(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase speaks of known things: "the", "these" or a possessive stands right before it."""
        before = "".join(self.words_before(phrase[0].start, 1)).casefold()
        return before in _DEFINITE or before.endswith(("'s", "’s"))

    def is_behind_preposition(self, phrase: Sequence[Unit]) -> bool:
        """Whether a preposition stands right before a phrase."""
        return "".join(self.words_before(phrase[0].start, 1)).casefold() in _PREPOSITIONS

    def is_modified(self, phrase: Sequence[Unit]) -> bool:
        """Whether an adjective stands right before a phrase ("low mood"): an article has no place there."""
        before = "".join(self.words_before(phrase[0].start, 1)).casefold()
        if before in _PARTICLES:
            return False
        if before in RELATIONAL or before in _OF_PEOPLE:
            return True  # "substance use disorder", "retired signalman"
        if _DEGREE_OF_STATE.search(self._text, max(0, phrase[0].start - _LOOK_BACK), phrase[0].start):
            return True  # "moderately differentiated carcinoma"
        if self._readings(before) == "n" and before.islower() and is_content_word(before):
            return True  # "sentinel node biopsy", of which "node biopsy" goes
        is_participle = before.endswith("ed") or before in _PARTICIPLES
        return before.isalpha() and not is_participle and self._readings(before).startswith("a")

    def goes_before_thing(self, end: int) -> bool:
        """Whether a noun stands right behind a place, so that what stood before it told its kind."""
        found = NEXT.match(self._text, end)
        if found is None or not found[1].islower() or not is_content_word(found[1]):
            return False
        return self._readings(found[1]).startswith("n")

    def is_taken(self, phrase: Sequence[Unit]) -> bool:
        """Whether what stands before a medicine can have "a drug" behind it; "avoid" and "gloves," cannot."""
        return _TAKES.search(self._text, max(0, phrase[0].start - _LOOK_BACK), phrase[0].start) is not None

    def is_in_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase in capitals goes on in others: part of a name ("Two Rivers Credit Union")."""
        if not all(_CAPITALS.fullmatch(unit.surface) for unit in phrase):
            return False
        if _NAME_GOES_ON.match(self._text, phrase[-1].end):
            return True  # "National Union of Mineworkers"
        found = NEXT.match(self._text, phrase[-1].end)
        beside = [*self.words_before(phrase[0].start, 1), found[1] if found else ""]
        return any(_CAPITALS.fullmatch(word) and is_content_word(word.casefold()) for word in beside)

    def words_before(self, start: int, most: int) -> list[str]:
        """Words before a place, the nearest first, up to the last sign of punctuation."""
        before = self._text[max(0, start - _LOOK_BACK) : start]
        if not before or before[-1] not in " \xa0":
            return []
        words = before.rsplit(None, most)[-most:]
        return list(takewhile(lambda word: word[-1] not in _STOPS, reversed(words)))
