"""More general words for single words of a document: by sense, and in the form that the text needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.methods.c_sanitized import Taxonomy
from engine.methods.c_sanitized.taxonomy import Sense
from engine.terms import fold, term_keys
from engine.text import Decision
from engine.wording import begin_like, in_form_of, with_article

_CLEAR = 2
"""Words of the document that must speak more for a sense than for a more frequent one."""
_LOOK_BACK = 4


class Generalizations:
    """The generalizations of words by the knowledge bases of a policy.

    Parameters
    ----------
    taxonomy : Taxonomy
    is_safe : callable
        Whether a label may stand in a released text at all (it discloses no protected concept).
    """

    def __init__(self, taxonomy: Taxonomy, is_safe: Callable[[str], bool]) -> None:
        self._taxonomy = taxonomy
        self._is_safe = is_safe

    def of(self, text: str) -> Callable[[str], Sequence[str]]:
        """Generalizations of a word as `text` uses it, most specific first.

        Notes
        -----
        Only one sense is followed, in the first knowledge base that knows the word: the most frequent
        one, unless two words more of the text speak for another (Lesk, 1986).
        """
        present = frozenset(term_keys(text))

        def hypernyms(word: str) -> list[str]:
            senses = self._taxonomy.senses(word) or self._taxonomy.senses(fold(word))
            if not senses:
                return []
            chosen = _chosen(senses[0], present)
            return [g.label for g in chosen.generalizations if self._is_safe(g.label)]

        return hypernyms


def _chosen(senses: Sequence[Sense], present: frozenset[str]) -> Sense:
    best, most = senses[0], len(present.intersection(senses[0].signature))
    for sense in senses[1:]:
        found = len(present.intersection(sense.signature))
        if found >= most + _CLEAR:
            best, most = sense, found
    return best


def worded(text: str, decisions: Sequence[Decision]) -> list[Decision]:
    """Generalizing decisions in the number, the capitals and after the article that the text needs."""
    return [_worded(text, d) if d.action == "generalize" else d for d in decisions]


def _worded(text: str, decision: Decision) -> Decision:
    original = text[decision.start : decision.end]
    before = text[max(0, decision.start - _LOOK_BACK) : decision.start]
    opens = not before.strip() or before.rstrip()[-1:] in ".!?:" or "\n" in before
    label = begin_like(in_form_of(decision.replacement, original), original, opens)
    n_before, label = with_article(before, label)
    return replace(decision, start=decision.start - n_before, replacement=label)
