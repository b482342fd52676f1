"""What leaves of a report: nothing about one document, or few, beyond that it is there."""

from __future__ import annotations

import pytest

from adapters.reports.html import render_report
from engine.record.report import SMALLEST_COUNT, DocumentRecord, ReleaseReport, summarize
from tests.samples import sample_plan, sample_report


def report(n_with: int, n_without: int, n_refused: int = 0) -> ReleaseReport:
    """A release in which the concept `hiv` stood in `n_with` documents."""
    outcomes = ["released"] * (n_with + n_without) + ["refused"] * n_refused
    documents = sample_report(*outcomes).documents
    changed = [
        document if i < n_with or document.outcome == "refused" else _without(document)
        for i, document in enumerate(documents)
    ]
    return summarize(
        release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=sample_plan(), documents=changed
    )


def _without(document: DocumentRecord) -> DocumentRecord:
    decisions = {"G": document.decisions["G"]}
    return document.model_copy(
        update={"decisions": decisions, "concepts": {}, "utility": 0.99, "kept_bits": 99.0}
    )


FREE = {"id", "input_hash", "output", "sha256", "n_bytes"}


def test_documents_with_and_without_the_concept_read_the_same() -> None:
    leaving = report(18, 60).for_recipients()
    said = {document.model_dump_json(exclude=FREE) for document in leaving.documents}
    assert len(said) == 1


def test_of_a_document_no_more_leaves_than_the_threat_model_says() -> None:
    told = {"id", "format", "outcome", "output", "n_bytes", "sha256", "input_hash", "people"}
    blank = DocumentRecord(id="", input_hash="", outcome="released").model_dump()
    for one in report(18, 60, n_refused=2).for_recipients().documents:
        left = one.model_dump()
        assert {key for key, value in left.items() if value != blank[key]} <= told


def test_why_a_document_was_refused_does_not_leave() -> None:
    leaving = report(20, 20, n_refused=2).for_recipients()
    assert [d.outcome for d in leaving.documents].count("refused") == 2
    assert "VER001" not in leaving.model_dump_json() + render_report(leaving)


@pytest.mark.parametrize(
    ("n_with", "n_without", "shown"),
    [
        (SMALLEST_COUNT, 60, True),
        (SMALLEST_COUNT - 1, 60, False),
        (0, 60, False),
        (60, SMALLEST_COUNT, True),
        (60, SMALLEST_COUNT - 1, False),
        (60, 0, False),
    ],
)
def test_small_counts_and_their_complements_are_withheld(n_with: int, n_without: int, shown: bool) -> None:
    leaving = report(n_with, n_without).for_recipients()
    [count] = [count for count in leaving.clauses if count.clause == "hiv"]
    assert count.withheld is not shown
    assert (count.documents == n_with) is shown or n_with == 0
    assert ("hiv" in leaving.concepts) is shown
    page = render_report(leaving)
    assert ("Counts are not shown." in page) is not shown
    assert "Changes made" not in page


def test_the_share_of_information_kept_is_told_of_many_documents_alone() -> None:
    assert report(3, 3).for_recipients().utility is None
    assert report(20, 20).for_recipients().utility == pytest.approx(0.9, abs=0.01)


def test_the_operator_s_report_holds_everything() -> None:
    one = report(3, 3)
    assert one.audience == "operator"
    assert "not for recipients" in render_report(one)
    assert {d.utility for d in one.documents} == {0.8, 0.99}
