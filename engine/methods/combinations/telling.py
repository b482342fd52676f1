"""What a text tells about a concept, word by word and together, before a release and after it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.counts.information import allowed_probability
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.evidence import Evidence
from engine.methods.combinations.reading import Reading
from engine.record.telling import ConceptTold, Guess, Remaining

MOST_WORDS = 12
LEAST_BITS = 1.0
"""Words that less than double the odds are left out."""


def told_of_concept(concept: CompiledConcept, evidence: Evidence, before: str, after: str) -> ConceptTold:
    """What a released text still tells about a concept.

    Parameters
    ----------
    concept : CompiledConcept
    evidence : Evidence
        What the terms of the corpus say about it.
    before, after : str
        The original, and the text as it is released.

    Notes
    -----
    The measures are those of the methods: p(c | t) of eq. 3 for a single term, the sum of a stretch and the
    calibrated whole of `Combiner`. Nothing here decides anything.
    """
    readings = Reading(before, evidence), Reading(after, evidence)
    minimum = concept.rule.evidence.min_joint
    return ConceptTold(
        clause=concept.rule.clause,
        concept=concept.rule.protect,
        unread=rounded(evidence.p_concept),
        allowed=rounded(allowed_probability(evidence.p_concept, concept.alpha)),
        singly=_guess([singly(reading, evidence, minimum) for reading in readings]),
        stretch=_guess([_stretch(reading, evidence) for reading in readings]),
        whole=_guess([whole(reading, evidence) for reading in readings]),
        words=tuple(_remaining(each, evidence) for each in strongest(readings[1], evidence)[:MOST_WORDS]),
    )


def rounded(probability: float) -> float:
    """A probability with four digits that count."""
    return float(f"{probability:.4g}")


def _guess(found: Sequence[float]) -> Guess:
    before, after = map(rounded, found)
    return Guess(before=before, after=after)


def singly(reading: Reading, evidence: Evidence, minimum: int) -> float:
    """Of the most telling term; terms that were seen too rarely with the concept prove nothing."""
    counted = (evidence.table.counts(term) for term in reading.terms)
    told = (n_joint / n_term for n_term, n_joint in counted if n_term and n_joint >= minimum)
    return max(told, default=evidence.p_concept)


def _stretch(reading: Reading, evidence: Evidence) -> float:
    return evidence.naive_probability(float(reading.sums(reading.kept(())).max(initial=0.0)))


def whole(reading: Reading, evidence: Evidence) -> float:
    """Of the whole document, calibrated."""
    return evidence.calibrated_probability(*reading.whole(reading.kept(())))


def strongest(reading: Reading, evidence: Evidence) -> list[tuple[float, str]]:
    """Bits and term of all that speaks for the concept by `LEAST_BITS` or more, the strongest first."""
    found = [(evidence.nats(term) / math.log(2), term) for term in reading.terms]
    return sorted((each for each in found if each[0] >= LEAST_BITS), key=lambda each: (-each[0], each[1]))


def right_alone(term: str, evidence: Evidence) -> float:
    """How often a reader who guesses the concept from `term` alone is right."""
    n_term, n_joint = evidence.table.counts(term)
    return rounded(n_joint / n_term)


def _remaining(told: tuple[float, str], evidence: Evidence) -> Remaining:
    bits, term = told
    return Remaining(word=term, bits=round(bits, 2), right=right_alone(term, evidence))
