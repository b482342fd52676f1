"""Tables of pandas, polars, pyarrow and DuckDB: they go the way of every document as CSV, and come back.

Columns in which nothing was changed keep their type; the others hold text afterwards.
"""

from __future__ import annotations

import csv
import io
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adapters.machine.extras import require
from engine.errors import InvalidError, RefusedError, fault
from engine.text import Decision, Part
from saferelease.files import File, finding_of
from saferelease.results import Finding, Inspection, Redaction

if TYPE_CHECKING:
    from flows.document.document import DocumentPipeline

_NAME = "table.csv"
Rows = list[list[str]]


@dataclass(frozen=True, repr=False)
class Table:
    """A table that shows itself as an Arrow stream."""

    table: Any

    def inspected(self, pipeline: DocumentPipeline) -> Inspection:
        """What would change in its cells and in the names of its columns."""
        file = _file(_arrow(self.table))
        found = pipeline.inspected(file.source, file.content)
        return Inspection(_cells(pipeline, file, found.decisions), tuple(found.faults), found.text.reveal())

    def redacted(self, pipeline: DocumentPipeline) -> Redaction:
        """A table of the same kind, of which every released cell was checked."""
        arrow = _arrow(self.table)
        file = _file(arrow)
        released = file.released(pipeline)
        findings = _cells(pipeline, file, released.decisions)
        before, after = _rows(file.content), _rows(released.content)
        if [len(row) for row in before] != [len(row) for row in after]:
            raise RefusedError(fault("PYT005", "table", "must keep its rows and columns when it is redacted"))
        return Redaction(findings, (), released.content, _put_back(self.table, arrow, before, after))


def _arrow(table: Any) -> Any:
    """As an Arrow table.

    Raises
    ------
    InvalidError
        ``EXT001`` without pyarrow; ``PYT004`` for columns that are lists or structures.
    """
    require("tables", "a table")
    import pyarrow as pa

    arrow = table if isinstance(table, pa.Table) else pa.table(table)
    nested = [n for n, column in enumerate(arrow.schema) if pa.types.is_nested(column.type)]
    if nested or not arrow.num_columns or len(set(arrow.column_names)) < arrow.num_columns:
        must = "must have columns of plain values, each under a name of its own"
        got = f"column {nested[0] + 1} of lists or structures" if nested else "none, or two of one name"
        raise InvalidError(fault("PYT004", "table", must, got, "Unnest or rename them first."))
    return arrow


def _file(arrow: Any) -> File:
    """As CSV: a row of names, then the rows; what is missing is an empty cell."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n", quoting=csv.QUOTE_ALL)
    rows.writerow(arrow.column_names)
    for batch in arrow.to_batches():
        columns = [_texts(column) for column in batch.columns]
        rows.writerows(zip(*columns, strict=True))
    return File(_NAME, written.getvalue().encode())


def _texts(column: Any) -> list[str]:
    return ["" if value is None else str(value) for value in column.to_pylist()]


def _rows(content: bytes) -> Rows:
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


def _cells(pipeline: DocumentPipeline, file: File, decisions: Sequence[Decision]) -> tuple[Finding, ...]:
    """Findings with their rows and columns, and offsets into the cells."""
    parts = pipeline.open(file.source, file.content).document.parts
    starts = [part.start for part in parts]
    names = _rows(file.content)[0]
    laws = {clause.id: clause.law for clause in pipeline.plan.clauses}
    found = ((decision, parts[bisect_right(starts, decision.start) - 1]) for decision in decisions)
    return tuple(_placed(finding_of(decision, laws), part, names) for decision, part in found)


def _placed(finding: Finding, part: Part, names: Sequence[str]) -> Finding:
    start, end = finding.start - part.start, finding.end - part.start
    if part.cell is None:
        return replace(finding, start=start, end=end)
    row, column = part.cell.row, names[part.cell.column]
    return replace(finding, start=start, end=end, row=row - 1 if row else None, column=column)


def _put_back(table: Any, arrow: Any, before: Rows, after: Rows) -> Any:
    """The table with what was changed, column by column."""
    import pyarrow as pa

    made = arrow
    for n, (old, new) in enumerate(zip(zip(*before, strict=True), zip(*after, strict=True), strict=True)):
        if old[1:] == new[1:] and old[0] == new[0]:
            continue
        there = arrow.column(n).is_valid().to_pylist()
        cells = arrow.column(n)
        if old[1:] != new[1:]:
            cells = pa.array(
                [cell if is_there else None for cell, is_there in zip(new[1:], there, strict=True)]
            )
        made = made.set_column(n, new[0], cells)
    return _as_given(table, made)


def _as_given(table: Any, arrow: Any) -> Any:
    """Of the kind that was given: pandas and polars make theirs; all others read Arrow."""
    kind = type(table).__module__.partition(".")[0]
    if kind == "pandas":
        return arrow.to_pandas()
    return type(table)(arrow) if kind == "polars" else arrow
