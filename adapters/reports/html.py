"""The compliance report as one self-contained HTML page, readable on paper."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from markupsafe import Markup

from adapters.reports.greedy_curves import LEARNERS, draw_gate
from adapters.reports.templates import template
from engine.policy.clauses.earlier_releases import SENTENCES
from engine.record.report import SMALLEST_COUNT, DocumentRecord, ReleaseReport

MAX_ROWS = 500
"""Documents listed in the page; refused and quarantined ones come first, the rest is in report.json."""

_SENTENCES = {
    "released": "All documents passed every check of the policy and are in this bundle.",
    "released in part": "Documents that passed every check are in this bundle; "
    "those that failed one, or could not be read, are not.",
    "refused": "No document passed the checks of the policy. The bundle holds no document.",
    "nothing released": "No document could be read. The bundle holds no document.",
}
_TONE = {"released": "good", "released in part": "warn", "refused": "bad", "nothing released": "bad"}


def render_report(report: ReleaseReport) -> str:
    """The page of `report`; it holds numbers and names of the policy, never text of a document."""
    ordered = sorted(report.documents, key=lambda document: (document.outcome == "released", document.id))
    return template("report.html.j2").render(
        r=report,
        created=spoken_time(report.created),
        tone=_TONE,
        verdict_sentence=_SENTENCES[report.verdict],
        status_tone={"covered": "good", "partly": "warn", "not covered": "bad"},
        status_word={"covered": "Covered", "partly": "Partly covered", "not covered": "Not covered"},
        outcome_tone={"released": "good", "refused": "bad", "quarantined": "warn", "hidden": "soft"},
        counts={count.clause: count for count in report.clauses if _is_active(report, count.clause)},
        smallest=SMALLEST_COUNT,
        shown=ordered[:MAX_ROWS],
        n_hidden=max(0, len(ordered) - MAX_ROWS),
        percent=percent,
        spoken_time=spoken_time,
        changes=_changes(report),
        gate_curve=Markup(draw_gate(report.gate)) if report.gate else "",
        attacker_names=LEARNERS,
        earlier_rules=SENTENCES,
        earlier_hidden=sum(one.earlier.hidden for one in report.documents if one.earlier),
    )


def percent(share: float) -> str:
    """A share in [0, 1] as people read it: two digits that count, never rounded to nothing."""
    value = 100 * share
    if value >= 10:
        return f"{value:.0f} %"
    return f"{value:.1f} %" if value >= 1 or not value else f"{value:.2g} %"


def spoken_time(created: str) -> str:
    """An ISO time as people read it: ``21 November 2026, 09:30 UTC``."""
    time = datetime.fromisoformat(created).astimezone(UTC)
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


def _is_active(report: ReleaseReport, clause: str) -> bool:
    return any(c.id == clause and c.kind != "not_covered" for c in report.plan.clauses)


def _changes(report: ReleaseReport) -> Callable[[DocumentRecord, str], int]:
    kinds = {clause.id: clause.kind for clause in report.plan.clauses}

    def changes(document: DocumentRecord, kind: str) -> int:
        return sum(
            sum(actions.values())
            for clause, actions in document.decisions.items()
            if kinds.get(clause) == kind
        )

    return changes
