"""The files of a released table: made apart, and put into the bundle only once they are proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from adapters.bundle.files import sha256_of
from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from engine.plan.steps import TableStep
from engine.record.report import DocumentRecord
from engine.text import Decision
from flows.document.document import DocumentPipeline
from flows.document.results import Released
from flows.tables.released import TABLE_LIMITS, ReleasedTable, output_suffix

CERTIFICATES = "certificates"


def release_table(
    pipeline: DocumentPipeline,
    source: Source,
    step: TableStep,
    input_hash: str,
    documents: Path,
    private: Path,
) -> Released:
    """Release one table in a process of its own, with bounded time and memory.

    Parameters
    ----------
    pipeline : DocumentPipeline
    source : Source
    step : TableStep
        The clause that names it.
    input_hash : str
    documents, private : Path
        Folder of the released files, and the folder that is never handed out: what is not proven
        yet lies there.

    Returns
    -------
    Released
        Its content is empty: the file is in its place. Its decisions are the features that were
        dropped, as changes of a text of their names, one a line.
    """
    unproven = private / "unproven"
    unproven.mkdir(parents=True, exist_ok=True)
    table, certificate = unproven / f"{source.id}.table", unproven / f"{source.id}.certificate"
    try:
        made: ReleasedTable = run_limited(
            source.id, pipeline.tables.release, source, step, table, certificate, limits=TABLE_LIMITS
        )
        output = pipeline.output_name(source, output_suffix(made.kind, source.relative))
        proof = f"{CERTIFICATES}/{output}.json"
        for path, target in ((table, documents / output), (certificate, documents.parent / proof)):
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
    finally:
        table.unlink(missing_ok=True)
        certificate.unlink(missing_ok=True)
    names, decisions = _dropped(made.dropped, step.id)
    record = DocumentRecord(
        id=source.id,
        input_hash=input_hash,
        format=made.kind,
        outcome="released",
        output=output,
        sha256=sha256_of(documents / output),
        n_bytes=(documents / output).stat().st_size,
        decisions={step.id: _changes(made)},
        categories=dict(sorted(Counter(d.category for d in decisions).items())),
        table=made.record.model_copy(update={"certificate": proof}),
        hide_class=made.hide_class,
    )
    return Released(b"", record, decisions, names, made.private, rows=made.rows)


def _changes(made: ReleasedTable) -> dict[str, int]:
    counts = {"drop": len(made.dropped), "clear": made.record.ones_cleared}
    return {action: count for action, count in counts.items() if count}


def _dropped(dropped: Mapping[str, str], clause: str) -> tuple[str, list[Decision]]:
    """Names of the dropped features as a text, and a decision about each."""
    decisions: list[Decision] = []
    at = 0
    for name, reason in dropped.items():
        decisions.append(Decision(at, at + len(name), "tables", reason, "drop", "", clause))
        at += len(name) + 1
    return "\n".join(dropped), decisions
