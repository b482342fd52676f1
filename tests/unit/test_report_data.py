"""The data of a report is written document by document, in the one form of our JSON."""

from __future__ import annotations

import pytest

from adapters.machine.files import canonical_json
from adapters.reports.data import report_pieces
from engine.record.report import DocumentRecord
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
