"""How much of everything there is, for monitoring: counts and ages by state, over all groups, no names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from adapters.machine.locations import home
from service.app.context import Service
from service.releases.moves import State
from service.state.columns import now
from service.state.tables import Release, ReleaseDocument, ScheduledRun

_WAITING = (State.QUEUED, State.REVIEW, State.APPROVAL, State.PAUSED, State.FAILED)


class Figures(Collector):
    """Reads the state when it is asked.

    Parameters
    ----------
    service : Service
    """

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """All figures of now."""
        with self._service.database.look() as session:
            yield _counted(session, "releases", "Releases", Release.state)
            yield _counted(session, "documents", "Documents", ReleaseDocument.state)
            yield _counted(session, "scheduled_runs", "Runs of schedules", ScheduledRun.outcome)
            yield from _ages(session)
        pending = len(list((home() / "notices").glob("*.json")))
        yield GaugeMetricFamily("saferelease_notices_pending", "Notices that have not arrived", pending)


def _counted(
    session: Session, name: str, about: str, column: InstrumentedAttribute[str]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"saferelease_{name}", f"{about} by state", labels=("state",))
    for state, n in session.execute(select(column, func.count()).group_by(column)):
        family.add_metric((state,), n)
    return family


def _ages(session: Session) -> Iterator[GaugeMetricFamily]:
    family = GaugeMetricFamily(
        "saferelease_oldest_seconds", "How long the release that waits longest waits", labels=("state",)
    )
    wanted = select(Release.state, func.min(Release.updated)).where(Release.state.in_(_WAITING))
    for state, oldest in session.execute(wanted.group_by(Release.state)):
        family.add_metric((state,), (now() - oldest).total_seconds())
    yield family
