"""What somebody may choose instead: other levels of generalization, and more words to remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.wording import begin_like, in_form_of, indefinite_article, takes_article
from engine.methods.c_sanitized import Sanitizer
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.evidence import Evidence
from engine.methods.combinations.levels import level_of
from engine.methods.combinations.suppression import suppression_of
from engine.record.telling import Level, Suppression
from engine.text import PLACEHOLDER, Decision, SensitiveText
from flows.document.uniting import masked

_MAX_KNOWN = 20_000


@dataclass(frozen=True)
class Advice:
    """Choices about one document; hidden when printed.

    Parameters
    ----------
    levels : sequence of tuple of str
        For each decision, what may stand there and discloses nothing, the most specific first; empty for what
        is no term of a concept.
    suppressions : sequence of Suppression
        For each protected concept, words that the policy leaves and that point to it.
    """

    levels: Sequence[tuple[str, ...]] = ()
    suppressions: Sequence[Suppression] = ()

    def __repr__(self) -> str:
        return f"Advice({len(self.levels)} decisions)"


NO_ADVICE = Advice()


class Advisor:
    """Advises on documents under one policy.

    Parameters
    ----------
    sanitizer : Sanitizer or None
        None where the policy protects no concept.
    concepts : sequence of (CompiledConcept, Evidence)
    """

    def __init__(
        self, sanitizer: Sanitizer | None, concepts: Sequence[tuple[CompiledConcept, Evidence]]
    ) -> None:
        self._sanitizer, self._concepts = sanitizer, concepts
        self._known: dict[tuple[str, bool], Level] = {}

    def of(self, text: SensitiveText, decisions: Sequence[Decision]) -> Advice:
        """What may be chosen about a text and what was decided about it."""
        left = masked(text, decisions).reveal()
        suppressions = [suppression_of(*each, left) for each in self._concepts]
        return Advice(self._levels(text.reveal(), decisions), suppressions)

    def ladders(self, text: SensitiveText, decisions: Sequence[Decision]) -> list[tuple[Level, ...]]:
        """For each decision about a concept, all that may stand there and what it tells; else nothing.

        From the most specific words that a knowledge base has for the term to the placeholder. What the
        policy put there is among them, and so is what tells more than the policy allows.
        """
        plain = text.reveal()
        terms = [(d.start, d.end) for d in decisions if d.stage == "concepts"]
        found = iter(self._sanitizer.ladders(plain, terms) if self._sanitizer else ())
        return [
            self._ladder(plain, d, next(found, ())) if d.stage == "concepts" and self._concepts else ()
            for d in decisions
        ]

    def _ladder(self, text: str, decision: Decision, labels: Sequence[str]) -> tuple[Level, ...]:
        plain, put = _formed(text, decision, labels), decision.replacement
        made = [self._level(words, self._is_safe(words), _begun(words, decision)) for words in plain]
        made.append(self._level(PLACEHOLDER, True, PLACEHOLDER))
        if put not in [one.words for one in made]:
            made.insert(0, self._level(put, True, put))
        return tuple(made)

    def _level(self, words: str, is_safe: bool, shown: str) -> Level:
        """What words tell, as they stand inside a sentence: a capital that opens one makes no name."""
        if (words, is_safe) not in self._known:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            self._known[words, is_safe] = level_of(words, self._concepts, is_safe=is_safe)
        return self._known[words, is_safe].model_copy(update={"words": shown})

    def _is_safe(self, words: str) -> bool:
        return self._sanitizer is None or self._sanitizer.is_safe(words)

    def _levels(self, text: str, decisions: Sequence[Decision]) -> list[tuple[str, ...]]:
        terms = [(d.start, d.end) for d in decisions if d.stage == "concepts"]
        found = iter(self._sanitizer.levels(text, terms) if self._sanitizer else ())
        return [_worded(text, d, next(found, ())) if d.stage == "concepts" else () for d in decisions]


def _worded(text: str, decision: Decision, levels: Sequence[str]) -> tuple[str, ...]:
    """Levels as they stand in the place of the term."""
    return tuple(_begun(words, decision) for words in _formed(text, decision, levels))


def _begun(words: str, decision: Decision) -> str:
    """Words with the capital of what the policy puts there."""
    return begin_like(words, decision.replacement, starts_sentence=True)


def _formed(text: str, decision: Decision, levels: Sequence[str]) -> list[str]:
    """Levels in the number of the term, with the article of what the policy puts there."""
    term, put = text[decision.start : decision.end], decision.replacement
    made = []
    for level in levels:
        new = in_form_of(level, term.split()[-1])
        if put.casefold().startswith(("a ", "an ")) and takes_article(new):
            new = f"{indefinite_article(new)} {new}"
        made.append(new)
    return made
