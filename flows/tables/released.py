"""A released table: what is recorded of it, what it may use, what its file is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from adapters.documents.opening.sandbox import Limits
from adapters.documents.settings import MEBIBYTE
from engine.methods.overlaps.rows import RowNumbers
from engine.policy.clauses.tables import TableKind
from engine.record.counted import HiddenClassCount, TableRecord

TABLE_LIMITS = Limits(memory_bytes=4096 * MEBIBYTE, cpu_seconds=7200, idle_seconds=600.0)
"""What the process that makes one table may use: tables are larger than documents."""


@dataclass(frozen=True, slots=True)
class ReleasedTable:
    """A table that was proven: its record, and the features it lost, for the private record.

    Parameters
    ----------
    kind : {"csv", "jsonl", "parquet"}
    dropped : mapping of str to str
        Feature, by its name in the data, to the reason.
    hide_class : HiddenClassCount or None
        How its class was hidden, under a policy that hides classes.
    private : mapping
        What else the private record says.
    rows : RowNumbers or None
        What it hides of each row, for later releases.
    """

    kind: TableKind
    record: TableRecord
    dropped: Mapping[str, str]
    hide_class: HiddenClassCount | None = None
    private: Mapping[str, object] = field(default_factory=dict)
    rows: RowNumbers | None = None


def output_suffix(kind: TableKind, relative: str) -> str:
    """The suffix of a released table: the input's own where it says the same."""
    own = PurePosixPath(relative).suffix
    return own if own.lower() == f".{kind}" else f".{kind}"
