"""The ledger, read and written: append-only, one writer at a time, in a file or on a server.

Beside it, in the installation's home, stands ``ledger.checkpoint``, the newest signed checkpoint, so that a
tail cut off the database is seen.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import secrets
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adapters.keys.installation import Keys
from adapters.ledger.databases.embedded import (
    reading_file,
    require_readable_pages,
    was_left_open,
    writing_file,
)
from adapters.ledger.databases.rows import SHOWN, Rows
from adapters.ledger.databases.server import reading_server, writing_server
from adapters.ledger.entries import (
    NOTHING,
    Checkpoint,
    Draft,
    Entry,
    LedgerContent,
    require_wordless,
)
from adapters.ledger.export import read_export
from adapters.ledger.faults import cut_tail, damaged, exchanged, filled, foreign, gone, unwritable
from adapters.ledger.place import Place, Tables, beside, checkpoint_path
from adapters.ledger.signed import canonical, read_kept
from adapters.machine.files import canonical_json, write_atomically

_SQLITE = b"SQLite format 3\0"
_AT_ONCE = 200
"""Entries that are written together: those of a large release are not held in memory as a whole."""


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
    place : Path or Tables
        Its database; made by the first entry.
    keys : Keys
        The installation's keys: they sign the checkpoints.
    """

    def __init__(self, place: Place, keys: Keys) -> None:
        self._place = place
        self._keys = keys

    def append(self, drafts: Sequence[Draft], once: Sequence[str] = ()) -> Checkpoint:
        """Write entries, all of them or none, and a signed checkpoint after them.

        Parameters
        ----------
        drafts : sequence of Draft
            In the order in which they happened.
        once : sequence of str
            Names in the body of a single entry, and ``release`` for its release: one of its event that says
            the same under them is not written again.

        Returns
        -------
        Checkpoint
            Of the ledger with these entries as its last ones: on disk when this returns. The one of then,
            where the entry was written before.

        Raises
        ------
        InvalidError
            ``LED001`` the ledger cannot be written, ``LED002`` it is gone although a checkpoint of it is
            there, ``LED005`` its end is not as signed: nothing is written behind a cut; ``LED006`` a server
            holds another installation's; ``LED007`` it was damaged after a writer died; ``LED014`` the
            server cannot be used.
        """
        for draft in drafts:
            require_wordless(draft, user_name())
        with self.alone():
            if isinstance(self._place, Path) and not self._place.exists() and self._is_known():
                raise gone(self._place)
            with writing(self._place) as rows:
                if once and (written := self._written(rows, drafts[0], once)):
                    return written
                checkpoint = self._append(rows, drafts)
            self._keep(checkpoint)
        return checkpoint

    def _written(self, rows: Rows, draft: Draft, once: Sequence[str]) -> Checkpoint | None:
        """The checkpoint behind an entry that was written alone, and says what `draft` does."""
        said = {**(draft.body or {}), "release": draft.release}
        place = {name: name if name == "release" else rows.dialect.body(name) for name in once}
        same = "".join(f" AND {place[name]} = :{name}" for name in once)
        asked = (
            "SELECT checkpoints.* FROM entries JOIN checkpoints ON checkpoints.seq = entries.seq "
            f"WHERE event = :event AND {SHOWN}{same}"
        )
        values = {"event": draft.event, **{name: said[name] for name in once}}
        return next(iter(checkpoints_from(rows.query(asked, values), self._place)), None)

    def fill(self, content: LedgerContent) -> Checkpoint:
        """Write what another ledger holds into this one, which has no entry yet; within `alone`.

        Raises
        ------
        InvalidError
            ``LED015`` when there are entries already.
        """
        with writing(self._place) as rows:
            if rows.query("SELECT 1 FROM entries LIMIT 1"):
                raise filled(self._place)
            rows.insert("entries", [_row(entry) for entry in content.entries])
            rows.insert("checkpoints", [one.model_dump() for one in content.checkpoints])
        last = content.checkpoints[-1]
        self._keep(last)
        return last

    def _is_known(self) -> bool:
        return checkpoint_path(self._place).exists()

    def _keep(self, checkpoint: Checkpoint) -> None:
        try:
            write_atomically(checkpoint_path(self._place), canonical_json(checkpoint.model_dump()))
        except OSError as error:
            raise unwritable(self._place, error) from None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """One writer at a time, over all processes here: database and checkpoint file change together."""
        path = beside(self._place)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = path.with_suffix(".lock").open("a")
        except OSError as error:
            raise unwritable(self._place, error) from None
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _append(self, rows: Rows, drafts: Sequence[Draft]) -> Checkpoint:
        last = self._last(rows)
        self._require_present_key(rows)
        entries = _chained(chain([] if last else [self._first()], drafts), last)
        while some := list(islice(entries, _AT_ONCE)):
            rows.insert("entries", [_row(entry) for entry in some])
            last = some[-1]
        assert last is not None
        checkpoint = Checkpoint(
            ledger=self._name(rows), seq=last.seq, hash=last.hash, public_key=self._keys.public_hex()
        ).signed_by(self._keys)
        rows.insert("checkpoints", [checkpoint.model_dump()])
        return checkpoint

    def _first(self) -> Draft:
        return Draft("begun", body={"nonce": secrets.token_hex(32), "public_key": self._keys.public_hex()})

    def _last(self, rows: Rows) -> Entry | None:
        """The last entry, when it is the one that was signed last."""
        found = rows.query("SELECT * FROM entries ORDER BY seq DESC LIMIT 1")
        signed = read_checkpoint(checkpoint_path(self._place))
        if not found:
            if signed:
                raise gone(self._place)
            return None
        last = entry_from(found[0], self._place)
        kept = rows.query("SELECT * FROM checkpoints ORDER BY seq DESC LIMIT 1")
        if last.digest() != last.hash or [(row["seq"], row["hash"]) for row in kept] != [
            (last.seq, last.hash)
        ]:
            raise cut_tail(self._place)
        if isinstance(self._place, Tables):
            self._require_own(checkpoints_from(kept, self._place)[0])
        if signed and not self._reaches(rows, signed):
            raise cut_tail(self._place)
        return last

    def _require_own(self, checkpoint: Checkpoint) -> None:
        """Refuse a server's ledger that is another installation's: anybody may name its address."""
        if checkpoint.public_key not in self._keys.public_keys() or not checkpoint.holds():
            raise foreign(self._place)

    def _require_present_key(self, rows: Rows) -> None:
        """Refuse a program that still holds a signing key which was exchanged meanwhile."""
        body = rows.dialect.body
        asked = (
            "SELECT 1 FROM entries JOIN checkpoints ON checkpoints.seq > entries.seq "
            f"WHERE event = 'rotated' AND {SHOWN} AND {body('from')} = :own "
            f"AND public_key = {body('to')} LIMIT 1"
        )
        if rows.query(asked, {"own": self._keys.public_hex()}):
            raise exchanged(self._place)

    @staticmethod
    def _reaches(rows: Rows, signed: Checkpoint) -> bool:
        found = rows.query("SELECT hash FROM entries WHERE seq = :seq", {"seq": signed.seq})
        return [row["hash"] for row in found] == [signed.hash]

    @staticmethod
    def _name(rows: Rows) -> str:
        found = rows.query("SELECT hash FROM entries WHERE seq = 1")
        return str(found[0]["hash"]) if found else ""


