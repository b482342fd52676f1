"""Accounts, groups and roles, as administrators give them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from service.people.passwords import hashed
from service.people.roles import DECIDING, HOUSE, Role, Scope, Who
from service.refusals import Refusal, a_line, invalid, not_found
from service.state.tables import Device, Group, Membership, Person, SignIn

_LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{1,99}")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def add_person(
    session: Session, login: str, display: str, *, email: str = "", password: str | None = None
) -> tuple[Person, str]:
    """A new account.

    Returns
    -------
    (Person, str)
        And the first password, to be changed at the first sign-in; empty when one was given.
    """
    login = login.strip().casefold()
    if not _LOGIN.fullmatch(login):
        raise invalid("login", "must be 2 to 100 small letters, digits and . _ @ + -")
    display, email = a_line("name", display), a_line("mail address", email, empty=True)
    if session.scalar(select(Person).where(Person.login == login)):
        raise Refusal(409, "PPL001", "login", "must not be taken", "", "Choose another.")
    first = "" if password else first_password()
    person = Person(
        login=login,
        display=display,
        email=email,
        password_hash=hashed(password or first, login),
        must_change=bool(first),
    )
    session.add(person)
    session.flush()
    return person, first


def first_password() -> str:
    """A random password to be changed at the first sign-in: 72 bits."""
    return "-".join(secrets.token_hex(3) for _ in range(3))


def set_password(session: Session, person: Person, password: str, *, must_change: bool = False) -> None:
    """A new password; whoever is signed in elsewhere is signed out."""
    person.password_hash = hashed(password, person.login)
    person.must_change = must_change
    session.execute(delete(SignIn).where(SignIn.person_id == person.id))
    if must_change:
        session.execute(delete(Device).where(Device.person_id == person.id))


def settle(person: Person) -> None:
    """After a reset an account decides again once password and one-time codes are its owner's."""
    if not person.must_change and person.totp_on:
        person.barred = False


def close_account(session: Session, person: Person) -> None:
    """Nobody signs in with it any more; what it did stays in its name."""
    person.active = False
    session.execute(delete(SignIn).where(SignIn.person_id == person.id))


def add_group(session: Session, slug: str, title: str) -> Group:
    """A new group of matters."""
    if not _SLUG.fullmatch(slug) or len(slug) > 64:
        raise invalid("short name", "must be small letters and digits joined by hyphens")
    title = a_line("title", title)
    if session.scalar(select(Group).where(Group.slug == slug)):
        raise Refusal(409, "PPL001", "short name", "must not be taken", "", "Choose another.")
    group = Group(slug=slug, title=title)
    session.add(group)
    session.flush()
    return group


def group_named(session: Session, slug: str) -> Group:
    """A group by its short name; 404 when there is none."""
    found = session.scalar(select(Group).where(Group.slug == slug))
    if found is None:
        raise not_found()
    return found


def give_roles(
    session: Session, person: Person, group: Group, roles: Iterable[Role], by: str | None = None
) -> None:
    """Exactly `roles` for a person in a group; none takes the membership away. What she keeps, others gave.

    Raises
    ------
    Refusal
        ``PPL004`` when the house would be without an administrator.
    """
    theirs = Membership.person_id == person.id, Membership.group_id == group.id
    given = {one.role: one.given_by for one in session.scalars(select(Membership).where(*theirs))}
    session.execute(delete(Membership).where(*theirs))
    session.add_all(
        Membership(
            person_id=person.id, group_id=group.id, role=role.value, given_by=given.get(role.value) or by
        )
        for role in sorted(set(roles))
    )
    session.flush()
    require_administrator(session)


def require_administrator(session: Session) -> None:
    """Refuse to leave the installation without anybody who can give roles."""
    wanted = (
        select(Person.id)
        .join(Membership, Membership.person_id == Person.id)
        .join(Group, Group.id == Membership.group_id)
        .where(Group.slug == HOUSE, Membership.role == Role.ADMINISTRATOR.value, Person.active)
    )
    if session.scalar(wanted) is None:
        advice = "Make somebody else administrator first."
        raise Refusal(409, "PPL004", "the house", "must keep an administrator", "none", advice)


def who_is(
    session: Session, person: Person, key: str = "", scopes: frozenset[Scope] = frozenset(Scope)
) -> Who:
    """A person with all roles that are in force.

    Notes
    -----
    Who administers people of a group decides in it only by a role that somebody else gave her.
    """
    rows = list(session.scalars(select(Membership).where(Membership.person_id == person.id)))
    house = session.scalar(select(Group.id).where(Group.slug == HOUSE)) or ""
    administers = {one.group_id for one in rows if one.role == Role.ADMINISTRATOR}
    roles: dict[str, set[Role]] = {one.group_id: set() for one in rows}
    for one in rows:
        alone = one.given_by in (None, person.id) and one.role in DECIDING
        if not (alone and administers & {one.group_id, house}):
            roles[one.group_id].add(Role(one.role))
    frozen = {group: frozenset(found) for group, found in roles.items()}
    return Who(
        person.id, person.login, person.display, frozen, house, key, person.must_change, scopes, person.barred
    )


def is_empty(session: Session) -> bool:
    """Whether nobody has an account yet."""
    return session.scalar(select(Person.id).limit(1)) is None


def first_administrator(session: Session, login: str, display: str, password: str | None = None) -> str:
    """The account and group with which an installation begins; returns the first password, if made."""
    person, first = add_person(session, login, display, password=password)
    house = session.scalar(select(Group).where(Group.slug == HOUSE)) or add_group(session, HOUSE, "The house")
    give_roles(session, person, house, [Role.ADMINISTRATOR])
    return first
