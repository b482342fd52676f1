"""Signing in: sessions on the server, known by the hash of a random token."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from service.people.accounts import who_is
from service.people.limits import PER_ADDRESS, PER_LOGIN, count, forgive, take_back
from service.people.one_time import accept
from service.people.passwords import matches
from service.people.roles import Who
from service.refusals import Refusal
from service.state.columns import now
from service.state.database import Database
from service.state.tables import Person, SignIn
from service.state.vault import Vault

IDLE = timedelta(minutes=60)
LONGEST = timedelta(hours=12)
HALF_WAY = timedelta(minutes=5)
_SEEN_EVERY = timedelta(minutes=1)


@dataclass(frozen=True)
class Present:
    """A session as a request finds it: who, and the word that forms must send back."""

    who: Who
    csrf: str
    token_hash: str


def token_hash(token: str) -> str:
    """What is stored of a random token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign_in(database: Database, vault: Vault, login: str, password: str, address: str) -> tuple[str, bool]:
    """Begin a session.

    Returns
    -------
    (str, bool)
        The token for the browser, and whether a one-time code is still asked for.

    Raises
    ------
    Refusal
        ``PPL005`` (401): name or password is wrong, it is not said which. ``PPL003`` too many tries.
    """
    login = login.strip().casefold()[:200]
    with database.begin() as session:
        count(session, vault, PER_ADDRESS, address)
        count(session, vault, PER_LOGIN, login)
    with database.look() as session:
        person = session.scalar(select(Person).where(Person.login == login))
    right = matches(person.password_hash if person else None, password)
    if person is None or not right or not person.active:
        raise wrong()
    with database.begin() as session:
        take_back(session, vault, PER_ADDRESS, address)
        if not person.totp_on:
            forgive(session, vault, PER_LOGIN, login)
        return new_session(session, person, complete=not person.totp_on), person.totp_on


def second_step(database: Database, vault: Vault, token: str, code: str, address: str) -> str:
    """Complete a session with a one-time code; returns a new token.

    Raises
    ------
    Refusal
        ``PPL005`` when the code is wrong, used, or the first step too long ago.
    """
    with database.begin() as session:
        count(session, vault, PER_ADDRESS, address)
        half = session.get(SignIn, token_hash(token))
        person = session.get(Person, half.person_id) if half else None
        if person is not None:
            count(session, vault, PER_LOGIN, f"code {person.login}")
    with database.begin() as session:
        half = session.get(SignIn, token_hash(token))
        if half is None or half.complete or now() - half.created > HALF_WAY:
            raise wrong()
        person = session.get_one(Person, half.person_id)
        if not person.active or not accept(session, vault, person, code):
            raise wrong()
        session.delete(half)
        take_back(session, vault, PER_ADDRESS, address)
        forgive(session, vault, PER_LOGIN, person.login)
        forgive(session, vault, PER_LOGIN, f"code {person.login}")
        return new_session(session, person)


def new_session(session: Session, person: Person, *, complete: bool = True) -> str:
    """A new session; its token is random and never seen before (no fixation)."""
    session.execute(delete(SignIn).where(SignIn.created < now() - LONGEST))
    token = secrets.token_urlsafe(32)
    row = SignIn(
        token_hash=token_hash(token), person_id=person.id, csrf=secrets.token_urlsafe(24), complete=complete
    )
    session.add(row)
    return token


def find_session(database: Database, token: str) -> Present | None:
    """The session of a token, unless it ended: idle for an hour, or twelve hours old."""
    with database.look() as session:
        row = session.get(SignIn, token_hash(token))
        if row is None or not row.complete or now() - row.seen > IDLE or now() - row.created > LONGEST:
            return None
        person = session.get_one(Person, row.person_id)
        if not person.active:
            return None
        found = Present(who_is(session, person), row.csrf, row.token_hash)
    if now() - row.seen > _SEEN_EVERY:
        with database.begin() as session:
            if fresh := session.get(SignIn, row.token_hash):
                fresh.seen = now()
    return found


def sign_out(database: Database, token: str) -> None:
    """End a session."""
    with database.begin() as session:
        session.execute(delete(SignIn).where(SignIn.token_hash == token_hash(token)))


def wrong() -> Refusal:
    """The one answer to every sign-in that fails."""
    advice = "Check both; an administrator gives a new password."
    return Refusal(401, "PPL005", "name or password", "must be right", "", advice)
