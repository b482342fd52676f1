"""Tables in files: CSV, JSONL and Parquet, read batch by batch under a declared schema, and written."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from scipy.sparse import csr_array

from adapters.tables.cells import coded_column, text_of
from engine.errors import UnreadableError, fault
from engine.methods.k_containment.tables.schema import Binariser, Censor, Coded, TablePolicy, code
from engine.methods.k_containment.tables.table import BinaryTable
from engine.policy.clauses.tables import Delimiter, TableKind

Batch = Mapping[str, Coded]

KINDS: Mapping[str, TableKind] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".data": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
BATCH_ROWS = 65_536
_BATCH_CELLS = 1 << 24
_BLOCK_BYTES = 1 << 25
_OPENERS: Mapping[str, Any] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}
_DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_BROKEN = (pa.ArrowException, OSError, EOFError, lzma.LZMAError, ValueError, RecursionError)


def kind_of(name: str) -> TableKind:
    """The format of a table by its file's name; ``TAB001`` when it is none that can be read.

    CSV and JSONL may be compressed (``.gz``, ``.bz2``, ``.xz``).
    """
    pure = PurePosixPath(name.lower())
    packed = pure.suffix in _OPENERS
    kind = KINDS.get(PurePosixPath(pure.stem).suffix if packed else pure.suffix)
    if kind is None or (packed and kind == "parquet"):
        must = f"must be one of {', '.join(KINDS)}"
        raise UnreadableError(fault("TAB001", "table", must, pure.suffix, "Convert it, or rename it."))
    return kind


def read_table(path: Path, policy: TablePolicy, censor: Censor | None = None, name: str = "") -> BinaryTable:
    """Read a table file and binarise it as `policy` says.

    Parameters
    ----------
    path : Path
    policy : TablePolicy
        Declares the columns; the others are never read.
    censor : Censor, optional
        As for `engine.methods.k_containment.tables.schema.Binariser`.
    name : str
        The file's name, where `path` does not end in it.

    Returns
    -------
    BinaryTable

    Raises
    ------
    UnreadableError
        ``TAB001`` unknown kind of file, ``TAB002`` the file does not parse. Neither shows content.
    TableError
        As `engine.methods.k_containment.tables.schema.Binariser.table`.
    """
    binariser = Binariser(policy, censor)
    for batch in batches(path, Wanted.by(policy), name):
        binariser.add(batch)
    return binariser.table()


def read_columns(
    path: Path, wanted: Sequence[str], header: Sequence[str] | None = None
) -> dict[str, list[str | None]]:
    """The cells of the wanted columns that the file has, as stripped text; missing values are None.

    For tables that fit into memory as text; raises as `read_table`.
    """
    columns: dict[str, list[str | None]] = {}
    n_rows = 0
    for batch in batches(path, Wanted(wanted, header)):
        for column, coded in batch.items():
            cells = columns.setdefault(column, [])
            cells.extend([None] * (n_rows - len(cells)))
            cells.extend(coded.values[place] if place >= 0 else None for place in coded.codes)
        n_rows += max((len(coded.codes) for coded in batch.values()), default=0)
    return {column: [*cells, *[None] * (n_rows - len(cells))] for column, cells in columns.items()}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which columns to read, and what a CSV file does not say itself."""

    columns: Sequence[str]
    header: Sequence[str] | None = None
    delimiter: Delimiter = "comma"

    @classmethod
    def by(cls, policy: TablePolicy) -> Wanted:
        """What a policy declares."""
        return cls(tuple(policy.columns), policy.header, policy.delimiter)


def opened(path: Path, name: str = "") -> Any:
    """A table's file as a stream of bytes, unpacked; `name` where `path` does not end in it."""
    return _OPENERS.get(PurePosixPath((name or path.name).lower()).suffix, Path.open)(path, "rb")


