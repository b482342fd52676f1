"""Check what the terms of a released text say together, by plain sums and joint counts.

Shares nothing with the method but the counts of the corpus and the measured calibration
(`engine.counts.calibration`): words are read as `engine.checks.concepts` reads them, and stretches are
walked through word by word.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.checks.concepts import ProtectedConcept, WordKeys, wilson
from engine.checks.reading import BREAK, words_in
from engine.checks.small_words import is_small
from engine.counts.calibration import (
    COMMON_SHARE,
    LENGTHS,
    OFFSETS,
    SHRINKAGE,
    SLOPES,
    TOLERANCE_NATS,
    WINDOW,
)
from engine.counts.groups import ConceptContexts, Contexts
from engine.text import PLACEHOLDER

_LONGEST_PHRASE = 3
_PARAGRAPHS = re.compile(r"\n\s*\n")
_MAX_CACHED = 512


@dataclass(frozen=True, slots=True)
class Together:
    """A stretch of a text, or the whole of it, that says too much: never its words.

    Parameters
    ----------
    clause : str
        Id of the clause whose concept it discloses.
    start, end : int
        Places of the first word and of the one behind the last, counted in words of the text.
    probability : float
        How probable the concept is to the reader for whom this was judged.
    """

    clause: str
    start: int
    end: int
    probability: float


class _Judge:
    """What words say about one concept, by the plain equation."""

    def __init__(self, concept: ProtectedConcept, keys: WordKeys) -> None:
        table, rule = concept.table, concept.rule
        share = table.n_concept / table.n_contexts
        self._table, self._share, self._keys = table, share, keys
        self.clause = rule.clause
        self.prior = math.log(share) - math.log1p(-share)
        at_most = rule.combinations or 1.0
        self.limit = math.log(at_most) - math.log1p(-at_most) - self.prior + TOLERANCE_NATS
        self._allowed = _allowed(concept, keys)
        self._nats: dict[str, float] = {}
        self._first = {key.split(" ", 1)[0] for key in table.keys if " " in key}

    def nats(self, key: str) -> float:
        found = self._nats.get(key)
        if found is None:
            n_term, n_joint = self._table.counts(key)
            by_chance = n_term * self._share
            says = n_term and not self.is_common(key)
            found = math.log((n_joint + SHRINKAGE) / (by_chance + SHRINKAGE)) if says else 0.0
            self._nats[key] = found
        return found

    def is_common(self, key: str) -> bool:
        """Whether too many contexts mention a word for it to say anything."""
        vocabulary = self._table.vocabulary
        return bool(vocabulary.count(key) / vocabulary.n_contexts > COMMON_SHARE)

    def phrases(self, keys: Sequence[str], at: int) -> list[str]:
        """Phrases of the table that begin at a word."""
        if keys[at] not in self._first:
            return []
        found = (" ".join(keys[at : at + size]) for size in range(2, _LONGEST_PHRASE + 1))
        return [phrase for phrase in dict.fromkeys(found) if " " in phrase and self._table.counts(phrase)[0]]

    def stretches(self, keys: Sequence[str], is_word: Sequence[bool]) -> tuple[float, int, int]:
        """Largest sum of a stretch of `WINDOW` words with content, and where it stands."""
        inside: Counter[str] = Counter()
        said: list[tuple[int, list[str]]] = []
        total, best = 0.0, (-math.inf, 0, 0)
        for at, key in enumerate(keys):
            if not is_word[at]:
                continue
            terms = [key, *self.phrases(keys, at)]
            said.append((at, terms))
            for term in terms:
                total += self.nats(term) if not inside[term] else 0.0
                inside[term] += 1
            if len(said) > WINDOW:
                for term in said[len(said) - WINDOW - 1][1]:
                    inside[term] -= 1
                    total -= self.nats(term) if not inside[term] else 0.0
            if len(said) >= WINDOW:
                best = max(best, (total, said[len(said) - WINDOW][0], at + 1))
        return best if len(said) >= WINDOW else (total, 0, len(keys))

    def whole(self, keys: Sequence[str], is_word: Sequence[bool]) -> float:
        """Calibrated probability of the concept given the whole text."""
        places = [at for at, counts in enumerate(is_word) if counts]
        words = {keys[at] for at in places}
        terms = words | {phrase for at in places for phrase in self.phrases(keys, at)}
        log_odds = self.prior + _lift(sum(map(self.nats, terms)), len(words))
        return 1.0 / (1.0 + math.exp(-min(700.0, max(-700.0, log_odds))))

    def too_much(self, probability: float) -> bool:
        """Whether the calibrated probability is clearly above what a single term may tell."""
        if self._allowed >= 1.0:
            return False
        odds = self._allowed / (1 - self._allowed) * math.exp(TOLERANCE_NATS)
        return probability >= odds / (1 + odds)


def _allowed(concept: ProtectedConcept, keys: WordKeys) -> float:
    """What p(c | t) may be at most: p(c)^(1 - 1/alpha)."""
    table, rule = concept.table, concept.rule
    share, alpha = table.n_concept / table.n_contexts, rule.alpha
    if alpha is None:
        n_at_most, _ = table.counts(keys.key_of(rule.disclose_at_most or ""))
        alpha = math.log(share) / math.log(n_at_most / table.n_contexts)
    return float(share ** (1 - 1 / alpha))


def _lift(nats: float, n_words: int) -> float:
    """Calibrated lift: offsets straight, slopes geometrically between the measured lengths."""
    if n_words >= LENGTHS[-1]:
        return OFFSETS[-1] + SLOPES[-1] * LENGTHS[-1] / n_words * nats
    high = 1 + sum(n_words >= length for length in LENGTHS[1:])
    low = high - 1
    part = max(0.0, math.log(max(1, n_words) / LENGTHS[low]) / math.log(LENGTHS[high] / LENGTHS[low]))
    slope = float(SLOPES[low] ** (1 - part) * SLOPES[high] ** part)
    return (1 - part) * OFFSETS[low] + part * OFFSETS[high] + slope * nats


class CombinationCheck:
    """Looks for stretches whose terms disclose a concept together; build it once per process.

    Parameters
    ----------
    concepts : sequence of ProtectedConcept
        Those whose clause does not judge combinations are passed over.
    """

    def __init__(self, concepts: Sequence[ProtectedConcept]) -> None:
        judged = [concept for concept in concepts if concept.rule.combinations is not None]
        self._keys = WordKeys([concept.table for concept in judged])
        self._judges = [_Judge(concept, self._keys) for concept in judged]

    def residual(self, text: str) -> list[Together]:
        """Stretches, or the whole text, that say too much: at most one of each per concept.

        Parameters
        ----------
        text : str
            A released text; placeholders say nothing.
        """
        if not self._judges:
            return []
        pieces = text.replace(PLACEHOLDER, " ").split()
        words = [word for piece in pieces for word in words_in(piece) if word != BREAK]
        keys = [self._keys.key(word) for word in words]
        found: list[Together] = []
        for judge in self._judges:
            is_word = [not judge.is_common(key) for key in keys]
            total, start, end = judge.stretches(keys, is_word)
            if total >= judge.limit:
                odds = min(700.0, judge.prior + total)
                found.append(Together(judge.clause, start, end, 1 / (1 + math.exp(-odds))))
            elif judge.too_much(whole := judge.whole(keys, is_word)):
                found.append(Together(judge.clause, 0, len(words), whole))
        return found


Counted = tuple[tuple[str, ...], int, int]
"""A group of terms T, the contexts n(T) that hold all of it, and those n(c, T) that hold the concept too."""
_Group = tuple[tuple[str, ...], Contexts, frozenset[int]]


class _GroupJudge:
    """Groups of terms that disclose one concept, counted context by context (eq. 3, Definition 6)."""

    def __init__(self, concept: ProtectedConcept, contexts: ConceptContexts, keys: WordKeys) -> None:
        rule, table = concept.rule, concept.table
        self.rule, self._table, self._contexts = rule, table, contexts
        self._with_concept = frozenset(contexts.concept.tolist())
        self._allowed = _allowed(concept, keys)
        self._found = lru_cache(_MAX_CACHED)(self._look_up)

    def discloses(self, n_term: int, n_joint: int) -> bool:
        """Whether p(c | T) is shown to reach what the policy allows."""
        if n_joint < self.rule.evidence.min_joint:
            return False
        return n_joint == n_term or wilson(n_joint / n_term, n_term, -self.rule.evidence.z) >= self._allowed

    def group(self, keys: Sequence[str]) -> tuple[int, int] | None:
        """Counts n(T) and n(c, T) of the first group of a unit's terms that discloses; None: none does."""
        found = (counts for _, *counts in self.evidence(keys))
        return next(((n_term, n_joint) for n_term, n_joint in found if self.discloses(n_term, n_joint)), None)

    def evidence(self, keys: Sequence[str]) -> Iterator[Counted]:
        """Every group of a unit's terms that enough contexts share with the concept, with its counts."""
        found = [((term,), *self._found(term)) for term in sorted(self._terms(keys))]
        least = self.rule.evidence.min_joint
        return self._shared([each for each in found if len(each[2]) >= least], 1)

    def _shared(self, found: Sequence[_Group], size: int) -> Iterator[Counted]:
        """Sets of terms one larger than those of `found`: every next term is tried while enough is shared."""
        for at, (terms, contexts, joint) in enumerate(found):
            shared: list[_Group] = []
            for others, other_contexts, other_joint in found[at + 1 :]:
                both = joint & other_joint
                if len(both) >= self.rule.evidence.min_joint:
                    shared.append(((*terms, others[-1]), _common(contexts, other_contexts), both))
            for group, everywhere, both in shared:
                yield group, len(everywhere), len(both)
            if size + 1 < (self.rule.groups or 1):
                yield from self._shared(shared, size + 1)

    def _terms(self, keys: Sequence[str]) -> set[str]:
        sizes = range(1, _LONGEST_PHRASE + 1)
        found = (keys[at : at + size] for size in sizes for at in range(len(keys) - size + 1))
        terms = {" ".join(words) for words in found if BREAK not in words and _may_be_term(words)}
        return {key for key in terms if self._table.row(key) is not None}

    def _look_up(self, key: str) -> tuple[Contexts, frozenset[int]]:
        contexts = self._contexts.of_term(key)
        return contexts, self._with_concept.intersection(contexts.tolist())


