"""The ledger as a page, for auditors."""

from __future__ import annotations

from datetime import date, datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.app.dependencies import Here, Settled
from service.audit.period import days_of, period_report
from service.audit.reading import EVENTS, check, ledger_for
from service.web.pages.plots import plots_of
from service.web.pages.printing import period_pdf
from service.web.pages.rendering import render

router = APIRouter(include_in_schema=False, prefix="/audit")


@router.get("")
def show(request: Request, service: Here, session: Settled, event: str = "", release: str = "") -> Response:
    """Entries of one's groups, newest first."""
    with service.database.look() as state:
        rows = ledger_for(state, session.who, event, "", release.strip())
    lines = [(row, datetime.fromisoformat(row.at)) for row in rows]
    values = {"events": EVENTS, "chosen": event, "wanted": release, "checked": check()}
    return render(request, "audit.html.j2", session, lines=lines, **values)  # type: ignore[arg-type]


@router.get("/period")
def period(
    request: Request, service: Here, session: Settled, first: date | None = None, last: date | None = None
) -> Response:
    """What happened from one day to another; the last thirty days where nobody says otherwise."""
    with service.database.look() as state:
        report = period_report(state, session.who, *days_of(first, last))
    return render(request, "period.html.j2", session, report=report, plots=plots_of(report), checked=check())


@router.get("/period.pdf")
def printed(service: Here, session: Settled, first: date | None = None, last: date | None = None) -> Response:
    """The same as a signed PDF."""
    return period_pdf(service, session.who, *days_of(first, last))
