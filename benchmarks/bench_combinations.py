"""How well readers of several terms together distinguish telling texts from harmless ones of the same words.

    python benchmarks/bench_combinations.py [FILE.jsonl ...] [--seed 0]

A line of a file is {"protect": CONCEPT, "telling": true or false, "text": TEXT}. Printed is, for each reader,
in what share of all pairs of a telling and a harmless text the telling one is the more probable (the area
under the curve, AUC), with a bootstrap interval over texts. The readers:

- stretch: the largest sum of evidence in one stretch, as `combinations` judges it;
- whole: the sum over the whole text;
- best pair: the pair of words that tells most by its joint counts;
- tree: the sum over the whole text, corrected by the joint counts of pairs. These form a tree of
  the strongest associations, without a circle (Chow and Liu 1968; Friedman et al. 1997).

Joint counts come from the compact index, shrunk towards what the words say one by one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import exp, log
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from adapters.knowledge.registry import open_knowledge  # noqa: E402
from adapters.machine.locations import kb_cache  # noqa: E402
from engine.counts.compact import CompactIndex  # noqa: E402
from engine.language.terms import term_keys  # noqa: E402
from engine.language.word_lists.function_words import is_content_word  # noqa: E402
from engine.methods.combinations.evidence import Evidence  # noqa: E402
from engine.methods.combinations.reading import Reading  # noqa: E402
from engine.policy.clauses.concepts import ConceptRule  # noqa: E402
from flows.compiling.compilation import concept_table  # noqa: E402
from flows.compiling.reference_corpora import ShippedTables, open_corpus  # noqa: E402

FILES = sorted((ROOT / "benchmarks" / "data").glob("combinations*.jsonl"))
FAR = 24
"""Content words beyond which a pair is not looked at."""
STRENGTH = 5.0
"""Contexts that the words' single evidence weighs as much as."""
LEAST_CONTEXTS = 3
LEAST_ASSOCIATION = 1.0
"""Log of how much more often than by chance a pair of the tree stands together."""
_DRAWS = 500


class Pair(NamedTuple):
    """Two words, how they go together, and what they say of the concept by their joint counts."""

    first: str
    second: str
    association: float
    says: float


class Reader:
    """Reads texts for one concept.

    Parameters
    ----------
    concept : str
    corpus : ShippedTables
    index : CompactIndex
        Of the same corpus.
    """

    def __init__(self, concept: str, corpus: ShippedTables, index: CompactIndex) -> None:
        knowledge = [open_knowledge("wordnet", kb_cache())]
        table = concept_table(ConceptRule(protect=concept, alpha=1.5), corpus, knowledge)
        self._evidence, self._index = Evidence(table), index
        self._names = frozenset(table.lexicalizations)
        self._mask, self._level = index.mentions(table.lexicalizations)

    def scores(self, text: str) -> dict[str, float]:
        """What each reader makes of a text, in nats."""
        reading = Reading(text, self._evidence)
        said = self._said(text)
        pairs = self._pairs(text, said)
        whole = sum(said.values())
        return {
            "stretch": float(reading.sums(reading.kept(())).max(initial=0.0)),
            "whole": whole,
            "best pair": max((pair.says for pair in pairs), default=0.0),
            "tree": whole + sum(p.says - said[p.first] - said[p.second] for p in tree(pairs)),
        }

    def _said(self, text: str) -> dict[str, float]:
        """What the words of a text say one by one."""
        words = dict.fromkeys(key for key in term_keys(text) if is_content_word(key))
        known = (w for w in words if not self._evidence.is_common(w) and w not in self._names)
        return {word: self._evidence.nats(word) for word in known if self._contexts(word) is not None}

    def _pairs(self, text: str, said: Mapping[str, float]) -> list[Pair]:
        keys = [key for key in term_keys(text) if is_content_word(key)]
        near = [(a, b) for a, b in combinations(said, 2) if abs(keys.index(a) - keys.index(b)) <= FAR]
        return [pair for a, b in near if (pair := self._pair(a, b, said[a] + said[b])) is not None]

    def _pair(self, first: str, second: str, alone: float) -> Pair | None:
        one, other = self._contexts(first), self._contexts(second)
        if one is None or other is None:
            return None
        level = max(one[1], other[1], self._level)
        both = np.intersect1d(one[0], other[0], assume_unique=True)
        both = both[self._index.context_levels[both] >= level]
        n_joint, n = int(self._mask[both].sum()), len(both)
        if n < LEAST_CONTEXTS:
            return None
        prior = self._evidence.prior_nats
        expected = _probability(min(prior + alone, 1.0))
        shrunk = min((n_joint + STRENGTH * expected) / (n + STRENGTH), 0.999)
        sizes = [len(contexts) * 2.0**of_term for contexts, of_term in (one, other)]
        association = log(n * self._index.n_contexts / (sizes[0] * sizes[1]))
        return Pair(first, second, association, log(shrunk / (1 - shrunk)) - prior)

    def _contexts(self, word: str) -> tuple[np.ndarray, int] | None:
        """Kept contexts of a word and their level; None when the index keeps none."""
        number = self._index.number(word)
        if number is None or not self._index.n_kept[number]:
            return None
        return self._index.contexts(number), int(self._index.levels[number])


def tree(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs of the strongest associations that make no circle (Kruskal)."""
    above: dict[str, str] = {}

    def root(word: str) -> str:
        while word in above:
            word = above[word]
        return word

    chosen = []
    for pair in sorted(pairs, key=lambda pair: -pair.association):
        one, other = root(pair.first), root(pair.second)
        if pair.association >= LEAST_ASSOCIATION and one != other:
            above[one] = other
            chosen.append(pair)
    return chosen


def auc(telling: Sequence[float], harmless: Sequence[float]) -> float:
    """Share of pairs in which the telling text scores higher; a tie counts half."""
    apart = np.subtract.outer(np.array(telling), np.array(harmless))
    return float(((apart > 0) + (apart == 0) / 2).mean())


def interval(telling: Sequence[float], harmless: Sequence[float], seed: int) -> tuple[float, float]:
    """95 % bootstrap interval of the AUC, texts drawn anew."""
    dice = np.random.default_rng(seed)
    sides = np.array(telling), np.array(harmless)
    drawn = [auc(*(dice.choice(side, len(side)).tolist() for side in sides)) for _ in range(_DRAWS)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def _probability(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def main() -> None:
    """Print a table for each file."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("files", nargs="*", type=Path, default=FILES)
    ask.add_argument("--seed", type=int, default=0)
    given = ask.parse_args()
    corpus = open_corpus("wikipedia")
    assert isinstance(corpus, ShippedTables)
    index = corpus.index
    assert index is not None
    reader = cache(lambda concept: Reader(concept, corpus, index))
    for file in given.files:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        scored = [(row["telling"], reader(row["protect"]).scores(row["text"])) for row in rows]
        print(f"\n{file.name}, {len(rows)} texts\n\n| reader | AUC | 95 % |\n| --- | ---: | ---: |")
        for name in scored[0][1]:
            telling, harmless = (
                [found[name] for is_telling, found in scored if is_telling is side] for side in (True, False)
            )
            low, high = interval(telling, harmless, given.seed)
            print(f"| {name} | {auc(telling, harmless):.2f} | {low:.2f} to {high:.2f} |")


if __name__ == "__main__":
    main()
