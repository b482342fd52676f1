"""Personal keys for programs: shown once, kept as a hash, with the rights of their owner."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.keys.installation import Keys
from service.people.accounts import who_is
from service.people.identity import live_keys, note
from service.people.roles import Scope, Who
from service.people.sign_in import token_hash
from service.refusals import Refusal, a_line, invalid, not_found
from service.state.columns import now
from service.state.database import Database
from service.state.tables import ApiKey, Person

PREFIX = "srk"
MAX_DAYS = 366
MOST_KEYS = 20
"""Of one person, in force at the same time."""
_SEEN_EVERY = timedelta(minutes=1)


def make_key(session: Session, keys: Keys, who: Who, title: str, days: int, scopes: Collection[Scope]) -> str:
    """A new key for oneself; the answer is the only time that it is shown.

    Raises
    ------
    Refusal
        ``PPL015`` (409) with `MOST_KEYS` in force; ``PPL014`` (403) when a key makes one that is good for
        more, or longer, than itself.
    """
    title = a_line("title", title)
    if not 1 <= days <= MAX_DAYS:
        raise invalid("days", f"must be 1 to {MAX_DAYS}")
    if not scopes:
        raise invalid("scopes", f"must be one or more of {', '.join(Scope)}")
    if len(live_keys(session, who.id)) >= MOST_KEYS:
        must = f"must not have more than {MOST_KEYS} keys in force"
        raise Refusal(409, "PPL015", "an account", must, "", "End one under Your account.")
    end = now() + timedelta(days=days)
    if who.key:
        end = _within_its_own(session, who, scopes, end)
    secret = secrets.token_urlsafe(32)
    key = ApiKey(
        person_id=who.id,
        title=title,
        secret_hash=token_hash(secret),
        scopes=",".join(sorted(set(scopes))),
        expires=end,
    )
    session.add(key)
    session.flush()
    note(session, keys, who, session.get_one(Person, who.id), "key-made", key=key.id)
    return f"{PREFIX}_{key.id}_{secret}"


def _within_its_own(session: Session, who: Who, scopes: Collection[Scope], end: datetime) -> datetime:
    if not who.scopes.issuperset(scopes):
        must = "must have the scopes that it gives"
        raise Refusal(403, "PPL014", "the API key", must, "", "Make the other one under Your account.")
    own = session.get_one(ApiKey, who.key).expires
    return min(end, own) if own else end


def keys_of(session: Session, person: str) -> list[ApiKey]:
    """The keys of a person, newest first."""
    return list(
        session.scalars(select(ApiKey).where(ApiKey.person_id == person).order_by(ApiKey.created.desc()))
    )


def revoke_key(session: Session, keys: Keys, who: Who, key: str) -> None:
    """End a key of one's own, or, as administrator of the house, anybody's; 404 for another's.

    A key that is not for administering ends itself alone.
    """
    if who.key not in ("", key) and Scope.ADMINISTER not in who.scopes:
        must = f"must have the scope {Scope.ADMINISTER}"
        raise Refusal(403, "PPL014", "the API key", must, "", "End the other under Your account.")
    found = session.get(ApiKey, key) if who.is_house_administrator else _own(session, who, key)
    if found is None:
        raise not_found()
    if found.revoked is None:
        found.revoked = now()
        note(session, keys, who, session.get_one(Person, found.person_id), "key-ended", key=found.id)


def key_titled(session: Session, who: Who, key: str) -> str:
    """What a key of one's own is for; 404 for another's."""
    return _own(session, who, key).title


def _own(session: Session, who: Who, key: str) -> ApiKey:
    found = session.get(ApiKey, key)
    if found is None or found.person_id != who.id:
        raise not_found()
    return found


def find_key(database: Database, keys: Keys, shown: str) -> Who:
    """Whose key it is.

    Raises
    ------
    Refusal
        ``PPL006`` (401) when it is none, has ended, or its owner has; ``PPL010`` (403) while its owner has
        a first password.
    """
    with database.look() as session:
        key = _in_force(session, shown)
        person = session.get_one(Person, key.person_id)
        if not person.active:
            raise _no_key()
        if person.must_change:
            raise must_change_first()
        scopes = frozenset(Scope) if key.scopes is None else frozenset(map(Scope, key.scopes.split(",")))
        who = who_is(session, person, key.id, scopes)
    if key.used is None or now() - key.used > _SEEN_EVERY:
        with database.begin() as session:
            if fresh := session.get(ApiKey, key.id, with_for_update=True):
                if fresh.used is None:
                    note(session, keys, who, session.get_one(Person, who.id), "key-used", key=key.id)
                fresh.used = now()
    return who


def _in_force(session: Session, shown: str) -> ApiKey:
    """The key that is shown; compared in the same time whether there is one or not."""
    prefix, ident, secret = (*shown.split("_", 2), "", "")[:3]
    key = session.get(ApiKey, ident) if prefix == PREFIX else None
    is_same = hmac.compare_digest(key.secret_hash if key else token_hash(""), token_hash(secret))
    if key is None or not (secret and is_same) or key.revoked or (key.expires and key.expires < now()):
        raise _no_key()
    return key


def must_change_first() -> Refusal:
    """The account has a first password still."""
    return Refusal(403, "PPL010", "your password", "must be changed first", "", "See Your account.")


def _no_key() -> Refusal:
    return Refusal(
        401, "PPL006", "API key", "must be one that is in force", "", "Make one under Your account."
    )
