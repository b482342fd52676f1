"""What the shipped policies ask for under a law: the least value of alpha, k or the loss ratio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from adapters.policies.files import LoadedPolicy, load_policy, shipped_policies
from engine.measures.curves import Parameter
from engine.policy import ConceptClause, HideClassClause, IdentifierClause, Policy
from engine.policy.clauses.text import LegalClause
from flows.compiling.compilation import machine_catalog

Floor = tuple[float, str]
"""The least value, and the clause that asks for it, as in ``us-state-hiv-std/hiv``."""
NO_FLOOR: Floor = (0.0, "")


def setting_of(clause: LegalClause) -> tuple[Parameter, float] | None:
    """The setting of a clause that can be drawn as a curve, and its value."""
    if isinstance(clause, ConceptClause):
        return ("alpha", clause.alpha) if clause.alpha is not None else None
    if isinstance(clause, HideClassClause):
        return ("k", clause.k)
    if isinstance(clause, IdentifierClause) and clause.learn is not None:
        return ("loss_ratio", clause.learn.loss_ratio)
    return None


def floor_of(clause: LegalClause, loaded: LoadedPolicy) -> Floor:
    """What is demanded of a clause.

    Notes
    -----
    By the clause that it replaces in a policy that `loaded` stands on, and by clauses of shipped policies
    that carry out one of the same provisions for the same concept or category. A law names no alpha: what
    the shipped policies make of it is the measure.
    """
    wanted = setting_of(clause)
    demands = [NO_FLOOR]
    for policy, other in (*_replaced(clause, loaded), *_of_the_same_law(clause)):
        found = setting_of(other)
        if wanted and found and found[0] == wanted[0] and other is not clause:
            demands.append((found[1], f"{policy}/{other.id}"))
    return max(demands, key=lambda one: one[0])


def _replaced(clause: LegalClause, loaded: LoadedPolicy) -> Iterator[tuple[str, LegalClause]]:
    for base in loaded.bases:
        yield from ((base.policy.policy, one) for one in base.policy.clauses if one.id == clause.id)


def _of_the_same_law(clause: LegalClause) -> Iterator[tuple[str, LegalClause]]:
    for policy in _shipped():
        for one in policy.clauses:
            if _provisions(one) & _provisions(clause) and _subjects(one) & _subjects(clause):
                yield policy.policy, one


def _provisions(clause: LegalClause) -> set[str]:
    return {part.strip() for part in clause.law.split(";")}


def _subjects(clause: LegalClause) -> set[str]:
    """What a clause is about: its concept with its names, or its categories."""
    if isinstance(clause, ConceptClause):
        return {name.casefold() for name in (clause.protect, *clause.also)}
    return set(clause.find) if isinstance(clause, IdentifierClause) else set(_names(clause))


def _names(clause: LegalClause) -> Iterable[str]:
    return ["class"] if isinstance(clause, HideClassClause) else []


@cache
def _shipped() -> tuple[Policy, ...]:
    catalog = machine_catalog()
    return tuple(load_policy(path, catalog).policy for path in shipped_policies().values())
