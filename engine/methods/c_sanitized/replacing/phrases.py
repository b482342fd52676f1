"""The phrases of a run of risky words: its words, their neighbours in the phrase, and what each is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from engine.language.noun_phrases import BE, DETERMINERS, Readings, Tag, part_of_speech, spans_of_phrases
from engine.language.terms import fold
from engine.language.word_lists.function_words import is_content_word
from engine.language.wording import is_plural
from engine.methods.c_sanitized.replacing.kinds import RELATIONAL
from engine.methods.c_sanitized.scanner import Run, Word
from engine.text import BLOT

_MOST_ADDED = 3
_LONGEST_ABBREVIATION = 4
_LOOK_BACK = 40
_HYPHENS = "-‐‑"
_COMPOUND_BEFORE = re.compile(rf"(?:[^\W\d_]+[{_HYPHENS}])+\Z")
_COMPOUND_BEHIND = re.compile(rf"(?:[{_HYPHENS}][^\W\d_]+)+")
_PARTICIPLES = frozenset(("given", "taken", "shown", "known", "written", "drawn", "broken", "chosen"))
_CAPITALS = re.compile(r"[A-Z][a-z]{2,}")
_NEXT = re.compile(r"[ \xa0]([^\W\d_]+)(?![\w’'-])")


_AFTER_SUBJECTS = """
is are was were has have had do does did will would can could may might must should and or that which who
"""
_SUBJECT_ENDS = re.compile(rf"[ \xa0](?:{'|'.join(_AFTER_SUBJECTS.split())})\b|[^\w \xa0]|\Z")
"""What follows a plural noun that is the subject, or ends its clause."""


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


class PhraseReader:
    """Reads the noun phrases that runs of one document stand in.

    Parameters
    ----------
    text : str
        The document's text.
    readings : callable
        Possible parts of speech of a word.
    is_named : callable
        Whether a recogniser took the characters [start, end) for (part of) a name.
    """

    def __init__(self, text: str, readings: Readings, is_named: Callable[[int, int], bool]) -> None:
        self._text = text
        self._readings = readings
        self._is_named = is_named

    def phrases(self, run: Run, after: int, before: int) -> list[list[Unit]]:
        """The phrases of a run, in order: all its words, and those that belong to its first and last phrase.

        Parameters
        ----------
        run : Run
        after, before : int
            Offsets between which the phrases may reach.
        """
        units = self._tagged(list(self._units(run, after, before)))
        units += self._following(units[-1], before)
        units = [_not_named(unit, after) for unit, after in zip_longest(units, units[1:])]
        spans = spans_of_phrases([unit.tag for unit in units])
        phrases = [phrase for start, end in spans for phrase in _by_names(units[start:end])]
        while len(phrases) > 1 and not any(unit.risky for unit in phrases[-1]):
            phrases.pop()
        while len(phrases) > 1 and not any(unit.risky for unit in phrases[0]):
            phrases.pop(0)
        return phrases

    def has_determiner(self, phrase: Sequence[Unit]) -> bool:
        """Whether an article, a possessive or a number stands before a phrase, or it begins with one."""
        if phrase[0].tag in ("t", "d"):
            return True
        for place, word in enumerate(self._words_before(phrase[0].start, 3)):
            lower = word.casefold()
            if word[-1] == BLOT:
                return True  # whatever stood there
            if lower in DETERMINERS or word[0].isdigit() or lower.endswith(("'s", "’s", "s'", "s’")):
                return True
            if not word.isalpha() or not set("na" if place == 0 else "a") & {*self._readings(lower)}:
                return False
        return False

    def is_modified(self, phrase: Sequence[Unit]) -> bool:
        """Whether an adjective stands right before a phrase ("low mood"): an article has no place there."""
        before = "".join(self._words_before(phrase[0].start, 1)).casefold()
        is_participle = before.endswith("ed") or before in _PARTICIPLES
        return before.isalpha() and not is_participle and self._readings(before).startswith("a")

    def is_in_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase in capitals goes on in others: part of a name ("Two Rivers Credit Union")."""
        if not all(_CAPITALS.fullmatch(unit.surface) for unit in phrase):
            return False
        found = _NEXT.match(self._text, phrase[-1].end)
        beside = [*self._words_before(phrase[0].start, 1), found[1] if found else ""]
        return any(_CAPITALS.fullmatch(word) and is_content_word(word.casefold()) for word in beside)

    def _units(self, run: Run, after: int, before: int) -> Iterator[Unit]:
        compounds: list[list[Word]] = []
        for word in map(self._of_name, run):
            joined = compounds and word.start == compounds[-1][-1].end + 1
            if joined and self._text[word.start - 1] in _HYPHENS:
                compounds[-1].append(word)
            else:
                compounds.append([word])
        for number, words in enumerate(compounds):
            if len(words) == 1 and words[0].code == "p" and not is_content_word(words[0].key):
                words = [words[0]._replace(code="x")]  # "years in prison"
            start, end = words[0].start, words[-1].end
            if number == 0 and (joint := _COMPOUND_BEFORE.search(self._text, max(after, start - 30), start)):
                start = joint.start()
            behind = _COMPOUND_BEHIND.match(self._text, end, before)
            yield self._unit(words, start, behind.end() if behind and number == len(compounds) - 1 else end)

    def _of_name(self, word: Word) -> Word:
        """A capitalised word of a phrase that goes belongs to its name ("Alcoholics Anonymous")."""
        belongs = word.code == "x" and word.phrase and self._text[word.start].isupper()
        return word._replace(code="p") if belongs else word

    def _unit(self, words: Sequence[Word], start: int, end: int) -> Unit:
        risky = [word for word in words if word.code != "x"]
        surface = self._text[start:end]
        last = surface.rpartition("-")[2]
        by_codes = bool(risky) and all(word.code == "q" for word in risky)
        named = self._is_named(start, end) or by_codes
        return Unit(start, end, surface, fold(last), risky[-1].code if risky else "", bool(risky), named)

    def _tagged(self, units: Sequence[Unit]) -> list[Unit]:
        before, tag_before = self._before(units[0].start)
        tagged: list[Unit] = []
        for unit in units:
            tag = self._tag(unit, before, tag_before)
            if tagged and unit.risky and unit.surface[0].isupper() and tagged[-1].surface[0].isupper():
                tag = "n"  # "Alcoholics Anonymous"
            tagged.append(unit._replace(tag=tag))
            before, tag_before = unit.surface.casefold(), tag
        return tagged

    def _tag(self, unit: Unit, before: str, tag_before: Tag) -> Tag:
        if unit.named:
            return "n"
        readings = self._readings(unit.surface)
        if unit.code == "p" and unit.surface[0].isupper():
            return "n"
        if before in BE and unit.surface.endswith("ed"):
            return "v"  # "was prescribed sertraline"
        if not readings and not unit.risky and unit.surface[0].isalpha() and tag_before == "n":
            return "f"  # unknown behind a noun: more often what is said of it than its head
        tag = part_of_speech(unit.surface, readings, before, tag_before)
        is_told_of = tag == "n" and tag_before == "n" and "v" in readings and not unit.risky
        if is_told_of and is_plural(unit.surface) and not is_plural(before):
            return "n" if _SUBJECT_ENDS.match(self._text, unit.end) else "v"  # "the union opens at nine"
        return tag

    def _words_before(self, start: int, most: int) -> list[str]:
        """Words before a place, the nearest first, up to the last sign of punctuation."""
        before = self._text[max(0, start - _LOOK_BACK) : start]
        if not before or before[-1] not in " \xa0":
            return []
        words = before.rsplit(None, most)[-most:]
        return words[::-1]

    def _before(self, start: int) -> tuple[str, Tag]:
        words = self._words_before(start, 1)
        if not words or not words[0][-1].isalnum():
            return "", "f"
        word = words[0].casefold()
        if not is_content_word(word) and word not in DETERMINERS:
            return word, "f"
        return word, part_of_speech(word, self._readings(word))

    def _following(self, last: Unit, before: int) -> list[Unit]:
        """Nouns behind the run that its last phrase goes on with ("HIV", "test kit")."""
        if last.tag not in ("n", "a") or last.surface.endswith(("'s", "’s")):
            return []
        added: list[Unit] = []
        end, previous = last.end, last
        while len(added) < _MOST_ADDED and (found := _NEXT.match(self._text, end, before)):
            word = found[1]
            tag = self._tag_of_next(word, previous)
            if tag not in ("n", "a"):
                break
            previous = Unit(found.start(1), found.end(1), word, fold(word), "", False, False, tag)
            added.append(previous)
            end = previous.end
        while added and added[-1].tag != "n":
            added.pop()
        return added

    def _tag_of_next(self, word: str, previous: Unit) -> Tag:
        if fold(word) in RELATIONAL and previous.tag in ("n", "a"):
            return "n"
        if not is_content_word(word) or not word.islower():
            return "f"
        if previous.tag == "n" and not previous.named and word.endswith("ed"):
            return "v"
        return part_of_speech(word, self._readings(word), previous.surface.casefold(), previous.tag)


def _not_named(unit: Unit, following: Unit | None) -> Unit:
    """An abbreviation before a common noun is no name ("CT scan")."""
    is_short = unit.surface.isupper() and len(unit.surface) <= _LONGEST_ABBREVIATION
    if not (unit.named and is_short and following and following.tag == "n" and following.surface.islower()):
        return unit
    return unit._replace(named=False)


def _by_names(phrase: Sequence[Unit]) -> Iterator[list[Unit]]:
    """A phrase, cut where a name at its end begins ("retired bookbinder", "Harold Vance")."""
    cut = len(phrase)
    while cut and phrase[cut - 1].named:
        cut -= 1
    if cut and phrase[cut - 1].surface[:1].isupper():
        cut = len(phrase)
    if cut:
        yield list(phrase[:cut])
    if cut < len(phrase):
        yield list(phrase[cut:])
