"""Pools: several corpora that a policy names as one, each with its weight, for all concepts or for some."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import corpora
from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.counts.pooling import pooled_table, pooled_vocabulary
from engine.errors import InvalidError, fault
from engine.language.terms import term_key

if TYPE_CHECKING:
    from engine.counts.groups import ConceptContexts

POOL = "pool.json"
_NEVER_MET = "CNT015"


class Corpus(Protocol):
    """Where disclosure tables come from."""

    @property
    def source(self) -> str:
        """What was counted, and under which licence, for the report."""
        ...

    def table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> DisclosureTable:
        """The disclosure table of `concept`, counted under `lexicalizations`; see `ConceptNames.shared`."""
        ...

    def contexts(
        self, concept: str, lexicalizations: Sequence[str], shared: Sequence[str] = ()
    ) -> ConceptContexts:
        """The contexts of `concept` and of every term; ``CRP013`` where only numbers are known."""
        ...

    def words(self) -> Vocabulary:
        """How many contexts hold each word."""
        ...


class _Described(BaseModel):
    """What ``pool.json`` holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    weights: dict[str, float] = Field(min_length=2)
    concepts: dict[str, dict[str, float]] = {}


@dataclass(frozen=True)
class Counted:
    """What the sources of a pool counted for one concept."""

    names: Sequence[str]
    weights: Sequence[float]
    tables: Sequence[DisclosureTable]


class PooledCorpus:
    """Several corpora counted as one (`engine.counts.pooling`).

    Parameters
    ----------
    folder : Path
        Holds ``pool.json``: the weight of each corpus, and other weights for some concepts.
    opened : callable
        The corpus of a name.

    Raises
    ------
    InvalidError
        ``CRP009`` when the description is damaged; what `opened` raises for a corpus that is gone.
    """

    def __init__(self, folder: Path, opened: Callable[[str], Corpus]) -> None:
        self.folder = folder
        try:
            self._described = _Described.model_validate_json((folder / POOL).read_bytes())
        except (OSError, ValidationError):
            advice = "Set it up again: saferelease corpus pool."
            raise InvalidError(
                fault("CRP009", str(folder / POOL), "must describe a pool of corpora", "", advice)
            ) from None
        self._sources = {name: opened(name) for name in self._described.weights}
        self._vocabularies: dict[tuple[object, ...], tuple[list[Vocabulary], Vocabulary]] = {}

    @property
    def source(self) -> str:
        """What each corpus is, and its weight."""
        parts = [
            f"{name} (weight {self._described.weights[name]:g}): {source.source}"
            for name, source in self._sources.items()
        ]
        others = [
            f"{concept}: {', '.join(f'{name} {weight:g}' for name, weight in weights.items())}"
            for concept, weights in self._described.concepts.items()
        ]
        return "pool of " + "; ".join([*parts, *(f"other weights for {each}" for each in others)])

    def counted(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> Counted:
        """What each source counted for a concept; a source that never met it counted nothing."""
        weights = self._described.weights | self._described.concepts.get(term_key(concept), {})
        tables = []
        for source in self._sources.values():
            try:
                tables.append(source.table(concept, lexicalizations, own_names, shared))
            except InvalidError as error:
                if [found.code for found in error.faults] != [_NEVER_MET]:
                    raise
                tables.append(_nothing(concept, lexicalizations, source.words()))
        return Counted(tuple(weights), tuple(weights.values()), tables)

    def table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> DisclosureTable:
        """The counts of all sources for `concept`, added up with their weights."""
        found = self.counted(concept, lexicalizations, own_names, shared)
        vocabulary = self._pooled([table.vocabulary for table in found.tables], found.weights)
        return pooled_table(vocabulary, found.tables, found.weights)

    def contexts(
        self, concept: str, lexicalizations: Sequence[str], shared: Sequence[str] = ()
    ) -> ConceptContexts:
        """Contexts of several corpora have no common weights: always ``CRP013``."""
        advice = "Leave `groups` out, or name one corpus."
        must = "must be without `groups` where several corpora count"
        raise InvalidError(fault("CRP013", f"concept {concept!r}", must, self.folder.name, advice))

    def words(self) -> Vocabulary:
        """How many contexts of all sources hold each word, by the weights for all concepts."""
        sources = [source.words() for source in self._sources.values()]
        return self._pooled(sources, tuple(self._described.weights.values()))

    def _pooled(self, sources: list[Vocabulary], weights: Sequence[float]) -> Vocabulary:
        """The pooled vocabulary, made once for the same sources: adding them up takes a second or more."""
        key = (*map(id, sources), *weights)
        if key not in self._vocabularies:
            self._vocabularies[key] = sources, pooled_vocabulary(self.folder.name, sources, weights)
        return self._vocabularies[key][1]


def set_up_pool(
    name: str, weights: Mapping[str, float], concept: str, opened: Callable[[str], Corpus]
) -> PooledCorpus:
    """Make a pool that policies may name, or say other weights for one concept of a pool that is there.

    Parameters
    ----------
    name : str
    weights : mapping of str to float
        By corpus, each in (0, 1].
    concept : str
        Empty: weights for all concepts.
    opened : callable
        The corpus of a name.

    Raises
    ------
    InvalidError
        ``CRP010`` for weights that make no pool; ``CRP011`` when `name` is another kind of corpus;
        ``CRP002``, ``CRP009``.
    """
    folder = corpora() / name
    if folder.exists() and not (folder / POOL).is_file():
        advice = "Give the pool a name of its own."
        raise InvalidError(fault("CRP011", f"corpus {name!r}", "must be no corpus that is there", "", advice))
    if bad := [source for source, weight in weights.items() if not 0 < weight <= 1]:
        _refuse(name, "must have weights above 0 and at most 1", ", ".join(bad))
    if any(isinstance(opened(source), PooledCorpus) for source in weights):
        _refuse(name, "must pool corpora, not pools", "")
    if concept:
        old = PooledCorpus(folder, opened)._described
        if unknown := [source for source in weights if source not in old.weights]:
            _refuse(name, "must give weights to corpora of the pool", ", ".join(unknown))
        described = old.model_copy(update={"concepts": old.concepts | {term_key(concept): dict(weights)}})
    else:
        if len(weights) < 2:
            _refuse(name, "must pool two corpora at least", "")
        described = _Described(weights=dict(weights))
    write_atomically(folder / POOL, canonical_json(json.loads(described.model_dump_json())))
    return PooledCorpus(folder, opened)


def _refuse(name: str, must: str, got: str) -> None:
    advice = "Write the corpora with their weights, such as: wikipedia notes=0.5."
    raise InvalidError(fault("CRP010", f"pool {name!r}", must, got, advice))


def _nothing(concept: str, lexicalizations: Sequence[str], vocabulary: Vocabulary) -> DisclosureTable:
    names = tuple(sorted(set(map(term_key, lexicalizations)) - {""}))
    none = np.zeros(0, dtype=np.int64)
    return DisclosureTable(concept, names, vocabulary, 0, (), none, none)