def batches(path: Path, wanted: Wanted, name: str = "") -> Iterator[Batch]:
    """The wanted columns that the file has, some tens of thousands of rows at a time; the first may be empty.

    Raises
    ------
    UnreadableError
        ``TAB001`` unknown kind of file, ``TAB002`` it does not parse, ``TAB011`` a wanted column stands in
        it twice, ``TAB012`` a column holds what is no text, number or date, ``TAB013`` a line of a CSV
        file has too few or too many cells. None shows content.
    """
    name = name or path.name
    kind = kind_of(name)
    must = f"must be a readable {kind} file"
    try:
        with opened(path, name) as stream:
            if not stream.peek(1):
                raise UnreadableError(fault("TAB002", "table", must, "an empty file", "Export it again."))
            yield from _READERS[kind](stream, wanted)
    except _BROKEN as error:
        advice = "Open it with another program and save it again, in UTF-8."
        raise UnreadableError(fault("TAB002", "table", must, type(error).__name__, advice)) from None


def _present(wanted: Wanted, found: Sequence[str]) -> list[str]:
    """The wanted columns that a file has."""
    times = Counter(found)
    for name in wanted.columns:
        if times[name] > 1:
            must = "must stand in the table once"
            got = f"{times[name]} columns of this name"
            raise UnreadableError(
                fault("TAB011", f"column {name}", must, got, "Rename or remove the others.")
            )
    return [name for name in wanted.columns if times[name]]


def _csv(stream: BinaryIO, wanted: Wanted) -> Iterator[Batch]:
    ragged: list[pa.csv.InvalidRow] = []
    try:
        header = wanted.header
        if header is None:
            header = _open_csv(stream, wanted, (), ragged).schema.names
            stream.seek(0)
        columns = _present(wanted, header)
        yield _nothing(columns)
        for batch in _open_csv(stream, wanted, columns, ragged) if columns else ():
            yield _coded(batch)
    except pa.ArrowInvalid:
        if ragged:
            raise _ragged(ragged[0]) from None
        raise


def _open_csv(
    stream: BinaryIO, wanted: Wanted, columns: Sequence[str], ragged: list[pa.csv.InvalidRow]
) -> Any:
    names = list(wanted.header) if wanted.header else None

    def refuse(row: pa.csv.InvalidRow) -> str:
        ragged.append(row)
        return "error"

    cells = pa.dictionary(pa.int32(), pa.string())  # each distinct cell once: a fifth of the time of text
    return pa.csv.open_csv(
        pa.PythonFile(_Unclosed(stream), "r"),
        pa.csv.ReadOptions(column_names=names, block_size=_BLOCK_BYTES, use_threads=False),
        pa.csv.ParseOptions(
            newlines_in_values=True, delimiter=_DELIMITERS[wanted.delimiter], invalid_row_handler=refuse
        ),
        pa.csv.ConvertOptions(
            column_types=dict.fromkeys(columns, cells), include_columns=list(columns) or None
        ),
    )


def _ragged(row: pa.csv.InvalidRow) -> UnreadableError:
    where = "table" if row.number is None else f"table, row {row.number}"
    must = f"must have {row.expected_columns} cells in every row"
    advice = "A cell with a delimiter or a line break in it must stand in quotes."
    return UnreadableError(fault("TAB013", where, must, row.actual_columns, advice))


def _nothing(columns: Sequence[str]) -> Batch:
    """No rows yet: says which columns there are."""
    return {name: Coded(np.empty(0, np.int32), ()) for name in columns}


class _Unclosed:
    """A stream that stays open when its reader is done with it."""

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self.read = stream.read

    def close(self) -> None:
        """Leave the stream open."""


def _jsonl(stream: BinaryIO, wanted: Wanted) -> Iterator[Batch]:
    columns: dict[str, list[str | None]] = {}
    n_rows, there = 0, False
    for line in stream:
        if not line.strip():
            continue
        there = True
        row = json.loads(line, object_pairs_hook=_object)
        if not isinstance(row, dict):
            raise pa.ArrowInvalid
        for name in row.keys() & set(wanted.columns):
            cells = columns.setdefault(name, [])
            cells.extend([None] * (n_rows - len(cells)))
            cells.append(text_of(name, row[name]))
        n_rows += 1
        if n_rows >= BATCH_ROWS and columns:
            yield _padded(columns, n_rows)
            columns, n_rows = {name: [] for name in columns}, 0
    if n_rows and columns:
        yield _padded(columns, n_rows)
    if not there:
        yield _nothing(wanted.columns)


