"""Counts of several corpora as those of one: added up, each with its weight; and where they disagree."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np

from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.counts.information import lower_bound, upper_bound
from engine.counts.packing import IntArray
from engine.errors import InvalidError, fault

Told = Literal["discloses", "safe", "open"]
"""What one source alone says of a term: too few contexts show neither where it is open."""


@dataclass(frozen=True)
class Disagreement:
    """A term that discloses a concept by one source and is safe by another.

    Parameters
    ----------
    key : str
        Key of the term.
    told : tuple of Told
        By each source, in order.
    counts : tuple of (int, int)
        n(t) and n(c, t) in each source, unweighted.
    """

    key: str
    told: tuple[Told, ...]
    counts: tuple[tuple[int, int], ...]


def pooled_vocabulary(name: str, sources: Sequence[Vocabulary], weights: Sequence[float]) -> Vocabulary:
    """The words of several corpora, counted together.

    Parameters
    ----------
    name : str
        Of the pool.
    sources : sequence of Vocabulary
        All counted by one unit.
    weights : sequence of float
        The share of each count that is taken, in (0, 1]: the evidence is never more than what was seen.

    Raises
    ------
    InvalidError
        ``CNT017`` when the units differ.

    Notes
    -----
    Each count times its weight is rounded, halves up, before it is added. A word of which nothing is left
    is unseen.
    """
    units = dict.fromkeys(source.unit for source in sources)
    if len(units) > 1:
        advice = "Build the corpora with one --unit."
        raise InvalidError(fault("CNT017", name, "must pool corpora of one unit", ", ".join(units), advice))
    counted: Counter[str] = Counter()
    for source, weight in zip(sources, weights, strict=True):
        counted.update(dict(zip(source.keys, _weighted(source.n_t, weight).tolist(), strict=True)))
    keys = sorted(key for key, n in counted.items() if n)
    return Vocabulary(
        corpus=name,
        corpus_fingerprint=_fingerprint([source.fingerprint for source in sources], weights),
        unit=sources[0].unit,
        n_contexts=sum(_weight(source.n_contexts, w) for source, w in zip(sources, weights, strict=True)),
        min_contexts=max(source.min_contexts for source in sources),
        keys=tuple(keys),
        n_t=np.array([counted[key] for key in keys], dtype=np.int64),
    )


def pooled_table(
    vocabulary: Vocabulary, tables: Sequence[DisclosureTable], weights: Sequence[float]
) -> DisclosureTable:
    """How often every term occurs with a concept in several corpora together.

    Parameters
    ----------
    vocabulary : Vocabulary
        `pooled_vocabulary` of the tables' own.
    tables : sequence of DisclosureTable
        Of one concept.
    weights : sequence of float

    Notes
    -----
    Rounding keeps n(c, t) <= n(t) and n(c, t) <= n(c), in each source and so in the sum.
    """
    keys = sorted(set(chain.from_iterable(table.keys for table in tables)))
    n_t, n_ct = np.zeros((2, len(keys)), dtype=np.int64)
    for table, weight in zip(tables, weights, strict=True):
        counts = np.array([table.counts(key) for key in keys], dtype=np.int64).reshape(-1, 2)
        n_t += _weighted(counts[:, 0], weight)
        n_ct += _weighted(counts[:, 1], weight)
    kept = np.flatnonzero(n_ct)
    return DisclosureTable(
        concept=tables[0].concept,
        lexicalizations=tuple(sorted(set(chain.from_iterable(table.lexicalizations for table in tables)))),
        vocabulary=vocabulary,
        n_concept=sum(_weight(table.n_concept, w) for table, w in zip(tables, weights, strict=True)),
        keys=tuple([keys[row] for row in kept]),
        n_t=n_t[kept],
        n_ct=n_ct[kept],
        min_joint=max(table.min_joint for table in tables),
        only_positive=any(table.only_positive for table in tables),
    )


def disagreements(
    tables: Sequence[DisclosureTable], allowed: float, z: float, min_joint: int
) -> list[Disagreement]:
    """Terms about which the sources disagree, those that stand in the most contexts first.

    Parameters
    ----------
    tables : sequence of DisclosureTable
        Of one concept, one for each source.
    allowed : float
        The probability that the policy allows, the same for all.
    z, min_joint
        When a count is evidence (`engine.policy.clauses.concepts.Evidence`).
    """
    found = []
    for key in set(chain.from_iterable(table.keys for table in tables)):
        counts = tuple(table.counts(key) for table in tables)
        told = tuple(_told(n_t, n_ct, allowed, z, min_joint) for n_t, n_ct in counts)
        if {"discloses", "safe"} <= set(told):
            found.append(Disagreement(key, told, counts))
    return sorted(found, key=lambda each: (-sum(n for n, _ in each.counts), each.key))


def _told(n_t: int, n_ct: int, allowed: float, z: float, min_joint: int) -> Told:
    if n_ct >= min_joint and lower_bound(n_ct, n_t, z) >= allowed:
        return "discloses"
    return "safe" if n_t and upper_bound(n_ct, n_t, z) < allowed else "open"


def _weighted(counts: IntArray, weight: float) -> IntArray:
    rounded: IntArray = np.floor(counts * weight + 0.5).astype(np.int64)
    return rounded


def _weight(count: int, weight: float) -> int:
    return int(_weighted(np.array([count]), weight)[0])


def _fingerprint(sources: Sequence[str], weights: Sequence[float]) -> str:
    lines = "".join(f"{one} {weight!r}\n" for one, weight in zip(sources, weights, strict=True))
    return hashlib.sha256(f"saferelease pool 1\n{lines}".encode()).hexdigest()
