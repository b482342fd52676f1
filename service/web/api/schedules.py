"""Schedules, for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.people.accounts import group_named
from service.refusals import not_found
from service.schedules import overview, runs, timetable
from service.schedules.overview import RunOut, ScheduleOut
from service.schedules.timetable import Wish
from service.web.api.people import Short

router = APIRouter(tags=["schedules"])


class NewSchedule(Message):
    """A schedule to save: a policy, a folder in the group's inbox, times; without times it is watched."""

    title: Short
    policy: Short
    source: Annotated[str, Field(max_length=200)] = ""
    every: Annotated[str, Field(max_length=200)] = ""
    time_zone: Annotated[str, Field(max_length=64)] = "UTC"


class GroupSchedule(NewSchedule):
    """The same, with the short name of its group."""

    group: Short


class ScheduleWhole(Message):
    """A schedule with its last runs, the newest first."""

    schedule: ScheduleOut
    runs: list[RunOut]


class Made(Message):
    """The id of what was made."""

    id: str


@router.get("/schedules")
def schedules(service: Here, who: Caller) -> list[ScheduleOut]:
    """All schedules that one may see."""
    with service.database.look() as state:
        return list(overview.lines_for(service, state, who))


@router.post("/schedules", status_code=201)
def new_schedule(service: Here, who: Caller, body: GroupSchedule) -> Made:
    """A schedule in a group."""
    with service.database.look() as state:
        group = group_named(state, body.group)
    if group.id not in who.roles:
        raise not_found()
    wish = Wish(**body.model_dump(exclude={"group"}))
    return Made(id=timetable.new_schedule(service, who, group.id, wish))


@router.get("/schedules/{schedule}")
def schedule(service: Here, who: Caller, schedule: str) -> ScheduleWhole:
    """One schedule and its runs."""
    with service.database.look() as state:
        row = timetable.visible_schedule(state, who, schedule)
        line = overview.line_of(service, state, who, row)
        return ScheduleWhole(schedule=line, runs=list(overview.run_lines(state, row)))


@router.put("/schedules/{schedule}", status_code=204)
def change_schedule(service: Here, who: Caller, schedule: str, body: NewSchedule) -> None:
    """Other values; the caller answers for it from now on."""
    timetable.change_schedule(service, who, schedule, Wish(**body.model_dump()))


@router.post("/schedules/{schedule}/pause", status_code=204)
def pause_schedule(service: Here, who: Caller, schedule: str) -> None:
    """No run until it is resumed."""
    timetable.pause_schedule(service, who, schedule)


@router.post("/schedules/{schedule}/resume", status_code=204)
def resume_schedule(service: Here, who: Caller, schedule: str) -> None:
    """Runs again."""
    timetable.resume_schedule(service, who, schedule)


@router.delete("/schedules/{schedule}", status_code=204)
def end_schedule(service: Here, who: Caller, schedule: str) -> None:
    """No run any more."""
    timetable.end_schedule(service, who, schedule)


@router.post("/schedules/{schedule}/runs", status_code=201)
def run_now(service: Here, who: Caller, schedule: str) -> Made:
    """A run at once."""
    return Made(id=runs.run_now(service, who, schedule))


@router.post("/schedules/{schedule}/runs/{run}/retry", status_code=201)
def retry_run(service: Here, who: Caller, schedule: str, run: str) -> Made:
    """Once more what failed or was missed."""
    return Made(id=runs.retry_run(service, who, schedule, run))
