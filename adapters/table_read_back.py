"""Released tables read back, by other parsers than wrote them where there are any."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet

from engine.errors import RefusedError, fault
from engine.policy.tables import TableKind

Row = tuple[int, ...]


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
        return _dense(next(lines, []), lines, label)


def _parquet(path: Path, label: str | None) -> ReadBack:
    file = pyarrow.parquet.ParquetFile(path)
    lines = (
        tuple(map(str, values))
        for batch in file.iter_batches(10_000)
        for values in zip(*(column.to_pylist() for column in batch.columns), strict=True)
    )
    return _dense(file.schema_arrow.names, lines, label)


def _dense(header: Sequence[str], lines: Iterable[Sequence[str]], label: str | None) -> ReadBack:
    """Rows of 0 and 1 under a header; the label is its last column."""
    if not header or (label is None) == (header[-1:] == [label]) or len(set(header)) < len(header):
        raise ValueError
    n_features = len(header) - (label is not None)
    known: dict[tuple[str, ...], Row] = {}
    rows: list[Row] = []
    labels: list[int] = []
    for line in lines:
        cells = tuple(line[:n_features])
        if cells not in known:
            known[cells] = _ones(cells, n_features)
        rows.append(known[cells])
        if len(line) != len(header):
            raise ValueError
        labels += [_bit(line[-1])] if label is not None else []
    return ReadBack(header[:n_features], rows, label, labels)


def _ones(cells: Sequence[str], n_features: int) -> Row:
    if len(cells) != n_features:
        raise ValueError
    return tuple(place for place, cell in enumerate(cells) if _bit(cell))


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
