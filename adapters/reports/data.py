"""The data of a report, as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.machine.files import canonical_pieces
from engine.record.report import ReleaseReport


def report_pieces(report: ReleaseReport) -> Iterator[bytes]:
    """What `canonical_json` makes of a report, document by document: of all at once it takes much memory."""
    others = report.model_dump(mode="json", exclude={"documents"})
    documents = (document.model_dump(mode="json") for document in report.documents)
    return canonical_pieces(others | {"documents": documents})
