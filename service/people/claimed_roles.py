"""Roles that the groups of an OpenID provider decide, as an administrator of the machine maps them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.keys.installation import Keys
from service.people.directory import roles_of, set_roles
from service.people.roles import DECIDING, Role
from service.state.tables import Group, Person

CLAIM = "groups"
Place = tuple[str, Role]
Rules = Mapping[str, Set[Place]]
"""By name of the provider's group: short names of groups of matters, with a role in each."""


def rules_from(words: str) -> Rules | None:
    """Rules from ``NAME=GROUP:ROLE`` divided by semicolons; None for a fault.

    Nobody becomes an administrator by the word of a provider.

    Examples
    --------
    >>> rules_from("staff=clinic:operator; staff=court:auditor")["staff"] == {
    ...     ("clinic", Role.OPERATOR), ("court", Role.AUDITOR)}
    True
    >>> rules_from("staff=clinic:administrator") is None
    True
    """
    found: dict[str, set[Place]] = defaultdict(set)
    for part in filter(None, map(str.strip, words.split(";"))):
        name, _, place = part.rpartition("=")  # names of directories hold such signs
        group, _, role = place.partition(":")
        if not (name and group) or role not in {*Role} - {Role.ADMINISTRATOR}:
            return None
        found[name].add((group, Role(role)))
    return found


def settle(session: Session, keys: Keys, person: Person, rules: Rules, claims: Mapping[str, Any]) -> None:
    """Give and take what `rules` say of the groups that the provider names.

    A role that decides is not given: another person does that. It is taken like any other, with the keys,
    where the provider no longer names the group. Roles that no rule names stay as they are.
    """
    claimed = _places(rules[name] for name in _named(claims) & rules.keys())
    ruled = _places(rules.values())
    for group in session.scalars(select(Group).where(Group.slug.in_({slug for slug, _ in ruled}))):
        lost, won = _there(ruled - claimed, group), _there(claimed, group) - DECIDING
        set_roles(session, keys, None, group, person, (roles_of(session, group, person) - lost) | won)


def _named(claims: Mapping[str, Any]) -> set[str]:
    said = claims.get(CLAIM)
    return {one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str)}


def _places(given: Iterable[Set[Place]]) -> set[Place]:
    return set[Place]().union(*given)


def _there(places: Set[Place], group: Group) -> set[Role]:
    return {role for slug, role in places if slug == group.slug}
