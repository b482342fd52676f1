"""Events of identity: who got an account, a role, a key, another password, from whom. Each is an entry in the
ledger, written before it counts, and a row here, so that decisions soon after it are named."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.keys.installation import Keys
from flows.release.records.recording import record
from service.people.roles import HOUSE, Who
from service.state.columns import now
from service.state.tables import ApiKey, Group, IdentityEvent, Membership, Person

Step = Literal[
    "account-made",
    "account-closed",
    "roles-given",
    "roles-taken",
    "reset-asked",
    "reset",
    "password-changed",
    "codes-on",
    "codes-off",
    "linked",
    "key-made",
    "key-used",
    "key-ended",
    "sign-in-failures",
    "documents-shared",
    "documents-assigned",
]
NEAR = timedelta(days=14)
"""Decisions within this time after an event are named in reports."""
_HARMLESS = frozenset({"codes-on", "key-used", "key-ended", "roles-taken", "sign-in-failures", "reset-asked"})
_HARMLESS |= {"documents-shared", "documents-assigned", "password-changed"}
_ONCE = ("case", "step", "subject_key")
"""What names an entry about a key: the same happens to it once, though a kill makes it be done again."""
WORDS = {
    "account-made": "the account was made",
    "account-closed": "the account was closed",
    "roles-given": "a role was given",
    "roles-taken": "a role was taken away",
    "reset-asked": "a new password was asked for",
    "reset": "the password was reset",
    "password-changed": "its owner changed the password",
    "codes-on": "one-time codes were switched on",
    "codes-off": "one-time codes were switched off",
    "linked": "single sign-on was linked",
    "key-made": "a key was made",
    "key-used": "a key was used for the first time",
    "key-ended": "a key ended",
    "sign-in-failures": "sign-in failed",
    "documents-shared": "reviewers of a group were let see all its documents",
    "documents-assigned": "reviewers of a group were left those documents that are assigned to them",
}


def note(
    session: Session,
    keys: Keys,
    who: Who | None,
    subject: Person,
    step: Step,
    *,
    group: str = "",
    roles: Collection[str] = (),
    key: str = "",
    count: int = 0,
) -> None:
    """Write down what happened to an account: for the group, else for each in which it has a role."""
    body = {
        "step": step,
        "subject": subject.id,
        "roles": ",".join(sorted(roles)),
        "count": count,
        "subject_key": key,
        **(who.named if who else {"person": "machine"}),
    }
    for case in [group] if group else _groups_of(session, subject):
        record("identity", "", {"case": case, **body}, keys, _ONCE if key else ())
    by = who.id if who else None
    session.add(IdentityEvent(subject_id=subject.id, by=by, step=step, group_id=group or None))


def _groups_of(session: Session, subject: Person) -> Sequence[str]:
    wanted = select(Membership.group_id).where(Membership.person_id == subject.id).distinct()
    house = select(Group.id).where(Group.slug == HOUSE)
    return list(session.scalars(wanted)) or list(session.scalars(house)) or [HOUSE]


def near(session: Session, person: str, at: datetime) -> list[IdentityEvent]:
    """Events of an account shortly before it decided something, the oldest first."""
    wanted = select(IdentityEvent).where(
        IdentityEvent.subject_id == person,
        IdentityEvent.at <= at,
        IdentityEvent.at >= at - NEAR,
        IdentityEvent.step.not_in(_HARMLESS),
    )
    return list(session.scalars(wanted.order_by(IdentityEvent.at)))


def last_reset_by(session: Session, person: str) -> str | None:
    """Who reset the password of an account last."""
    resets = IdentityEvent.subject_id == person, IdentityEvent.step == "reset"
    return session.scalar(select(IdentityEvent.by).where(*resets).order_by(IdentityEvent.at.desc()).limit(1))


def live_keys(session: Session, person: str) -> list[ApiKey]:
    """Keys of a person that are in force."""
    wanted = select(ApiKey).where(ApiKey.person_id == person, ApiKey.revoked.is_(None))
    return [one for one in session.scalars(wanted) if one.expires is None or one.expires > now()]


def end_keys(session: Session, keys: Keys, who: Who | None, person: Person) -> None:
    """End every key of an account that is in force."""
    for one in live_keys(session, person.id):
        one.revoked = now()
        note(session, keys, who, person, "key-ended", key=one.id)
