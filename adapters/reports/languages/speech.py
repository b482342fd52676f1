"""The language of a report: its sentences by gettext, its numbers and days as people write them there."""

from __future__ import annotations

import datetime as dt

from engine.record.standing import Speech


class ReportSpeech(Speech):
    """How reports speak in English."""

    language = "en"

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many digits behind the point, thousands apart."""
        return f"{value:,.{digits}f}"

    def general(self, value: float) -> str:
        """A setting, with as many digits as it needs, four at most."""
        return self.pointed(f"{value:.4g}")

    def percent(self, share: float) -> str:
        """A share in [0, 1] as people read it: two digits that count, never rounded to nothing."""
        value = 100 * share
        if value >= 10:
            return f"{value:.0f} %"
        return self.pointed(f"{value:.1f} %" if value >= 1 or not value else f"{value:.2g} %")

    def time(self, created: str) -> str:
        """An ISO time: ``21 November 2026, 09:30 UTC``."""
        moment = dt.datetime.fromisoformat(created).astimezone(dt.UTC)
        return f"{self.day(moment.date())}, {moment:%H:%M} UTC"

    def pointed(self, shown: str) -> str:
        """A number without thousands, with the language's decimal sign."""
        return shown
