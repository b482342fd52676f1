"""Parts of a ledger, asked of its indexes: the newest entries that fit, those of a time, what was added."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.ledger.databases.rows import SHOWN, Dialect, Rows
from adapters.ledger.entries import Entry, LedgerContent
from adapters.ledger.faults import gone
from adapters.ledger.place import Place, checkpoint_path
from adapters.ledger.store import checkpoints_from, entry_from, read_checkpoint, reading

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


def newest(place: Place, part: Part) -> list[Entry]:
    """The entries of a part, the newest first.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger, ``LED014`` when its server cannot be used.
    """
    with reading(place) as rows:
        found = _found(rows, part) if rows else ()
    return [entry_from(row, place) for row in found]


def _found(rows: Rows, part: Part) -> Sequence[dict[str, Any]]:
    """Rows of a part; who reads much of the ledger finds a page of it among the newest entries."""
    if part.mine is not None and part.limit > 0 and not part.first:
        end = part.before or (rows.query("SELECT max(seq) AS n FROM entries")[0]["n"] or 0) + 1
        found = rows.query(*_asked(rows.dialect, part, end - _NEAR * part.limit))
        if len(found) == part.limit:
            return found
    return rows.query(*_asked(rows.dialect, part))


def added(place: Place, after: int) -> LedgerContent:
    """What stands behind entry `after`, with that entry itself, and all that was signed since."""
    kept = read_checkpoint(checkpoint_path(place))  # before the entries: it is never ahead of them
    with reading(place) as rows:
        if rows is None:
            raise gone(place)
        since = {"after": after}
        found = rows.query("SELECT * FROM entries WHERE seq >= :after ORDER BY seq", since)
        signed = rows.query("SELECT * FROM checkpoints WHERE seq > :after ORDER BY seq", since)
    entries = [entry_from(row, place) for row in found]
    return LedgerContent(entries, checkpoints_from(signed, place), kept)


def _asked(dialect: Dialect, part: Part, after: int = 0) -> tuple[str, dict[str, Any]]:
    """The question, and its values; `after` an entry, if named."""
    conditions = [SHOWN, *_conditions(dialect, part)]
    if part.mine is not None:
        chosen = part.first or part.release or after  # entries that are few already
        conditions.append(_mine_then(dialect) if chosen else f"seq IN ({_mine(dialect)})")
    if part.release:
        conditions.append(f"seq IN ({_of_release(dialect)})")
    if after:
        conditions.append("seq > :after")
    asked = f"SELECT * FROM entries WHERE {' AND '.join(conditions)} ORDER BY seq DESC LIMIT :limit"
    return asked, _values(dialect, part, after)


def _values(dialect: Dialect, part: Part, after: int) -> dict[str, Any]:
    mine = part.mine or Mine((), ())
    return {
        "event": part.event,
        "person": part.person,
        "release": part.release,
        "first": part.first,
        "last": part.last,
        "cases": _listed(mine.cases),
        "releases": _listed(mine.releases),
        "before": part.before,
        "after": after,
        "limit": part.limit if part.limit >= 0 else dialect.no_limit,
    }


def _conditions(dialect: Dialect, part: Part) -> Iterator[str]:
    if part.event:
        yield "event = :event"
    if part.person:
        yield f"{dialect.body('person')} = :person"
    if part.first:
        yield "at >= :first"
    if part.last:
        yield "at < :last"
    if part.before:
        yield "seq < :before"


def _listed(ids: Collection[str]) -> str:
    return json.dumps(sorted(ids))


def _mine(dialect: Dialect) -> str:
    case = dialect.body("case")
    return (
        f"SELECT seq FROM entries WHERE {SHOWN} AND {case} IN ({dialect.values('cases')}) "
        f"UNION SELECT seq FROM entries WHERE {SHOWN} AND {case} IS NULL "
        f"AND release IN ({dialect.values('releases')})"
    )


def _mine_then(dialect: Dialect) -> str:
    """The same, asked of each entry: for those that a time, a release or a limit has chosen already."""
    case = dialect.body("case")
    return (
        f"({case} IN ({dialect.values('cases')}) "
        f"OR {case} IS NULL AND release IN ({dialect.values('releases')}))"
    )


def _of_release(dialect: Dialect) -> str:
    return (
        f"SELECT seq FROM entries WHERE {SHOWN} AND {dialect.body('case')} = :release "
        f"UNION SELECT seq FROM entries WHERE {SHOWN} AND release = :release"
    )


def as_written(entries: Sequence[Entry]) -> bool:
    """Whether each entry is what its hash says."""
    return all(entry.digest() == entry.hash for entry in entries)
