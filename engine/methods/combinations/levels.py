"""What each level of generalization tells about the protected concepts, beside what the policy allows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.evidence import Evidence
from engine.methods.combinations.reading import Reading
from engine.methods.combinations.telling import rounded, singly
from engine.record.telling import Level


def level_of(words: str, concepts: Sequence[tuple[CompiledConcept, Evidence]], *, is_safe: bool) -> Level:
    """What words that may stand in the place of a term tell, by the concept that they tell most about.

    Parameters
    ----------
    words : str
    concepts : sequence of (CompiledConcept, Evidence)
        All protected concepts, at least one.
    is_safe : bool
        Whether the method itself would let the words stand.

    Notes
    -----
    The measure is p(c | t) of the most telling term, as in the decisions of the method, and its PMI in bits.
    Words that are not safe though their probability is below the limit were seen too rarely to say.

    References
    ----------
    [CS] eqs. 1 to 3.
    """
    told = [(_probability(words, *each), each[0]) for each in concepts]
    probability, concept = max(told, key=lambda each: each[0] / each[1].allowed_probability)
    is_known = is_safe or probability >= concept.allowed_probability
    return Level(
        words=words,
        clause=concept.rule.clause,
        concept=concept.rule.protect,
        probability=rounded(probability) if is_known else None,
        bits=round(math.log2(probability / concept.p_concept), 2) if is_known else None,
        allowed=rounded(concept.allowed_probability),
        allowed_bits=round(concept.threshold_bits, 2),
        within=is_safe and probability < concept.allowed_probability,
    )


def _probability(words: str, concept: CompiledConcept, evidence: Evidence) -> float:
    """Of the most telling term; a name of the concept tells all."""
    reading = Reading(words, evidence)
    if any(concept.judge(term) == "names" for term in reading.terms):
        return 1.0
    told = singly(reading, evidence, concept.rule.evidence.min_joint)
    return max(told, concept.p_concept)
