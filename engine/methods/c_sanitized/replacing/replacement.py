"""What stands in the place of a run of risky words: phrase by phrase, as a person would have written it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from engine.catalog.lexicon import either, words
from engine.language.terms import term_key
from engine.language.word_lists.addresses import POSTS_AND_UNITS
from engine.language.word_lists.class_nouns import GENERAL_ADJECTIVES
from engine.language.word_lists.function_words import is_content_word
from engine.language.wording import in_form_of, indefinite_article, is_plural, takes_article
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.replacing.drawing import ExponentialMechanism
from engine.methods.c_sanitized.replacing.generalizer import Generalizer
from engine.methods.c_sanitized.replacing.kinds import (
    COMPLAINTS,
    INCOMPLETE,
    MEASURED,
    MEDICINES,
    PEOPLE,
    PERSON,
    RELATIONAL,
    VAGUE,
    kind_by_ending,
    kind_of_complaint,
    kind_of_measure,
)
from engine.methods.c_sanitized.replacing.phrases import PhraseReader
from engine.methods.c_sanitized.replacing.quantities import DOSE, DOSE_BEFORE, TIME, VALUE
from engine.methods.c_sanitized.replacing.surroundings import Surroundings, Unit
from engine.methods.c_sanitized.replacing.taxonomy import Generalization
from engine.methods.c_sanitized.scanner import Run
from engine.text import PLACEHOLDER

HEAD = "head of the phrase"
"""Source of a replacement that is the head of the phrase itself, its first generalization."""

_PLACEHOLDERS = re.compile(rf"{re.escape(PLACEHOLDER)}(?:[ \xa0\n-]+{re.escape(PLACEHOLDER)})+")
_ABBREVIATION = re.compile(r"[A-Z.]{1,4}")
_ABBREVIATION_ALONE = re.compile(r"[A-Z]+[A-Z0-9]*")
_RESULT = re.compile(r"[ \xa0\t:=]+\d")
_RESULT_TOLD = re.compile(
    r"(?:[ \xa0](?:was|is|of|at|now|never|still|below|above|over|under|about|around))+[ \xa0]\d"
)
_TITLE = re.compile(rf"\b{either(words('title') + words('title-of-office'), capital=True)}\.?[ \xa0]\Z")
_POSSESSIVE = re.compile(r"['’]s\Z")
_CELL_BEFORE = re.compile(r"(?:\A|[\n\t|:\x1f]|(?:\A|\n)[ \t]*(?:[-*•‣]|\d{1,3}[.)]))[ \xa0*_\"]*\Z")
_CELL_AFTER = re.compile(r"[ \xa0*_\"]*(?:\Z|[\n\t|:\x1f])")
_LETTER_BEHIND = re.compile(r"[ \xa0][B-HJ-Z](?=[\s,;:)]|\.(?:\s|\Z)|\Z)(?! [A-Z])")
_LETTERS_BEHIND = re.compile(r"[ \xa0][A-Z](?:(?:,| and| or|/|,? ?&)[ \xa0]?[A-Z])+(?!\w)")
_DEGREE = re.compile(r"\b(?:most|more|very|so|too|less|least|rather|quite|how|extremely|highly)[ \xa0]\Z")
_ANY_OF_LIST = re.compile(r"\bany\b[^.;:?!\n]*,[ \xa0]\Z")
_QUOTE_BEFORE, _QUOTE_BEHIND = re.compile(r"[\"“‘]\Z"), re.compile(r"[.,]?[\"”’]")
_LISTED = re.compile(r"\w (?:and|or) \Z")
_NOTHING_BEHIND = re.compile(r"[^\w \xa0]|\Z")
_LIES = re.compile(r"[ \xa0](?:beside|behind|above|below|under|near|next to)[ \xa0]")
_DENIED = re.compile(
    r"\b(?:no|without|not|never|nor|denies|denied|free of|negative for)[ \xa0]\Z", re.IGNORECASE
)
_SAYS_OF = re.compile(
    r"\b(?:as|is|was|are|were|be|been|being|am|become|became|remain|remained)[ \xa0](?:an?[ \xa0])?\Z",
    re.IGNORECASE,
)
_FINDINGS = ("negative", "positive", "immune", "reactive", "nonreactive")
_IS_TESTED = re.compile(
    rf"(?:[ \xa0][A-Z])?(?:[ \xa0](?:is|was|are|were))?(?:[ \xa0]also)?[ \xa0](?:{'|'.join(_FINDINGS)})\b"
)
_NAME_BEFORE = re.compile(r"\b[A-Z][a-z]+[ \xa0]of[ \xa0]\Z")
_DEPENDS = re.compile(r"[ae]nc(?:e|y) (?:on|upon)\Z|tion to\Z")
_COMPLEMENT = re.compile(r"(?: of(?: \w+){1,3}?)?( (?:on|upon|to))\b")
_AILING = frozenset(("disease", "illness", "condition", "disorder", "problem", "symptom", "infection"))
_JOINED = re.compile(rf"{re.escape(PLACEHOLDER)} (?:and|or) \Z")
_NEAR = 40


@dataclass(frozen=True, slots=True)
class Replaced:
    """The new text of a run and of the phrase around it.

    Parameters
    ----------
    start, end : int
        What it replaces.
    text : str
        What stands there afterwards.
    generalized : bool
        Whether anything but the placeholder is in it.
    source : str
        Provenance of the generalization; ``"head of the phrase"`` when its own head word is enough.
    drawn : int
        Draws of a mechanism that are in it.
    """

    start: int
    end: int
    text: str
    generalized: bool
    source: str = ""
    drawn: int = 0


class _New(NamedTuple):
    """New text of one phrase, where it ends in the document, where its words come from, and draws for it."""

    text: str
    end: int
    source: str = ""
    drawn: int = 0


class Replacer:
    """Chooses replacements in one document.

    Parameters
    ----------
    text : str
        The document's text.
    concepts : sequence of CompiledConcept
        The protected concepts: whether they want generalization at all.
    generalizer : Generalizer
        Safe generalizations.
    is_named : callable
        Whether a recogniser took the characters [start, end) for (part of) a name.
    mechanism : ExponentialMechanism or None
        Draws every replacement. Then none is made by a rule that looks at the words of the phrase.
    """

    def __init__(
        self,
        text: str,
        concepts: Sequence[CompiledConcept],
        generalizer: Generalizer,
        is_named: Callable[[int, int], bool] = lambda start, end: False,
        mechanism: ExponentialMechanism | None = None,
    ) -> None:
        self._mechanism = mechanism
        self._text = text
        self._generalizer = generalizer
        self._reader = PhraseReader(text, generalizer.readings, is_named)
        self._around = Surroundings(text, generalizer.readings)
        self._keys = lambda: self._present
        self._only_redact = any(concept.rule.replace_with == "redact" for concept in concepts)
        self._redact_unproven = any(concept.rule.unseen == "redact" for concept in concepts)

    @cached_property
    def _present(self) -> frozenset[str]:
        """Keys of the words of the document; reading them all takes as long as a look-up of all terms."""
        return self._generalizer.keys(self._text)

    def replace(self, run: Run, after: int = 0, before: int | None = None) -> Replaced:
        """New text of a run and its phrase, which may reach into the text from `after` to `before`."""
        if self._only_redact:
            return Replaced(run[0].start, run[-1].end, PLACEHOLDER, generalized=False)
        phrases = self._reader.phrases(run, after, len(self._text) if before is None else before)
        text, end, sources, drawn = "", phrases[0][0].start, list[str](), 0
        for number, phrase in enumerate(phrases, start=1):
            text += self._text[end : phrase[0].start]
            if number < len(phrases) and not any(unit.code in ("r", "u", "q") for unit in phrase):
                new = _New(self._label(phrase), phrase[-1].end)  # one part of a phrase less is enough
            else:
                new = self._compose(phrase, is_last_part=number > 1)
                text = self._without_joined(text, phrases[: number - 1], new)
            text, end = text + new.text, new.end
            sources += [new.source] if new.source else []
            drawn += new.drawn
        text = _PLACEHOLDERS.sub(PLACEHOLDER, text)
        text, end = self._without_tail(text, run[-1].end, end)
        end = self._with_letter(end, before)
        text, end = self._with_quantity(phrases[-1], text, end, len(self._text) if before is None else before)
        is_new = text != PLACEHOLDER
        return Replaced(phrases[0][0].start, end, text, is_new, "; ".join(dict.fromkeys(sources)), drawn)

    def _without_joined(self, text: str, before: Sequence[Sequence[Unit]], new: _New) -> str:
        """Text without an adjective that is joined to one which its head lost ("lesbian and gay society")."""
        ends = _JOINED.search(text)
        risky = [phrase for phrase in before if any(unit.risky for unit in phrase)]
        if ends is None or not risky or new.source != HEAD or PLACEHOLDER in new.text:
            return text
        is_adjective = len(risky[-1]) == 1 and "a" in self._generalizer.readings(risky[-1][0].surface)
        return text[: ends.start()] if is_adjective else text

    def _with_quantity(self, phrase: Sequence[Unit], text: str, end: int, before: int) -> tuple[str, int]:
        """New text and its end with the value or the time that goes with what discloses."""
        if not any(unit.code in ("r", "p") for unit in phrase):
            return text, end
        pattern = VALUE if text.casefold().endswith(MEASURED) else TIME
        found = pattern.match(self._text, end, before)
        if found is None:
            return text, end
        new = text if text == PLACEHOLDER else f"{text}{found[1]}{PLACEHOLDER}"
        return new, found.end()

    def _with_letter(self, end: int, before: int | None) -> int:
        """End of a phrase with the letter that tells its kinds apart ("Hepatitis C")."""
        found = _LETTER_BEHIND.match(self._text, end, len(self._text) if before is None else before)
        return found.end() if found else end

    def _without_tail(self, text: str, least: int, end: int) -> tuple[str, int]:
        """New text and its end without the words behind the run that stay as they are."""
        tail = self._text[least:end]
        return (text[: -len(tail)], least) if tail and text.endswith(tail) else (text, end)

    def _compose(self, phrase: Sequence[Unit], is_last_part: bool = False) -> _New:
        end = phrase[-1].end
        if not any(unit.risky for unit in phrase):
            return _New(self._text[phrase[0].start : end], end)
        if self._mechanism is not None:
            return self._drawn(phrase, self._mechanism)
        if all(unit.surface[:1].isupper() for unit in phrase) and any(unit.named for unit in phrase):
            return self._name(phrase)
        if phrase[-1].tag != "n" or phrase[-1].named:
            return _New(self._redacted(phrase), end)
        return self._common(phrase, is_last_part)

    def _drawn(self, phrase: Sequence[Unit], mechanism: ExponentialMechanism) -> _New:
        """The whole phrase by a draw among its generalizations and the placeholder."""
        levels: dict[str, Generalization] = {}
        for found in self._candidates(phrase):
            levels.setdefault(found.label, found)
        if not levels:
            return _New(PLACEHOLDER, phrase[-1].end)
        term = term_key(_POSSESSIVE.sub("", self._label(phrase)))
        label = mechanism.draw(term, tuple(levels))
        new = _New(PLACEHOLDER, phrase[-1].end)
        if label != PLACEHOLDER:
            new = self._worded(phrase, [], levels[label])
        dose = DOSE.match(self._text, new.end)
        return new._replace(end=dose.end() if dose else new.end, drawn=1)

    def _candidates(self, phrase: Sequence[Unit]) -> Sequence[Generalization]:
        """What a phrase may be drawn to; nothing for what is never looked up."""
        head, label = phrase[-1], _POSSESSIVE.sub("", self._label(phrase))
        if self._is_kept_from_lookup(phrase) or _TITLE.search(self._before(phrase[0].start)):
            return ()
        if all(unit.surface[:1].isupper() for unit in phrase) and any(unit.named for unit in phrase):
            is_short = _ABBREVIATION.fullmatch(label) is not None
            return () if is_short else self._generalizer.candidates(label, self._keys, as_name=True)
        if head.tag != "n" or head.named or self._around.is_in_name(phrase):
            return ()
        own = self._generalizer.phrase(head.key) if len(phrase) > 1 and self._stands_alone(head) else None
        levels = self._generalizer.candidates(label, self._keys)
        return (own._replace(source=HEAD), *levels) if own else levels

    def _name(self, phrase: Sequence[Unit]) -> _New:
        """The placeholder for a name: which place or body is meant is known, "a city" would not be."""
        ending = _POSSESSIVE.search(phrase[-1].surface)
        return _New(PLACEHOLDER + (ending[0] if ending else ""), phrase[-1].end)

    def _redacted(self, phrase: Sequence[Unit]) -> str:
        """The phrase with the placeholder for each of its risky words."""
        text, end = "", phrase[0].start
        for unit in phrase:
            new = PLACEHOLDER if unit.risky else unit.surface
            text, end = text + self._text[end : unit.start] + new, unit.end
        return _PLACEHOLDERS.sub(PLACEHOLDER, text)

    def _common(self, phrase: Sequence[Unit], is_last_part: bool) -> _New:
        """A phrase with a common noun as its head: whole, by a generalization, its head or its kind."""
        head = phrase[-1]
        if self._is_kept_from_lookup(phrase):
            return _New(self._redacted(phrase), head.end)
        if self._around.is_in_name(phrase) or self._ends_name(phrase):
            return _New(self._redacted(phrase), head.end)
        are_capitals = len(phrase) > 1 and all(unit.surface[:1].isupper() for unit in phrase)
        if are_capitals and self._generalizer.readings(head.surface).startswith("a"):
            return _New(PLACEHOLDER, head.end)  # "Narcotics Anonymous"
        if self._is_safe_head(head) and not (is_last_part and len(phrase) == 1):
            return self._with_safe_head(phrase)
        if are_capitals and not self._is_cell(phrase[0].start, head.end):
            return _New(PLACEHOLDER, head.end)  # a name, or a title
        if self._is_measured(head):
            measure = self._generalizer.phrase(MEASURED)
            return self._worded(phrase, [], measure) if measure else self._without_head(phrase)
        if (complaint := self._complaint(phrase)) is not None:
            return self._worded(phrase, [], complaint)
        dose = DOSE.match(self._text, head.end)
        if dose is not None and (medicine := self._generalizer.phrase("medicine")):
            return self._medicine(phrase, medicine, dose)
        for first in range(len(phrase)):
            found = self._generalizer.generalize(self._label(phrase[first:]), self._keys)
            if found is not None:
                return self._worded(phrase, phrase[:first], found)
        kind = self._kind(phrase)
        return self._worded(phrase, phrase[:-1], kind) if kind else self._without_head(phrase)

    def _is_measured(self, head: Unit) -> bool:
        """Whether an abbreviation has a number behind it ("ALT 40", "CD4 never below 410")."""
        is_told = any(map(str.isdigit, head.surface)) and _RESULT_TOLD.match(self._text, head.end)
        has_result = is_told or _RESULT.match(self._text, head.end)
        return has_result is not None and _ABBREVIATION_ALONE.fullmatch(head.surface) is not None

    def _with_safe_head(self, phrase: Sequence[Unit]) -> _New:
        """Only modifiers are risky: without them, when the head can stand by itself; else by its kind."""
        head = phrase[-1]
        measure = self._generalizer.phrase(kind_of_measure(head.key))
        if measure is not None:
            return self._worded(phrase, [], measure)
        whole = self._label(phrase)
        is_kept = self._is_denied(phrase) or self._is_in_name(phrase) or self._is_said_of_somebody(phrase)
        if is_kept or self._needs_modifier(phrase):
            return _New(self._redacted([*phrase[:-1], head._replace(risky=False)]), head.end)
        is_kind = self._generalizer.is_kind_of(whole, head.surface)
        bound = self._bound(phrase)
        if is_kind and head not in bound and self._stands_alone(head) and not any(u.named for u in phrase):
            return _New(" ".join([*_kept(phrase[:-1], bound), head.surface]), head.end, HEAD)
        found = self._complaint(phrase) or self._generalizer.generalize(whole, self._keys)
        found = found or self._plain_kind(whole, head)
        found = None if found and found.label in VAGUE else found
        dose = DOSE.match(self._text, head.end)
        if found and dose and (medicine := self._generalizer.phrase("medicine")):
            return self._medicine(phrase, medicine, dose)
        if found is not None:
            return self._worded(phrase, [], found)
        if head in bound:
            return self._without_head([unit for unit in phrase if unit not in bound or unit is head])
        return _New(self._redacted([*phrase[:-1], head._replace(risky=False)]), head.end)

    def _bound(self, phrase: Sequence[Unit]) -> list[Unit]:
        """Safe words that say nothing without the risky one before them ("folic acid", "viral load test")."""
        return [
            unit
            for before, unit in pairwise(phrase)
            if before.risky and not unit.risky and not self._is_kind(before, unit)
        ]

    def _is_kind(self, before: Unit, unit: Unit) -> bool:
        known = self._generalizer.is_kind_of(self._label([before, unit]), unit.surface)
        return known and unit.key not in RELATIONAL

    def _complaint(self, phrase: Sequence[Unit]) -> Generalization | None:
        """A symptom, where the words before the head say so."""
        return self._generalizer.phrase(kind_of_complaint(unit.surface for unit in phrase[:-1]))

    def _stands_alone(self, head: Unit) -> bool:
        """Whether a head says something without what goes before it ("test"; not "exchange", "throat")."""
        if head.key in RELATIONAL | INCOMPLETE or not self._generalizer.is_safe(head.key):
            return False
        return not self._generalizer.is_body_part(head.surface)

    def _without_head(self, phrase: Sequence[Unit]) -> _New:
        """The placeholder in the place of a head that nothing may be said of, and of what goes before it."""
        kept = [unit.surface for unit in phrase[:-1] if not unit.risky]
        return _New(" ".join([*kept, PLACEHOLDER]), phrase[-1].end)

    def _kind(self, phrase: Sequence[Unit]) -> Generalization | None:
        head = phrase[-1]
        known = self._plain_kind(self._label(phrase), head) or self._plain_kind(head.surface, head)
        return known or self._generalizer.phrase(kind_by_ending(head.key))

    def _plain_kind(self, label: str, head: Unit) -> Generalization | None:
        """The neutral phrase for the kind of a label; people are called so in the plural alone."""
        kind = self._generalizer.kind(label, self._keys)
        is_one = kind is not None and kind.label in PEOPLE and not is_plural(head.surface)
        return None if is_one else kind

    def _medicine(self, phrase: Sequence[Unit], medicine: Generalization, dose: re.Match[str]) -> _New:
        """A name of a medicine with its dose: a dose of what discloses tells of it too, others stay."""
        if phrase[-1].code in "rp":
            new = self._worded(phrase, [], medicine)
            return new._replace(end=dose.end())
        return _New(f"{dose[1]} of a {medicine.label}", dose.end(), medicine.source)

    def _worded(self, phrase: Sequence[Unit], before: Sequence[Unit], found: Generalization) -> _New:
        """`found` in the number of the phrase, its safe adjectives kept, with an article if it needs one."""
        if found.label == PERSON and self._says_nothing(phrase):
            return self._without_head(phrase)
        kept = [unit.surface for unit in before if not unit.risky and unit.tag != "n" and _goes_with(unit)]
        head = phrase[-1].surface
        if phrase[-1].named:
            head = "".join(_POSSESSIVE.findall(head))  # Leeds is one city
        text = " ".join([*kept, in_form_of(found.label, head)])
        start, end = phrase[0].start, phrase[-1].end
        is_bare = takes_article(found.label) and not is_plural(_POSSESSIVE.sub("", head))
        if self._mechanism is None:  # a draw must not tell what the term ended in
            is_bare = is_bare and not found.label.endswith(phrase[-1].key)  # it needed none before
        if found.label in COMPLAINTS and _LIES.match(self._text, end):
            return _New(PLACEHOLDER, end)  # a disease lies nowhere, a swelling does
        if self._mechanism is None and (
            is_odd_here := self._kinds_behind(end) or self._is_quoted(start, end)
        ):
            return _New(PLACEHOLDER, is_odd_here)
        if self._mechanism is None and (self._is_denied(phrase) or self._has_complement(phrase, found)):
            return _New(PLACEHOLDER, end)
        is_result = found.label == MEASURED and _RESULT.match(self._text, end) is not None
        is_bare = is_bare and self._text[start - 1 : start] != "/" and not self._is_cell(start, end)
        is_bare = is_bare and not is_result
        if is_bare and not self._around.has_determiner(phrase):
            is_odd = found.label in MEDICINES and not self._around.is_taken(phrase)
            is_odd = is_odd or _ANY_OF_LIST.search(self._text, max(0, start - _NEAR), start) is not None
            is_odd = is_odd or self._around.goes_before_thing(self._with_letter(end, None))
            if is_odd or self._around.is_modified(phrase):
                return _New(PLACEHOLDER, end)  # "persistent swelling": its article has no place any more
            is_further = found.label in COMPLAINTS and _LISTED.search(self._before(start)) is not None
            if kept and not phrase[0].surface.isupper():
                text = text[0].lower() + text[1:]  # it opened its sentence
            text = f"{'another' if is_further else indefinite_article(text)} {text}"
        if DOSE_BEFORE.search(self._text, max(0, start - _NEAR), start):
            text = f"of {text}"
        return _New(text, end, found.source)

    def _kinds_behind(self, end: int) -> int:
        """End of several letters behind a name ("Hepatitis A and B"), which go with no kind; or 0."""
        found = _LETTERS_BEHIND.match(self._text, end)
        return found.end() if found else 0

    def _is_quoted(self, start: int, end: int) -> int:
        """End of a phrase that stands in quotation marks: the word is meant, not the thing; or 0."""
        opens = _QUOTE_BEFORE.search(self._before(start)) is not None
        return end if opens and _QUOTE_BEHIND.match(self._text, end) else 0

    def _is_in_name(self, phrase: Sequence[Unit]) -> bool:
        """Whether a risky word is a part of a name ("Western Union transfer", "Union Street")."""
        return self._ends_name(phrase) or any(
            one.surface.istitle() and other.surface.istitle() and (one.risky or other.risky)
            for one, other in pairwise(phrase)
            if other.risky or other.key not in POSTS_AND_UNITS
        )

    def _ends_name(self, phrase: Sequence[Unit]) -> bool:
        first = phrase[0]
        is_risky_name = first.risky and first.surface.istitle()
        return is_risky_name and _NAME_BEFORE.search(self._before(first.start)) is not None

    def _needs_modifier(self, phrase: Sequence[Unit]) -> bool:
        """Whether a head says nothing, or something else, without the words before it."""
        head = phrase[-1]
        is_unit = head.surface == "Unit"  # at the top of a letter, for "Breast Unit"
        of_degree = phrase[0].risky and _DEGREE.search(self._before(phrase[0].start)) is not None
        return is_unit or of_degree or head.key in _FINDINGS

    def _is_said_of_somebody(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase says what somebody is: "as an undocumented worker" is not "as a worker"."""
        says = _SAYS_OF.search(self._before(phrase[0].start)) is not None
        return says and self._generalizer.is_person(phrase[-1].surface)

    def _is_denied(self, phrase: Sequence[Unit]) -> bool:
        """Whether a phrase is said not to be: "no symptoms" says more than "no psychotic symptoms"."""
        return (
            phrase[0].surface.casefold() == "no" or _DENIED.search(self._before(phrase[0].start)) is not None
        )

    def _has_complement(self, phrase: Sequence[Unit], found: Generalization) -> bool:
        """Whether words behind go with what stood there alone ("dependence on", "hepatitis is negative")."""
        if term_key(found.label).rpartition(" ")[2] not in _AILING:
            return False
        behind = _COMPLEMENT.match(self._text, phrase[-1].end)
        is_bound = behind is not None and _DEPENDS.search(f"{phrase[-1].key}{behind[1]}") is not None
        return is_bound or _IS_TESTED.match(self._text, phrase[-1].end) is not None

    def _says_nothing(self, phrase: Sequence[Unit]) -> bool:
        """Whether "people" would: "the people" are others, and "novels about people" are all novels."""
        ends = _NOTHING_BEHIND.match(self._text, phrase[-1].end) is not None
        return self._around.is_definite(phrase) or (ends and self._around.is_behind_preposition(phrase))

    def _before(self, start: int) -> str:
        return self._text[max(0, start - _NEAR) : start]

    def _is_cell(self, start: int, end: int) -> bool:
        """Whether nothing else stands in a cell, a line of a form or an entry of a list."""
        before = _CELL_BEFORE.search(self._before(start))
        return before is not None and _CELL_AFTER.match(self._text, end) is not None

    def _is_safe_head(self, head: Unit) -> bool:
        return not head.risky or (head.code == "p" and self._generalizer.is_safe(head.key))

    def _is_kept_from_lookup(self, phrase: Collection[Unit]) -> bool:
        return self._redact_unproven and any(unit.risky and unit.code in "uq" for unit in phrase)

    def _label(self, phrase: Sequence[Unit]) -> str:
        return self._text[phrase[0].start : phrase[-1].end]


def _kept(modifiers: Sequence[Unit], bound: Sequence[Unit]) -> list[str]:
    """What stays before a head: safe words, and the placeholder where a number stood ("below 20 copies")."""
    left = [unit for unit in modifiers if unit not in bound and (not unit.risky or unit.tag == "d")]
    return [PLACEHOLDER if unit.risky else unit.surface for unit in left]


def _goes_with(modifier: Unit) -> bool:
    """Whether a modifier may stand before any class noun ("chronic"; not "painless", "mutual")."""
    word = modifier.surface
    is_plain = modifier.tag in ("d", "t") or word[0].isupper() or not is_content_word(word)
    return is_plain or word.casefold() in GENERAL_ADJECTIVES
