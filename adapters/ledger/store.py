"""The ledger on disk: SQLite, append-only, one writer at a time.

The file is ``ledger.sqlite`` in the installation's home; beside it stands ``ledger.checkpoint``, the
newest signed checkpoint, so that a tail cut off the database is seen.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import secrets
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from adapters.keys.installation import Keys
from adapters.ledger.entries import (
    NOTHING,
    Checkpoint,
    Draft,
    Entry,
    LedgerContent,
    require_wordless,
)
from adapters.ledger.export import read_export
from adapters.ledger.faults import cut_tail, damaged, exchanged, gone, unwritable
from adapters.ledger.signed import canonical, read_kept
from adapters.machine.files import canonical_json, write_atomically

if TYPE_CHECKING:
    from sqlite_utils import Database

_BUSY_SECONDS = 60.0
_SQLITE = b"SQLite format 3\0"
_ENTRY_COLUMNS = {
    "seq": int,
    "at": str,
    "event": str,
    "who": str,
    "tool": str,
    "run": str,
    "release": str,
    "body": str,
    "previous": str,
    "hash": str,
}
SHOWN = "event <> 'document'"
"""Which entries people page through: those of single documents are many, and stand in the report."""
CASE, PERSON = "json_extract(body, '$.case')", "json_extract(body, '$.person')"
_INDEXES = {
    "shown": "seq",
    "shown_at": "at, seq",
    "shown_events": "event, seq",
    "shown_releases": "release, seq",
    "shown_cases": f"{CASE}, seq",
    "shown_people": f"{PERSON}, seq",
}
_CHECKPOINT_COLUMNS = {"seq": int, "hash": str, "ledger": str, "public_key": str, "signature": str}
_APPEND_ONLY = (
    "CREATE TRIGGER {table}_no_{what} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, 'append-only'); END"
)


def ledger_path(home: Path) -> Path:
    """The ledger of an installation."""
    return home / "ledger.sqlite"


def checkpoint_path(path: Path) -> Path:
    """The newest checkpoint of the ledger at `path`, beside it."""
    return path.with_suffix(".checkpoint")


def user_name() -> str:
    """The operating system's name of whoever runs this process; its number where it has no name."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid-{os.getuid()}"


