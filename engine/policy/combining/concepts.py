"""Two settings of one concept compared, key by key: which value of each protects more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.policy.clauses.concepts import ConceptSettings
from engine.policy.combining.sides import SIDES, compared
from engine.policy.combining.strictness import Verdict


def concept_settings(old: ConceptSettings, new: ConceptSettings) -> Iterator[tuple[str, Any, Any, Verdict]]:
    """Every setting with its old and its new value, and whether the new one protects more.

    Examples
    --------
    >>> old, new = (ConceptSettings(protect="HIV", alpha=alpha) for alpha in (1.5, 2.0))
    >>> [(key, verdict) for key, _, _, verdict in concept_settings(old, new) if verdict != "equivalent"]
    [('alpha', 'stronger')]
    """
    for key, side in SIDES[ConceptSettings].items():
        if key != "evidence":
            yield key, getattr(old, key), getattr(new, key), side(old, new, key)
    one, other = old.evidence, new.evidence
    for key, verdict in compared(one, other):
        yield f"evidence {key}", getattr(one, key), getattr(other, key), verdict
