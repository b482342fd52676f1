"""The ledger's own file: SQLite, append-only by triggers."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adapters.ledger.databases.rows import CHECKPOINT_COLUMNS, ENTRY_COLUMNS, SHOWN, SQLITE
from adapters.ledger.faults import damaged

if TYPE_CHECKING:
    from sqlite_utils import Database

_BUSY_SECONDS = 60.0
_APPEND_ONLY = (
    "CREATE TRIGGER {table}_no_{what} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, 'append-only'); END"
)


class FileRows:
    """Rows of the file, see `adapters.ledger.databases.rows.Rows`."""

    dialect = SQLITE

    def __init__(self, database: Database) -> None:
        self._database = database

    def query(self, asked: str, values: Mapping[str, object] | None = None) -> Sequence[dict[str, Any]]:
        """The rows that answer a question."""
        return list(self._database.query(asked, dict(values or {})))

    def insert(self, table: str, rows: Sequence[Mapping[str, object]]) -> None:
        """Add rows."""
        self._database.table(table).insert_all(dict(row) for row in rows)


@contextmanager
def reading_file(path: Path) -> Iterator[FileRows | None]:
    """The rows as they are at one moment; None where no file is.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger.
    """
    if not path.exists():
        yield None
        return
    try:
        with closing(_open_to_read(path)) as database:
            database.conn.execute("BEGIN")  # entries and checkpoints of one moment
            yield FileRows(database)
    except sqlite3.Error:
        raise damaged(path, "the file") from None


@contextmanager
def writing_file(path: Path) -> Iterator[FileRows]:
    """The rows for one write: kept when the block ends well, else as before; made where there are none."""
    with closing(_open(path)) as database:
        database.conn.execute("BEGIN IMMEDIATE")
        try:
            yield FileRows(database)
            database.conn.execute("COMMIT")
        except BaseException:
            database.rollback()
            raise


def was_left_open(path: Path) -> bool:
    """Whether a writer died, or somebody reads just now: the journal is not written back yet."""
    try:
        return path.stat().st_size > 0 and path.with_name(f"{path.name}-wal").stat().st_size > 0
    except FileNotFoundError:
        return False


def require_readable_pages(path: Path) -> None:
    """Look at every page of the file; ``LED007`` where one is damaged."""
    try:
        with closing(_open_to_read(path)) as database:
            found = [row["quick_check"] for row in database.query("PRAGMA quick_check(1)")]
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    if found != ["ok"]:
        raise damaged(path, "the file")


def _open_to_read(path: Path) -> Database:
    """Open without writing; from a disk that allows no writing, too."""
    from sqlite_utils import Database

    log = path.with_name(path.name + "-wal")
    still = "" if log.exists() or os.access(path.parent, os.W_OK) else "&immutable=1"
    uri = f"{path.absolute().as_uri()}?mode=ro{still}"
    return Database(sqlite3.connect(uri, timeout=_BUSY_SECONDS, uri=True), execute_plugins=False)


def _open(path: Path) -> Database:
    from sqlite_utils import Database  # it imports much, and most commands need no ledger

    path.touch(mode=0o600)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS)
    path.chmod(0o600)
    database = Database(connection, execute_plugins=False)
    database.enable_wal()
    connection.execute("PRAGMA synchronous=FULL")
    if not database.table("entries").exists():
        _create(database)
    for name, columns in SQLITE.indexes().items():  # a ledger of an earlier version has none
        connection.execute(f"CREATE INDEX IF NOT EXISTS {name} ON entries ({columns}) WHERE {SHOWN}")
    return database


def _create(database: Database) -> None:
    with database.atomic():
        for table, columns in (("entries", ENTRY_COLUMNS), ("checkpoints", CHECKPOINT_COLUMNS)):
            kinds = {name: int if name == "seq" else str for name in columns}
            database.table(table).create(kinds, pk="seq", not_null=set(columns))
            for what in ("UPDATE", "DELETE"):
                database.conn.execute(_APPEND_ONLY.format(table=table, what=what))
        database.table("entries").create_index(["release"])
