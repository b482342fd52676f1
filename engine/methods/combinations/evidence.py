"""What each term of a text says about a concept, in nats, and what they say together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.counts.calibration import COMMON_SHARE, LENGTHS, OFFSETS, SHRINKAGE, SLOPES
from engine.counts.disclosure import DisclosureTable

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_MAX_CACHED = 400_000
_LONGEST = 3
_ROOM = 4096


def calibrated_lift(nats: float, n_words: int) -> float:
    """How far a text moves the odds of a concept, from its summed evidence.

    Parameters
    ----------
    nats : float
        Sum of `Evidence.nats` over the distinct terms.
    n_words : int
        Distinct content words of the text.

    Returns
    -------
    float
        Nats to add to the log odds of the concept.

    Notes
    -----
    Terms of one text repeat each other, the more the longer it is, so their plain sum says too much. Offset
    and slope are those of logistic regressions by length, over paragraphs of the encyclopedia that mention,
    or do not mention, 45 concepts of WordNet drawn at random; each paragraph that mentions the concept was
    left out of the counts that judged it (docs/methods/combinations.md). Between the lengths they are
    interpolated; beyond the last one the slope falls as one over the length.
    """
    if n_words >= LENGTHS[-1]:
        return OFFSETS[-1] + SLOPES[-1] * LENGTHS[-1] / n_words * nats
    place = max(1, next(i for i, length in enumerate(LENGTHS) if n_words < length))
    low, high = LENGTHS[place - 1], LENGTHS[place]
    share = min(1.0, max(0.0, math.log(max(n_words, 1) / low) / math.log(high / low)))
    offset = OFFSETS[place - 1] + share * (OFFSETS[place] - OFFSETS[place - 1])
    slope = math.exp(
        math.log(SLOPES[place - 1]) + share * (math.log(SLOPES[place]) - math.log(SLOPES[place - 1]))
    )
    return offset + slope * nats


@dataclass(frozen=True, eq=False)
class Evidence:
    """What the terms of a corpus say about one concept.

    Parameters
    ----------
    table : DisclosureTable
        Counts of all terms with the concept.

    Notes
    -----
    The nats of a term are ``log( (n(c, t) + a) / (n(t) n(c)/N + a) )``: how much more often it was seen with
    the concept than by chance, shrunk by `SHRINKAGE` a. A reader who takes every term for evidence of its
    own adds them up (naive Bayes).
    """

    table: DisclosureTable = field(repr=False)

    @property
    def p_concept(self) -> float:
        """p(c)."""
        return self.table.n_concept / self.table.n_contexts

    @cached_property
    def prior_nats(self) -> float:
        """Log odds of the concept before anything is read."""
        return math.log(self.p_concept / (1.0 - self.p_concept)) if self.p_concept < 1 else math.inf

    def limit_nats(self, at_most: float) -> float:
        """Evidence at which a reader who adds it up is right with probability `at_most`; infinite for 1."""
        if at_most >= 1.0:
            return math.inf
        return math.log(at_most / (1.0 - at_most)) - self.prior_nats

    def nats(self, key: str) -> float:
        """What one word or phrase says; 0 for what the corpus never saw, and for very common words."""
        number = self.terms[key]
        return float(self.terms.nats[number])

    @cached_property
    def terms(self) -> Terms:
        """All terms that were met, with what they say."""
        return Terms(self)

    def counted_nats(self, key: str) -> float:
        """`nats`, counted anew."""
        n_term, n_joint = self.table.counts(key)
        if not n_term or self.is_common(key):
            return 0.0
        expected = n_term * self.p_concept
        return math.log((n_joint + SHRINKAGE) / (expected + SHRINKAGE))

    def is_common(self, word: str) -> bool:
        """Whether so many contexts mention a word that it says nothing."""
        return word in self._common

    @cached_property
    def _common(self) -> frozenset[str]:
        vocabulary = self.table.vocabulary
        places = np.flatnonzero(vocabulary.n_t > COMMON_SHARE * vocabulary.n_contexts)
        return frozenset(vocabulary.keys[place] for place in places.tolist())

    @cached_property
    def phrases(self) -> Mapping[str, frozenset[str]]:
        """Phrases of the table by their first word."""
        found: dict[str, set[str]] = {}
        for key in self.table.keys:
            if " " in key and key.count(" ") < _LONGEST:
                found.setdefault(key.split(" ", 1)[0], set()).add(key)
        return {first: frozenset(keys) for first, keys in found.items()}

    def naive_probability(self, nats: float) -> float:
        """p(c) for a reader who takes every term for evidence of its own."""
        return _logistic(self.prior_nats + nats)

    def calibrated_probability(self, nats: float, n_words: int) -> float:
        """p(c) given a text, as such texts turned out in the corpus: see `calibrated_lift`."""
        return _logistic(self.prior_nats + calibrated_lift(nats, n_words))


class Terms(dict[str, int]):
    """Numbers of the terms met in documents, in the order in which they were met, and facts by number.

    Parameters
    ----------
    evidence : Evidence

    Notes
    -----
    Looking a term up numbers it. What is known of many terms is then read by their numbers, in compiled code.
    """

    def __init__(self, evidence: Evidence) -> None:
        super().__init__()
        self._evidence = evidence
        self.nats: Floats = np.zeros(_ROOM)
        self.counts: Mask = np.zeros(_ROOM, bool)
        """Whether a term says anything: it is not too common."""
        self.begins: Mask = np.zeros(_ROOM, bool)
        """Whether it also begins a phrase."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        if number == len(self.nats):
            self.nats = np.concatenate((self.nats, np.zeros_like(self.nats)))
            self.counts = np.concatenate((self.counts, np.zeros_like(self.counts)))
            self.begins = np.concatenate((self.begins, np.zeros_like(self.begins)))
        counts = not self._evidence.is_common(key)
        self.nats[number] = self._evidence.counted_nats(key)
        self.counts[number] = counts
        self.begins[number] = counts and key in self._evidence.phrases
        return number

    def make_room(self) -> None:
        """Forget all terms when there are too many; numbers that somebody keeps mean nothing then."""
        if len(self) >= _MAX_CACHED:
            self.clear()


def _logistic(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-min(max(log_odds, -700.0), 700.0)))
