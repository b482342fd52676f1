"""The ledger, for programs."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.audit.period import days_of, period_report
from service.audit.period_rows import PeriodReport
from service.audit.reading import MAX_ROWS, AuditEvent, EntryOut, Filter, audited, check, page_of_ledger
from service.web.pages.printing import period_pdf

router = APIRouter(tags=["audit"])
Asked = Annotated[str, Query(max_length=200)]


class CheckOut(Message):
    """How the ledger stands."""

    sentence: str


@router.get("/audit")
def entries(
    service: Here,
    who: Caller,
    event: AuditEvent | Literal[""] = "",
    person: Asked = "",
    release: Asked = "",
    before: Annotated[str, Query(max_length=64)] = "",
    limit: Annotated[int, Query(ge=1, le=MAX_ROWS)] = MAX_ROWS,
) -> list[EntryOut]:
    """Entries of one's groups, newest first; older ones by the last `place` that came as `before`."""
    wanted = Filter(event, person, release, before, limit)
    with service.database.look() as state:
        return list(page_of_ledger(service, state, who, wanted).rows)


@router.post("/audit/check")
def check_all(service: Here, who: Caller) -> CheckOut:
    """The whole ledger is checked, entry by entry; how it stands."""
    audited(who)
    service.watch.whole()
    return CheckOut(sentence=check(service, who))


@router.get("/audit/period")
def period(service: Here, who: Caller, first: date | None = None, last: date | None = None) -> PeriodReport:
    """What happened from one day to another, both included, in UTC; by default in the last thirty days."""
    with service.database.look() as state:
        return period_report(state, who, *days_of(first, last))


@router.get("/audit/period.pdf", response_class=Response)
def printed(service: Here, who: Caller, first: date | None = None, last: date | None = None) -> Response:
    """The same as a signed PDF/A file."""
    return period_pdf(service, who, *days_of(first, last))
