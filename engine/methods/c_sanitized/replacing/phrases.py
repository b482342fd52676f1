"""The phrases of a run of risky words: its words, their neighbours in the phrase, and what each is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise, zip_longest

from engine.language.noun_phrases import BE, DETERMINERS, Readings, Tag, part_of_speech, spans_of_phrases
from engine.language.terms import fold
from engine.language.word_lists.function_words import COMMON_VERBS, is_content_word
from engine.language.wording import is_plural
from engine.methods.c_sanitized.replacing.kinds import RELATIONAL
from engine.methods.c_sanitized.replacing.surroundings import NEXT, YEAR, Surroundings, Unit, ends_subject
from engine.methods.c_sanitized.scanner import Run, Word

Cases = Sequence[tuple[AbstractSet[str], Tag]]

_LISTS = """
direction: north south east west left right inside outside
past: lay left felt found saw fell rose lost broke bore spoke
after-subject: i you he she it we they who which that and or then
after-modal: will would shall should can could may might must
"""
_TAKE_GERUNDS = """
advise advised recommend recommended suggest suggested consider considered propose proposed discuss discussed
avoid avoided begin began begin start started stop stopped continue continued after before by without
"""
_WORDS: Mapping[str, AbstractSet[str]] = {
    "common-verb": COMMON_VERBS - DETERMINERS,
    "after-be": BE,
    "after-taking": frozenset(_TAKE_GERUNDS.split()),
    **{line.split(": ")[0]: frozenset(line.split(": ")[1].split()) for line in _LISTS.strip().splitlines()},
}
"""Words that are a sign themselves, and words before that are one."""
_OPENS_CLAUSE = re.compile(
    r"\b(?:if|when|whenever|because|until|unless|once|while|whether)"
    r"(?: (?:the|an?|his|her|its|my|your|our|their))?(?: [a-z]+){1,2} \Z",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"[.,;:!?)]|\s*\Z")


def _cases(cases: Mapping[str, Tag]) -> Cases:
    return [(frozenset(signs.split()), tag) for signs, tag in cases.items()]


_IN_RUN = _cases(
    {
        "risky capital after-capital": "n",  # "Alcoholics Anonymous"
        "named": "n",
        "year": "f",
        "direction before-of": "f",  # "a tropical depression south of the islands"
        "-ed verb safe after-subject": "v",  # "he contracted tuberculosis"
        "unknown small after-modal": "v",  # "will rebook passengers"
        "of-phrase capital": "n",
        "-ed after-be": "v",  # "was prescribed sertraline"
        "-ing verb safe after-taking": "v",  # "we advise starting lamotrigine"
        "unknown safe letters after-noun": "f",  # more often what is said of the noun than its head
        "-s verb safe after-one ends-clause": "v",
        "-s verb safe after-one goes-on": "v",  # "the union opens at nine"
    }
)
"""By the signs that a word of a run must have."""

_BEHIND_RUN = _cases(
    {
        "relational": "n",
        "large": "f",
        "past after-noun": "v",  # "the fetus lay there"
        "common-verb noun after-one after-common": "n",  # a verb would end in -s: "maternity leave"
        "function": "f",
    }
)
"""The same for a word behind it."""


class Tagger:
    """Tags the words in and behind the runs of one document.

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
        self._around = Surroundings(text, readings)

    def in_run(self, unit: Unit, previous: Unit) -> Tag:
        """Part of speech of a word of a run."""
        return self._tag(unit, previous, _IN_RUN)

    def behind_run(self, unit: Unit, previous: Unit) -> Tag:
        """Part of speech of a word behind a noun or an adjective; verbs end what goes on there."""
        return self._tag(unit, previous, _BEHIND_RUN)

    def _tag(self, unit: Unit, previous: Unit, cases: Cases) -> Tag:
        signs = self._signs(unit, previous)
        told = next((tag for needed, tag in cases if needed <= signs), None)
        before, readings = previous.surface.casefold(), self._readings(unit.surface)
        return told or part_of_speech(unit.surface, readings, before, previous.tag)

    def _signs(self, unit: Unit, previous: Unit) -> AbstractSet[str]:
        """What holds for a word and its place, by the names in the lists of cases."""
        word, readings, before = unit.surface, self._readings(unit.surface), previous.surface.casefold()
        is_behind_noun = previous.tag == "n"
        holds = {
            "named": unit.named,
            "risky": unit.risky,
            "safe": not unit.risky,
            "of-phrase": unit.code == "p",
            "relational": unit.key in RELATIONAL,
            "year": YEAR.fullmatch(word),
            "capital": word[0].isupper(),
            "letters": word[0].isalpha(),
            "small": word.islower(),
            "large": not word.islower(),
            "function": not is_content_word(word),
            "unknown": not readings,
            "noun": "n" in readings,
            "verb": "v" in readings,
            "-ed": word.endswith("ed"),
            "-ing": word.endswith("ing"),
            "-s": is_plural(word),
            "after-noun": is_behind_noun,
            "after-one": is_behind_noun and not is_plural(before),
            "after-common": is_behind_noun and not previous.named,
            "after-capital": previous.surface[:1].isupper(),
            "after-subject": self._around.is_said_of_subject(unit.start),  # "he first smoked heroin"
            "before-of": self._text.startswith(" of ", unit.end),
            "ends-clause": self._ends_clause(unit),
            "goes-on": not ends_subject(self._text, unit.end),
        }
        signs = {name for name, is_so in holds.items() if is_so}
        return signs | {
            name for name, words in _WORDS.items() if (before if name.startswith("after-") else word) in words
        }

    def _ends_clause(self, unit: Unit) -> bool:
        """Whether a word ends a clause that "if" or the like opens, with one thing before it."""
        opens = _OPENS_CLAUSE.search(self._text, max(0, unit.start - 50), unit.start)
        return opens is not None and _CLAUSE_ENDS.match(self._text, unit.end) is not None


