"""Tables in files: CSV, JSONL and Parquet, read and written by pyarrow under a declared schema."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet
from scipy.sparse import csr_array

from engine.errors import UnreadableError, fault
from engine.methods.k_containment.schema import TablePolicy, binarise
from engine.methods.k_containment.table import BinaryTable

_OPENERS: Mapping[str, Any] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}
SUFFIXES = (".csv", ".data", ".jsonl", ".parquet")


def read_table(path: Path, policy: TablePolicy) -> BinaryTable:
    """Read a table file and binarise it as `policy` says.

    Parameters
    ----------
    path : Path
        ``.csv`` (or ``.data``), ``.jsonl`` or ``.parquet``; the first two also compressed
        (``.gz``, ``.bz2``, ``.xz``).
    policy : TablePolicy
        Declares the columns; columns it does not declare are never decoded into features.

    Returns
    -------
    BinaryTable

    Raises
    ------
    UnreadableError
        ``TAB001`` unknown kind of file, ``TAB002`` the file does not parse. Neither shows content.
    TableError
        As `engine.methods.k_containment.schema.binarise`.
    """
    columns = read_columns(path, list(policy.columns), policy.header)
    return binarise(columns, policy)


def read_columns(
    path: Path, wanted: Sequence[str], header: Sequence[str] | None = None
) -> dict[str, list[str | None]]:
    """The cells of the wanted columns that the file has, as stripped text; missing values are None."""
    kind = next((s for s in reversed(path.suffixes) if s in SUFFIXES), "")
    if not kind:
        must = f"must be one of {', '.join(SUFFIXES)}"
        raise UnreadableError(
            fault("TAB001", "table", must, path.suffix, "Convert it, or name it by its format.")
        )
    try:
        with _OPENERS.get(path.suffix, Path.open)(path, "rb") as stream:
            content = stream.read()
        table = _parse(kind, io.BytesIO(content), wanted, header)
        return {name: _cells(table.column(name)) for name in wanted if name in table.column_names}
    except (pa.ArrowException, OSError, EOFError, lzma.LZMAError) as error:
        advice = "Open it with another program and save it again."
        raise UnreadableError(
            fault("TAB002", "table", f"must be a readable {kind[1:]} file", type(error).__name__, advice)
        ) from None


def _parse(kind: str, stream: io.BytesIO, wanted: Sequence[str], header: Sequence[str] | None) -> pa.Table:
    if kind == ".parquet":
        return pa.parquet.read_table(stream)
    if kind == ".jsonl":
        return pa.json.read_json(stream, pa.json.ReadOptions(block_size=1 << 26))
    return pa.csv.read_csv(
        stream,
        pa.csv.ReadOptions(column_names=list(header) if header else None),
        pa.csv.ParseOptions(newlines_in_values=True),
        pa.csv.ConvertOptions(column_types={name: pa.string() for name in wanted}),
    )


def _cells(column: pa.ChunkedArray) -> list[str | None]:
    text = column.cast(pa.string()).to_pylist()
    return [cell.strip() if cell is not None else None for cell in text]


def write_table(path: Path, table: BinaryTable, label: str | None = None) -> None:
    """Write a released table: 0/1 columns (CSV, Parquet) or the features each row has (JSONL).

    Parameters
    ----------
    path : Path
        ``.csv``, ``.parquet`` or ``.jsonl``; JSONL stays linear in the ones and suits text features.
    table : BinaryTable
    label : str, optional
        Name of the label's column; without it the label is left out.
    """
    columns = pa.table(_released_columns(path.suffix, table, label))
    if path.suffix == ".parquet":
        pa.parquet.write_table(columns, path)
    elif path.suffix == ".csv":
        pa.csv.write_csv(columns, path)
    elif path.suffix == ".jsonl":
        _write_jsonl(path, columns)
    else:
        raise UnreadableError(fault("TAB001", "table", "must be one of .csv, .parquet, .jsonl", path.suffix))


def _released_columns(suffix: str, table: BinaryTable, label: str | None) -> dict[str, pa.Array]:
    labels = {} if label is None or table.labels is None else {label: pa.array(table.labels.astype(np.uint8))}
    if suffix != ".jsonl":
        ones = table.matrix
        dense = {name: pa.array(ones[:, [i]].toarray().ravel()) for i, name in enumerate(table.names)}
        return dense | labels
    rows = csr_array(table.matrix)
    rows.sort_indices()
    names = pa.DictionaryArray.from_arrays(pa.array(rows.indices), pa.array(list(table.names)))
    return {"features": pa.ListArray.from_arrays(pa.array(rows.indptr), names.cast(pa.string()))} | labels


def _write_jsonl(path: Path, columns: pa.Table) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for batch in columns.to_batches(max_chunksize=10_000):
            stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in batch.to_pylist())
