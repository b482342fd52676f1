"""How a kind of things is written in the place of a phrase: its number, its article, and where not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.language.word_lists.addresses import POSTS_AND_UNITS
from engine.language.word_lists.class_nouns import GENERAL_ADJECTIVES
from engine.language.word_lists.function_words import is_content_word
from engine.language.wording import in_form_of, indefinite_article, is_plural, takes_article
from engine.methods.c_sanitized.replacing.generalizer import Generalizer
from engine.methods.c_sanitized.replacing.kinds import (
    COMPLAINTS,
    INCOMPLETE,
    MEASURED,
    MEASURES,
    MEDICINES,
    PERSON,
    RELATIONAL,
)
from engine.methods.c_sanitized.replacing.quantities import DOSE_BEFORE
from engine.methods.c_sanitized.replacing.surroundings import Surroundings, Unit
from engine.methods.c_sanitized.replacing.taxonomy import Generalization
from engine.text import PLACEHOLDER

POSSESSIVE = re.compile(r"['’]s\Z")
"""What a possessive ends in."""
FINDINGS = ("negative", "positive", "immune", "reactive", "nonreactive")
"""What a test says of somebody or something."""

_NEAR = 40
_PLACEHOLDERS = re.compile(rf"{re.escape(PLACEHOLDER)}(?:[ \xa0\n-]+{re.escape(PLACEHOLDER)})+")
_ANYTHING = re.compile("")
_LETTER_BEHIND = re.compile(r"[ \xa0][B-HJ-Z](?=[\s,;:)]|\.(?:\s|\Z)|\Z)(?! [A-Z])")
_ANY_OF_LIST = re.compile(r"\bany\b[^.;:?!\n]*,[ \xa0]\Z")
_NOTHING_BEHIND = re.compile(r"[^\w \xa0]|\Z")
_COMPLAINT = re.compile(rf"\A(?:{'|'.join(COMPLAINTS)})\Z")
_AILING = re.compile(r"\b(?:disease|illness|condition|disorder|problem|symptom|infection)\Z")


class New(NamedTuple):
    """New text of one phrase, where it ends in the document, where its words come from, and draws for it."""

    text: str
    end: int
    source: str = ""
    drawn: int = 0


class Frame(NamedTuple):
    """A place that a rule knows by its surroundings; a pattern that is left out fits everywhere.

    Parameters
    ----------
    before : re.Pattern
        What stands before the phrase, up to its first word.
    head : re.Pattern
        Key of its last word.
    behind : re.Pattern
        What stands behind it.
    kind : re.Pattern
        What is to be written there.
    """

    before: re.Pattern[str] = _ANYTHING
    head: re.Pattern[str] = _ANYTHING
    behind: re.Pattern[str] = _ANYTHING
    kind: re.Pattern[str] = _ANYTHING

    def end(self, text: str, phrase: Sequence[Unit], label: str = "") -> int:
        """Where what `behind` takes ends, if the phrase stands so; else 0."""
        if not self.kind.search(label) or not self.head.search(phrase[-1].key):
            return 0
        start, behind = phrase[0].start, self.behind.match(text, phrase[-1].end)
        is_so = self.before.search(text[max(0, start - _NEAR) : start])
        return behind.end() if behind and is_so else 0


CELL = Frame(
    before=re.compile(r"(?:\A|[\n\t|:\x1f]|(?:\A|\n)[ \t]*(?:[-*•‣]|\d{1,3}[.)]))[ \xa0*_\"]*\Z"),
    behind=re.compile(r"[ \xa0*_\"]*(?:\Z|[\n\t|:\x1f])"),
)
"""Nothing else stands in a cell, a line of a form or an entry of a list."""

DENIED = Frame(
    before=re.compile(
        r"\b(?:no|without|not|never|nor|denies|denied|free of|negative for)[ \xa0]\Z", re.IGNORECASE
    )
)
"""A phrase is said not to be: "no symptoms" says more than "no psychotic symptoms"."""

RESULT = re.compile(r"[ \xa0\t:=]+\d")
"""The result right behind what is measured."""

_NO_KIND = (
    Frame(
        behind=re.compile(r"[ \xa0][A-Z](?:(?:,| and| or|/|,? ?&)[ \xa0]?[A-Z])+(?!\w)")
    ),  # Hepatitis A and B
    Frame(before=re.compile(r"[\"“‘]\Z"), behind=re.compile(r"(?=[.,]?[\"”’])")),  # the word is meant
    DENIED,
    Frame(  # "dependence on"
        head=re.compile(r"[ae]nc[ey]\Z"),
        behind=re.compile(r"(?=(?: of(?: \w+){1,3}?)? (?:on|upon)\b)"),
        kind=_AILING,
    ),
    Frame(  # "hepatitis is negative"
        behind=re.compile(
            rf"(?=(?:[ \xa0][A-Z])?(?:[ \xa0](?:is|was|are|were))?(?:[ \xa0]also)?"
            rf"[ \xa0](?:{'|'.join(FINDINGS)})\b)"
        ),
        kind=_AILING,
    ),
)
"""Where a term stands that its kind cannot stand for."""

_FURTHER = Frame(before=re.compile(r"\w (?:and|or) \Z"), kind=_COMPLAINT)
"""The last of several things."""

_NO_ARTICLE = (
    CELL,
    Frame(behind=RESULT, kind=re.compile(MEASURED)),
)
"""Where words stand that are no running text."""


class Writer:
    """Writes replacements in one document.

    Parameters
    ----------
    text : str
        The document's text.
    around : Surroundings
        Reads what stands around its phrases.
    by_rule : bool
        Whether rules may look at the words of a phrase: a draw must not tell them.
    """

    def __init__(self, text: str, around: Surroundings, by_rule: bool) -> None:
        self._text = text
        self._around = around
        self._by_rule = by_rule

    def kind(self, phrase: Sequence[Unit], before: Sequence[Unit], found: Generalization) -> New:
        """`found` in the number of the phrase, its safe adjectives kept, with an article if it needs one."""
        if found.label == PERSON and self._says_nothing(phrase):
            return without_head(phrase)
        if odd := self._end_where_odd(phrase, found.label):
            return New(PLACEHOLDER, odd)
        kept = [unit.surface for unit in before if not unit.risky and unit.tag != "n" and _goes_with(unit)]
        head = phrase[-1].surface
        if phrase[-1].named:
            head = "".join(POSSESSIVE.findall(head))  # Leeds is one city
        text = " ".join([*kept, in_form_of(found.label, head)])
        if self._lacks_article(phrase, found.label, head):
            if self._has_no_place_for_article(phrase, found.label):
                return New(PLACEHOLDER, phrase[-1].end)
            if not phrase[0].surface.isupper():
                text = text[0].lower() + text[1:]  # it opened its sentence
            is_further = _FURTHER.end(self._text, phrase, found.label)
            text = f"{'another' if is_further else indefinite_article(text)} {text}"
        is_dosed = DOSE_BEFORE.search(self._before(phrase[0].start))
        return New(f"of {text}" if is_dosed else text, phrase[-1].end, found.source)

    def with_letter(self, end: int, before: int | None = None) -> int:
        """End of a phrase with the letter that tells its kinds apart ("Hepatitis C")."""
        found = _LETTER_BEHIND.match(self._text, end, len(self._text) if before is None else before)
        return found.end() if found else end

    def redacted(self, phrase: Sequence[Unit]) -> str:
        """The phrase with the placeholder for each of its risky words."""
        text, end = "", phrase[0].start
        for unit in phrase:
            new = PLACEHOLDER if unit.risky else unit.surface
            text, end = text + self._text[end : unit.start] + new, unit.end
        return joined(text)

    def _end_where_odd(self, phrase: Sequence[Unit], label: str) -> int:
        """End of what goes where a kind cannot stand; else 0."""
        frames = _NO_KIND if self._by_rule else ()
        return next(filter(None, (frame.end(self._text, phrase, label) for frame in frames)), 0)

    def _lacks_article(self, phrase: Sequence[Unit], label: str, head: str) -> bool:
        """Whether a kind is one thing in running text, and nothing before the phrase says which."""
        if not takes_article(label) or is_plural(POSSESSIVE.sub("", head)):
            return False
        if self._by_rule and label.endswith(phrase[-1].key):
            return False  # it needed none before
        is_text = not any(frame.end(self._text, phrase, label) for frame in _NO_ARTICLE)
        return is_text and not self._around.has_determiner(phrase)

    def _has_no_place_for_article(self, phrase: Sequence[Unit], label: str) -> bool:
        """Whether none can stand before a phrase, as what is before it has none ("persistent swelling")."""
        if label in MEDICINES and not self._around.is_taken(phrase):
            return True
        if _ANY_OF_LIST.search(self._before(phrase[0].start)) or self._around.is_modified(phrase):
            return True
        return self._around.goes_before_thing(self.with_letter(phrase[-1].end))

    def _says_nothing(self, phrase: Sequence[Unit]) -> bool:
        """Whether "people" would: "the people" are others, and "novels about people" are all novels."""
        ends = _NOTHING_BEHIND.match(self._text, phrase[-1].end) is not None
        return self._around.is_definite(phrase) or (ends and self._around.is_behind_preposition(phrase))

    def _before(self, start: int) -> str:
        return self._text[max(0, start - _NEAR) : start]


def without_head(phrase: Sequence[Unit]) -> New:
    """The placeholder in the place of a head that nothing may be said of, and of what goes before it."""
    kept = [unit.surface for unit in phrase[:-1] if not unit.risky]
    return New(" ".join([*kept, PLACEHOLDER]), phrase[-1].end)


def joined(text: str) -> str:
    """`text` with one placeholder for several that stand side by side."""
    return _PLACEHOLDERS.sub(PLACEHOLDER, text)


def _goes_with(modifier: Unit) -> bool:
    """Whether a modifier may stand before any class noun ("chronic"; not "painless", "mutual")."""
    word = modifier.surface
    is_plain = modifier.tag in ("d", "t") or word[0].isupper() or not is_content_word(word)
    return is_plain or word.casefold() in GENERAL_ADJECTIVES


HEAD = "head of the phrase"
"""Source of a replacement that is the head of the phrase itself, its first generalization."""

_OF_DEGREE = Frame(
    before=re.compile(r"\b(?:most|more|very|so|too|less|least|rather|quite|how|extremely|highly)[ \xa0]\Z")
)
_SAYS_OF = Frame(
    before=re.compile(
        r"\b(?:as|is|was|are|were|be|been|being|am|become|became|remain|remained)[ \xa0](?:an?[ \xa0])?\Z",
        re.IGNORECASE,
    )
)
_ENDS_NAME = Frame(before=re.compile(r"\b[A-Z][a-z]+[ \xa0]of[ \xa0]\Z"))


class Heads:
    """Reads the heads of the phrases of one document.

    Parameters
    ----------
    text : str
        The document's text.
    generalizer : Generalizer
        Knows what is safe, and of what kind words are.
    writer : Writer
    """

    def __init__(self, text: str, generalizer: Generalizer, writer: Writer) -> None:
        self._text = text
        self._generalizer = generalizer
        self._writer = writer

    def left(self, phrase: Sequence[Unit]) -> New | None:
        """A phrase by its head alone, or with the placeholder where it needs its risky words; else None."""
        head = phrase[-1]
        if head.key not in MEASURES and self._needs_rest(phrase):
            return self._redacted(phrase)
        whole, bound = self._text[phrase[0].start : head.end], self._bound(phrase)
        is_alone = head not in bound and self.stands_alone(head) and not any(unit.named for unit in phrase)
        if not is_alone or not self._generalizer.is_kind_of(whole, head.surface):
            return None
        kept = [unit for unit in phrase[:-1] if unit not in bound and (not unit.risky or unit.tag == "d")]
        words = [PLACEHOLDER if unit.risky else unit.surface for unit in kept]  # "below 20 copies"
        return New(" ".join([*words, head.surface]), head.end, HEAD)

    def without_kind(self, phrase: Sequence[Unit]) -> New:
        """A phrase with the placeholder, where nothing is known that it is."""
        head, bound = phrase[-1], self._bound(phrase)
        if head not in bound:
            return self._redacted(phrase)
        return without_head([unit for unit in phrase if unit not in bound or unit is head])

    def stands_alone(self, head: Unit) -> bool:
        """Whether a head says something without what goes before it ("test"; not "exchange", "throat")."""
        if head.key in RELATIONAL | INCOMPLETE or not self._generalizer.is_safe(head.key):
            return False
        return not self._generalizer.is_body_part(head.surface)

    def ends_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase is the end of a name ("Tropic of Cancer")."""
        is_risky_name = phrase[0].risky and phrase[0].surface.istitle()
        return is_risky_name and bool(_ENDS_NAME.end(self._text, phrase))

    def _redacted(self, phrase: Sequence[Unit]) -> New:
        head = phrase[-1]
        return New(self._writer.redacted([*phrase[:-1], head._replace(risky=False)]), head.end)

    def _needs_rest(self, phrase: Sequence[Unit]) -> bool:
        """Whether a head says nothing, or something else, without the words before it."""
        head = phrase[-1]
        if head.surface == "Unit" or head.key in FINDINGS:  # at the top of a letter, for "Breast Unit"
            return True
        if DENIED.end(self._text, phrase) or (phrase[0].risky and _OF_DEGREE.end(self._text, phrase)):
            return True
        return self._is_in_name(phrase) or self._is_said_of_somebody(phrase)

    def _is_said_of_somebody(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase says what somebody is: "as an undocumented worker" is not "as a worker"."""
        return bool(_SAYS_OF.end(self._text, phrase)) and self._generalizer.is_person(phrase[-1].surface)

    def _is_in_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a risky word is a part of a name ("Western Union transfer", "Union Street")."""
        return self.ends_name(phrase) or any(
            one.surface.istitle() and other.surface.istitle() and (one.risky or other.risky)
            for one, other in pairwise(phrase)
            if other.risky or other.key not in POSTS_AND_UNITS
        )

    def _bound(self, phrase: Sequence[Unit]) -> list[Unit]:
        """Safe words that say nothing without the risky one before them ("folic acid", "viral load test")."""
        return [
            unit
            for before, unit in pairwise(phrase)
            if before.risky and not unit.risky and not self._is_kind(before, unit)
        ]

    def _is_kind(self, before: Unit, unit: Unit) -> bool:
        known = self._generalizer.is_kind_of(self._text[before.start : unit.end], unit.surface)
        return known and unit.key not in RELATIONAL
