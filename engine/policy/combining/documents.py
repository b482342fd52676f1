"""`documents` clauses of several policies made one: the strictest setting prevails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import reduce
from typing import Any, NamedTuple, get_args

from engine.policy.clauses.documents import (
    CHOICES,
    ColumnRule,
    DocumentLimits,
    DocumentsClause,
    MoreLanguage,
)
from engine.policy.problem import Problem
from engine.text import column_name


class Party(NamedTuple):
    """One policy's `documents`: its name, its clause, and whether its silence means the defaults."""

    name: str
    clause: DocumentsClause
    stands_alone: bool = True

    def says(self, key: str) -> bool:
        """Whether the policy set the key itself."""
        return key in self.clause.model_fields_set

    def asks(self, key: str) -> bool:
        """Whether the policy has a word in what the key becomes."""
        return self.stands_alone or self.says(key)


class Overruled(NamedTuple):
    """A setting that did not prevail."""

    setting: str
    kept: str
    kept_value: str
    overruled: str
    overruled_value: str


def combine(parties: Sequence[Party], first: bool) -> tuple[DocumentsClause, list[Overruled]]:
    """One clause that meets all of `parties`, and what was overruled.

    Parameters
    ----------
    parties : sequence of Party
        The first is the policy that combines the others.
    first : bool
        The policy named first decides, not the strictest.

    Notes
    -----
    A policy that is combined asks for its defaults too: a law that relies on blank pictures is
    not met by a policy that keeps them. Formats are those that all allow. Two ways of settling
    tracked changes that cannot be compared become ``remove``; a column is kept only when all keep it.
    """
    found: dict[str, Any] = {"formats": _shared_formats(parties)}
    overruled: list[Overruled] = []
    for key, stricter in _STRICTER.items():
        asking = [p for p in parties if _has_a_word(p, key, first)]
        if asking:
            values = [getattr(p.clause, key) for p in asking]
            found[key] = values[0] if first else reduce(stricter, values)
            overruled += _lost(key, found[key], parties, asking)
    found["more_languages"] = _shared_languages(parties)
    found["columns"] = _columns(parties, first, overruled)
    found["limits"] = _limits(parties)
    return _clause(found, {key for p in parties for key in p.clause.model_fields_set}), overruled


def _clause(found: Mapping[str, Any], said: Set[str]) -> DocumentsClause:
    """A clause of these settings, without defaults that nobody set."""
    defaults = DocumentsClause()
    return DocumentsClause(**{k: v for k, v in found.items() if k in said or v != getattr(defaults, k)})


def _has_a_word(party: Party, key: str, first: bool) -> bool:
    """Whether a policy is asked what a setting becomes: no encoding means that others may name one."""
    if key == "encoding":
        return party.clause.encoding is not None
    return party.says(key) if first else party.asks(key)


def _chooser(key: str) -> Callable[[Any, Any], Any]:
    def stricter(one: Any, other: Any) -> Any:
        if one == other:
            return one
        levels = CHOICES[key]
        at, to = _level(key, one), _level(key, other)
        if at == to:
            return levels[at + 1][0]
        return one if at > to else other

    return stricter


_STRICTER: dict[str, Callable[[Any, Any], Any]] = {
    **{key: _chooser(key) for key in CHOICES},
    "names": lambda one, other: other if one == "keep" else one,
    "encoding": lambda one, other: one if one == other else None,
}
_FATES = ("keep", "replace", "drop")
"""What may happen to a column, from the weakest on."""


def _level(key: str, value: str) -> int:
    return next(i for i, values in enumerate(CHOICES[key]) if value in values)


def _lost(key: str, value: Any, parties: Sequence[Party], asking: Sequence[Party]) -> Iterator[Overruled]:
    keeper = next((p.name for p in asking if getattr(p.clause, key) == value), "all policies together")
    for party in parties:
        asked = getattr(party.clause, key)
        if party.says(key) and asked != value:
            yield Overruled(key, keeper, str(value or "none"), party.name, str(asked))


def _shared_formats(parties: Sequence[Party]) -> tuple[str, ...]:
    limits = [set(p.clause.formats) for p in parties if p.clause.formats]
    allowed = set.intersection(*limits) if limits else set()
    listed = dict.fromkeys(name for p in parties for name in p.clause.formats)
    return tuple(name for name in listed if name in allowed)


