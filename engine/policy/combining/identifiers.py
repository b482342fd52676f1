"""Clauses about identifiers of several policies, each category settled by the strictest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from engine.catalog.names import BROADER, LEARNED
from engine.policy.clauses.learning import Learn, stricter_learning
from engine.policy.clauses.text import IdentifierClause, Operator
from engine.policy.combining import strictness
from engine.policy.combining.conflict import Conflict
from engine.policy.model import Policy


def _asking(category: str, parties: Sequence[Policy]) -> Iterator[IdentifierClause]:
    """Clauses that decide about a category; of a policy without one, those about the broader category."""
    for party in parties:
        own = [clause for clause in party.identifiers if category in clause.find]
        broader = (clause for clause in party.identifiers if BROADER.get(category) in clause.find)
        yield from own or broader


class _Settings(NamedTuple):
    """What a clause does with a category."""

    replace_with: Operator
    threshold: float
    allow: tuple[str, ...]
    deny: tuple[str, ...]
    like: tuple[str, ...]
    near: tuple[str, ...]
    countries: tuple[str, ...]
    learn: Learn | None


def _settings(clause: IdentifierClause) -> _Settings:
    return _Settings(*(getattr(clause, setting) for setting in _Settings._fields))


def _asked(category: str, asking: Sequence[IdentifierClause]) -> list[_Settings]:
    """Settings by clause for a category; where one learns, silence means the shipped recogniser."""
    asked = [_settings(clause) for clause in asking]
    if category not in LEARNED or not any(settings.learn for settings in asked):
        return asked
    return [settings._replace(learn=settings.learn or Learn()) for settings in asked]


def combine_identifiers(
    parties: Sequence[Policy], first: bool
) -> tuple[list[IdentifierClause], list[Conflict]]:
    """All clauses, each category of them with the settings that prevail."""
    clauses = [clause for party in parties for clause in party.identifiers]
    finders: dict[str, list[IdentifierClause]] = {}
    for clause in clauses:
        for category in clause.find:
            finders.setdefault(category, [])
    for category, asking in finders.items():
        asking += _asking(category, parties)
    settled: dict[str, _Settings] = {}
    conflicts: list[Conflict] = []
    for category, asking in finders.items():
        settled[category] = _settings(asking[0]) if first else reduce(_stricter, _asked(category, asking))
        conflicts += _conflicts(category, asking, settled[category])
    return [part for clause in clauses for part in _split(clause, settled)], conflicts


def _stricter(one: _Settings, other: _Settings) -> _Settings:
    verdict = strictness.operator(one.replace_with.operator, other.replace_with.operator)
    allowed = {term.casefold() for term in other.allow}
    deny = tuple({term.casefold(): term for term in (*one.deny, *other.deny)}.values())
    denied = {term.casefold() for term in deny}
    return _Settings(
        _stricter_operator(one.replace_with, other.replace_with, verdict),
        min(one.threshold, other.threshold),
        tuple(t for t in one.allow if t.casefold() in allowed and t.casefold() not in denied),
        deny,
        tuple(dict.fromkeys((*one.like, *other.like))),
        tuple(dict.fromkeys((*one.near, *other.near))),
        tuple(dict.fromkeys((*one.countries, *other.countries))),
        stricter_learning(one.learn, other.learn),
    )


def _stricter_operator(one: Operator, other: Operator, verdict: strictness.Verdict) -> Operator:
    """Two operators that keep different parts of a value leave no choice but a placeholder."""
    if verdict == "unknown" or (verdict == "equivalent" and one != other):
        return Operator(operator="placeholder")
    return other if verdict == "stronger" else one


def _conflicts(category: str, asking: Sequence[IdentifierClause], settled: _Settings) -> Iterator[Conflict]:
    for setting in _Settings._fields:
        wanted = getattr(settled, setting)
        losers = [clause for clause in asking if _differs(setting, getattr(clause, setting), wanted)]
        keeper = next((clause for clause in asking if clause not in losers), None)
        for loser in losers:
            yield Conflict(
                category,
                setting,
                keeper.id if keeper else "all clauses together",
                keeper.law if keeper else "",
                _words(wanted),
                loser.id,
                loser.law,
                _words(getattr(loser, setting)),
            )


def _differs(setting: str, asked: object, settled: object) -> bool:
    """Whether a clause was overruled; longer lists of what must go overrule nobody."""
    if setting in ("deny", "like", "near", "countries"):
        return False
    if setting == "learn":
        return settled is not None and (asked or Learn()) != settled
    if setting == "replace_with" and isinstance(asked, Operator) and isinstance(settled, Operator):
        return asked != settled and {asked.operator, settled.operator} != {"placeholder", "redact"}
    return asked != settled


def _words(value: object) -> str:
    if isinstance(value, Operator):
        return value.operator + (f" ({value.census})" if value.census else "")
    if isinstance(value, Learn):
        read = "" if value.reader == "fast" else f", {value.reader}"
        return f"{', '.join(value.recognizers)} at loss ratio {value.loss_ratio:g}{read}"
    if value is None:
        return "what is usual"
    return f"{len(value)} terms" if isinstance(value, tuple) else str(value)


def _split(clause: IdentifierClause, settled: Mapping[str, _Settings]) -> Iterator[IdentifierClause]:
    """The clause, in parts when its categories ended with different settings."""
    groups: dict[_Settings, list[str]] = {}
    for category in clause.find:
        groups.setdefault(settled[category], []).append(category)
    for number, (settings, categories) in enumerate(groups.items()):
        ident = clause.id if not number else f"{clause.id}+{categories[0]}"
        yield clause.model_copy(update={"id": ident, "find": tuple(categories), **settings._asdict()})
