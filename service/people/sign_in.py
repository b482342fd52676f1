"""Signing in: sessions on the server, known by the hash of a random token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from service.people.accounts import who_is
from service.people.identity import note
from service.people.limits import (
    EVERYWHERE,
    PER_ADDRESS,
    PER_DEVICE,
    PER_LOGIN,
    PER_PLACE,
    Limit,
    count,
    forgive,
    take_back,
)
from service.people.one_time import accept
from service.people.passwords import matches
from service.people.roles import Who
from service.refusals import Refusal
from service.state.columns import now
from service.state.database import Database
from service.state.tables import Device, Person, SignIn
from service.state.vault import Vault

IDLE = timedelta(minutes=60)
LONGEST = timedelta(hours=12)
HALF_WAY = timedelta(minutes=5)
KNOWN = timedelta(days=90)
"""How long an account knows a browser."""
_SEEN_EVERY = timedelta(minutes=1)
_TOLD = frozenset({10, 100, 1000, 10_000})
"""Sums of wrong passwords that are entries of the ledger."""


@dataclass(frozen=True)
class Present:
    """A session as a request finds it: who, the word that forms must send back, and how many wrong passwords
    were tried before it began."""

    who: Who
    csrf: str
    token_hash: str
    failed: int = 0


def token_hash(token: str) -> str:
    """What is stored of a random token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign_in(
    database: Database, vault: Vault, login: str, password: str, address: str, device: str = ""
) -> tuple[str, bool]:
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
        person = session.scalar(select(Person).where(Person.login == login))
        limits = _limits(session, person, login, address, device)
        for limit, subject in limits:
            count(session, vault, limit, subject)
    right = matches(person.password_hash if person else None, password)
    if person is None or not right or not person.active:
        _failed(database, vault, person)
        raise wrong()
    with database.begin() as session:
        _forgive(session, vault, limits)
        return new_session(session, person, complete=not person.totp_on), person.totp_on


def second_step(
    database: Database, vault: Vault, token: str, code: str, address: str, device: str = ""
) -> str:
    """Complete a session with a one-time code; returns a new token.

    Raises
    ------
    Refusal
        ``PPL005`` when the code is wrong, used, or the first step too long ago.
    """
    with database.begin() as session:
        half = session.get(SignIn, token_hash(token))
        person = session.get(Person, half.person_id) if half else None
        subject = f"code {person.login}" if person else ""
        limits = _limits(session, person, subject, address, device)
        if subject and not knows(session, person, device):  # who has the password tries from anywhere
            limits.append((PER_LOGIN, subject))
        for limit, counted in limits:
            count(session, vault, limit, counted)
    with database.begin() as session:
        half = session.get(SignIn, token_hash(token))
        if half is None or half.complete or now() - half.created > HALF_WAY:
            raise wrong()
        person = session.get_one(Person, half.person_id)
        if not person.active or not accept(session, vault, person, code):
            raise wrong()
        session.delete(half)
        _forgive(session, vault, limits)
        return new_session(session, person)


def _limits(
    session: Session, person: Person | None, subject: str, address: str, device: str
) -> list[tuple[Limit, str]]:
    """What a try counts for: strangers cannot use up those of a browser that the account knows."""
    if knows(session, person, device):
        return [(PER_DEVICE, f"{subject} {token_hash(device)}")]
    return [(PER_ADDRESS, address), (PER_PLACE, f"{subject} {address}"), (EVERYWHERE, subject)]


def _forgive(session: Session, vault: Vault, limits: Sequence[tuple[Limit, str]]) -> None:
    for limit, subject in limits:
        if limit in (PER_ADDRESS, EVERYWHERE, PER_LOGIN):
            take_back(session, vault, limit, subject)
        else:
            forgive(session, vault, limit, subject)


def knows(session: Session, person: Person | None, device: str) -> bool:
    """Whether somebody signed in from a browser before."""
    found = session.get(Device, (token_hash(device), person.id)) if person and device else None
    return found is not None and now() - found.seen < KNOWN


def remember_device(database: Database, token: str, device: str) -> str:
    """Know the browser of a complete session again; its token."""
    device = device or secrets.token_urlsafe(32)
    with database.begin() as session:
        row = session.get(SignIn, token_hash(token))
        if row is None or not row.complete:
            return ""
        session.execute(delete(Device).where(Device.seen < now() - KNOWN))
        session.merge(Device(token_hash=token_hash(device), person_id=row.person_id, seen=now()))
    return device


def _failed(database: Database, vault: Vault, person: Person | None) -> None:
    """Count a wrong password; the ledger is told in sums, so that nobody fills it from outside."""
    if person is None:
        return
    with database.begin() as session:
        row = session.get_one(Person, person.id, with_for_update=True)
        row.failed += 1
        if row.failed in _TOLD:
            note(session, vault.keys, None, row, "sign-in-failures", count=row.failed)


def new_session(session: Session, person: Person, *, complete: bool = True) -> str:
    """A new session; its token is random and never seen before (no fixation)."""
    session.execute(delete(SignIn).where(SignIn.created < now() - LONGEST))
    token = secrets.token_urlsafe(32)
    row = SignIn(
        token_hash=token_hash(token), person_id=person.id, csrf=secrets.token_urlsafe(24), complete=complete
    )
    if complete:
        row.failed = _forget_failures(session, person.id)
    session.add(row)
    return token


def _forget_failures(session: Session, person: str) -> int:
    row = session.get_one(Person, person)
    failed, row.failed = row.failed, 0
    return failed


def find_session(database: Database, token: str) -> Present | None:
    """The session of a token, unless it ended: idle for an hour, or twelve hours old."""
    with database.look() as session:
        row = session.get(SignIn, token_hash(token))
        if row is None or not row.complete or now() - row.seen > IDLE or now() - row.created > LONGEST:
            return None
        person = session.get_one(Person, row.person_id)
        if not person.active:
            return None
        found = Present(who_is(session, person), row.csrf, row.token_hash, row.failed)
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
