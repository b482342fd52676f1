"""The ledger as a page, for auditors."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from service.app.dependencies import Here, Settled
from service.audit.period import days_of, period_report
from service.audit.reading import PAGE, AuditEvent, Filter, audited, check, page_of_ledger
from service.audit.words import EVENT_WORDS
from service.web.pages.plots import plots_of
from service.web.pages.printing import period_pdf
from service.web.pages.rendering import render, to

router = APIRouter(include_in_schema=False, prefix="/audit")


@router.get("")
def show(
    request: Request,
    service: Here,
    session: Settled,
    event: AuditEvent | Literal[""] = "",
    person: str = "",
    release: str = "",
    before: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """Entries of one's groups, newest first, page by page."""
    wanted = Filter(event, person.strip(), release.strip(), before, PAGE)
    with service.database.look() as state:
        page = page_of_ledger(service, state, session.who, wanted)
    asked = {"event": event, "person": wanted.person, "release": wanted.release}
    lines = [(row, datetime.fromisoformat(row.at)) for row in page.rows]
    values: dict[str, Any] = {
        "lines": lines,
        "numbered": session.who.audits_all,
        "events": EVENT_WORDS,
        "wanted": wanted,
        "checked": page.checked,
        "older": f"/audit?{urlencode(asked | {'before': page.rows[-1].place})}" if page.more else "",
        "newest": f"/audit?{urlencode(asked)}" if before else "",
    }
    return render(request, "audit.html.j2", session, **values)


@router.post("/check")
def check_all(service: Here, session: Settled) -> Response:
    """The whole ledger, entry by entry."""
    audited(session.who)
    service.watch.whole()
    return to("/audit", "checked")


@router.get("/period")
def period(
    request: Request, service: Here, session: Settled, first: date | None = None, last: date | None = None
) -> Response:
    """What happened from one day to another; the last thirty days where nobody says otherwise."""
    with service.database.look() as state:
        report = period_report(state, session.who, *days_of(first, last))
    values: dict[str, Any] = {
        "report": report,
        "plots": plots_of(report),
        "checked": check(service, session.who),
    }
    return render(request, "period.html.j2", session, **values)


@router.get("/period.pdf")
def printed(service: Here, session: Settled, first: date | None = None, last: date | None = None) -> Response:
    """The same as a signed PDF."""
    return period_pdf(service, session.who, *days_of(first, last))
