"""Two settings of one concept compared, key by key: which value of each protects more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.policy.clauses.concepts import Choice, ConceptSettings
from engine.policy.combining import strictness
from engine.policy.combining.strictness import Verdict


def _choice(old: Choice | None, new: Choice | None) -> Verdict:
    """A smaller epsilon protects more; of a drawn and a fixed choice nobody can say which does."""
    if old is None or new is None:
        return strictness.same(old, new)
    return strictness.less(old.epsilon, new.epsilon)


_VERDICTS: Mapping[str, Callable[[Any, Any], Verdict]] = {
    "protect": lambda old, new: strictness.same(old.casefold(), new.casefold()),
    "also": lambda old, new: strictness.same(set(old), set(new)),
    "alpha": lambda old, new: strictness.more(old, new) if old and new else "equivalent",
    "combinations": lambda old, new: strictness.less(old or 1.0, new or 1.0),
    "groups": lambda old, new: strictness.more(old or 1, new or 1),
    "unseen": strictness.unseen,
    "evidence z": strictness.less,
    "evidence min_joint": strictness.less,
    "replace_with": lambda old, new: strictness.in_order(old, new, ("generalize", "redact")),
    "choice": _choice,
    "max_names": lambda old, new: "equivalent",  # a wider class is refused, never released in another way
}
"""Which way a setting protects more. Of one that is not named here, nobody can say: `strictness.same`."""


def concept_settings(old: ConceptSettings, new: ConceptSettings) -> Iterator[tuple[str, Any, Any, Verdict]]:
    """Every setting with its old and its new value, and whether the new one protects more.

    Examples
    --------
    >>> old, new = (ConceptSettings(protect="HIV", alpha=alpha) for alpha in (1.5, 2.0))
    >>> [(key, verdict) for key, _, _, verdict in concept_settings(old, new) if verdict != "equivalent"]
    [('alpha', 'stronger')]
    """
    before, after = _flat(old), _flat(new)
    for key in before:
        verdict = _VERDICTS.get(key, strictness.same)
        yield key, before[key], after[key], verdict(before[key], after[key])


def _flat(settings: ConceptSettings) -> dict[str, Any]:
    """Values by key; those of `evidence` each by itself."""
    values = settings.values()
    evidence = values.pop("evidence")
    return values | {f"evidence {name}": value for name, value in evidence}
