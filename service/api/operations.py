"""For operations: is it alive, is it ready."""

from __future__ import annotations

from fastapi import APIRouter, Response
from sqlalchemy.exc import SQLAlchemyError

from service.app.dependencies import Here

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/ready")
def ready(service: Here, response: Response) -> dict[str, str]:
    """The database is there, in the form that this version wants."""
    try:
        current = service.database.is_current()
    except SQLAlchemyError:
        current = False
    response.status_code = 200 if current else 503
    return {"status": "ready" if current else "not ready"}
