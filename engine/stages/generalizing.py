"""More general words for single words of a document: by sense, and in the form that the text needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.language.terms import fold, term_keys
from engine.language.wording import begin_like, in_form_of, with_article
from engine.methods.c_sanitized import Taxonomy
from engine.methods.c_sanitized.replacing.taxonomy import Sense
from engine.text import Decision

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
        Only for words that cannot be anything but nouns. In the first knowledge base that knows the
        word, a generalization must hold in every sense, unless two words more of the text speak for
        one sense than for any other (Lesk, 1986): a wrong word would be worse than none.
        """
        present = frozenset(term_keys(text))

        def hypernyms(word: str) -> list[str]:
            for label in dict.fromkeys((word, fold(word))):
                if senses := self._taxonomy.senses(label):
                    alone = all(map(self._taxonomy.is_noun_alone, (word, label)))
                    return [g for g in _shared(senses[0], present) if self._is_safe(g)] if alone else []
            return []

        return hypernyms


def _shared(senses: Sequence[Sense], present: frozenset[str]) -> list[str]:
    """Generalizations in the sense that the text speaks for, or else in all senses."""
    spoken_for = [len(present.intersection(sense.signature)) for sense in senses]
    most, *others = sorted(spoken_for, reverse=True)
    if not others or most >= others[0] + _CLEAR:
        return [g.label for g in senses[spoken_for.index(most)].generalizations]
    everywhere = frozenset[str].intersection(*(frozenset(g.label for g in s.generalizations) for s in senses))
    return [g.label for g in senses[0].generalizations if g.label in everywhere]


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
