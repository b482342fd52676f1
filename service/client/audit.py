"""The ledger and its reports over the API."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode

from service.audit.period_rows import PeriodReport
from service.client.asking import Asking
from service.web.api.audit import CheckOut, EntryOut


class Audit(Asking):
    """Entries, the check, the report for a period."""

    def ledger(
        self, event: str = "", person: str = "", release: str = "", before: str = "", limit: int = 500
    ) -> list[EntryOut]:
        """Entries of one's groups, newest first; older ones by the last `place` that came as `before`."""
        asked = {"event": event, "person": person, "release": release, "before": before, "limit": limit}
        return self._get(f"/audit?{urlencode(asked)}", list[EntryOut])

    def check_ledger(self) -> str:
        """Have the whole ledger checked; how it stands, in a sentence."""
        return self._post("/audit/check", CheckOut, {}).sentence

    def period(self, first: date, last: date) -> PeriodReport:
        """What happened from one day to another, both included, in UTC."""
        return self._get(f"/audit/period?first={first}&last={last}", PeriodReport)

    def period_pdf(self, first: date, last: date) -> bytes:
        """The same as a signed PDF/A file."""
        return self._file(f"/audit/period.pdf?first={first}&last={last}")
