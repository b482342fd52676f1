"""Find the stretches of a text that disclose a concept together, and replace the cheapest terms of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from engine.counts.calibration import TOLERANCE_NATS, WINDOW
from engine.counts.disclosure import DisclosureTable
from engine.counts.groups import ConceptContexts
from engine.counts.information import allowed_probability, information_content
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.choice import greedy_choice
from engine.methods.combinations.deciding import (
    RULE,
    Reword,
    Wording,
    with_safe_wording,
    with_words_gone,
)
from engine.methods.combinations.evidence import Evidence, Floats, Mask
from engine.methods.combinations.groups import GroupBreaker
from engine.methods.combinations.reading import Reading
from engine.text import PLACEHOLDER, Decision, carried_out

_MAX_ROUNDS = 40
_MAX_STEPS = 200
_COMMON_BITS = 1.0


@dataclass(frozen=True, slots=True)
class Told:
    """What a text says about a concept, all its terms taken together.

    Parameters
    ----------
    highest : float
        Largest p(c) for a reader who adds up the terms of one stretch (naive Bayes).
    whole : float
        Calibrated p(c) given the whole text.
    is_too_much : bool
        Whether one of them reaches what the clause allows.
    """

    highest: float
    whole: float
    is_too_much: bool


class Combiner:
    """Generalizes or removes terms until no stretch of a text, and not the whole of it, discloses a concept.

    Parameters
    ----------
    concepts : sequence of (CompiledConcept, Evidence)
        Those whose clause judges combinations.
    wording : Wording or None
        Generalizes what goes, as single terms are; without it all of it is removed.
    breaker : GroupBreaker or None
        Breaks groups of terms, where a clause judges them by their joint counts.

    Notes
    -----
    Two readers must stay below what the policy allows. The first adds up the evidence of all terms of a
    stretch of `WINDOW` content words, each for itself (naive Bayes); it believes too much, and so is a
    cautious judge of short texts. Its limit is the clause's `combinations`. The second reads the whole
    document and is calibrated; its limit is p(c)^(1 - 1/alpha), as for single terms. Which terms go is chosen
    by the evidence that they carry for each bit of information that is lost.

    References
    ----------
    [CS] eq. 3, Definition 6.
    """

    def __init__(
        self,
        concepts: Sequence[tuple[CompiledConcept, Evidence]],
        wording: Wording | None = None,
        breaker: GroupBreaker | None = None,
    ) -> None:
        self._concepts = tuple(concepts)
        self._wording = wording
        self._breaker = breaker

    @classmethod
    def of(
        cls,
        concepts: Sequence[CompiledConcept],
        tables: Mapping[str, DisclosureTable],
        wording: Wording | None = None,
        contexts: Mapping[str, ConceptContexts] = MappingProxyType({}),
    ) -> Combiner | None:
        """For the concepts whose clause judges combinations or groups, None when none does.

        `tables` and `contexts` are by clause.
        """
        judged = [
            (concept, Evidence(tables[concept.rule.clause]))
            for concept in concepts
            if concept.rule.combinations is not None
        ]
        breaker = GroupBreaker.of(concepts, tables, contexts)
        return cls(judged, wording, breaker) if judged or breaker else None

    def told(self, text: str) -> dict[str, Told]:
        """What a text says about each concept, by the id of its clause."""
        return {
            concept.rule.clause: _told(Reading(text, evidence), concept, evidence)
            for concept, evidence in self._concepts
        }

    def extend(self, text: str, decisions: Sequence[Decision], stricter: float = 0.0) -> list[Decision]:
        """The decisions, and others for terms that disclose a concept together.

        Parameters
        ----------
        text : str
            The original text.
        decisions : sequence of Decision
            Sorted, disjoint: what the other methods decided.
        stricter : float
            Nats below the limits at which the text must come to lie, for a text that another reader finds
            too telling still.

        Notes
        -----
        The text is read anew after every change: what goes brings others closer together. What was
        generalized and still tells is removed.
        """
        made = list(decisions)
        reword = self._wording.rewording(text) if self._wording else None
        for _ in range(_MAX_ROUNDS):
            before = made
            for concept, evidence in self._concepts:
                made = self._round(text, made, _Limits.of(concept, evidence, stricter), reword)
            if self._breaker:
                made = self._breaker.extend(text, made, reword)
            if made == before:
                break
            if self._wording:
                made = with_safe_wording(text, made, self._wording.risky)
        return made

    def _round(
        self, text: str, made: list[Decision], limits: _Limits, reword: Reword | None
    ) -> list[Decision]:
        """The decisions with enough words gone for one concept, as the text reads now."""
        reading = Reading(carried_out(text, made), limits.evidence)
        spans = _chosen(reading, limits)
        if not spans:
            return made
        told = _told(reading, limits.concept, limits.evidence)
        return with_words_gone(text, made, spans, _decision(limits.concept, told), reword)


@dataclass(frozen=True)
class _Limits:
    """What a concept's readers must stay below, in nats of evidence and as a probability."""

    concept: CompiledConcept
    evidence: Evidence
    nats: float
    whole: float

    @classmethod
    def of(cls, concept: CompiledConcept, evidence: Evidence, stricter: float) -> _Limits:
        nats = evidence.limit_nats(concept.rule.combinations or 1.0) - stricter
        allowed = allowed_probability(evidence.p_concept, concept.alpha)
        odds = allowed / (1.0 - allowed) * math.exp(-stricter) if allowed < 1.0 else math.inf
        return cls(concept, evidence, nats, odds / (1.0 + odds) if allowed < 1.0 else 1.0)


