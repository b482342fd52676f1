"""The attributes stage: what tells of a personal attribute is replaced by as much as the policy allows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.catalog.attributes import AttributeName, Level
from engine.counts.disclosure import Vocabulary
from engine.language.wording import begin_like, in_form_of, indefinite_article, takes_article, with_article
from engine.methods.attributes import AttributeFinder, Finding
from engine.methods.attributes.findings import REDACTED
from engine.methods.attributes.phrases import Phrases
from engine.methods.attributes.places import begins_sentence
from engine.methods.attributes.rare import RareWords
from engine.methods.c_sanitized import Taxonomy
from engine.plan.steps import AttributeStep, by_attribute
from engine.text import Decision, Document

_RARE = ("rare word", "rare number")
_WORD_BEFORE = re.compile(r"([\w'’]+)\s+$")
_DETERMINERS_WORDS = """
a an the my our his her your their its this that these those every each some any no another which what whose
one two three four five six seven eight nine ten both either neither first second last next few many most
more several such own new old late same other
"""
_DETERMINERS = frozenset(_DETERMINERS_WORDS.split())


class AttributeStage:
    """Decides about personal attributes.

    Parameters
    ----------
    steps : sequence of AttributeStep
        From the plan.
    vocabulary : Vocabulary or None
        Of the policy's corpus; needed where rare words count.
    taxonomy : Taxonomy
        Of the policy's knowledge: says what kind of thing a rare word names.
    """

    def __init__(
        self, steps: Sequence[AttributeStep], vocabulary: Vocabulary | None, taxonomy: Taxonomy
    ) -> None:
        self._steps = by_attribute(steps)
        below = max((step.rare_words for step in steps), default=0)
        self._finder = AttributeFinder(
            RareWords(vocabulary, taxonomy, below) if vocabulary and below else None,
            Phrases(vocabulary, taxonomy.readings) if vocabulary and below else None,
        )
        self._allowed: Mapping[AttributeName, frozenset[str]] = {
            name: frozenset(map(str.casefold, step.allow)) for name, step in self._steps.items()
        }

    def decide(self, document: Document) -> list[Decision]:
        """The decisions about a document: sorted, disjoint."""
        if not self._steps:
            return []
        text = document.text.reveal()
        made = (self._decision(text, finding) for finding in self._finder.find(text))
        return _joined(text, [decision for decision in made if decision is not None])

    def _decision(self, text: str, finding: Finding) -> Decision | None:
        original = text[finding.start : finding.end].casefold()
        sought = (name for name in finding.attributes if name in self._steps)
        asked = [name for name in sought if original not in self._allowed[name]]
        if not asked:
            return None
        if finding.by in _RARE and not any(self._steps[name].rare_words for name in asked):
            return None
        step = self._steps[asked[0]]
        start, replacement = _worded(text, finding, _words(finding, [self._steps[n] for n in asked]))
        if text[start : finding.end] == replacement:
            return None
        why = {"finder": finding.by, "attributes": ", ".join(asked)}
        return Decision(start, finding.end, "attributes", asked[0], "generalize", replacement, step.id, why)


def _joined(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """Neighbours that become labels, as one: the label that says what the words were about."""
    joined: list[Decision] = []
    for decision in decisions:
        last = joined[-1] if joined else None
        if last is None or text[last.end : decision.start] not in (" ", "-"):
            joined.append(decision)
        elif decision.replacement in (last.replacement, REDACTED) and last.replacement.startswith("["):
            joined[-1] = replace(last, end=decision.end)
        elif last.replacement == REDACTED and decision.replacement.startswith("["):
            joined[-1] = replace(decision, start=last.start)
        else:
            joined.append(decision)
    return joined


def _words(finding: Finding, steps: Sequence[AttributeStep]) -> str:
    """What may stand there: as much as every clause about it allows."""
    levels: set[Level] = {step.disclose_at_most for step in steps}
    level = levels.pop() if len(levels) == 1 else "nothing"
    return finding.words.get(level, finding.words["nothing"])


def _worded(text: str, finding: Finding, words: str) -> tuple[int, str]:
    """Where the replacement begins, and the replacement: in number, with the article that it needs."""
    start, original = finding.start, text[finding.start : finding.end]
    if finding.form == "noun" and not words.startswith("["):
        words = in_form_of(words, original.rpartition(" ")[2])
    if finding.form in ("noun", "name") and not words.startswith("["):
        n_before, words = with_article(text[max(0, start - 4) : start], words)
        if not n_before and _lacks_article(text, start) and takes_article(words):
            words = f"{indefinite_article(words)} {words}"
        start -= n_before
    return start, begin_like(words, text[start : finding.end], begins_sentence(text, start))


def _lacks_article(text: str, start: int) -> bool:
    """Whether no determiner stands before a noun, nor one word before it."""
    before = text[max(0, start - 60) : start]
    for _ in range(2):
        found = _WORD_BEFORE.search(before)
        if found is None:
            return True
        word = found[1].lower()
        if word in _DETERMINERS or word.endswith(("'s", "’s", "s'", "s’")) or word[0].isdigit():
            return False
        before = before[: found.start()]
    return True
