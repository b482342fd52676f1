"""What to remove of a text so that it tells less about a concept: word by word, the most telling first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.counts.information import allowed_probability
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.evidence import Evidence
from engine.methods.combinations.reading import Reading
from engine.methods.combinations.telling import MOST_WORDS, right_alone, rounded, singly, strongest, whole
from engine.record.telling import Suppressible, Suppression
from engine.text import BLOT


def suppression_of(concept: CompiledConcept, evidence: Evidence, text: str) -> Suppression:
    """Words to remove, and what the text still tells after each.

    Parameters
    ----------
    concept : CompiledConcept
    evidence : Evidence
        What the terms of the corpus say about it.
    text : str
        The original; what is removed already is blotted out.

    Notes
    -----
    The slider of K-Redactor, over the evidence of this concept instead of a classifier's weights. The text is
    read anew after every word: a phrase that is gone takes its words along.
    """
    reading, minimum = Reading(text, evidence), concept.rule.evidence.min_joint
    return Suppression(
        clause=concept.rule.clause,
        concept=concept.rule.protect,
        unread=rounded(evidence.p_concept),
        allowed=rounded(allowed_probability(evidence.p_concept, concept.alpha)),
        singly=rounded(singly(reading, evidence, minimum)),
        whole=rounded(whole(reading, evidence)),
        words=tuple(_words(text, evidence, minimum)),
    )


def _words(text: str, evidence: Evidence, minimum: int) -> Iterator[Suppressible]:
    reading = Reading(text, evidence)
    for _ in range(MOST_WORDS):
        found = strongest(reading, evidence)
        if not found:
            return
        bits, term = found[0]
        places = reading.spans(term)
        text = _blotted(text, places)
        reading = Reading(text, evidence)
        yield Suppressible(
            word=term,
            bits=round(bits, 2),
            right=right_alone(term, evidence),
            places=places,
            singly=rounded(singly(reading, evidence, minimum)),
            whole=rounded(whole(reading, evidence)),
        )


def _blotted(text: str, places: Iterable[tuple[int, int]]) -> str:
    characters = list(text)
    for start, end in places:
        characters[start:end] = BLOT * (end - start)
    return "".join(characters)
