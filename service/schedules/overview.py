"""Schedules as pages and programs show them: when next, what became of the last runs."""

from __future__ import annotations

from datetime import datetime
from itertools import islice

from sqlalchemy.orm import Session

from flows.orchestration.schedules.due import due_times, in_words
from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.releases.moves import WORDS, State
from service.releases.overview import sees_names
from service.schedules.runs import RETRIED, runs_of
from service.schedules.timetable import policy_of, schedules_for, source_of, title_of
from service.state.columns import now
from service.state.tables import Group, Person, Release, Schedule, ScheduledRun

N_NEXT = 5
REASONS = {
    "SCH001": "its folder is not there",
    "SCH002": "the operator who answers for it may not start releases any more",
    "SCH003": "none of its new documents could be taken",
    "SCH004": "it was interrupted; its documents are taken by the next run",
}


class RunOut(Message):
    """One run of a schedule."""

    id: str
    due: datetime
    at: datetime
    outcome: str
    code: str
    release: str
    state: str
    documents: int
    left_out: int
    unsettled: int
    may_retry: bool


class RunLine(RunOut):
    """The same for a page; `state` is of the release that it made."""

    reason: str
    state_word: str


class ScheduleOut(Message):
    """A schedule with its next due times and its last run."""

    id: str
    title: str
    group: str
    policy: str
    source: str
    every: str
    time_zone: str
    active: bool
    next: list[datetime]
    last: RunOut | None
    by: str


class ScheduleLine(ScheduleOut):
    """The same for a page; `source` is empty for those who do not work with it."""

    policy_value: str
    words: str
    last: RunLine | None
    may_change: bool


def lines_for(service: Service, session: Session, who: Who) -> list[ScheduleLine]:
    """All schedules that somebody may see."""
    return [line_of(service, session, who, one) for one in schedules_for(session, who)]


def line_of(service: Service, session: Session, who: Who, schedule: Schedule) -> ScheduleLine:
    """One schedule."""
    value, label = policy_of(session, schedule)
    runs = run_lines(session, schedule, 1)
    return ScheduleLine(
        id=schedule.id,
        title=title_of(service, schedule),
        group=session.get_one(Group, schedule.group_id).title,
        policy=label,
        policy_value=value,
        source=source_of(service, schedule) if sees_names(who, schedule.group_id) else "",
        every=schedule.every,
        time_zone=schedule.time_zone,
        words=f"{in_words(schedule.every)}, {schedule.time_zone}" if schedule.every else "as documents come",
        active=schedule.active,
        next=_next(schedule),
        last=runs[0] if runs else None,
        by=session.get_one(Person, schedule.created_by).display,
        may_change=who.may(Action.START_RELEASES, schedule.group_id),
    )


def _next(schedule: Schedule) -> list[datetime]:
    if not schedule.active or not schedule.every:
        return []
    return list(islice(due_times(schedule.every, schedule.time_zone, now()), N_NEXT))


def run_lines(session: Session, schedule: Schedule, most: int = 50) -> list[RunLine]:
    """Its last runs, the newest first."""
    found = runs_of(session, schedule.id, most)
    retried = {run.retries for run in found}
    return [_line(session, run, run.outcome in RETRIED and run.id not in retried) for run in found]


def _line(session: Session, run: ScheduledRun, may_retry: bool) -> RunLine:
    release = session.get(Release, run.release_id) if run.release_id else None
    shown = release if release is not None and run.n_documents else None
    return RunLine(
        id=run.id,
        due=run.due,
        at=run.at,
        outcome=run.outcome,
        code=run.code,
        reason=REASONS.get(run.code, ""),
        release=shown.id if shown else "",
        state=shown.state if shown else "",
        state_word=WORDS[State(shown.state)] if shown else "",
        documents=run.n_documents,
        left_out=run.n_left_out,
        unsettled=run.n_unsettled,
        may_retry=may_retry,
    )
