"""The names of a table's columns, from the head of its file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

from adapters.tables.files import kind_of, opened
from engine.errors import UnreadableError, fault


def column_names(path: Path) -> list[str]:
    """Names of all columns, in order: of CSV its first row, of JSONL the keys of its first row.

    Raises
    ------
    UnreadableError
        ``TAB001`` unknown kind of file, ``TAB002`` the file does not parse.
    """
    kind = kind_of(path.name)
    try:
        if kind == "parquet":
            return list(pa.parquet.read_schema(path).names)
        with opened(path) as stream:
            line = stream.readline().decode("utf-8-sig")
        return (
            list(json.loads(line)) if kind == "jsonl" else [name.strip() for name in next(csv.reader([line]))]
        )
    except (pa.ArrowException, OSError, EOFError, ValueError, StopIteration):
        raise UnreadableError(fault("TAB002", "table", f"must be a {kind} file with a head", "")) from None