def _may_be_term(words: Sequence[str]) -> bool:
    """Whether no small word begins or ends it."""
    return not is_small(words[0]) and not is_small(words[-1])


def _common(some: Contexts, others: Contexts) -> Contexts:
    """What two ascending columns share: the shorter one looked up in the longer."""
    short, long = sorted((some, others), key=len)
    places = np.searchsorted(long, short)
    is_there: npt.NDArray[np.bool_] = long[np.minimum(places, len(long) - 1)] == short
    return short[is_there]


class GroupCheck:
    """Looks for groups of terms that disclose a concept by their joint counts; build it once per process.

    Parameters
    ----------
    concepts : sequence of ProtectedConcept
        Those whose clause does not judge groups are passed over.

    Attributes
    ----------
    is_asked : bool
        Whether a clause judges groups.

    References
    ----------
    [CS] Definition 6.
    """

    def __init__(self, concepts: Sequence[ProtectedConcept]) -> None:
        judged = [(concept, concept.contexts) for concept in concepts if concept.contexts is not None]
        self._keys = WordKeys([concept.table for concept, _ in judged])
        self._judges = [_GroupJudge(*each, self._keys) for each in judged]
        self.is_asked = bool(judged)

    def residual(self, text: str) -> list[Together]:
        """Units that hold such a group: at most one for each concept."""
        return [found for judge in self._judges for found in self._first(judge, text)]

    def evidence(self, text: str) -> dict[str, set[Counted]]:
        """By clause, the groups of terms in a unit of the text of which there is evidence at all."""
        return {
            judge.rule.clause: {
                group for _, keys in self._units(judge, text) for group in judge.evidence(keys)
            }
            for judge in self._judges
        }

    def _first(self, judge: _GroupJudge, text: str) -> Iterator[Together]:
        at = 0
        for n_words, keys in self._units(judge, text):
            if counts := judge.group(keys):
                yield Together(judge.rule.clause, at, at + n_words, counts[1] / counts[0])
                return
            at += n_words

    def _units(self, judge: _GroupJudge, text: str) -> Iterator[tuple[int, list[str]]]:
        """The units of a text: how many words each has, and their keys."""
        is_whole = judge.rule.unit in ("document", "window")
        for unit in [text] if is_whole else _PARAGRAPHS.split(text):
            pieces = unit.replace(PLACEHOLDER, "\0").split()
            words = [word for piece in pieces for word in words_in(piece)]
            yield (
                sum(word != BREAK for word in words),
                [self._keys.key(word) if word != BREAK else BREAK for word in words],
            )