def _shared_languages(parties: Sequence[Party]) -> tuple[MoreLanguage, ...]:
    """Languages that every policy allows that has a word in it."""
    asked = [set(p.clause.more_languages) for p in parties if p.asks("more_languages")]
    allowed = set.intersection(*asked) if asked else set()
    return tuple(name for name in get_args(MoreLanguage) if name in allowed)


def _limits(parties: Sequence[Party]) -> DocumentLimits:
    """The tightest of the limits that were set, each by itself."""
    said: dict[str, int] = {}
    for party in parties:
        for key in party.clause.limits.model_fields_set:
            value = getattr(party.clause.limits, key)
            said[key] = min(value, said.get(key, value))
    return DocumentLimits(**said)


def _columns(parties: Sequence[Party], first: bool, overruled: list[Overruled]) -> tuple[ColumnRule, ...]:
    """One rule per column: to drop it prevails, to replace it comes next; kept only if all keep it."""
    voices = {p.name for p in parties if p.stands_alone}
    found: list[ColumnRule] = []
    for entries in _asked(parties):
        keeper, name, rule = entries[0] if first else max(entries, key=lambda e: _FATES.index(e[2].then))
        then: str = rule.then
        if then == "keep" and not first and not voices <= {party for party, _, _ in entries}:
            keeper, then = "the clauses of the others", "looked through"
        else:
            found.append(ColumnRule(named=(name,), then=rule.then, category=rule.category))
        overruled += _overruled(entries, keeper, then)
    return _grouped(found)


def _overruled(entries: Sequence[tuple[str, str, ColumnRule]], keeper: str, then: str) -> Iterator[Overruled]:
    """Who asked for something else."""
    for party, name, rule in entries:
        if rule.then != then:
            yield Overruled(f"column {name}", keeper, then, party, rule.then)


def _asked(parties: Sequence[Party]) -> Iterable[list[tuple[str, str, ColumnRule]]]:
    """Of each column that is named: who asks for what, and the name."""
    asked: dict[str, list[tuple[str, str, ColumnRule]]] = {}
    for party in parties:
        for rule in party.clause.columns:
            for name in rule.named:
                asked.setdefault(column_name(name), []).append((party.name, name, rule))
    return asked.values()


def _grouped(rules: Sequence[ColumnRule]) -> tuple[ColumnRule, ...]:
    groups: dict[tuple[Any, str | None], list[str]] = {}
    for rule in rules:
        groups.setdefault((rule.then, rule.category), []).extend(rule.named)
    return tuple(ColumnRule(named=tuple(n), then=t, category=c) for (t, c), n in groups.items())


def extend(base: DocumentsClause, own: DocumentsClause) -> DocumentsClause:
    """The clause of a policy that extends another: its own settings, else those of the base."""
    update: dict[str, Any] = {
        key: getattr(own, key) for key in own.model_fields_set - {"formats", "columns", "limits", "because"}
    }
    update["formats"] = _shared_formats([Party("", base), Party("", own)])
    named = {column_name(name) for rule in own.columns for name in rule.named}
    kept = [
        ColumnRule(named=rest, then=rule.then, category=rule.category)
        for rule in base.columns
        if (rest := tuple(name for name in rule.named if column_name(name) not in named))
    ]
    update["columns"] = _grouped([*own.columns, *kept])
    limits = {k: getattr(c.limits, k) for c in (base, own) for k in c.limits.model_fields_set}
    update["limits"] = DocumentLimits(**limits)
    said = {k: getattr(base, k) for k in base.model_fields_set - {"because"}} | update
    return _clause(said, own.model_fields_set)


def unsought(clause: DocumentsClause, categories: Sequence[str]) -> Iterator[Problem]:
    """Columns to replace by a category that no clause of the policy looks for."""
    said = "unknown_columns" in clause.model_fields_set and clause.unknown_columns == "remove"
    if said and "unique-code" not in categories:
        must = "must be refuse or keep, unless a clause of the policy looks for unique-code"
        advice = "Add unique-code to find: of a clause, or leave the key out."
        yield Problem(("documents", "unknown_columns"), "POL059", must, "remove", advice)
    for place, rule in enumerate(clause.columns):
        if rule.category is not None and rule.category not in categories:
            must = "must be a category that a clause of the policy looks for"
            advice = f"Add it to find: of a clause. Looked for: {', '.join(categories) or 'none'}."
            yield Problem(("documents", "columns", place, "category"), "POL059", must, rule.category, advice)
