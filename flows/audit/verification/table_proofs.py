"""k proven again from the released tables of a bundle, by reading them as their recipient would."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from adapters.bundle.files import sha256_of
from adapters.documents.opening.sandbox import run_limited
from adapters.machine.extras import require
from adapters.tables.read_back import ReadBack, read_back
from engine.checks.containment import count_level, labels_hold, witnesses_hold
from engine.errors import Fault, SafereleaseError, fault
from engine.plan.plan import Plan
from engine.policy.clauses.tables import TableKind, TablePolicy
from engine.record.counted import TableRecord
from engine.record.report import DocumentRecord, ReleaseReport
from flows.release.table_files import CERTIFICATES
from flows.tables.released import TABLE_LIMITS

_KEEP = "Do not hand it out; keep it, and ask who released it."


@dataclass(frozen=True, slots=True)
class TableProof:
    """What was found out about one released table.

    Parameters
    ----------
    output : str
        Its file, below ``documents/``.
    k : int
        What the policy asks for.
    rows, level : int
        Rows of the file, and the fewest rows that show all that some row shows; -1 where `proof` is
        ``"witnesses"`` or ``"none"``.
    proof : {"counted", "witnesses", "none"}
        All rows were counted; or, of a table too large for that, the k rows that the certificate
        names for each row were looked up; or k is not proven.
    """

    output: str
    k: int
    rows: int = 0
    level: int = -1
    proof: Literal["counted", "witnesses", "none"] = "none"


def prove_tables(bundle: Path, report: ReleaseReport | None) -> Iterator[tuple[TableProof, list[Fault]]]:
    """Prove k again for every released table of a bundle.

    Parameters
    ----------
    bundle : Path
    report : ReleaseReport or None
        The bundle's own; None when it cannot be read.

    Yields
    ------
    TableProof, list of Fault
        ``BND013`` the table does not reach k, ``BND014`` its certificate does not hold, ``BND015`` it
        cannot be read as a table.

    Notes
    -----
    Neither hashes nor what the run wrote down are believed: the file is read by other parsers than
    wrote it (CSV, JSONL) and its rows are counted by code that shares nothing with the methods. k
    is the clause's in the plan, or the record's if that is higher.
    """
    if report is None:
        if (bundle / CERTIFICATES).is_dir():
            yield TableProof("report.json", 0), [_unreadable("report.json", "another file")]
        return
    for record in report.documents:
        if record.table is not None:
            yield _proven(bundle, record, report.plan)


def _proven(bundle: Path, record: DocumentRecord, plan: Plan) -> tuple[TableProof, list[Fault]]:
    assert record.table is not None
    where = f"documents/{record.output}"
    if record.format == "parquet":
        require("tables", "the proof of a Parquet table")
    asked: list[TableRecord | TablePolicy] = [record.table]
    asked += (step.settings for step in plan.tables if step.id in record.decisions)
    k = max(one.k for one in asked)
    try:
        return run_limited(
            record.id,
            prove_table,
            bundle,
            record.output,
            record.format,
            record.table.label,
            k,
            record.table.certificate,
            *_strictest(asked),
            limits=TABLE_LIMITS,
        )
    except SafereleaseError as error:
        got = ", ".join(one.code for one in error.faults)
        return TableProof(record.output, k), [_unreadable(where, got)]


def _strictest(asked: Sequence[TableRecord | TablePolicy]) -> tuple[bool, int, float | None]:
    """Whether zeros are protected, l and t: the strictest of what is asked."""
    return (
        any(one.protect_zeros for one in asked),
        max(one.l_diversity for one in asked),
        min(filter(None, (one.t_closeness for one in asked)), default=None),
    )


def prove_table(
    bundle: Path,
    output: str,
    kind: TableKind,
    label: str | None,
    k: int,
    certificate: str,
    protect_zeros: bool = False,
    l_diversity: int = 1,
    t_closeness: float | None = None,
) -> tuple[TableProof, list[Fault]]:
    """Prove k of one released table; see `prove_tables`."""
    path = bundle / "documents" / output
    found = read_back(path, kind, label)
    level = count_level(found.rows, len(found.names), zeros=protect_zeros)
    faults: list[Fault] = []
    if level is not None and level < k:
        must = f"must show no row that fewer than k = {k} rows show"
        if protect_zeros:
            must = f"must hold no row that fewer than k = {k} rows are equal to"
        faults.append(fault("BND013", f"documents/{output}", must, f"a row that {level} show", _KEEP))
    limits = (l_diversity, t_closeness)
    if limits != (1, None) and not labels_hold(
        found.rows, found.labels, len(found.names), *limits, zeros=protect_zeros
    ):
        must = "must hold no rows that look alike and tell their label"
        faults.append(fault("BND013", f"documents/{output}", must, "such rows", _KEEP))
    if not _certificate_holds(bundle / certificate, path, found, k):
        must = f"must name k = {k} rows of the released table that show each row"
        faults.append(fault("BND014", certificate, must, "another table's, or others", _KEEP))
    if faults:
        return TableProof(output, k, len(found.rows), -1 if level is None else level), faults
    if level is None:
        return TableProof(output, k, len(found.rows), proof="witnesses"), []
    return TableProof(output, k, len(found.rows), level, "counted"), []


def _certificate_holds(certificate: Path, table: Path, found: ReadBack, k: int) -> bool:
    try:
        content = json.loads(certificate.read_bytes())
        entries: Sequence[Mapping[str, Any]] = content["proof"]
        same = content["table_sha256"] == sha256_of(table) and content["rows"] == len(found.rows)
        return same and witnesses_hold(found.rows, entries, k)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def _unreadable(where: str, got: str) -> Fault:
    must = "must be readable, so that k can be proven again"
    return fault("BND015", where, must, got, _KEEP)
