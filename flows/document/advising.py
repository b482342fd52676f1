"""What somebody may choose instead: other levels of generalization, and more words to remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.wording import begin_like, in_form_of, indefinite_article, takes_article
from engine.methods.c_sanitized import Sanitizer
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.evidence import Evidence
from engine.methods.combinations.suppression import suppression_of
from engine.record.telling import Suppression
from engine.text import Decision, SensitiveText
from flows.document.uniting import masked


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

    def of(self, text: SensitiveText, decisions: Sequence[Decision]) -> Advice:
        """What may be chosen about a text and what was decided about it."""
        left = masked(text, decisions).reveal()
        suppressions = [suppression_of(*each, left) for each in self._concepts]
        return Advice(self._levels(text.reveal(), decisions), suppressions)

    def _levels(self, text: str, decisions: Sequence[Decision]) -> list[tuple[str, ...]]:
        terms = [(d.start, d.end) for d in decisions if d.stage == "concepts"]
        found = iter(self._sanitizer.levels(text, terms) if self._sanitizer else ())
        return [_worded(text, d, next(found, ())) if d.stage == "concepts" else () for d in decisions]


def _worded(text: str, decision: Decision, levels: Sequence[str]) -> tuple[str, ...]:
    """Levels in the number of the term, with article and capital of what the policy puts there."""
    term, put = text[decision.start : decision.end], decision.replacement
    made = []
    for level in levels:
        new = in_form_of(level, term.split()[-1])
        if put.casefold().startswith(("a ", "an ")) and takes_article(new):
            new = f"{indefinite_article(new)} {new}"
        made.append(begin_like(new, put, starts_sentence=True))
    return tuple(made)
