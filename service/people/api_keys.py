"""Personal keys for programs: shown once, kept as a hash, with the rights of their owner."""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.people.accounts import who_is
from service.people.roles import Who
from service.people.sign_in import token_hash
from service.refusals import Refusal, a_line, invalid, not_found
from service.state.columns import now
from service.state.database import Database
from service.state.tables import ApiKey, Person

PREFIX = "srk"
MAX_DAYS = 366
_SEEN_EVERY = timedelta(minutes=1)


def make_key(session: Session, who: Who, title: str, days: int) -> str:
    """A new key for oneself; the answer is the only time that it is shown."""
    title = a_line("title", title)
    if not 1 <= days <= MAX_DAYS:
        raise invalid("days", f"must be 1 to {MAX_DAYS}")
    secret = secrets.token_urlsafe(32)
    key = ApiKey(
        person_id=who.id,
        title=title,
        secret_hash=token_hash(secret),
        expires=now() + timedelta(days=days),
    )
    session.add(key)
    session.flush()
    return f"{PREFIX}_{key.id}_{secret}"


def keys_of(session: Session, who: Who) -> list[ApiKey]:
    """The keys of a person, newest first."""
    return list(
        session.scalars(select(ApiKey).where(ApiKey.person_id == who.id).order_by(ApiKey.created.desc()))
    )


def revoke_key(session: Session, who: Who, key: str) -> None:
    """End a key of one's own; 404 for another's."""
    found = _own(session, who, key)
    found.revoked = found.revoked or now()


def key_titled(session: Session, who: Who, key: str) -> str:
    """What a key of one's own is for; 404 for another's."""
    return _own(session, who, key).title


def _own(session: Session, who: Who, key: str) -> ApiKey:
    found = session.get(ApiKey, key)
    if found is None or found.person_id != who.id:
        raise not_found()
    return found


def find_key(database: Database, shown: str) -> Who:
    """Whose key it is.

    Raises
    ------
    Refusal
        ``PPL006`` (401) when it is none, has ended, or its owner has.
    """
    prefix, _, rest = shown.partition("_")
    ident, _, secret = rest.partition("_")
    with database.look() as session:
        key = session.get(ApiKey, ident) if prefix == PREFIX else None
        stored = key.secret_hash if key else token_hash("")
        same = hmac.compare_digest(stored, token_hash(secret)) and bool(secret)
        if key is None or not same or key.revoked or (key.expires and key.expires < now()):
            raise _no_key()
        person = session.get_one(Person, key.person_id)
        if not person.active:
            raise _no_key()
        who = who_is(session, person, key.id)
    if key.used is None or now() - key.used > _SEEN_EVERY:
        with database.begin() as session:
            if fresh := session.get(ApiKey, key.id):
                fresh.used = now()
    return who


def _no_key() -> Refusal:
    return Refusal(
        401, "PPL006", "API key", "must be one that is in force", "", "Make one under Your account."
    )
