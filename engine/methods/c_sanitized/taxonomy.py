"""The knowledge bases of a policy, read once into plain data that travels to every worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ports import KnowledgeBase


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """Senses of labels and their generalizations, knowledge bases in priority order."""

    fingerprints: tuple[str, ...] = ()

    @classmethod
    def read(cls, knowledge: Sequence[KnowledgeBase]) -> Taxonomy:
        """Read the closures of `knowledge` (in order of priority)."""
        return cls(tuple(kb.fingerprint for kb in knowledge))
