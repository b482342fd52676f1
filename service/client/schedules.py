"""Schedules over the API."""

from __future__ import annotations

from service.client.asking import Asking
from service.web.api.schedules import GroupSchedule, Made, NewSchedule, ScheduleOut, ScheduleWhole


class Schedules(Asking):
    """When documents of a folder become releases."""

    def schedules(self) -> list[ScheduleOut]:
        """All schedules that one may see."""
        return self._get("/schedules", list[ScheduleOut])

    def new_schedule(self, schedule: GroupSchedule) -> str:
        """A schedule; its id."""
        return self._post("/schedules", Made, schedule.model_dump()).id

    def schedule(self, schedule: str) -> ScheduleWhole:
        """One schedule and its runs."""
        return self._get(f"/schedules/{schedule}", ScheduleWhole)

    def change_schedule(self, schedule: str, wish: NewSchedule) -> None:
        """Other values; one answers for it from now on."""
        self._do(f"/schedules/{schedule}", wish.model_dump(), "PUT")

    def pause_schedule(self, schedule: str) -> None:
        """No run until it is resumed."""
        self._do(f"/schedules/{schedule}/pause")

    def resume_schedule(self, schedule: str) -> None:
        """Runs again."""
        self._do(f"/schedules/{schedule}/resume")

    def end_schedule(self, schedule: str) -> None:
        """No run any more."""
        self._do(f"/schedules/{schedule}", method="DELETE")

    def run_now(self, schedule: str) -> str:
        """A run at once; its id."""
        return self._post(f"/schedules/{schedule}/runs", Made, {}).id

    def retry_run(self, schedule: str, run: str) -> str:
        """Once more what failed or was missed; the id of the new run."""
        return self._post(f"/schedules/{schedule}/runs/{run}/retry", Made, {}).id
