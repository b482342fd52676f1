"""The report that a bundle holds."""

from __future__ import annotations

from pathlib import Path

from engine.record.report import ReleaseReport, report_from

REPORT = "report.json"


def report_of(bundle: Path) -> ReleaseReport | None:
    """The report of a bundle; its plan says how its files are read."""
    try:
        return report_from((bundle / REPORT).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
