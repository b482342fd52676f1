"""For operations: is it alive, is it ready, how much of everything there is."""

from __future__ import annotations

import os
import shutil

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError

from service.app.context import Service
from service.app.dependencies import Caller, Here
from service.app.metrics import Metrics
from service.audit.figures import Figures
from service.people.roles import Action

router = APIRouter(include_in_schema=False)
_LEAST_FREE_BYTES = 256 << 20


def metrics_of(request: Request) -> Metrics:
    """The counters of the application that answers."""
    found: Metrics = request.app.state.metrics
    return found


@router.get("/health")
def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/ready")
def ready(request: Request, service: Here, response: Response) -> dict[str, str | bool]:
    """Whether work can be done: a database of this version, a folder, room on the disk, a machine."""
    found = {
        "database": _database(service),
        "folder": os.access(service.settings.folder, os.W_OK),
        "disk": _free(service) >= _LEAST_FREE_BYTES,
        "machine": metrics_of(request).machine_works(),
    }
    whole = all(found.values())
    response.status_code = 200 if whole else 503
    return {"status": "ready" if whole else "not ready", **found}


@router.get("/metrics", response_class=Response)
def metrics(request: Request, service: Here, who: Caller) -> Response:
    """Counts and durations for Prometheus, for operators, auditors and administrators of the house."""
    who.require(Action.READ_METRICS, who.house)
    state = CollectorRegistry()
    state.register(Figures(service))
    shown = generate_latest(metrics_of(request).registry) + generate_latest(state)
    return Response(shown, media_type=CONTENT_TYPE_LATEST)


def _database(service: Service) -> bool:
    try:
        return service.database.is_current()
    except SQLAlchemyError:
        return False


def _free(service: Service) -> int:
    try:
        return shutil.disk_usage(service.settings.folder).free
    except OSError:
        return 0
