"""The ledger, for programs."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter
from fastapi.responses import Response

from service.app.dependencies import Caller, Here
from service.audit.period import PeriodReport, days_of, period_report
from service.audit.reading import ledger_for
from service.web.api.people import Said
from service.web.pages.printing import period_pdf

router = APIRouter(tags=["audit"])


class EntryOut(Said):
    """An entry of the ledger in a line."""

    seq: int
    at: str
    event: str
    person: str
    release: str
    what: str


@router.get("/audit")
def entries(service: Here, who: Caller, event: str = "", release: str = "") -> list[EntryOut]:
    """Entries of one's groups, newest first."""
    with service.database.look() as state:
        return [EntryOut.model_validate(row) for row in ledger_for(state, who, event, "", release)]


@router.get("/audit/period")
def period(service: Here, who: Caller, first: date | None = None, last: date | None = None) -> PeriodReport:
    """What happened from one day to another, both included, in UTC; by default in the last thirty days."""
    with service.database.look() as state:
        return period_report(state, who, *days_of(first, last))


@router.get("/audit/period.pdf", response_class=Response)
def printed(service: Here, who: Caller, first: date | None = None, last: date | None = None) -> Response:
    """The same as a signed PDF/A file."""
    return period_pdf(service, who, *days_of(first, last))