def _padded(columns: Mapping[str, list[str | None]], n_rows: int) -> Batch:
    return {name: code([*cells, *[None] * (n_rows - len(cells))]) for name, cells in columns.items()}


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object, none of whose names stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise pa.ArrowInvalid
    return found


def _parquet(stream: BinaryIO, wanted: Wanted) -> Iterator[Batch]:
    file = pa.parquet.ParquetFile(stream)
    columns = _present(wanted, file.schema_arrow.names)
    yield _nothing(columns)
    n_rows = min(BATCH_ROWS, max(1, _BATCH_CELLS // max(1, len(columns))))
    for batch in file.iter_batches(n_rows, columns=columns) if columns else ():
        yield _coded(batch)


_READERS: Mapping[TableKind, Any] = {"csv": _csv, "jsonl": _jsonl, "parquet": _parquet}


def _coded(batch: pa.RecordBatch) -> Batch:
    """The columns of a batch, each distinct cell once."""
    pairs = zip(batch.schema.names, batch.columns, strict=True)
    return {name: coded_column(name, column) for name, column in pairs}


def write_table(
    path: Path, table: BinaryTable, label: str | None = None, kind: TableKind | None = None
) -> None:
    """Write a released table: 0/1 columns (CSV, Parquet) or the features each row has (JSONL).

    Parameters
    ----------
    path : Path
    table : BinaryTable
    label : str, optional
        Name of the label's column; without it the label is left out.
    kind : {"csv", "jsonl", "parquet"}, optional
        By default as the file's name says. JSONL stays linear in the ones and suits text features.

    Notes
    -----
    Written some thousands of rows at a time.
    """
    writer = _WRITERS[kind or kind_of(path.name)]
    writer(path, _released_batches(table, label, lists=writer is _write_jsonl))


def _released_batches(table: BinaryTable, label: str | None, *, lists: bool) -> Iterator[pa.RecordBatch]:
    rows = csr_array(table.matrix)
    rows.sort_indices()
    n_rows = BATCH_ROWS if lists else max(1, 2**26 // max(1, len(table.names)))
    for first in range(0, max(1, rows.shape[0]), n_rows):
        part = rows[first : first + n_rows]
        columns = _lists(part, table.names) if lists else _dense(part, table.names)
        if label is not None and table.labels is not None:
            columns[label] = pa.array(table.labels[first : first + n_rows].astype(np.uint8))
        yield pa.record_batch(list(columns.values()), names=list(columns))


def _dense(rows: csr_array, names: Sequence[str]) -> dict[str, pa.Array]:
    ones = np.asfortranarray(rows.toarray())
    return {name: pa.array(ones[:, i]) for i, name in enumerate(names)}


def _lists(rows: csr_array, names: Sequence[str]) -> dict[str, pa.Array]:
    words = pa.DictionaryArray.from_arrays(pa.array(rows.indices), pa.array(list(names), pa.string()))
    return {"features": pa.ListArray.from_arrays(pa.array(rows.indptr), words.cast(pa.string()))}


def _write_jsonl(path: Path, found: Iterator[pa.RecordBatch]) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for batch in found:
            stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in batch.to_pylist())


def _write_csv(path: Path, found: Iterator[pa.RecordBatch]) -> None:
    first = next(found)
    with pa.csv.CSVWriter(path, first.schema) as writer:
        for batch in (first, *found):
            writer.write_batch(batch)


def _write_parquet(path: Path, found: Iterator[pa.RecordBatch]) -> None:
    first = next(found)
    with pa.parquet.ParquetWriter(path, first.schema) as writer:
        for batch in (first, *found):
            writer.write_batch(batch)


_WRITERS: Mapping[TableKind, Any] = cast(
    Mapping[TableKind, Any], {"csv": _write_csv, "jsonl": _write_jsonl, "parquet": _write_parquet}
)
