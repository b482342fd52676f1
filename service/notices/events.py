"""What people are told of: moves of releases, and scheduled runs that did not happen; each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.alarms.alarm import Outcome
from service.people.roles import Role
from service.releases.intake import documents_of
from service.releases.listing import policy_name
from service.releases.moves import State
from service.schedules.timetable import policy_of
from service.state.columns import now
from service.state.tables import Membership, Move, Person, Release, Schedule, ScheduledRun

_OF: dict[str, tuple[Outcome, Role | None]] = {
    State.REVIEW: ("review", Role.REVIEWER),
    State.APPROVAL: ("approval", Role.APPROVER),
    State.FAILED: ("failed", Role.OPERATOR),
    State.REFUSED: ("refused", Role.OPERATOR),
    State.SEALED: ("done", None),
}
"""For each state what is told, and to whom in the group; None: to who started the release."""
_AT_ONCE = 100


@dataclass(frozen=True)
class Event:
    """Something to tell.

    Parameters
    ----------
    id : str
        The same in every try.
    at : datetime
    outcome : str
    policy : str
    told : str
        Counts and codes.
    path : str
        The page to look at.
    release : str
        Id of the release; empty for a schedule.
    people : tuple of str
        Mail addresses of those whom it concerns.
    """

    id: str
    at: datetime
    outcome: Outcome
    policy: str
    told: str
    path: str
    release: str
    people: tuple[str, ...]


def untold(session: Session) -> Iterator[Event]:
    """What nobody was told of yet; it counts as told when the transaction ends well."""
    moves = select(Move).where(Move.told.is_(None)).order_by(Move.at).limit(_AT_ONCE)
    for move in session.scalars(moves.with_for_update(skip_locked=True)):
        move.told = now()
        if not move.document_id and move.target in _OF:
            yield _of_move(session, move)
    runs = select(ScheduledRun).where(
        ScheduledRun.told.is_(None), ScheduledRun.outcome.in_(["failed", "missed"])
    )
    for run in session.scalars(runs.limit(_AT_ONCE).with_for_update(skip_locked=True)):
        run.told = now()
        yield _of_run(session, run)


def _of_move(session: Session, move: Move) -> Event:
    release = session.get_one(Release, move.release_id)
    outcome, role = _OF[move.target]
    documents = documents_of(session, release.id)
    counted = sum(bool(one.chosen) for one in documents) if outcome == "review" else len(documents)
    told = f"{counted} documents{', ' + move.code if move.code else ''}"
    people = _with_role(session, release.group_id, role) if role else _starter(session, release)
    name = policy_name(session, release)
    return Event(move.id, move.at, outcome, name, told, f"/releases/{release.id}", release.id, people)


def _of_run(session: Session, run: ScheduledRun) -> Event:
    schedule = session.get_one(Schedule, run.schedule_id)
    people = _with_role(session, schedule.group_id, Role.OPERATOR)
    told = f"a scheduled run {'was missed' if run.outcome == 'missed' else 'failed: ' + run.code}"
    name, path = policy_of(session, schedule)[1], f"/schedules/{schedule.id}"
    return Event(run.id, run.at, "failed", name, told, path, "", people)


def _with_role(session: Session, group: str, role: Role) -> tuple[str, ...]:
    wanted = (
        select(Person.email)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.group_id == group, Membership.role == role.value, Person.active)
    )
    return tuple(sorted(set(session.scalars(wanted))))


def _starter(session: Session, release: Release) -> tuple[str, ...]:
    person = session.get_one(Person, release.created_by)
    return (person.email,) if person.active else ()
