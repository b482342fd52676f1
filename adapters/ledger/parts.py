"""Parts of a ledger, asked of its indexes: the newest entries that fit, those of a time, what was added."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adapters.ledger.entries import Entry, LedgerContent
from adapters.ledger.faults import damaged
from adapters.ledger.store import (
    CASE,
    PERSON,
    SHOWN,
    checkpoint_path,
    checkpoints_from,
    entry_from,
    open_to_read,
    read_checkpoint,
)

if TYPE_CHECKING:
    from sqlite_utils import Database

_NEAR = 20
"""Among so many times the entries of a page its entries are looked for first."""


@dataclass(frozen=True)
class Mine:
    """Of whose cases and releases entries are read: ids of the service, and of bundles."""

    cases: Collection[str]
    releases: Collection[str]


@dataclass(frozen=True)
class Part:
    """Which entries are wanted; those of single documents never are.

    Parameters
    ----------
    mine : Mine or None
        None reads all.
    event, person, release : str
        Only these, if named; a release by the id of its bundle or of its case.
    first, last : str
        Times (ISO 8601, UTC): from the one, and before the other, if named.
    before : int
        Only entries with a lower number; 0 for no limit.
    limit : int
        At the most so many; -1 for no limit.
    """

    mine: Mine | None = None
    event: str = ""
    person: str = ""
    release: str = ""
    first: str = ""
    last: str = ""
    before: int = 0
    limit: int = -1


def newest(path: Path, part: Part) -> list[Entry]:
    """The entries of a part, the newest first.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger.
    """
    if not path.exists():
        return []
    try:
        with closing(open_to_read(path)) as database:
            rows = list(_rows(database, part))
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    return [entry_from(row, path) for row in rows]


def _rows(database: Database, part: Part) -> list[dict[str, Any]]:
    """Rows of a part; who reads much of the ledger finds a page of it among the newest entries."""
    if part.mine is not None and part.limit > 0 and not part.first:
        end = part.before or next(database.query("SELECT max(seq) AS n FROM entries"))["n"] + 1
        found = list(database.query(*_asked(part, end - _NEAR * part.limit)))
        if len(found) == part.limit:
            return found
    return list(database.query(*_asked(part)))


def added(path: Path, after: int) -> LedgerContent:
    """What stands behind entry `after`, with that entry itself, and all that was signed since."""
    kept = read_checkpoint(checkpoint_path(path))  # before the entries: it is never ahead of them
    try:
        with closing(open_to_read(path)) as database:
            database.conn.execute("BEGIN")  # entries and checkpoints of one moment
            rows = database.query("SELECT * FROM entries WHERE seq >= ? ORDER BY seq", [after])
            entries = [entry_from(row, path) for row in rows]
            signed = database.query("SELECT * FROM checkpoints WHERE seq > ? ORDER BY seq", [after])
            checkpoints = checkpoints_from(signed, path)
    except sqlite3.Error:
        raise damaged(path, "the file") from None
    return LedgerContent(entries, checkpoints, kept)


def _asked(part: Part, after: int = 0) -> tuple[str, dict[str, Any]]:
    """The question, and its values; `after` an entry, if named."""
    values = {"event": part.event, "person": part.person, "release": part.release}
    values |= {"first": part.first, "last": part.last}
    conditions = [SHOWN, *_conditions(part)]
    if part.mine is not None:
        chosen = part.first or part.release or after  # entries that are few already
        conditions.append(_MINE_THEN if chosen else f"seq IN ({_MINE})")
        values |= {"cases": _listed(part.mine.cases), "releases": _listed(part.mine.releases)}
    if part.release:
        conditions.append(f"seq IN ({_OF_RELEASE})")
    if after:
        conditions.append("seq > :after")
    asked = f"SELECT * FROM entries WHERE {' AND '.join(conditions)} ORDER BY seq DESC LIMIT :limit"
    return asked, values | {"before": part.before, "limit": part.limit, "after": after}


def _conditions(part: Part) -> Iterator[str]:
    if part.event:
        yield "event = :event"
    if part.person:
        yield f"{PERSON} = :person"
    if part.first:
        yield "at >= :first"
    if part.last:
        yield "at < :last"
    if part.before:
        yield "seq < :before"


def _listed(ids: Collection[str]) -> str:
    return json.dumps(sorted(ids))


_MINE = (
    f"SELECT seq FROM entries WHERE {SHOWN} AND {CASE} IN (SELECT value FROM json_each(:cases)) "
    f"UNION SELECT seq FROM entries WHERE {SHOWN} AND {CASE} IS NULL "
    "AND release IN (SELECT value FROM json_each(:releases))"
)
_MINE_THEN = (
    f"({CASE} IN (SELECT value FROM json_each(:cases)) "
    f"OR {CASE} IS NULL AND release IN (SELECT value FROM json_each(:releases)))"
)
"""The same, asked of each entry: for those that a time, a release or a limit has chosen already."""
_OF_RELEASE = (
    f"SELECT seq FROM entries WHERE {SHOWN} AND {CASE} = :release "
    f"UNION SELECT seq FROM entries WHERE {SHOWN} AND release = :release"
)


def as_written(entries: Sequence[Entry]) -> bool:
    """Whether each entry is what its hash says."""
    return all(entry.digest() == entry.hash for entry in entries)
