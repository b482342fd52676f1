"""The schedules of a group: made, changed, paused, resumed and ended by its operators."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.catalog.words import schedule_meant
from flows.orchestration.schedules.due import next_due
from flows.release.records.recording import record
from service.app.context import Service
from service.people.roles import Action, Who
from service.policies.books import approved_versions
from service.refusals import a_line, changed_meanwhile, invalid, not_found
from service.releases.intake import MAX_NAME, policies_for
from service.schedules.folders import folder_of
from service.state.columns import new_id, now
from service.state.tables import Group, PolicyFile, PolicyVersion, Schedule

WATCH_SECONDS = 60
"""How often a watched folder is looked at."""


@dataclass(frozen=True)
class Wish:
    """A schedule as a form or a program asks for it; without `every` the folder is watched."""

    title: str
    policy: str
    source: str = ""
    every: str = ""
    time_zone: str = "UTC"


def visible_schedule(
    session: Session, who: Who, schedule: str, action: Action = Action.READ_RELEASES
) -> Schedule:
    """A schedule that has not ended, for somebody whose role in its group includes `action`."""
    found = session.get(Schedule, schedule)
    if found is None or found.ended is not None:
        raise not_found()
    who.require(action, found.group_id)
    return found


def new_schedule(service: Service, who: Who, group: str, wish: Wish) -> str:
    """A schedule in a group; its id.

    Raises
    ------
    Refusal
        Not an operator there; ``SCH001`` a folder outside the group's.
    """
    who.require(Action.START_RELEASES, group)
    with service.database.begin() as session:
        if session.get(Group, group) is None:
            raise not_found()
        made = Schedule(id=new_id(), group_id=group, created_by=who.id, policy="", every="")
        _fill(service, session, made, wish)
        session.add(made)
        _write_down(service, who, made.id, "", "active")
    return made.id


def change_schedule(service: Service, who: Who, schedule: str, wish: Wish) -> None:
    """Other values for a schedule; whoever changes it answers for it from now on."""
    with service.database.begin() as session:
        found = visible_schedule(session, who, schedule, Action.START_RELEASES)
        _fill(service, session, found, wish)
        found.created_by = who.id
        _write_down(service, who, found.id, "active" if found.active else "paused", "changed")


def pause_schedule(service: Service, who: Who, schedule: str) -> None:
    """No run until it is resumed."""
    _switch(service, who, schedule, active=False)


def resume_schedule(service: Service, who: Who, schedule: str) -> None:
    """Runs again, from the next due time on: what came due meanwhile was not missed."""
    _switch(service, who, schedule, active=True)


def end_schedule(service: Service, who: Who, schedule: str) -> None:
    """No run any more; what its runs did stays known to the ledger and to auditors."""
    with service.database.begin() as session:
        found = visible_schedule(session, who, schedule, Action.START_RELEASES)
        found.ended, found.active = now(), False
        _write_down(service, who, found.id, "", "ended")


def title_of(service: Service, schedule: Schedule) -> str:
    """What people call a schedule."""
    return service.vault.open(schedule.title_sealed, f"schedule title {schedule.id}")


def source_of(service: Service, schedule: Schedule) -> str:
    """Its folder, below the group's."""
    return service.vault.open(schedule.source_sealed, f"schedule folder {schedule.id}")


def policy_of(session: Session, schedule: Schedule) -> tuple[str, str]:
    """What a run of now releases under, and what people call it: of own policies the newest approved."""
    if schedule.policy_version_id is None:
        return schedule.policy, schedule.policy
    pinned = session.get_one(PolicyVersion, schedule.policy_version_id)
    slug = session.get_one(PolicyFile, pinned.policy_id).slug
    newest = {slug: version for version, slug, _ in approved_versions(session, schedule.group_id)}[slug]
    return newest.id, f"{slug} {newest.number}"


def _fill(service: Service, session: Session, schedule: Schedule, wish: Wish) -> None:
    title = a_line("title", wish.title, MAX_NAME)
    if wish.policy not in {choice.value for choice in policies_for(session, schedule.group_id)}:
        raise invalid("policy", "must be one that is offered", "Have it approved first.")
    wish = replace(wish, every=schedule_meant(wish.every) or wish.every.strip())
    _require_times(wish)
    folder_of(service.settings, session.get_one(Group, schedule.group_id).slug, wish.source)
    version = session.get(PolicyVersion, wish.policy)
    schedule.policy, schedule.policy_version_id = wish.policy, version.id if version else None
    schedule.every, schedule.time_zone = wish.every, wish.time_zone
    schedule.title_sealed = service.vault.seal(title, f"schedule title {schedule.id}")
    schedule.source_sealed = service.vault.seal(wish.source, f"schedule folder {schedule.id}")
    schedule.next_at = next_at(schedule, now())


def next_at(schedule: Schedule, after: datetime) -> datetime:
    """When a schedule is due next."""
    if not schedule.every:
        return after + timedelta(seconds=WATCH_SECONDS)
    return next_due(schedule.every, schedule.time_zone, after)


def _require_times(wish: Wish) -> None:
    try:
        zone = ZoneInfo(wish.time_zone)
    except (KeyError, ValueError, OSError):
        raise invalid("time zone", "must be a name such as Europe/Berlin") from None
    try:
        if wish.every:
            next(CronSim(wish.every, now().astimezone(zone)))
    except (CronSimError, StopIteration):
        must = "must be five fields that come true, as in 0 2 * * *, or words such as daily at 2am"
        advice = "Leave them out to watch."
        raise invalid("times", must, advice) from None


def _switch(service: Service, who: Who, schedule: str, *, active: bool) -> None:
    with service.database.begin() as session:
        found = visible_schedule(session, who, schedule, Action.START_RELEASES)
        if found.active == active:
            raise changed_meanwhile("the schedule")
        found.active = active
        found.next_at = next_at(found, now()) if active else None
        words = ("paused", "active") if active else ("active", "paused")
        _write_down(service, who, found.id, *words)


def _write_down(service: Service, who: Who, schedule: str, source: str, target: str) -> None:
    """Into the ledger, before it counts."""
    body = {"case": schedule, "from": source, "to": target, **who.named, "code": "schedule"}
    record("moved", "", body, service.keys)


def schedules_for(session: Session, who: Who) -> list[Schedule]:
    """All schedules that somebody may see, the oldest first."""
    groups = who.groups(Action.READ_RELEASES)
    wanted = select(Schedule).where(Schedule.group_id.in_(groups), Schedule.ended.is_(None))
    return list(session.scalars(wanted.order_by(Schedule.created)))
