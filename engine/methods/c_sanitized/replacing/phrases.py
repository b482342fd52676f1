"""The phrases of a run of risky words: its words, their neighbours in the phrase, and what each is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, zip_longest

from engine.language.noun_phrases import BE, DETERMINERS, Readings, Tag, part_of_speech, spans_of_phrases
from engine.language.terms import fold
from engine.language.word_lists.function_words import COMMON_VERBS, is_content_word
from engine.language.wording import is_plural
from engine.methods.c_sanitized.replacing.kinds import RELATIONAL
from engine.methods.c_sanitized.replacing.surroundings import (
    NEXT,
    YEAR,
    Surroundings,
    Unit,
    ends_subject,
)
from engine.methods.c_sanitized.scanner import Run, Word

_MOST_ADDED = 3
_LONGEST_ABBREVIATION = 4
_HYPHENS = "-‐‑"
_COMPOUND_BEFORE = re.compile(rf"(?:[^\W\d_]+[{_HYPHENS}])+\Z")
_COMPOUND_BEHIND = re.compile(rf"(?:[{_HYPHENS}][^\W\d_]+)+")
_VERBS_OR_NOUNS = COMMON_VERBS - DETERMINERS
_AFTER_VERBS = DETERMINERS | frozenset(("me", "him", "them", "us", "you", "it"))
_EPITHET = re.compile(r"[ \xa0]([a-z]{3,}(?:us|um|ex|is|ii|ae|ans|a))(?![\w’'-])")
_OBJECT = re.compile(r"[ \xa0](?:the|a|an|his|her|its|their|our|your|my|him|them|us|me)\b")
_DIRECTIONS = frozenset(["north", "south", "east", "west", "left", "right", "inside", "outside"])
_HAVE = frozenset(["has", "have", "had", "having"])
_MODALS = frozenset(["will", "would", "shall", "should", "can", "could", "may", "might", "must"])
_TAKE_GERUND_WORDS = """
advise advised recommend recommended suggest suggested consider considered propose proposed discuss discussed
avoid avoided begin began start started stop stopped continue continued after before by without
"""
_TAKE_GERUNDS = frozenset(_TAKE_GERUND_WORDS.split())
_PASTS = frozenset(["lay", "left", "felt", "found", "saw", "fell", "rose", "lost", "broke", "bore", "spoke"])
_OPENS_CLAUSE = re.compile(
    r"\b(?:if|when|whenever|because|until|unless|once|while|whether)"
    r"(?: (?:the|an?|his|her|its|my|your|our|their))?(?: [a-z]+){1,2} \Z",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"[.,;:!?)]|\s*\Z")
_SUBJECTS = frozenset(
    ["i", "you", "he", "she", "it", "we", "they", "who", "which", "that", "and", "or", "then"]
)


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
        self._around = Surroundings(text, readings)

    def phrases(self, run: Run, after: int, before: int) -> list[list[Unit]]:
        """The phrases of a run, in order: all its words, and those that belong to its first and last phrase.

        Parameters
        ----------
        run : Run
        after, before : int
            Offsets between which the phrases may reach.
        """
        units = self._tagged(list(self._with_epithets(self._units(run, after, before), before)))
        units += self._following(units[-1], before)
        units = [self._no_infinitive(unit, after) for unit, after in zip_longest(units, units[1:])]
        units = [_not_named(unit, after) for unit, after in zip_longest(units, units[1:])]
        spans = spans_of_phrases([unit.tag for unit in units])
        whole = (part for start, end in spans for part in self._by_lines(units[start:end]))
        phrases = [part for phrase in whole for own in _by_owners(phrase) for part in _by_names(own)]
        while len(phrases) > 1 and not any(unit.risky for unit in phrases[-1]):
            phrases.pop()
        while len(phrases) > 1 and not any(unit.risky for unit in phrases[0]):
            phrases.pop(0)
        return phrases

    def _by_lines(self, phrase: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
        """A phrase, cut at line ends where a capital begins something new ("5.4", "Syphilis serology")."""
        start = 0
        for place, (one, other) in enumerate(pairwise(phrase), start=1):
            is_end = "\n" in self._text[one.end : other.start]
            if is_end and other.surface[0].isupper() and not one.surface[0].isupper():
                yield phrase[start:place]
                start = place
        yield phrase[start:]

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

    def _with_epithets(self, units: Iterator[Unit], before: int) -> Iterator[Unit]:
        """Units with the Latin word behind that belongs to their name ("herpes simplex")."""
        after = 0
        for unit in units:
            if unit.start < after:
                continue
            found = _EPITHET.match(self._text, unit.end, before)
            if found is not None and unit.risky and self._is_epithet(found[1]):
                unit = unit._replace(end=found.end(), surface=self._text[unit.start : found.end()])
            after = unit.end
            yield unit

    def _is_epithet(self, word: str) -> bool:
        return is_content_word(word) and {"n", "v"}.isdisjoint(self._readings(word))

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
        if YEAR.fullmatch(unit.surface):
            return "f"
        if unit.surface in _DIRECTIONS and self._text.startswith(" of ", unit.end):
            return "f"  # "a tropical depression south of the islands"
        readings = self._readings(unit.surface)
        if self._around.is_said_of_subject(unit.start):
            before = "then"  # "he first smoked heroin"
        if _is_past(unit, readings, before, tag_before):
            return "v"  # "he contracted tuberculosis"
        if not readings and before in _MODALS and unit.surface.islower():
            return "v"  # "will rebook passengers"
        if unit.code == "p" and unit.surface[0].isupper():
            return "n"
        if before in BE and unit.surface.endswith("ed"):
            return "v"  # "was prescribed sertraline"
        if before in _HAVE and unit.surface.endswith("ed") and not readings.startswith("a"):
            return "v"  # "has prescribed sertraline", but "has advanced cancer"
        if "v" in readings and self._is_gerund(unit, before):
            return "v"  # "alerting the clinic", "we advise starting lamotrigine"
        if not readings and not unit.risky and unit.surface[0].isalpha() and tag_before == "n":
            return "f"  # unknown behind a noun: more often what is said of it than its head
        tag = part_of_speech(unit.surface, readings, before, tag_before)
        is_told_of = tag == "n" and tag_before == "n" and "v" in readings and not unit.risky
        if is_told_of and is_plural(unit.surface) and not is_plural(before):
            is_noun = ends_subject(self._text, unit.end) and not self._ends_clause(
                unit.surface, before, unit.start
            )
            return "n" if is_noun else "v"  # "the union opens at nine"
        return tag

    def _before(self, start: int) -> tuple[str, Tag]:
        words = self._around.words_before(start, 1)
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
        while len(added) < _MOST_ADDED and (found := NEXT.match(self._text, end, before)):
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
        if not word.islower():
            return "f"
        if previous.tag == "n" and (
            word in _PASTS or self._ends_clause(word, previous.surface, previous.end + 1)
        ):
            return "v"  # "the fetus lay there", "if the sickness returns"
        if not is_content_word(word):
            return "n" if self._is_noun_behind(word, previous) else "f"
        if previous.tag == "n" and not previous.named and word.endswith("ed"):
            return "v"
        end = previous.end + 1 + len(word)
        if "v" in self._readings(word) and _OBJECT.match(self._text, end):
            return "v"  # "the cocaine cost him his flat"
        if word in _DIRECTIONS and self._text.startswith(" of ", end):
            return "f"
        return part_of_speech(word, self._readings(word), previous.surface.casefold(), previous.tag)

    def _is_gerund(self, unit: Unit, before: str) -> bool:
        has_object = _OBJECT.match(self._text, unit.end) is not None
        return unit.surface.endswith("ing") and (has_object or (before in _TAKE_GERUNDS and not unit.risky))

    def _ends_clause(self, word: str, before: str, start: int) -> bool:
        """Whether a word in -s behind one thing is its verb ("if the sickness returns.")."""
        agrees = "v" in self._readings(word) and is_plural(word) and not is_plural(before)
        if not agrees or not _CLAUSE_ENDS.match(self._text, start + len(word)):
            return False
        return _OPENS_CLAUSE.search(self._text, max(0, start - 50), start) is not None

    def _no_infinitive(self, unit: Unit, following: Unit | None) -> Unit:
        """A noun behind "to" and before another is no verb ("it may lead to skin cancer")."""
        is_verb = unit.tag == "v" and self._readings(unit.surface).startswith("n")
        is_before = following is not None and following.risky and following.tag == "n"
        before = "".join(self._around.words_before(unit.start, 1)).casefold()
        return unit._replace(tag="n") if is_verb and is_before and before == "to" else unit

    def _is_noun_behind(self, word: str, previous: Unit) -> bool:
        """Whether a common verb is a noun: behind one thing a verb would end in -s ("maternity leave")."""
        is_one = previous.tag == "n" and not previous.named and not is_plural(previous.surface)
        if not is_one or word not in _VERBS_OR_NOUNS or "n" not in self._readings(word):
            return False
        behind = NEXT.match(self._text, previous.end + 1 + len(word))
        return behind is None or behind[1] not in _AFTER_VERBS


def _is_past(unit: Unit, readings: str, before: str, tag_before: Tag) -> bool:
    """Whether a word in -ed is a verb: behind a subject, "and" or a noun, where no adjective begins."""
    follows = before in _SUBJECTS or tag_before == "n"
    return follows and not unit.risky and unit.surface.endswith("ed") and "v" in readings


def _not_named(unit: Unit, following: Unit | None) -> Unit:
    """An abbreviation before a common noun is no name ("CT scan")."""
    is_short = unit.surface.isupper() and len(unit.surface) <= _LONGEST_ABBREVIATION
    if not (unit.named and is_short and following and following.tag == "n" and following.surface.islower()):
        return unit
    return unit._replace(named=False)


def _by_owners(phrase: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """A phrase, cut behind each possessive: what somebody has is a phrase of its own ("Webb's", "cancer")."""
    start = 0
    for place, unit in enumerate(phrase[:-1], start=1):
        if unit.named and unit.surface.endswith(("'s", "’s")):
            yield phrase[start:place]
            start = place
    yield phrase[start:]


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
