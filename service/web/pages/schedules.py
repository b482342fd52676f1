"""Schedules: what runs by itself, when next, what became of the last runs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from sqlalchemy import select

from service.app.dependencies import Here, Settled
from service.people.roles import Action
from service.refusals import not_found
from service.releases.intake import policies_for
from service.schedules import overview, runs, timetable
from service.schedules.folders import folders_below
from service.schedules.others import others_for
from service.schedules.timetable import Wish
from service.state.tables import Group
from service.web.pages.rendering import Question, ask, render, to

router = APIRouter(include_in_schema=False, prefix="/schedules")
Field = Annotated[str, Form()]


@router.get("")
def board(request: Request, service: Here, session: Settled) -> Response:
    """All schedules that one may see."""
    if not session.who.may_anywhere(Action.READ_RELEASES):
        raise not_found()
    with service.database.look() as state:
        lines = overview.lines_for(service, state, session.who)
    may_start = session.who.may_anywhere(Action.START_RELEASES)
    values: dict[str, Any] = {"lines": lines, "others": others_for(session.who), "may_start": may_start}
    return render(request, "schedules/schedules.html.j2", session, **values)


@router.get("/new")
def new(request: Request, service: Here, session: Settled, group: str = "") -> Response:
    """The form for a new one in one of one's groups."""
    mine = session.who.groups(Action.START_RELEASES)
    if not mine:
        raise not_found()
    with service.database.look() as state:
        groups = list(state.scalars(select(Group).where(Group.id.in_(mine)).order_by(Group.title)))
        chosen = next((one for one in groups if one.slug == group), groups[0])
        values: dict[str, Any] = {
            "groups": groups,
            "group": chosen,
            "policies": policies_for(state, chosen.id),
            "folders": folders_below(service.settings, chosen.slug),
        }
    has_inbox = service.settings.inbox is not None
    return render(request, "schedules/schedule_new.html.j2", session, has_inbox=has_inbox, **values)


@router.post("")
def create(
    service: Here, session: Settled, title: Field, policy: Field, place: Field = "", every: Field = "",
    time_zone: Field = "UTC",
) -> Response:  # fmt: skip
    """A schedule; `policy` is the group and the policy, `place` the folder, as the form offers them."""
    group, _, name = policy.partition(":")
    wish = Wish(title, name, place, every, time_zone)
    return to(f"/schedules/{timetable.new_schedule(service, session.who, group, wish)}", "saved")


@router.get("/{schedule}")
def show(request: Request, service: Here, session: Settled, schedule: str) -> Response:
    """One schedule: its times, its runs, what may be changed."""
    with service.database.look() as state:
        row = timetable.visible_schedule(state, session.who, schedule)
        group = state.get_one(Group, row.group_id)
        values: dict[str, Any] = {
            "line": overview.line_of(service, state, session.who, row),
            "runs": overview.run_lines(state, row),
            "policies": policies_for(state, group.id),
            "folders": folders_below(service.settings, group.slug),
        }
    return render(request, "schedules/schedule.html.j2", session, **values)


@router.post("/{schedule}")
def change(
    service: Here, session: Settled, schedule: str, title: Field, policy: Field, place: Field = "",
    every: Field = "", time_zone: Field = "UTC",
) -> Response:  # fmt: skip
    """Other values."""
    timetable.change_schedule(service, session.who, schedule, Wish(title, policy, place, every, time_zone))
    return to(f"/schedules/{schedule}", "saved")


@router.post("/{schedule}/pause")
def pause(service: Here, session: Settled, schedule: str) -> Response:
    """No run until it is resumed."""
    timetable.pause_schedule(service, session.who, schedule)
    return to(f"/schedules/{schedule}")


@router.post("/{schedule}/resume")
def resume(service: Here, session: Settled, schedule: str) -> Response:
    """Runs again."""
    timetable.resume_schedule(service, session.who, schedule)
    return to(f"/schedules/{schedule}")


@router.get("/{schedule}/end")
def ask_to_end(request: Request, service: Here, session: Settled, schedule: str) -> Response:
    """Whether there is to be no run any more."""
    with service.database.look() as state:
        row = timetable.visible_schedule(state, session.who, schedule, Action.START_RELEASES)
        title = timetable.title_of(service, row)
    sentence = "It runs no more, and its times and its list of runs go. Its releases stay."
    back = f"/schedules/{schedule}"
    return ask(request, session, Question(f"Delete {title}?", sentence, "Delete the schedule", back))


@router.post("/{schedule}/end")
def end(service: Here, session: Settled, schedule: str) -> Response:
    """No run any more."""
    timetable.end_schedule(service, session.who, schedule)
    return to("/schedules", "ended")


@router.post("/{schedule}/runs")
def run_now(service: Here, session: Settled, schedule: str) -> Response:
    """A run at once."""
    runs.run_now(service, session.who, schedule)
    return to(f"/schedules/{schedule}", "asked")


@router.post("/{schedule}/runs/{run}/retry")
def retry(service: Here, session: Settled, schedule: str, run: str) -> Response:
    """Once more what failed or was missed."""
    runs.retry_run(service, session.who, schedule, run)
    return to(f"/schedules/{schedule}", "asked")