def _chosen(reading: Reading, limits: _Limits) -> list[tuple[int, int]]:
    """Spans of the words that go, as far as their places do not change."""
    gone: set[str] = set()
    for _ in range(_MAX_STEPS):
        kept = reading.kept(gone)
        sums = reading.sums(kept)
        chosen: set[str] = set()
        for place in _peaks(sums, limits.nats):
            inside = kept & (reading.places >= place) & (reading.places < place + WINDOW)
            inside &= reading.earlier < place
            excess = float(sums[place]) - limits.nats + TOLERANCE_NATS
            chosen.update(_cheapest(reading, inside, excess, limits.concept))
        if not chosen and (excess := _excess_of_whole(reading, kept, limits)):
            chosen.update(_cheapest(reading, kept & (reading.earlier < 0), excess, limits.concept))
        if not chosen:
            break
        gone |= chosen
    tokens = [token for token, key in enumerate(reading.keys) if key in gone] if gone else []
    return [(reading.starts[token], reading.ends[token]) for token in tokens]


def _peaks(sums: Floats, limit: float) -> list[int]:
    """The highest start of each run of stretches that reach the limit."""
    above = np.flatnonzero(sums >= limit)
    runs = np.split(above, np.flatnonzero(np.diff(above) > 1) + 1) if len(above) else []
    return [int(run[np.argmax(sums[run])]) for run in runs]


def _cheapest(reading: Reading, inside: Mask, excess: float, concept: CompiledConcept) -> list[str]:
    """Words of some elements that carry `excess` nats, with the phrases that they are part of."""
    nats: dict[str, float] = {}
    for element in np.flatnonzero(inside).tolist():
        for key in filter(is_content_word, reading.words(element)):
            nats[key] = nats.get(key, 0.0) + float(reading.nats[element])
    words, vocabulary = list(nats), concept.vocabulary
    seen = (max(1, vocabulary.count(word)) for word in words)
    bits = [max(_COMMON_BITS, information_content(n, vocabulary.n_contexts)) for n in seen]
    return [words[place] for place in greedy_choice(list(nats.values()), bits, excess + 1e-9)]


def _told(reading: Reading, concept: CompiledConcept, evidence: Evidence) -> Told:
    kept = reading.kept(())
    nats = float(reading.sums(kept).max(initial=0.0))
    whole = evidence.calibrated_probability(*reading.whole(kept))
    allowed = allowed_probability(evidence.p_concept, concept.alpha)
    limit = evidence.limit_nats(concept.rule.combinations or 1.0)
    return Told(evidence.naive_probability(nats), whole, nats >= limit or whole >= allowed)


def _excess_of_whole(reading: Reading, kept: Mask, limits: _Limits) -> float:
    """Nats that must go before the whole text says little enough; 0 when it does."""
    nats, n_words = reading.whole(kept)
    probability = limits.evidence.calibrated_probability
    if probability(nats, n_words) < limits.whole:
        return 0.0
    low, high = -1000.0, nats
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if probability(middle, n_words) < limits.whole else (low, middle)
    return nats - low + TOLERANCE_NATS


def _decision(concept: CompiledConcept, told: Told) -> Decision:
    """What a decision about a word is like, but for its place and its replacement."""
    why: dict[str, object] = {
        "rule": RULE,
        "probability": None,
        "together": round(told.highest, 6),
        "whole_document": round(told.whole, 6),
        "together_at_most": concept.rule.combinations,
        "allowed_probability": round(concept.allowed_probability, 6),
        "unseen": False,
        "source": "",
    }
    rule = concept.rule
    return Decision(0, 0, "concepts", rule.protect, "redact", PLACEHOLDER, rule.clause, why)