class Ledger:
    """The ledger of an installation, open for writing.

    Parameters
    ----------
    path : Path
        Its database; made by the first entry.
    keys : Keys
        The installation's keys: they sign the checkpoints.
    """

    def __init__(self, path: Path, keys: Keys) -> None:
        self._path = path
        self._keys = keys

    def append(self, drafts: Sequence[Draft]) -> Checkpoint:
        """Write entries, all of them or none, and a signed checkpoint after them.

        Parameters
        ----------
        drafts : sequence of Draft
            In the order in which they happened.

        Returns
        -------
        Checkpoint
            Of the ledger with these entries as its last ones: on disk when this returns.

        Raises
        ------
        InvalidError
            ``LED001`` the ledger cannot be written, ``LED002`` it is gone although a checkpoint of it is
            there, ``LED005`` its end is not as signed: nothing is written behind a cut; ``LED007`` it was
            damaged after a writer died.
        """
        for draft in drafts:
            require_wordless(draft, user_name())
        try:
            with self._alone(), closing(self._opened()) as database:
                checkpoint = self._append(database, drafts)
                write_atomically(checkpoint_path(self._path), canonical_json(checkpoint.model_dump()))
        except (sqlite3.Error, OSError) as error:
            raise unwritable(self._path, error) from None
        return checkpoint

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One writer at a time, over all processes: database and checkpoint file change together."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._path.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self._path.exists() and checkpoint_path(self._path).exists():
                raise gone(self._path)
            yield

    def _opened(self) -> Database:
        """The database; of one whose last writer died every page and every hash is looked at first.

        SQLite sees by itself that a closed file is too short. One that was cut beside a journal it fills up
        with zeros, and goes on.
        """
        if _was_left_open(self._path):
            _require_sound(self._path)
        return _open(self._path)

    def _append(self, database: Database, drafts: Sequence[Draft]) -> Checkpoint:
        database.conn.execute("BEGIN IMMEDIATE")
        try:
            last = self._last(database)
            self._require_present_key(database)
            entries = _chained(drafts if last else [self._first(), *drafts], last)
            checkpoint = Checkpoint(
                ledger=self._name(database) or entries[0].hash,
                seq=entries[-1].seq,
                hash=entries[-1].hash,
                public_key=self._keys.public_hex(),
            ).signed_by(self._keys)
            database.table("entries").insert_all(map(_row, entries))
            database.table("checkpoints").insert(checkpoint.model_dump())
            database.conn.execute("COMMIT")
        except BaseException:
            database.rollback()
            raise
        return checkpoint

    def _first(self) -> Draft:
        return Draft("begun", body={"nonce": secrets.token_hex(32), "public_key": self._keys.public_hex()})

    def _last(self, database: Database) -> Entry | None:
        """The last entry, when it is the one that was signed last."""
        rows = list(database.query("SELECT * FROM entries ORDER BY seq DESC LIMIT 1"))
        signed = read_checkpoint(checkpoint_path(self._path))
        if not rows:
            if signed:
                raise gone(self._path)
            return None
        last = entry_from(rows[0], self._path)
        kept = list(database.query("SELECT seq, hash FROM checkpoints ORDER BY seq DESC LIMIT 1"))
        if last.digest() != last.hash or [(row["seq"], row["hash"]) for row in kept] != [
            (last.seq, last.hash)
        ]:
            raise cut_tail(self._path)
        if signed and not self._reaches(database, signed):
            raise cut_tail(self._path)
        return last

    def _require_present_key(self, database: Database) -> None:
        """Refuse a program that still holds a signing key which was exchanged meanwhile."""
        asked = (
            "SELECT 1 FROM entries JOIN checkpoints ON checkpoints.seq > entries.seq "
            f"WHERE event = 'rotated' AND {SHOWN} AND json_extract(body, '$.from') = :own "
            "AND public_key = json_extract(body, '$.to') LIMIT 1"
        )
        if list(database.query(asked, {"own": self._keys.public_hex()})):
            raise exchanged(self._path)

    @staticmethod
    def _reaches(database: Database, signed: Checkpoint) -> bool:
        found = database.query("SELECT hash FROM entries WHERE seq = ?", [signed.seq])
        return [row["hash"] for row in found] == [signed.hash]

    @staticmethod
    def _name(database: Database) -> str:
        found = list(database.query("SELECT hash FROM entries WHERE seq = 1"))
        return str(found[0]["hash"]) if found else ""


def _chained(drafts: Sequence[Draft], last: Entry | None) -> list[Entry]:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    who, tool = user_name(), f"saferelease {version('saferelease')}"
    seq, previous = (last.seq, last.hash) if last else (0, NOTHING)
    entries = []
    for draft in drafts:
        seq += 1
        blank = Entry(
            seq=seq,
            at=at,
            event=draft.event,
            who=who,
            tool=tool,
            run=draft.run,
            release=draft.release,
            body=dict(draft.body or {}),
            previous=previous,
        )
        entries.append(blank.model_copy(update={"hash": blank.digest()}))
        previous = entries[-1].hash
    return entries


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
    for name, columns in _INDEXES.items():  # a ledger of an earlier version has none
        connection.execute(f"CREATE INDEX IF NOT EXISTS {name} ON entries ({columns}) WHERE {SHOWN}")
    return database


def _create(database: Database) -> None:
    with database.atomic():
        database.table("entries").create(_ENTRY_COLUMNS, pk="seq", not_null=set(_ENTRY_COLUMNS))
        database.table("entries").create_index(["release"])
        database.table("checkpoints").create(_CHECKPOINT_COLUMNS, pk="seq", not_null=set(_CHECKPOINT_COLUMNS))
        for table in ("entries", "checkpoints"):
            for what in ("UPDATE", "DELETE"):
                database.conn.execute(_APPEND_ONLY.format(table=table, what=what))


