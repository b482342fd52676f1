"""What the machine does for schedules: what is due becomes a release, each document once, after a crash too.

A run that ends between two of its steps is found again: a draft that was half made is cancelled, and what
a started release holds is entered into the register before anything else is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from engine.errors import SafereleaseError
from flows.orchestration.schedules.due import due_until
from flows.orchestration.schedules.inbox import register_of
from flows.orchestration.schedules.intake import Taken
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import changed_meanwhile, not_found
from service.releases.moves import State, move, write_down
from service.schedules.taking import Outcome, take_in
from service.schedules.timetable import next_at, visible_schedule
from service.state.columns import new_id, now
from service.state.tables import Release, Schedule, ScheduledRun

_HELD = timedelta(hours=1)
"""How long a run may take before another process takes its schedule over."""
SHOWN_MISSED = 20
RETRIED = (Outcome.FAILED, Outcome.MISSED)


def turn(service: Service, at: datetime | None = None) -> int:
    """Do what is due now, or was asked for; returns how many runs."""
    done = 0
    mend(service)
    while run := claim(service, at or now()):
        carry_out(service, run)
        done += 1
    return done


def claim(service: Service, at: datetime) -> str | None:
    """Take the next run: one that a person asked for, else one that is due; its schedule is held."""
    with service.database.begin() as session:
        asked = (
            select(ScheduledRun)
            .join(Schedule)
            .where(ScheduledRun.outcome == Outcome.WAITING, Schedule.ended.is_(None), _free(at))
        )
        run = session.scalar(asked.order_by(ScheduledRun.due).limit(1).with_for_update(skip_locked=True))
        run = run or _due(session, at)
        if run is None:
            return None
        run.outcome = Outcome.RUNNING.value
        session.get_one(Schedule, run.schedule_id).busy_until = now() + _HELD
        return run.id


def _free(at: datetime) -> ColumnElement[bool]:
    return or_(Schedule.busy_until.is_(None), Schedule.busy_until < at)


def _due(session: Session, at: datetime) -> ScheduledRun | None:
    """A run for the schedule that is due longest; of several due times the last stands for all."""
    wanted = select(Schedule).where(Schedule.active, Schedule.next_at <= at, _free(at))
    found = session.scalar(wanted.order_by(Schedule.next_at).limit(1).with_for_update(skip_locked=True))
    if found is None or found.next_at is None:
        return None
    due = [at] if not found.every else due_until(found.every, found.time_zone, found.next_at, at)
    for missed in due[:-1][-SHOWN_MISSED:]:
        session.add(ScheduledRun(schedule_id=found.id, due=missed, outcome=Outcome.MISSED.value))
    run = ScheduledRun(id=new_id(), schedule_id=found.id, due=due[-1], outcome=Outcome.RUNNING.value)
    session.add(run)
    found.next_at = next_at(found, at)
    return run


def carry_out(service: Service, run: str) -> None:
    """Do a claimed run, to its end."""
    try:
        outcome, code = take_in(service, run), ""
    except SafereleaseError as error:
        outcome, code = Outcome.FAILED, error.faults[0].code
    except Exception as error:  # noqa: BLE001  its message may name a file: only its kind is kept
        outcome, code = Outcome.FAILED, type(error).__name__
    write_down(service)
    with service.database.begin() as session:
        row = session.get_one(ScheduledRun, run)
        if row.taken is not None:
            enter(service, session, row)
        if outcome == Outcome.FAILED:
            _discard(session, row)
        row.outcome, row.code, row.at = outcome.value, code, now()
        schedule = session.get_one(Schedule, row.schedule_id)
        schedule.busy_until = None
        if not schedule.every and _says_nothing_new(session, row):
            session.delete(row)


def _says_nothing_new(session: Session, run: ScheduledRun) -> bool:
    """Whether a look into a watched folder, of which there is one every minute, needs no line of its own."""
    if run.outcome == Outcome.NOTHING:
        return run.retries is None
    before = next((one for one in runs_of(session, run.schedule_id, 2) if one.id != run.id), None)
    return before is not None and (before.outcome, before.code) == (Outcome.FAILED, run.code)


def mend(service: Service) -> None:
    """Take up what a process left that ended in the middle of a run."""
    with service.database.begin() as session:
        wanted = select(ScheduledRun).join(Schedule).where(_free(now()))
        for row in session.scalars(wanted.where(ScheduledRun.taken.is_not(None))):
            _discard(session, row)
            enter(service, session, row)
        for row in session.scalars(wanted.where(ScheduledRun.outcome == Outcome.RUNNING)):
            _discard(session, row)
            row.outcome, row.code, row.at = Outcome.FAILED.value, "SCH004", now()


def enter(service: Service, session: Session, run: ScheduledRun) -> None:
    """Enter the documents of a run into the register: they are not taken again."""
    assert run.taken is not None
    name, keys = run.taken[0], [tuple(pair) for pair in run.taken[1]]
    outcomes = ["released"] * len(keys)
    register_of(service.keys).record(name, Taken([], keys, 0, 0), outcomes, now())
    run.taken = None
    if run.outcome == Outcome.RUNNING:
        run.outcome = Outcome.STARTED.value


def _discard(session: Session, run: ScheduledRun) -> None:
    """Cancel the draft of a run that came no further."""
    release = session.get(Release, run.release_id) if run.release_id else None
    if release is not None and release.state == State.DRAFT:
        move(session, release, State.CANCELLED, None, code="SCH004")


def run_now(service: Service, who: Who, schedule: str) -> str:
    """Ask for a run at once, also of a schedule that is paused."""
    with service.database.begin() as session:
        found = visible_schedule(session, who, schedule, Action.START_RELEASES)
        return _ask(session, found, None)


def retry_run(service: Service, who: Who, schedule: str, run: str) -> str:
    """Ask once more for a run that failed or was missed; the same twice is one.

    Raises
    ------
    Refusal
        ``SVC003`` when there is nothing to retry.
    """
    with service.database.begin() as session:
        found = visible_schedule(session, who, schedule, Action.START_RELEASES)
        row = session.get(ScheduledRun, run)
        if row is None or row.schedule_id != found.id:
            raise not_found()
        if row.outcome not in RETRIED or _again(session, row):
            raise changed_meanwhile("the run")
        return _ask(session, found, row.id)


def _again(session: Session, run: ScheduledRun) -> bool:
    return session.scalar(select(ScheduledRun.id).where(ScheduledRun.retries == run.id)) is not None


def _ask(session: Session, schedule: Schedule, retries: str | None) -> str:
    made = ScheduledRun(
        id=new_id(), schedule_id=schedule.id, due=now(), outcome=Outcome.WAITING.value, retries=retries
    )
    session.add(made)
    return made.id


def runs_of(session: Session, schedule: str, most: int = 50) -> Sequence[ScheduledRun]:
    """The runs of a schedule, the newest first."""
    wanted = select(ScheduledRun).where(ScheduledRun.schedule_id == schedule)
    return session.scalars(wanted.order_by(ScheduledRun.due.desc(), ScheduledRun.id).limit(most)).all()