def reading(place: Place) -> AbstractContextManager[Rows | None]:
    """The rows of a ledger as they are at one moment; None where there is no ledger.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger, ``LED014`` when the server cannot be used.
    """
    return reading_server(place) if isinstance(place, Tables) else reading_file(place)


@contextmanager
def writing(place: Place) -> Iterator[Rows]:
    """The rows of a ledger for one write, made where there are none: kept if the block ends well.

    Of a file whose last writer died every page and every hash is looked at first. SQLite sees by itself that
    a closed file is too short. One that was cut beside a journal it fills up with zeros, and goes on.
    """
    if isinstance(place, Tables):
        with writing_server(place) as on_server:
            yield on_server
        return
    try:
        if was_left_open(place):
            _require_sound(place)
        with writing_file(place) as rows:
            yield rows
    except (sqlite3.Error, OSError) as error:
        raise unwritable(place, error) from None


def _chained(drafts: Iterable[Draft], last: Entry | None) -> Iterator[Entry]:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    who, tool = user_name(), f"saferelease {version('saferelease')}"
    seq, previous = (last.seq, last.hash) if last else (0, NOTHING)
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
        previous = blank.digest()
        yield blank.model_copy(update={"hash": previous})


def _row(entry: Entry) -> dict[str, Any]:
    return entry.model_dump() | {"body": canonical(entry.body).decode()}


