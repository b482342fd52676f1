"""Whether a document is about a protected concept, so that words which the corpus hardly saw go there too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from engine.counts.information import lower_bound
from engine.methods.c_sanitized.concept import CompiledConcept

LIKELY = 0.5
"""A sign that shows with this probability what a document is about is enough alone."""

LEAST_SIGNS = 2
"""Others must be so many, not derived from each other."""

LEAST_STEM = 6
"""Letters that words derived from each other share: "depressed" says no more of "depression"."""


class Company:
    """The concepts that a document is about, by the words in it that must go.

    Parameters
    ----------
    concepts : sequence of CompiledConcept

    Notes
    -----
    A document is about a concept if a word or phrase in it names the concept and hardly anything else, if
    one discloses it with a probability (at the lower evidence bound) of at least `LIKELY`, or if
    `LEAST_SIGNS` of them name or disclose it. A lone "depression" may be of the weather: it goes, and the
    rare names and words beside it stay.
    """

    def __init__(self, concepts: Sequence[CompiledConcept]) -> None:
        self._concepts = [concept for concept in concepts if concept.rule.unseen != "keep"]
        self._signs = cache(self._read_signs)
        self._doubting = cache(self._read_doubting)

    def about(self, keys: Iterable[str]) -> frozenset[int]:
        """Numbers of the concepts that a document with these naming and disclosing terms is about."""
        stems: dict[int, set[str]] = {}
        about: set[int] = set()
        for key in set(keys):
            for number, is_enough in self._signs(key):
                stems.setdefault(number, set()).add(key[:LEAST_STEM])
                if is_enough:
                    about.add(number)
        return frozenset(about.union(n for n, found in stems.items() if len(found) >= LEAST_SIGNS))

    def tells(self, key: str, about: AbstractSet[int]) -> bool:
        """Whether a term names or discloses one of these concepts."""
        return any(number in about for number, _ in self._signs(key))

    def doubts(self, key: str, about: AbstractSet[int]) -> bool:
        """Whether one of these concepts finds a word in too few contexts to call it safe."""
        return not about.isdisjoint(self._doubting(key))

    def _read_signs(self, key: str) -> tuple[tuple[int, bool], ...]:
        signs = ((number, _is_enough(concept, key)) for number, concept in enumerate(self._concepts))
        return tuple((number, enough) for number, enough in signs if enough is not None)

    def _read_doubting(self, key: str) -> frozenset[int]:
        return frozenset(n for n, concept in enumerate(self._concepts) if concept.judge(key) != "safe")


def _is_enough(concept: CompiledConcept, key: str) -> bool | None:
    """Whether a term alone shows that a document is about a concept; None: it tells nothing of it."""
    if key in concept.names:
        return key not in concept.ambiguous
    counts = concept.disclosing.get(key)
    if counts is None:
        return None
    n_term, n_joint = counts
    return lower_bound(n_joint, n_term, concept.rule.evidence.z) >= LIKELY
