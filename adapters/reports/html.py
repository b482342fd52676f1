"""The compliance report as one self-contained HTML page, readable on paper."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from heapq import nsmallest

from markupsafe import Markup

from adapters.reports.greedy_curves import LEARNERS, draw_gate
from adapters.reports.languages.choosing import speech_of
from adapters.reports.languages.speech import ReportSpeech
from adapters.reports.templates import template
from engine.policy.clauses.earlier_releases import SENTENCES as EARLIER
from engine.record.report import SMALLEST_COUNT, DocumentRecord, ReleaseReport
from engine.record.standards import Evidence, Value
from engine.record.standing import Standing, measured_in_words

MAX_ROWS = 500
"""Documents listed in the page; refused and quarantined ones come first, the rest is in report.json."""

SENTENCES = {
    "released": "All documents passed every check of the policy and are in this bundle.",
    "released in part": "Documents that passed every check are in this bundle; "
    "those that failed one, or could not be read, are not.",
    "refused": "No document passed the checks of the policy. The bundle holds no document.",
    "nothing released": "No document could be read. The bundle holds no document.",
}
VERDICTS = {
    "released": "Released",
    "released in part": "Released in part",
    "refused": "Refused",
    "nothing released": "Nothing released",
}
STATUSES = {"covered": "Covered", "partly": "Partly covered", "not covered": "Not covered"}
STATUSES_WITHIN = {"covered": "covered", "partly": "partly covered", "not covered": "not covered"}
ROW_STATUSES = {"met": "Met", "not met": "Not met", "not covered": "Not covered by a program"}
OUTCOMES = {word: word for word in ("released", "refused", "quarantined", "hidden")}
UNITS = {
    "document": "documents",
    "paragraph": "paragraphs",
    "sentence": "sentences",
    "window": "windows",
}
"""Words of the page by what the report holds."""
OLD_OFFICE = frozenset({"doc", "xls", "ppt"})
"""Formats of which a program that is not part of this one makes new files first."""
_TONE = {"released": "good", "released in part": "warn", "refused": "bad", "nothing released": "bad"}


def render_report(report: ReleaseReport) -> str:
    """The page of `report` in its policy's language: numbers and names of the policy, no document's text."""
    documents = report.documents
    shown = nsmallest(MAX_ROWS, documents, key=lambda document: (document.outcome == "released", document.id))
    speech = speech_of(report.plan.language)
    return template("report.html.j2", speech.language).render(
        r=report,
        language=speech.language,
        created=speech.time(report.created),
        tone=_TONE,
        verdict_words=VERDICTS,
        verdict_sentence=SENTENCES[report.verdict],
        status_tone={"covered": "good", "partly": "warn", "not covered": "bad"},
        status_word=STATUSES,
        status_lower=STATUSES_WITHIN,
        row_status=ROW_STATUSES,
        row_tone={"met": "good", "not met": "bad", "not covered": "soft"},
        said=partial(_said, speech),
        outcome_tone={"released": "good", "refused": "bad", "quarantined": "warn", "hidden": "soft"},
        outcome_words=OUTCOMES,
        counts={count.clause: count for count in report.clauses if _is_active(report, count.clause)},
        smallest=SMALLEST_COUNT,
        shown=shown,
        n_hidden=max(0, len(documents) - MAX_ROWS),
        number=speech.number,
        general=speech.general,
        edges_of=lambda how: [speech.general(edge) for edge in how.edges],
        percent=speech.percent,
        spoken_time=speech.time,
        spoken_day=lambda day: speech.day(dt.date.fromisoformat(day)),
        remarks=lambda clause: _remarks(clause, speech),
        measured=lambda clause: measured_in_words(report.plan, clause.clauses[0], speech),
        units=UNITS,
        changes=_changes(report),
        gate_curve=Markup(draw_gate(report.gate)) if report.gate else "",
        attacker_names=LEARNERS,
        **_counts(documents),
        earlier_rules=EARLIER,
    )


def _counts(documents: Iterable[DocumentRecord]) -> dict[str, object]:
    """What the page says of all documents together and the report does not, in one look through them."""
    found = Counter(converted=0, earlier_hidden=0, earlier_rows=0)
    tables, people = list[DocumentRecord](), list[DocumentRecord]()
    for one in documents:
        found["converted"] += one.outcome == "released" and one.format in OLD_OFFICE
        if one.earlier:
            found["earlier_hidden"] += one.earlier.hidden
            found["earlier_rows"] += one.earlier.rows > 0
        if one.table:
            tables.append(one)
        if one.people:
            people.append(one)
    return {**found, "tables": tables, "people": people}


def _remarks(clause: Standing, speech: ReportSpeech) -> list[str]:
    """The author's note, and what stayed open."""
    return [*([clause.note] if clause.note else []), *map(speech.say, clause.open)]


def _said(speech: ReportSpeech, evidence: Evidence) -> str:
    """A piece of evidence with its counts and shares."""
    shown = {name: _shown(value, speech) for name, value in evidence.values.items()}
    return speech.say(evidence.sentence, **shown)


def _shown(value: Value, speech: ReportSpeech) -> str:
    if isinstance(value, str):
        return value
    return speech.percent(value) if isinstance(value, float) else speech.number(value)


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