_MOST_ADDED = 3
_LONGEST_ABBREVIATION = 4
_HYPHENS = "-‐‑"
_COMPOUND_BEFORE = re.compile(rf"(?:[^\W\d_]+[{_HYPHENS}])+\Z")
_COMPOUND_BEHIND = re.compile(rf"(?:[{_HYPHENS}][^\W\d_]+)+")
_EPITHET = re.compile(r"[ \xa0]([a-z]{3,}(?:us|um|ex|is|ii|ae|ans|a))(?![\w’'-])")


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
        self._tagger = Tagger(text, readings)

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
        parts = (part for start, end in spans for part in self._parts(units[start:end]))
        phrases = [phrase for part in parts for phrase in _by_names(part)]
        risky = [place for place, phrase in enumerate(phrases) if any(unit.risky for unit in phrase)] or [0]
        return phrases[risky[0] : risky[-1] + 1]

    def _parts(self, phrase: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
        """A phrase, cut behind each possessive and where a capital begins something new on a line.

        What somebody has is a phrase of its own ("Webb's", "cancer"), so is "Syphilis serology" below "5.4".
        """
        start = 0
        for place, (one, other) in enumerate(pairwise(phrase), start=1):
            owns = one.named and one.surface.endswith(("'s", "’s"))
            opens = "\n" in self._text[one.end : other.start] and other.surface[0].isupper()
            if owns or (opens and not one.surface[0].isupper()):
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
        tagged = [self._before(units[0].start)]
        for unit in units:
            tagged.append(unit._replace(tag=self._tagger.in_run(unit, tagged[-1])))
        return tagged[1:]

    def _before(self, start: int) -> Unit:
        """The word before a run, in small letters; empty where a sentence or the like ends."""
        words = self._around.words_before(start, 1)
        word = words[0].casefold() if words and words[0][-1].isalnum() else ""
        is_tagged = is_content_word(word) or word in DETERMINERS
        tag = part_of_speech(word, self._readings(word)) if word and is_tagged else "f"
        return Unit(start - 1 - len(word), start - 1, word, fold(word), "", False, False, tag)

    def _following(self, last: Unit, before: int) -> list[Unit]:
        """Nouns behind the run that its last phrase goes on with ("HIV", "test kit")."""
        if last.tag not in ("n", "a") or last.surface.endswith(("'s", "’s")):
            return []
        added: list[Unit] = []
        end, previous = last.end, last
        while len(added) < _MOST_ADDED and (found := NEXT.match(self._text, end, before)):
            word = Unit(*found.span(1), found[1], fold(found[1]), "", False, False)
            tag = self._tagger.behind_run(word, previous)
            if tag not in ("n", "a"):
                break
            previous = word._replace(tag=tag)
            added.append(previous)
            end = previous.end
        while added and added[-1].tag != "n":
            added.pop()
        return added

    def _no_infinitive(self, unit: Unit, following: Unit | None) -> Unit:
        """A noun behind "to" and before another is no verb ("it may lead to skin cancer")."""
        is_verb = unit.tag == "v" and self._readings(unit.surface).startswith("n")
        is_before = following is not None and following.risky and following.tag == "n"
        before = "".join(self._around.words_before(unit.start, 1)).casefold()
        return unit._replace(tag="n") if is_verb and is_before and before == "to" else unit


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
