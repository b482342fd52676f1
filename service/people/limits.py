"""How often something may be tried; counted in the database, so that all processes count together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from service.refusals import Refusal
from service.state.columns import now
from service.state.tables import Attempt
from service.state.vault import Vault


@dataclass(frozen=True)
class Limit:
    """At most `times` in `within`."""

    name: str
    times: int
    within: timedelta


PER_LOGIN = Limit("login", 10, timedelta(minutes=15))
PER_PLACE = Limit("login from an address", 10, timedelta(minutes=15))
PER_DEVICE = Limit("login from a known browser", 10, timedelta(minutes=15))
EVERYWHERE = Limit("login from all addresses", 100, timedelta(minutes=15))
"""Of browsers that the account does not know; the known ones get in."""
PER_ADDRESS = Limit("address", 60, timedelta(minutes=15))


def count(session: Session, vault: Vault, limit: Limit, subject: str) -> None:
    """Count one try.

    Raises
    ------
    Refusal
        ``PPL003`` (429) when there were too many.
    """
    mark, since = vault.mark("limits", f"{limit.name} {subject}"), now() - limit.within
    if session.get_bind().dialect.name == "postgresql":  # SQLite has one writer anyway
        session.execute(select(func.pg_advisory_xact_lock(int(mark[:15], 16))))
    session.execute(delete(Attempt).where(Attempt.at < now() - timedelta(days=1)))
    tried = select(func.count()).select_from(Attempt).where(Attempt.subject == mark, Attempt.at >= since)
    if (session.scalar(tried) or 0) >= limit.times:
        advice = f"Wait {int(limit.within.total_seconds() // 60)} minutes."
        raise Refusal(
            429, "PPL003", limit.name, f"must not be tried more than {limit.times} times", "", advice
        )
    session.add(Attempt(subject=mark))


def take_back(session: Session, vault: Vault, limit: Limit, subject: str) -> None:
    """Do not count the last try: it was right, and a whole house may share an address."""
    mark = vault.mark("limits", f"{limit.name} {subject}")
    last = session.scalar(select(Attempt).where(Attempt.subject == mark).order_by(Attempt.at.desc()).limit(1))
    if last is not None:
        session.delete(last)


def forgive(session: Session, vault: Vault, limit: Limit, subject: str) -> None:
    """Forget the tries of somebody who got it right."""
    mark = vault.mark("limits", f"{limit.name} {subject}")
    session.execute(delete(Attempt).where(Attempt.subject == mark))
