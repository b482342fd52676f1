"""What stands in the place of a run of risky words: phrase by phrase, as a person would have written it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.catalog.lexicon import either, words
from engine.language.terms import term_key
from engine.language.wording import is_plural
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.replacing.drawing import ExponentialMechanism
from engine.methods.c_sanitized.replacing.generalizer import Generalizer
from engine.methods.c_sanitized.replacing.kinds import (
    MEASURED,
    MEASURES,
    PEOPLE,
    VAGUE,
    kind_by_ending,
    kind_of_complaint,
)
from engine.methods.c_sanitized.replacing.phrases import PhraseReader
from engine.methods.c_sanitized.replacing.quantities import DOSE, TIME, VALUE
from engine.methods.c_sanitized.replacing.surroundings import Surroundings, Unit
from engine.methods.c_sanitized.replacing.taxonomy import Generalization
from engine.methods.c_sanitized.replacing.writing import (
    CELL,
    HEAD,
    POSSESSIVE,
    RESULT,
    Frame,
    Heads,
    New,
    Writer,
    joined,
    without_head,
)
from engine.methods.c_sanitized.scanner import Run
from engine.text import PLACEHOLDER

_ABBREVIATION = re.compile(r"[A-Z.]{1,4}")
_ABBREVIATION_ALONE = re.compile(r"[A-Z]+[A-Z0-9]*")
_RESULT_TOLD = re.compile(
    r"(?:[ \xa0](?:was|is|of|at|now|never|still|below|above|over|under|about|around))+[ \xa0]\d"
)
_TITLED = Frame(
    before=re.compile(rf"\b{either(words('title') + words('title-of-office'), capital=True)}\.?[ \xa0]\Z")
)
_JOINED = re.compile(rf"{re.escape(PLACEHOLDER)} (?:and|or) \Z")
_MEDICINE = "medicine"


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
        self._writer = Writer(text, self._around, by_rule=mechanism is None)
        self._heads = Heads(text, generalizer, self._writer)
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
                new = New(self._label(phrase), phrase[-1].end)  # one part of a phrase less is enough
            else:
                new = self._compose(phrase, is_last_part=number > 1)
                text = self._without_joined(text, phrases[: number - 1], new)
            text, end = text + new.text, new.end
            sources += [new.source] if new.source else []
            drawn += new.drawn
        text = joined(text)
        text, end = self._without_tail(text, run[-1].end, end)
        end = self._writer.with_letter(end, before)
        text, end = self._with_quantity(phrases[-1], text, end, len(self._text) if before is None else before)
        is_new = text != PLACEHOLDER
        return Replaced(phrases[0][0].start, end, text, is_new, "; ".join(dict.fromkeys(sources)), drawn)

    def _without_joined(self, text: str, before: Sequence[Sequence[Unit]], new: New) -> str:
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

    def _without_tail(self, text: str, least: int, end: int) -> tuple[str, int]:
        """New text and its end without the words behind the run that stay as they are."""
        tail = self._text[least:end]
        return (text[: -len(tail)], least) if tail and text.endswith(tail) else (text, end)

    def _compose(self, phrase: Sequence[Unit], is_last_part: bool = False) -> New:
        end = phrase[-1].end
        if not any(unit.risky for unit in phrase):
            return New(self._text[phrase[0].start : end], end)
        if self._mechanism is not None:
            return self._drawn(phrase, self._mechanism)
        if _are_capitals(phrase) and any(unit.named for unit in phrase):
            return self._name(phrase)
        if phrase[-1].tag != "n" or phrase[-1].named:
            return New(self._writer.redacted(phrase), end)
        return self._common(phrase, is_last_part)

    def _drawn(self, phrase: Sequence[Unit], mechanism: ExponentialMechanism) -> New:
        """The whole phrase by a draw among its generalizations and the placeholder."""
        levels: dict[str, Generalization] = {}
        for found in self._candidates(phrase):
            levels.setdefault(found.label, found)
        if not levels:
            return New(PLACEHOLDER, phrase[-1].end)
        term = term_key(POSSESSIVE.sub("", self._label(phrase)))
        label = mechanism.draw(term, tuple(levels))
        new = New(PLACEHOLDER, phrase[-1].end)
        if label != PLACEHOLDER:
            new = self._writer.kind(phrase, (), levels[label])
        dose = DOSE.match(self._text, new.end)
        return new._replace(end=dose.end() if dose else new.end, drawn=1)

    def _candidates(self, phrase: Sequence[Unit]) -> Sequence[Generalization]:
        """What a phrase may be drawn to; nothing for what is never looked up."""
        head, label = phrase[-1], POSSESSIVE.sub("", self._label(phrase))
        if self._is_kept_from_lookup(phrase) or _TITLED.end(self._text, phrase):
            return ()
        if _are_capitals(phrase) and any(unit.named for unit in phrase):
            is_short = _ABBREVIATION.fullmatch(label) is not None
            return () if is_short else self._generalizer.candidates(label, self._keys, as_name=True)
        if head.tag != "n" or head.named or self._around.is_in_name(phrase):
            return ()
        is_modified = len(phrase) > 1 and self._heads.stands_alone(head)
        own = self._generalizer.phrase(head.key if is_modified else None)
        levels = self._generalizer.candidates(label, self._keys)
        return (own._replace(source=HEAD), *levels) if own else levels

    def _name(self, phrase: Sequence[Unit]) -> New:
        """The placeholder for a name: which place or body is meant is known, "a city" would not be."""
        ending = POSSESSIVE.search(phrase[-1].surface)
        return New(PLACEHOLDER + (ending[0] if ending else ""), phrase[-1].end)

    def _common(self, phrase: Sequence[Unit], is_last_part: bool) -> New:
        """A phrase with a common noun as its head: whole, by a generalization, its head or its kind."""
        head = phrase[-1]
        is_name = self._around.is_in_name(phrase) or self._heads.ends_name(phrase)
        if is_name or self._is_kept_from_lookup(phrase):
            return New(self._writer.redacted(phrase), head.end)
        is_safe = self._is_safe_head(head) and not (is_last_part and len(phrase) == 1)
        if self._is_title(phrase, is_safe):
            return New(PLACEHOLDER, head.end)
        if is_safe and (left := self._heads.left(phrase)):
            return left
        for before, found in self._kinds(phrase, is_safe):
            if found is not None and not (is_safe and found.label in VAGUE):
                return self._called(phrase, before, found)
        return self._heads.without_kind(phrase) if is_safe else without_head(phrase)

    def _is_title(self, phrase: Sequence[Unit], is_safe: bool) -> bool:
        """Whether capitals make a phrase a name or a title ("Narcotics Anonymous")."""
        if len(phrase) == 1 or not _are_capitals(phrase):
            return False
        if self._generalizer.readings(phrase[-1].surface).startswith("a"):
            return True
        return not is_safe and not CELL.end(self._text, phrase)

    def _kinds(
        self, phrase: Sequence[Unit], is_safe: bool
    ) -> Iterator[tuple[Sequence[Unit], Generalization | None]]:
        """What a phrase may be called, first what says most, each with the words before it that stay.

        A safe head is no kind of itself: then only what the whole phrase means counts.
        """
        head, neutral = phrase[-1], self._generalizer.phrase
        if head.key in MEASURES if is_safe else self._is_measured(head):
            yield (), neutral(MEASURED)
        yield (), neutral(kind_of_complaint(unit.surface for unit in phrase[:-1]))
        if DOSE.match(self._text, head.end):
            yield (), neutral(_MEDICINE)
        for first in range(1 if is_safe else len(phrase)):
            yield phrase[:first], self._generalizer.generalize(self._label(phrase[first:]), self._keys)
        before = () if is_safe else phrase[:-1]
        yield before, self._plain_kind(self._label(phrase), head)
        if not is_safe:
            yield before, self._plain_kind(head.surface, head)
            yield before, neutral(kind_by_ending(head.key))

    def _called(self, phrase: Sequence[Unit], before: Sequence[Unit], found: Generalization) -> New:
        """A phrase by its kind; the dose of what discloses tells of it too, that of others stays."""
        dose = DOSE.match(self._text, phrase[-1].end) if found.label == _MEDICINE else None
        if dose and phrase[-1].code not in "rp":
            return New(f"{dose[1]} of a {found.label}", dose.end(), found.source)
        new = self._writer.kind(phrase, before, found)
        return new._replace(end=dose.end()) if dose else new

    def _is_measured(self, head: Unit) -> bool:
        """Whether an abbreviation has a number behind it ("ALT 40", "CD4 never below 410")."""
        is_told = any(map(str.isdigit, head.surface)) and _RESULT_TOLD.match(self._text, head.end)
        has_result = is_told or RESULT.match(self._text, head.end)
        return has_result is not None and _ABBREVIATION_ALONE.fullmatch(head.surface) is not None

    def _plain_kind(self, label: str, head: Unit) -> Generalization | None:
        """The neutral phrase for the kind of a label; people are called so in the plural alone."""
        kind = self._generalizer.kind(label, self._keys)
        is_one = kind is not None and kind.label in PEOPLE and not is_plural(head.surface)
        return None if is_one else kind

    def _is_safe_head(self, head: Unit) -> bool:
        return not head.risky or (head.code == "p" and self._generalizer.is_safe(head.key))

    def _is_kept_from_lookup(self, phrase: Collection[Unit]) -> bool:
        return self._redact_unproven and any(unit.risky and unit.code in "uq" for unit in phrase)

    def _label(self, phrase: Sequence[Unit]) -> str:
        return self._text[phrase[0].start : phrase[-1].end]


def _are_capitals(phrase: Sequence[Unit]) -> bool:
    return all(unit.surface[:1].isupper() for unit in phrase)
