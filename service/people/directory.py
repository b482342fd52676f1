"""What administrators and auditors see of people, and what administrators change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.people import accounts
from service.people.roles import Action, Role, Who
from service.refusals import invalid, not_allowed, not_found
from service.state.tables import Group, Membership, Person


@dataclass(frozen=True)
class Member:
    """Somebody in a group, with roles."""

    id: str
    login: str
    display: str
    active: bool
    roles: list[str]


@dataclass(frozen=True)
class GroupView:
    """A group as somebody sees it."""

    id: str
    slug: str
    title: str
    managed: bool
    members: list[Member]
    others: list[Member]


def may_manage(who: Who, group: Group) -> bool:
    """Administrators of a group manage it; those of the house, every group."""
    return who.is_house_administrator or who.may(Action.MANAGE_PEOPLE, group.id)


def groups_for(session: Session, who: Who) -> list[GroupView]:
    """The groups whose people `who` may read."""
    everyone = list(session.scalars(select(Person).order_by(Person.display)))
    groups = session.scalars(select(Group).order_by(Group.title))
    seen = [g for g in groups if who.is_house_administrator or who.may(Action.READ_PEOPLE, g.id)]
    return [_view(session, who, group, everyone) for group in seen]


def _view(session: Session, who: Who, group: Group, everyone: Iterable[Person]) -> GroupView:
    roles: dict[str, list[str]] = {}
    for one in session.scalars(select(Membership).where(Membership.group_id == group.id)):
        roles.setdefault(one.person_id, []).append(one.role)
    managed = may_manage(who, group)
    members = [_member(p, sorted(roles[p.id])) for p in everyone if p.id in roles]
    known = who.is_house_administrator
    others = [_member(p, []) for p in everyone if p.id not in roles and p.active] if known else []
    return GroupView(group.id, group.slug, group.title, managed, members, others)


def _member(person: Person, roles: list[str]) -> Member:
    return Member(person.id, person.login, person.display, person.active, roles)


def managed_group(session: Session, who: Who, slug: str) -> Group:
    """A group that `who` manages; 404 for others, so that nobody learns that it exists."""
    group = session.scalar(select(Group).where(Group.slug == slug))
    if group is None or not (may_manage(who, group) or group.id in who.roles):
        raise not_found()
    if not may_manage(who, group):
        raise not_allowed(Action.MANAGE_PEOPLE.value)
    return group


def person_with(session: Session, person: str) -> Person:
    """A person by id; 404 when there is none."""
    found = session.get(Person, person)
    if found is None:
        raise not_found()
    return found


def person_named(session: Session, login: str) -> Person:
    """A person by login; 404 when there is none."""
    found = session.scalar(select(Person).where(Person.login == login.strip().casefold()[:200]))
    if found is None:
        raise not_found()
    return found


def require_house(who: Who) -> None:
    """Only administrators of the house make accounts and groups."""
    if not who.is_house_administrator:
        raise not_found() if not who.may_anywhere(Action.READ_PEOPLE) else not_allowed("managing accounts")


def roles_from(names: Iterable[str]) -> list[Role]:
    """Roles by name."""
    try:
        return [Role(name) for name in names]
    except ValueError:
        raise invalid("roles", f"must be of {', '.join(Role)}") from None


def change_roles(session: Session, who: Who, slug: str, person: str, roles: Iterable[str]) -> None:
    """Give exactly `roles` to a person in a group."""
    group = managed_group(session, who, slug)
    accounts.give_roles(session, person_with(session, person), group, roles_from(roles))


def close(session: Session, who: Who, person: str) -> None:
    """Close an account; the last administrator's stays."""
    require_house(who)
    accounts.close_account(session, person_with(session, person))
    session.flush()
    accounts.require_administrator(session)


def renew_password(session: Session, who: Who, person: str) -> tuple[str, str]:
    """Login and a new first password; one-time codes are turned off with it."""
    require_house(who)
    found = person_with(session, person)
    first = accounts.first_password()
    accounts.set_password(session, found, first, must_change=True)
    found.totp_on, found.totp_sealed = False, None
    return found.login, first