def _row(entry: Entry) -> dict[str, Any]:
    return entry.model_dump() | {"body": canonical(entry.body).decode()}


def entry_from(row: dict[str, Any], path: Path) -> Entry:
    """An entry from its row of the database."""
    try:
        return Entry.model_validate(row | {"body": json.loads(row["body"])})
    except (ValidationError, ValueError, TypeError):
        raise damaged(path, f"entry {row.get('seq')}") from None


def read_checkpoint(path: Path) -> Checkpoint | None:
    """A checkpoint from its file; None when there is none.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is something else.
    """
    return read_kept(Checkpoint, path)


def read_ledger(path: Path) -> LedgerContent:
    """Read a ledger without changing it.

    Parameters
    ----------
    path : Path
        Its database, or an export of it.

    Raises
    ------
    InvalidError
        ``LED002`` when it is not there, ``LED007`` when it is no ledger.
    """
    if not path.exists():
        raise gone(path)
    with path.open("rb") as file:
        if file.read(len(_SQLITE)) != _SQLITE:
            return read_export(path)
    head = read_checkpoint(checkpoint_path(path))  # before the entries: it is never ahead of them
    try:
        with closing(open_to_read(path)) as database:
            database.conn.execute("BEGIN")  # entries and checkpoints of one moment
            entries = [
                entry_from(row, path) for row in database.query("SELECT * FROM entries ORDER BY rowid")
            ]
            checkpoints = checkpoints_from(database.query("SELECT * FROM checkpoints ORDER BY seq"), path)
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    return LedgerContent(entries, checkpoints, head)


def _was_left_open(path: Path) -> bool:
    """Whether a writer died, or somebody reads just now: the journal is not written back yet."""
    try:
        return path.stat().st_size > 0 and path.with_name(f"{path.name}-wal").stat().st_size > 0
    except FileNotFoundError:
        return False


def _require_sound(path: Path) -> None:
    try:
        with closing(open_to_read(path)) as database:
            found = [row["quick_check"] for row in database.query("PRAGMA quick_check(1)")]
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    if found != ["ok"] or any(entry.digest() != entry.hash for entry in read_ledger(path).entries):
        raise damaged(path, "the file")


def find_entries(path: Path, *, event: str = "", release: str = "") -> list[Entry]:
    """Entries of an event, of one release, oldest first; none when there is no ledger.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger.
    """
    if not path.exists():
        return []
    wanted = "SELECT * FROM entries WHERE :event IN ('', event) AND release = :release ORDER BY seq"
    try:
        with closing(open_to_read(path)) as database:
            rows = list(database.query(wanted, {"event": event, "release": release}))
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    return [entry_from(row, path) for row in rows]


def is_signed(path: Path, entry: Entry, public_keys: Collection[str] = ()) -> bool:
    """Whether a signed checkpoint ends with `entry`: what somebody only put into the database has none.

    `public_keys` may have signed it; without any, whoever signed it is not asked.
    """
    wanted = "SELECT * FROM checkpoints WHERE seq = ? AND hash = ?"
    try:
        with closing(open_to_read(path)) as database:
            found = checkpoints_from(database.query(wanted, [entry.seq, entry.hash]), path)
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    known = [one for one in found if not public_keys or one.public_key in public_keys]
    return entry.digest() == entry.hash and any(one.holds() for one in known)


def open_to_read(path: Path) -> Database:
    """Open without writing; from a disk that allows no writing, too."""
    from sqlite_utils import Database

    log = path.with_name(path.name + "-wal")
    still = "" if log.exists() or os.access(path.parent, os.W_OK) else "&immutable=1"
    uri = f"{path.absolute().as_uri()}?mode=ro{still}"
    return Database(sqlite3.connect(uri, timeout=_BUSY_SECONDS, uri=True), execute_plugins=False)


def checkpoints_from(rows: Iterable[dict[str, Any]], path: Path) -> list[Checkpoint]:
    """Checkpoints from their rows."""
    try:
        return [Checkpoint.model_validate(row) for row in rows]
    except ValidationError:
        raise damaged(path, "a checkpoint") from None
