"""The data of a report is written document by document, in the one form of our JSON."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from adapters.machine.files import canonical_json
from adapters.reports.data import report_pieces
from engine.policy.clauses.reidentification import Expert, QuasiIdentifier, ReidentificationClause
from engine.record.report import DocumentRecord, report_from
from tests.samples import sample_report


@pytest.mark.parametrize("n_documents", [0, 1, 3])
def test_the_pieces_are_the_json_of_the_whole(n_documents: int) -> None:
    reason = '[RUN002] it said\n "documents": [] and Müller'
    documents = tuple(
        DocumentRecord(
            id=str(i), input_hash="a", outcome="refused", reason=reason, decisions={"A": {"redact": i}}
        )
        for i in range(n_documents)
    )
    report = sample_report().model_copy(update={"documents": documents, "tool": reason})
    assert b"".join(report_pieces(report)) == canonical_json(report.model_dump(mode="json"))


def test_a_report_that_names_an_expert_is_read_again() -> None:
    expert = Expert(
        name="Ida Brandt",
        method="Classes",
        determined=dt.date(2026, 1, 1),
        valid_until=dt.date(2027, 12, 31),
    )
    rule = ReidentificationClause(quasi_identifiers={"AGE": QuasiIdentifier()}, expert=expert)
    report = sample_report()
    report = report.model_copy(update={"plan": report.plan.model_copy(update={"reidentification": rule})})
    content = b"".join(report_pieces(report))
    assert b"".join(report_pieces(report_from(content))) == content


def test_a_report_of_version_0_1_is_read_without_what_meant_something_else() -> None:
    content = b"".join(report_pieces(sample_report()))
    old = json.loads(content)
    for place in (old, old["plan"], *old["documents"]):
        place["confuse"] = {"k": 3}
    assert b"".join(report_pieces(report_from(json.dumps(old).encode()))) == content
