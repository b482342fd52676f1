"""Released tables read back, by other parsers than wrote them where there are any."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import RefusedError, fault
from engine.policy.clauses.tables import TableKind

if TYPE_CHECKING:
    import pyarrow

Row = tuple[int, ...]
_BITS = bytes.maketrans(b"01", b"\0\1")
_BATCH_CELLS = 1 << 24


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What a reader of a released table sees.

    Parameters
    ----------
    names : sequence of str
        Features, in the order of the file.
    rows : sequence of tuple of int
        For each row the places of its ones, rising; equal rows share one tuple.
    label : str or None
        Name of the label's column.
    labels : sequence of int
        0 or 1 for each row; empty without a label.
    """

    names: Sequence[str]
    rows: Sequence[Row]
    label: str | None
    labels: Sequence[int]


def read_back(path: Path, kind: TableKind, label: str | None) -> ReadBack:
    """Read a released table as its recipient would.

    Parameters
    ----------
    path : Path
    kind : {"csv", "jsonl", "parquet"}
        CSV is read by Python's csv module and JSONL by its json module; Parquet by pyarrow, which
        wrote it: there is no second maintained reader.
    label : str or None
        The column that is the label.

    Raises
    ------
    RefusedError
        ``TAB004`` when the file holds anything but features, ones, zeros and the label.
    """
    try:
        return _READERS[kind](path, label)
    except (ValueError, KeyError, IndexError, OSError, csv.Error):
        advice = "The table was refused; report this as a fault of the program."
        must = "must be, read back, rows of ones and zeros under the features"
        raise RefusedError(fault("TAB004", "released table", must, "something else", advice)) from None


def _csv(path: Path, label: str | None) -> ReadBack:
    with path.open(encoding="utf-8", newline="") as stream:
        lines = csv.reader(stream, strict=True)
        header = next(lines, [])
        return _dense(header, (_line(cells) for cells in lines), label)


def _line(cells: Sequence[str]) -> bytes:
    """A line of a file as a byte, 0 or 1, for each cell."""
    line = "".join(cells)
    if len(line) != len(cells) or line.strip("01"):
        raise ValueError
    return line.encode().translate(_BITS)


def _parquet(path: Path, label: str | None) -> ReadBack:
    import pyarrow.parquet  # to prove k of a CSV table needs no extra

    file = pyarrow.parquet.ParquetFile(path)
    names = file.schema_arrow.names
    n_rows = max(1, _BATCH_CELLS // max(1, len(names)))
    lines = (line for batch in file.iter_batches(n_rows) for line in _batch(batch))
    return _dense(names, lines, label)


def _batch(batch: pyarrow.RecordBatch) -> Iterator[bytes]:
    if any(column.null_count for column in batch.columns):
        raise ValueError
    cells = np.column_stack([column.to_numpy() for column in batch.columns])
    if cells.dtype != np.uint8 or cells.max(initial=0) > 1:
        raise ValueError
    return (line.tobytes() for line in cells)


def _dense(header: Sequence[str], lines: Iterable[bytes], label: str | None) -> ReadBack:
    """Rows of 0 and 1 under a header; the label is its last column."""
    if not header or (label is None) == (header[-1:] == [label]) or len(set(header)) < len(header):
        raise ValueError
    n_features = len(header) - (label is not None)
    places = list(range(n_features))  # one number for all rows: eight bytes a one
    known: dict[bytes, Row] = {}
    rows: list[Row] = []
    labels = bytearray()
    for line in lines:
        if len(line) != len(header):
            raise ValueError
        features = line[:n_features]
        if features not in known:
            known[features] = tuple(compress(places, features))
        rows.append(known[features])
        labels += line[n_features:]
    return ReadBack(header[:n_features], rows, label, labels)


def _bit(cell: str) -> int:
    return {"0": 0, "1": 1}[cell]


def _jsonl(path: Path, label: str | None) -> ReadBack:
    places: dict[str, int] = {}
    known: dict[Row, Row] = {}
    rows: list[Row] = []
    labels: list[int] = []
    for entry in _objects(path):
        if entry.keys() != {"features", *([label] if label else [])}:
            raise ValueError
        names = entry["features"]
        if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
            raise ValueError
        row = tuple(sorted(places.setdefault(name, len(places)) for name in names))
        rows.append(known.setdefault(row, row))
        labels += [_bit(str(entry[label]))] if label else []
    return ReadBack(list(places), rows, label, labels)


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            entry = json.loads(line)
            if not isinstance(entry, dict):
                raise ValueError
            yield entry


_READERS: Mapping[TableKind, Callable[[Path, str | None], ReadBack]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
}
