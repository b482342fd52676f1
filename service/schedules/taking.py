"""One run of a schedule: what is new and settled in its folder becomes a release that starts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from sqlalchemy.orm import Session

from adapters.documents.opening.sources import Source, find_sources
from engine.errors import SafereleaseError
from flows.orchestration.schedules.inbox import new_in, register_of
from flows.orchestration.schedules.intake import Taken
from service.app.context import Service
from service.people.accounts import who_is
from service.people.roles import Action, Who
from service.refusals import Refusal
from service.releases.intake import Wanted, add_document, draft
from service.releases.moves import State, move
from service.schedules.folders import folder_of
from service.schedules.timetable import policy_of, source_of, title_of
from service.state.columns import now
from service.state.tables import Group, Person, Release, Schedule, ScheduledRun


class Outcome(StrEnum):
    """What became of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    STARTED = "started"
    NOTHING = "nothing new"
    MISSED = "missed"
    FAILED = "failed"


def take_in(service: Service, run: str) -> Outcome:
    """Release what is new in the folder of a run's schedule.

    Raises
    ------
    Refusal
        ``SCH001`` no such folder; ``SCH002`` whoever answers for the schedule may not start releases any
        more; ``SCH003`` none of its new documents can be taken.
    """
    with service.database.look() as session:
        schedule = session.get_one(Schedule, session.get_one(ScheduledRun, run).schedule_id)
        who = _answering(session, schedule)
        slug = session.get_one(Group, schedule.group_id).slug
        policy, label = policy_of(session, schedule)
    folder = folder_of(service.settings, slug, source_of(service, schedule))
    name = f"service {schedule.id} {label}"
    taken = new_in(register_of(service.keys), name, lambda: find_sources([folder]), now())
    with service.database.begin() as session:
        session.get_one(ScheduledRun, run).n_unsettled = taken.n_unsettled
    if not taken.sources:
        return Outcome.NOTHING
    wanted = Wanted(schedule.group_id, title_of(service, schedule), policy)
    with service.database.begin() as session:  # together: a draft that no run knows of would stay
        release = draft(service, session, who, wanted)
        session.get_one(ScheduledRun, run).release_id = release.id
    added = [_add(service, who, release.id, source) for source in taken.sources]
    begun = any(added)
    _hand_over(service, run, taken, name, n_documents=sum(added), release=release.id if begun else "")
    if not begun:
        must, advice = "must hold a document that can be taken", "Look at what lies in the folder."
        raise Refusal(422, "SCH003", "the folder", must, "", advice)
    return Outcome.STARTED


def _answering(session: Session, schedule: Schedule) -> Who:
    """Whoever made or changed a schedule last: a run may do what that person may do now."""
    person = session.get_one(Person, schedule.created_by)
    who = who_is(session, person)
    if not person.active or not who.may(Action.START_RELEASES, schedule.group_id):
        must, advice = "must be somebody who may start releases", "An operator of the group saves it anew."
        raise Refusal(403, "SCH002", "the operator who answers for the schedule", must, "", advice)
    return who


def _add(service: Service, who: Who, release: str, source: Source) -> bool:
    """Take one file in; whether that could be done. Links, hidden files and files too large cannot."""
    try:
        if source.n_bytes() > service.settings.max_bytes:
            return False
        add_document(service, who, release, Path(source.path).name, source.read(), source.id)
    except (OSError, SafereleaseError):
        return False
    return True


def _hand_over(
    service: Service, run: str, taken: Taken, name: str, *, n_documents: int, release: str
) -> None:
    """In one transaction: the release starts, and the run says what it took; the register follows."""
    with service.database.begin() as session:
        row = session.get_one(ScheduledRun, run)
        row.taken, row.n_documents = [name, list(map(list, taken.keys))], n_documents
        row.n_left_out = len(taken.sources) - n_documents
        if release:
            move(session, session.get_one(Release, release), State.QUEUED, None, code="schedule")
