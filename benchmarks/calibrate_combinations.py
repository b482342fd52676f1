"""Calibrate how much the summed evidence of a text says, by its length, and check it on other concepts.

    python benchmarks/calibrate_combinations.py [--concepts 45] [--check 20]

Concepts are labels of WordNet drawn at random, of 250 to 6,000 paragraphs. Every paragraph is judged by the
counts without itself and without the names of the concept. The figures stand in engine/counts/calibration.py.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache, shipped_tables
from engine.counts.calibration import COMMON_SHARE, SHRINKAGE
from engine.counts.compact import CompactIndex
from engine.errors import InvalidError
from engine.methods.c_sanitized import lexicalizations
from engine.methods.combinations.evidence import calibrated_lift
from engine.policy.clauses.concepts import ConceptRule
from flows.compiling.reference_corpora import ShippedTables

SEED = 7
LEVEL = 3
BINS = ((3, 10), (10, 20), (20, 35), (35, 60), (60, 100), (100, 400))
Array = npt.NDArray[np.float64]


class Trial(NamedTuple):
    """One concept: paragraphs with and without it, their summed evidence and their distinct words."""

    prior: float
    mentions: npt.NDArray[np.bool_]
    nats: Array
    n_words: Array


class Paragraphs:
    """The postings of a sample in which no term is missing but the most frequent ones."""

    def __init__(self, index: CompactIndex) -> None:
        self.index, self.n_words = index, len(index.vocabulary.keys)
        self.sample = np.flatnonzero(index.context_levels >= LEVEL)
        term = np.repeat(np.arange(len(index.n_kept)), index.n_kept)
        n_t = np.concatenate((index.vocabulary.n_t, index.n_kept[self.n_words :]))
        usable = (index.levels <= LEVEL) & (n_t <= COMMON_SHARE * index.n_contexts)
        kept = (index.context_levels[index.postings] >= LEVEL) & usable[term]
        self.place = np.searchsorted(self.sample, index.postings[kept])
        self.term = term[kept]
        is_word = self.term < self.n_words
        self.lengths = np.bincount(self.place[is_word], minlength=len(self.sample)).astype(float)

    def trial(self, names: tuple[str, ...]) -> Trial:
        """Evidence of every paragraph for a concept, each left out of the counts that judge it."""
        index = self.index
        mask, _ = index.mentions(names)
        joint, share = index.joint(mask), float(mask.mean())
        silent = self._names(names)
        phrases = slice(self.n_words, None)
        chance = joint[phrases] * index.n_contexts <= mask.sum() * index.n_kept[phrases]
        silent[phrases] |= (joint[phrases] < 3) | chance
        here = mask[self.sample]
        without, within = (self._sums(joint - out, share, silent) for out in (0, 1))
        return Trial(float(np.log(share / (1 - share))), here, np.where(here, within, without), self.lengths)

    def _sums(self, joint: npt.NDArray[np.int64], share: float, silent: npt.NDArray[np.bool_]) -> Array:
        expected = np.maximum(self.index.n_kept - 1, 0) * share
        nats = np.log((np.maximum(joint, 0) + SHRINKAGE) / (expected + SHRINKAGE))
        nats[silent] = 0
        return np.bincount(self.place, weights=nats[self.term], minlength=len(self.sample))

    def _names(self, names: tuple[str, ...]) -> npt.NDArray[np.bool_]:
        """Names of the concept, and phrases with one of its words."""
        numbers = [number for number in map(self.index.number, names) if number is not None]
        silent = np.zeros(len(self.index.n_kept), bool)
        silent[numbers] = True
        silent[self.n_words :] |= np.isin(self.index.phrases, numbers).any(axis=1)
        return silent


def trials(paragraphs: Paragraphs) -> Iterator[Trial]:
    """Concepts drawn at random that the index counts whole."""
    knowledge = open_knowledge("wordnet", kb_cache())
    labels, draw = sorted(knowledge.vocabulary()), random.Random(SEED)
    for label in iter(lambda: draw.choice(labels), None):
        try:
            names = lexicalizations(ConceptRule(protect=label, alpha=1.5), [knowledge])
        except InvalidError:
            continue
        mask, level = paragraphs.index.mentions(names)
        if not level and 250 <= mask.sum() <= 6000:
            yield paragraphs.trial(names)


def main() -> None:
    """Print offsets and slopes by length, then how well they hold for concepts that did not make them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--concepts", type=int, default=45)
    parser.add_argument("--check", type=int, default=20)
    chosen = parser.parse_args()
    index = ShippedTables(shipped_tables() / "wikipedia").index
    assert index is not None
    drawn = trials(Paragraphs(index))
    made = list(islice(drawn, chosen.concepts))
    for low, high in BINS:
        parts = [(t.mentions[i], t.nats[i], t.prior) for t in made if (i := _of_length(t, low, high)).any()]
        y = np.concatenate([mentions for mentions, _, _ in parts])
        x = np.concatenate([nats for _, nats, _ in parts])
        # Paragraphs without the concept weigh so much less that both sides are as likely before reading.
        weight = np.concatenate([np.where(mentions, 1.0, np.exp(prior)) for mentions, _, prior in parts])
        fitted = LogisticRegression(C=1e5).fit(x[:, None] / 5, y, sample_weight=weight)
        lengths = np.concatenate([t.n_words[_of_length(t, low, high) & t.mentions] for t in made])
        offset, slope = fitted.intercept_[0], fitted.coef_[0, 0] / 5
        print(
            f"length {np.exp(np.log(lengths).mean()):6.1f}: "
            f"offset {offset:5.2f}, slope {slope:.3f}, paragraphs {y.sum()}"
        )
    check(list(islice(drawn, chosen.check)))


def _of_length(trial: Trial, low: int, high: int) -> npt.NDArray[np.bool_]:
    return (trial.n_words >= low) & (trial.n_words < high)


def check(held_out: list[Trial]) -> None:
    """Reliability: how often the concept was there, among texts to which a probability was given."""
    given: list[float] = []
    true: list[bool] = []
    for trial in held_out:
        for nats, n_words, mentions in zip(trial.nats, trial.n_words, trial.mentions, strict=True):
            if n_words >= 3:
                log_odds = trial.prior + calibrated_lift(float(nats), int(n_words))
                given.append(1 / (1 + np.exp(-log_odds)))
                true.append(bool(mentions))
    p, y = np.array(given), np.array(true)
    edges = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
    for low, high in pairwise(edges):
        inside = (p >= low) & (p < high)
        if inside.any():
            print(f"given {p[inside].mean():.4f}, was {y[inside].mean():.4f}, {inside.sum():,} paragraphs")


if __name__ == "__main__":
    main()
