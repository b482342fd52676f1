"""The data of a report, as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.machine.files import canonical_json
from engine.record.report import ReleaseReport

_NONE = '\n "documents": []'


def report_pieces(report: ReleaseReport) -> Iterator[bytes]:
    """What `canonical_json` makes of a report, document by document: of all at once it takes much memory."""
    others = report.model_dump(mode="json", exclude={"documents"})
    head, tail = canonical_json(others | {"documents": []}).decode().split(_NONE, 1)
    yield head.encode()
    if not report.documents:
        yield _NONE.encode()
    for number, document in enumerate(report.documents):
        yield b",\n  " if number else _NONE.removesuffix("]").encode() + b"\n  "
        yield canonical_json(document.model_dump(mode="json")).rstrip().replace(b"\n", b"\n  ")
    if report.documents:
        yield b"\n ]"
    yield tail.encode()
