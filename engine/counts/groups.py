"""Which contexts of a corpus hold a concept and each term: what groups of terms are counted by."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.counts.compact import context_levels

Contexts = npt.NDArray[np.integer[Any]]


class Postings(Protocol):
    """The contexts of single terms: a compact index, or a whole one."""

    def contexts_of(self, key: str) -> Contexts:
        """Contexts that are known to hold a term, ascending, each once; empty for a term never counted."""
        ...


@dataclass(frozen=True, eq=False)
class ConceptContexts:
    """The contexts of a concept, and those of every term beside it.

    Parameters
    ----------
    n_contexts : int
        Contexts of the corpus.
    concept : ndarray of int
        Those that mention the concept, ascending.
    postings : Postings
    level : int
        0: all contexts are known. L: those of level >= L (`engine.counts.compact.context_levels`), because a
        name of the concept is so frequent that the index keeps only a sample of it.

    Notes
    -----
    Of a term that the index samples, the contexts of its sample are known. All samples hold the smaller
    ones, so the contexts that several terms share are those of the smallest sample, and shares of them are
    the shares there.
    """

    n_contexts: int
    concept: Contexts = field(repr=False)
    postings: Postings = field(repr=False)
    level: int = 0

    def of_term(self, key: str) -> Contexts:
        """Known contexts of a term, ascending."""
        found = self.postings.contexts_of(key)
        return found[self._levels[found] >= self.level] if self.level else found

    @cached_property
    def _levels(self) -> npt.NDArray[np.uint8]:
        return context_levels(self.n_contexts)
