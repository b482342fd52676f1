"""Parts of speech in and behind a run: lists of cases, of which the first that fits a word decides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from engine.language.noun_phrases import BE, DETERMINERS, Readings, Tag, part_of_speech
from engine.language.word_lists.function_words import COMMON_VERBS, is_content_word
from engine.language.wording import is_plural
from engine.methods.c_sanitized.replacing.kinds import RELATIONAL
from engine.methods.c_sanitized.replacing.surroundings import YEAR, Surroundings, Unit, ends_subject

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
