"""What administrators and auditors see of people, and what administrators change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.keys.installation import Keys
from engine.record.decisions import Sharing
from service.people import accounts
from service.people.identity import Step, end_keys, last_reset_by, note
from service.people.roles import DECIDING, Action, Role, Who
from service.refusals import Refusal, not_allowed, not_found
from service.state.columns import now
from service.state.tables import Group, Membership, Person, Reset
from service.state.vault import Vault

_ASKED = timedelta(days=1)
"""How long a second person may confirm a new password."""


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
    shared: bool
    members: list[Member]
    others: list[Member]


@dataclass(frozen=True)
class Renewed:
    """A password that is shown once.

    Parameters
    ----------
    id, login, first : str
    state : {"made", "first half", "second half"}
        A first half opens nothing before a second person confirms it; both, joined by a hyphen, do.
    """

    id: str
    login: str
    first: str
    state: Literal["made", "first half", "second half"]


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
    return GroupView(group.id, group.slug, group.title, managed, group.shared, members, others)


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


def add_account(session: Session, keys: Keys, who: Who, login: str, display: str, email: str) -> Renewed:
    """A new account, with its first password."""
    require_house(who)
    person, first = accounts.add_person(session, login, display, email=email)
    note(session, keys, who, person, "account-made")
    return Renewed(person.id, person.login, first, "made")


def add_group(session: Session, keys: Keys, who: Who, slug: str, title: str) -> None:
    """A new group of matters; whoever makes it administers it."""
    require_house(who)
    group, me = accounts.add_group(session, slug, title), person_with(session, who.id)
    accounts.give_roles(session, me, group, [Role.ADMINISTRATOR], who.id)
    note(session, keys, who, me, "roles-given", group=group.id, roles=[Role.ADMINISTRATOR])


def change_roles(
    session: Session, keys: Keys, who: Who, slug: str, person: str, roles: Iterable[Role]
) -> None:
    """Give exactly `roles` to a person in a group; a lost role ends her keys.

    Raises
    ------
    Refusal
        ``PPL011`` (403) for a deciding role that somebody gives to herself, or to an account of which she
        knows the password: she could have taken the role away to reset it alone.
    """
    group, found, wanted = managed_group(session, who, slug), person_with(session, person), set(roles)
    if (wanted - roles_of(session, group, found)) & DECIDING and who.id in (
        found.id,
        last_reset_by(session, found.id),
    ):
        must = "must be given by somebody else than who gets it, or reset its password"
        raise Refusal(403, "PPL011", "a deciding role", must, "", "Ask another administrator.")
    set_roles(session, keys, who, group, found, wanted)


def roles_of(session: Session, group: Group, person: Person) -> set[Role]:
    """The roles of a person in a group."""
    theirs = Membership.person_id == person.id, Membership.group_id == group.id
    return {Role(role) for role in session.scalars(select(Membership.role).where(*theirs))}


def set_roles(
    session: Session, keys: Keys, who: Who | None, group: Group, found: Person, wanted: set[Role]
) -> None:
    """Exactly `wanted` for a person in a group, in the ledger; a lost role ends her keys."""
    had = roles_of(session, group, found)
    given, taken = wanted - had, had - wanted
    accounts.give_roles(session, found, group, wanted, who.id if who else None)
    if given:
        note(session, keys, who, found, "roles-given", group=group.id, roles=given)
    if taken:
        note(session, keys, who, found, "roles-taken", group=group.id, roles=taken)
        end_keys(session, keys, who, found)


def share(session: Session, keys: Keys, who: Who, slug: str, outcome: Sharing) -> None:
    """From now on reviewers of a group see all of its documents, or those that are assigned to them."""
    group = managed_group(session, who, slug)
    group.shared = outcome == "all"
    step: Step = "documents-shared" if group.shared else "documents-assigned"
    note(session, keys, who, person_with(session, who.id), step, group=group.id)


def close(session: Session, keys: Keys, who: Who, person: str) -> None:
    """Close an account, and its keys; the last administrator's stays."""
    require_house(who)
    found = person_with(session, person)
    end_keys(session, keys, who, found)
    accounts.close_account(session, found)
    session.flush()
    accounts.require_administrator(session)
    note(session, keys, who, found, "account-closed")


def renew_password(session: Session, vault: Vault, who: Who, person: str) -> Renewed:
    """A new first password; keys end, one-time codes are turned off, and the account decides nothing until
    its owner has set a password and codes of her own.

    Of somebody with a deciding role two people make it: who asks is shown one half, who confirms the other.

    Raises
    ------
    Refusal
        ``PPL012`` (403) when the same person, or its owner, would confirm it.
    """
    found = person_with(session, person)
    require_house(who)
    if not _decides(session, found):
        return _reset(session, vault, who, found, accounts.first_password())
    asked = session.get(Reset, found.id)
    if asked is None or now() - asked.at > _ASKED:
        return _ask_reset(session, vault, who, found, asked)
    if who.id in (asked.asked_by, found.id):
        must = "must be confirmed by somebody else than who asked, or owns it"
        raise Refusal(403, "PPL012", "the new password", must, "", "Another administrator confirms it.")
    half = vault.open(asked.half_sealed, f"reset {found.id}")
    session.delete(asked)
    other = accounts.first_password()
    made = _reset(session, vault, who, found, f"{half}-{other}")
    return Renewed(made.id, made.login, other, "second half")


def _ask_reset(session: Session, vault: Vault, who: Who, found: Person, old: Reset | None) -> Renewed:
    if old is not None:
        session.delete(old)
        session.flush()
    half = accounts.first_password()
    sealed = vault.seal(half, f"reset {found.id}")
    session.add(Reset(person_id=found.id, asked_by=who.id, half_sealed=sealed))
    note(session, vault.keys, who, found, "reset-asked")
    return Renewed(found.id, found.login, half, "first half")


def _reset(session: Session, vault: Vault, who: Who, found: Person, first: str) -> Renewed:
    accounts.set_password(session, found, first, must_change=True)
    if found.totp_on:
        note(session, vault.keys, who, found, "codes-off")
    found.totp_on, found.totp_sealed, found.barred = False, None, True
    end_keys(session, vault.keys, who, found)
    note(session, vault.keys, who, found, "reset")
    return Renewed(found.id, found.login, first, "made")


def _decides(session: Session, person: Person) -> bool:
    deciding = Membership.person_id == person.id, Membership.role.in_([one.value for one in DECIDING])
    return session.scalar(select(Membership.role).where(*deciding).limit(1)) is not None
