"""Verdicts of all protected concepts on a word at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.counts.disclosure import Vocabulary
from engine.methods.c_sanitized.concept import CompiledConcept


@dataclass(frozen=True)
class _Counted:
    """Concepts that were counted in one vocabulary, and how often a word must be seen to satisfy them all."""

    vocabulary: Vocabulary
    n_seen: int
    n_needed: int

    @classmethod
    def of(cls, concepts: Sequence[CompiledConcept]) -> _Counted:
        n_seen = max(min(concept.rule.evidence.min_joint, concept.n_needed) for concept in concepts)
        return cls(concepts[0].vocabulary, n_seen, max(concept.n_needed for concept in concepts))

    def code(self, key: str) -> bytes:
        """For a word that was never counted with any of them."""
        seen = self.vocabulary.count(key)
        if seen < self.n_seen:
            return b"u"
        return b"w" if seen < self.n_needed else b"s"


class Verdicts:
    """What a word is to all concepts together, looked up once instead of once for each.

    Parameters
    ----------
    concepts : sequence of CompiledConcept
        All compiled from one corpus, in one vocabulary of it or several.

    Notes
    -----
    Equals `CompiledConcept.judge` asked concept by concept, of which the gravest verdict counts; a test
    compares the two. Concepts that keep unseen terms are asked for what names or discloses alone.
    """

    def __init__(self, concepts: Sequence[CompiledConcept]) -> None:
        self._risky = frozenset[str]().union(*(c.names for c in concepts), *(c.disclosing for c in concepts))
        self._asked = [concept for concept in concepts if concept.rule.unseen != "keep"]
        self._known = frozenset[str]().union(*(concept.known for concept in self._asked))
        self._unproven = frozenset[str]().union(*(concept.unproven for concept in self._asked))
        groups: dict[int, list[CompiledConcept]] = {}
        for concept in self._asked:
            groups.setdefault(id(concept.vocabulary), []).append(concept)
        self._counted = list(map(_Counted.of, groups.values()))

    def of(self, key: str) -> bytes:
        """``r``: the word must go; ``u``: nothing shows it to be safe; ``w``: doubtful; ``s``: safe."""
        if key in self._risky:
            return b"r"
        if " " in key:
            return b"s"
        if key in self._known:
            return self._one_by_one(key)
        if key in self._unproven:
            return b"u"
        codes = {counted.code(key) for counted in self._counted}
        return next((code for code in (b"u", b"w") if code in codes), b"s")

    def _one_by_one(self, key: str) -> bytes:
        """The same for a word that some concept calls known: the others may doubt it."""
        verdicts = {concept.judge(key) for concept in self._asked}
        if verdicts & {"unproven", "unseen"}:
            return b"u"
        return b"w" if "doubtful" in verdicts else b"s"