def entry_from(row: dict[str, Any], place: Place) -> Entry:
    """An entry from its row of the database."""
    try:
        return Entry.model_validate(row | {"body": json.loads(row["body"])})
    except (ValidationError, ValueError, TypeError):
        raise damaged(place, f"entry {row.get('seq')}") from None


def read_checkpoint(path: Path) -> Checkpoint | None:
    """A checkpoint from its file; None when there is none.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is something else.
    """
    return read_kept(Checkpoint, path)


def read_ledger(place: Place) -> LedgerContent:
    """Read a ledger without changing it.

    Parameters
    ----------
    place : Path or Tables
        Its database, or an export of it.

    Raises
    ------
    InvalidError
        ``LED002`` when it is not there, ``LED007`` when it is no ledger, ``LED014`` when its server cannot
        be used.
    """
    if isinstance(place, Path) and place.exists():
        with place.open("rb") as file:
            if file.read(len(_SQLITE)) != _SQLITE:
                return read_export(place)
    head = read_checkpoint(checkpoint_path(place))  # before the entries: it is never ahead of them
    with reading(place) as rows:
        if rows is None:
            raise gone(place)
        found = rows.query(f"SELECT * FROM entries ORDER BY {rows.dialect.as_filed}")
        signed = rows.query("SELECT * FROM checkpoints ORDER BY seq")
    entries = [entry_from(row, place) for row in found]
    return LedgerContent(entries, checkpoints_from(signed, place), head)


def is_there(place: Place) -> bool:
    """Whether there is a ledger."""
    if isinstance(place, Path):
        return place.exists()
    with reading(place) as rows:
        return rows is not None


def _require_sound(path: Path) -> None:
    require_readable_pages(path)
    if any(entry.digest() != entry.hash for entry in read_ledger(path).entries):
        raise damaged(path, "the file")


def find_entries(place: Place, *, event: str = "", release: str = "") -> list[Entry]:
    """Entries of an event, of one release, oldest first; none when there is no ledger.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no ledger, ``LED014`` when its server cannot be used.
    """
    wanted = "SELECT * FROM entries WHERE :event IN ('', event) AND release = :release ORDER BY seq"
    with reading(place) as rows:
        found = rows.query(wanted, {"event": event, "release": release}) if rows else ()
    return [entry_from(row, place) for row in found]


def is_signed(place: Place, entry: Entry, public_keys: Collection[str] = ()) -> bool:
    """Whether a signed checkpoint ends with `entry`: what somebody only put into the database has none.

    `public_keys` may have signed it; without any, whoever signed it is not asked.
    """
    wanted = "SELECT * FROM checkpoints WHERE seq = :seq AND hash = :hash"
    with reading(place) as rows:
        found = rows.query(wanted, {"seq": entry.seq, "hash": entry.hash}) if rows else ()
    known = [
        one for one in checkpoints_from(found, place) if not public_keys or one.public_key in public_keys
    ]
    return entry.digest() == entry.hash and any(one.holds() for one in known)


def checkpoints_from(rows: Iterable[dict[str, Any]], place: Place) -> list[Checkpoint]:
    """Checkpoints from their rows."""
    try:
        return [Checkpoint.model_validate(row) for row in rows]
    except ValidationError:
        raise damaged(place, "a checkpoint") from None
