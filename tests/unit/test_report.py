"""Reports: what they add up to, what they say, and the exit code that goes with them."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from pydantic import ValidationError

from adapters.reports.html import MAX_ROWS, render_report
from adapters.reports.languages.choosing import speech_of
from engine.errors import Outcome
from engine.plan.plan import Plan
from engine.policy.combining.conflict import Conflict
from engine.record.counted import ConceptCount, HiddenClassCount
from engine.record.report import ReleaseReport, outcome_of, summarize
from tests.samples import sample_plan, sample_report
from tests.unit.test_hide_class_stage import STEP as CONFUSE


@pytest.mark.parametrize(
    ("outcomes", "quarantine", "code", "verdict"),
    [
        (("released",), "allow", Outcome.RELEASED, "released"),
        (("released", "quarantined"), "allow", Outcome.INCOMPLETE, "released in part"),
        (("released", "quarantined"), "refuse", Outcome.INVALID, "released in part"),
        (("released", "refused", "quarantined"), "allow", Outcome.REFUSED, "released in part"),
        (("refused",), "allow", Outcome.REFUSED, "refused"),
        (("quarantined",), "allow", Outcome.INVALID, "nothing released"),
    ],
)
def test_outcomes_are_never_mixed(
    outcomes: tuple[str, ...], quarantine: str, code: Outcome, verdict: str
) -> None:
    report = sample_report(*outcomes)
    assert outcome_of(report.documents, quarantine) == code
    assert report.verdict == verdict


def test_only_released_documents_are_counted() -> None:
    report = sample_report("released", "released", "refused")
    counts = {count.clause: (count.changes, count.documents) for count in report.clauses}
    assert counts == {"G": (4, 2), "hiv": (2, 2), "Q": (0, 0)}
    assert report.concepts["hiv"] == ConceptCount(removed=2, documents=2, highest=0.43)
    assert report.totals == {
        "released": 2,
        "refused": 1,
        "quarantined": 0,
        "hidden": 0,
        "documents": 3,
        "bytes": 200,
    }
    assert report.utility == pytest.approx(0.8)


def test_the_page_says_which_documents_were_converted_before_they_were_read() -> None:
    report = sample_report("released", "released", "refused")
    assert "old Office format" not in render_report(report)
    old = [
        one.model_copy(update={"format": kind})
        for one, kind in zip(report.documents, ("doc", "xls", "ppt"), strict=True)
    ]
    said = "old Office format (doc, xls, ppt), 2 in all, before they were read."
    converted = report.model_copy(update={"documents": tuple(old)})
    assert said in render_report(converted) and said in render_report(converted.for_recipients())


def test_a_report_survives_its_json() -> None:
    report = sample_report()
    assert ReleaseReport.model_validate_json(report.model_dump_json()) == report


def test_a_report_shows_of_lists_their_lengths_alone() -> None:
    plan = sample_plan()
    [step, *others] = plan.identifiers
    listed = step.model_copy(update={"deny": ("Halvorsen", "Vertvie"), "allow": ("Mercury",)})
    plan = plan.model_copy(update={"identifiers": (listed, *others)})
    report = summarize(release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=plan, documents=())
    content = report.model_dump_json() + render_report(report)
    assert not [term for term in ("Halvorsen", "Vertvie", "Mercury") if term in content]
    assert "2 terms, not shown here" in content
    assert report.plan_id == plan.plan_id


def test_the_page_says_what_the_law_asks_and_what_is_not_covered() -> None:
    page = render_report(sample_report())
    for text in (
        "NY 2782",
        "Partly covered",
        "Not covered",
        "citation unverified",
        "43 %",
        "12 %",
        "6.19",
        "[VER001] a check failed",
        "Released in part",
        "80 %",
    ):
        assert text in page, text


def test_the_page_is_self_contained_and_escapes_what_a_policy_says() -> None:
    page = render_report(sample_report())
    assert "<b>safe</b>" not in page
    assert "Records &lt;b&gt;safe&lt;/b&gt; &amp; sound" in page
    assert "http://" not in page
    assert "https://" not in page
    assert "<script" not in page


def test_a_long_page_lists_failures_first_and_says_what_it_leaves_out() -> None:
    page = render_report(sample_report(*["released"] * (MAX_ROWS + 9), "refused"))
    assert page.index('class="bad">refused') < page.index("document-000001.txt")
    assert "10 more released documents" in page


@pytest.mark.parametrize(
    ("share", "text"), [(0.434, "43 %"), (0.056, "5.6 %"), (0.00123, "0.12 %"), (0, "0.0 %"), (1, "100 %")]
)
def test_percentages_are_never_rounded_to_nothing(share: float, text: str) -> None:
    assert speech_of("en").percent(share) == text


def test_the_plan_id_is_a_function_of_the_plan() -> None:
    plan = sample_plan()
    assert plan.plan_id == sample_plan().plan_id
    assert plan.model_copy(update={"title": "other"}).canonical() != plan.canonical()
    assert plan.canonical() == type(plan).model_validate_json(plan.canonical()).canonical()


def test_documents_of_which_the_model_can_tell_nothing_are_shown() -> None:
    plan = sample_plan().model_copy(update={"hide_class": CONFUSE})
    counts = [
        HiddenClassCount(words=40, suppressed=9, mentions=12, generalized=0, topic_kept=True),
        HiddenClassCount(words=0, suppressed=0, mentions=0, generalized=0, topic_kept=None),
    ]
    released = sample_report("released", "released").documents
    documents = [d.model_copy(update={"hide_class": c}) for d, c in zip(released, counts, strict=True)]
    report = summarize(
        release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=plan, documents=documents
    )
    assert report.hide_class is not None
    assert (report.hide_class.documents, report.hide_class.changed, report.hide_class.unknown) == (2, 1, 1)
    assert "the model cannot judge them" in render_report(report)
    known = documents[:1]
    report = summarize(
        release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=plan, documents=known
    )
    assert "the model cannot judge them" not in render_report(report)


def test_a_plan_keeps_its_conflicts_as_they_were_settled() -> None:
    conflict = Conflict("phone", "threshold", "a", "Law 1", "0.3", "b/c", "Law 2", "0.5")
    plan = sample_plan().model_copy(update={"conflicts": (conflict,)})
    assert Plan.model_validate_json(plan.canonical()) == plan
    written = json.loads(plan.canonical())
    assert written["conflicts"] == [asdict(conflict)]
    written["conflicts"][0]["more"] = 1
    with pytest.raises(ValidationError):
        Plan.model_validate(written)
