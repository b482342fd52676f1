"""The tables of the state as lines of JSON: the same from SQLite and PostgreSQL, and into either."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Connection, MetaData, Table, insert, select

from service.state.database import Database

_VERSIONS = "alembic_version"
_AT_ONCE = 500


def dump(database: Database, folder: Path) -> None:
    """Write every table into a file of its own, all as of one moment."""
    level = {} if database.engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    engine = database.engine.execution_options(read_only=True, **level)
    with engine.connect() as connection:
        for table in _tables(connection):
            with (folder / f"{table.name}.jsonl").open("w", encoding="utf-8") as file:
                for row in connection.execute(select(table)).mappings():
                    file.write(json.dumps({name: _plain(value) for name, value in row.items()}) + "\n")


def fill(database: Database, folder: Path) -> None:
    """Read what `dump` wrote into the empty tables of the same revision, in one transaction."""
    zoned = database.engine.dialect.name != "sqlite"
    with database.engine.begin() as connection:
        for table in _tables(connection):
            path = folder / f"{table.name}.jsonl"
            for rows in _batches(path, zoned) if path.exists() else ():
                connection.execute(insert(table), rows)


def is_empty(database: Database) -> bool:
    """Whether no table holds a row."""
    with database.engine.connect() as connection:
        return all(
            connection.execute(select(table).limit(1)).first() is None for table in _tables(connection)
        )


def _tables(connection: Connection) -> list[Table]:
    found = MetaData()
    found.reflect(connection)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type = JSON(none_as_null=True)
    return [table for table in found.sorted_tables if table.name != _VERSIONS]


def _batches(path: Path, zoned: bool) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            batch.append({name: _value(value, zoned) for name, value in json.loads(line).items()})
            if len(batch) == _AT_ONCE:
                yield batch
                batch = []
    if batch:
        yield batch


def _plain(value: object) -> object:
    """A value as JSON holds it; bytes, times and JSON columns say what they are."""
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=UTC)
        return {"time": aware.astimezone(UTC).isoformat()}
    return {"json": value} if isinstance(value, dict | list) else value


def _value(found: object, zoned: bool) -> object:
    if not isinstance(found, dict):
        return found
    if "bytes" in found:
        return base64.b64decode(found["bytes"])
    if "time" in found:
        at = datetime.fromisoformat(found["time"])
        return at if zoned else at.replace(tzinfo=None)
    return found["json"]
