"""The report for a period on paper."""

from __future__ import annotations

from datetime import date
from typing import Any

from fastapi.responses import Response

from flows.audit.printing import print_page
from service.app.context import Service
from service.audit.period import period_report
from service.audit.reading import check
from service.people.roles import Who
from service.releases.bundles import pdf_file
from service.web.pages.plots import plots_of
from service.web.pages.rendering import page_of


def period_pdf(service: Service, who: Who, first: date, last: date) -> Response:
    """The report for a period as a PDF, signed by this installation."""
    with service.database.look() as state:
        report = period_report(state, who, first, last)
    values: dict[str, Any] = {"report": report, "plots": plots_of(report), "checked": check(service, who)}
    page = page_of("period.html.j2", None, "/audit/period", **values)
    pdf = print_page(page, "Audit report", f"{first} to {last}", service.keys)
    return pdf_file(pdf, f"audit-{first}-{last}.pdf")
