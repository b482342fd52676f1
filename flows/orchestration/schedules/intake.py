"""What a scheduled run takes from the inbox: every document once per policy version, and none half-written.

The rules: a file is taken when nothing was written to it for `SETTLE_SECONDS`. A document that was taken
under this version of the policy is not taken again, whatever became of it or of its name; a changed one is a
new version. What was not released and still lies in the inbox is counted at each run.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adapters.documents.opening.sources import Source
from adapters.keys.installation import Keys, keyed_file_hash, keyed_hash
from flows.orchestration.schedules.due import next_due

SETTLE_SECONDS = 60.0
_RELEASED = "released"
KEPT_DAYS = 400
"""Documents that left the inbox are forgotten after so long."""
_TABLES = """
CREATE TABLE IF NOT EXISTS taken (
    policy TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL,
    PRIMARY KEY (policy, name, content)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS looks (policy TEXT PRIMARY KEY, at TEXT NOT NULL);
"""
_STILL_THERE = "UPDATE taken SET at = ? WHERE policy = ? AND name = ? AND content = ?"


@dataclass(frozen=True)
class Taken:
    """Documents of one run.

    Parameters
    ----------
    sources : sequence of Source
        Numbered anew.
    keys : sequence of tuple of str
        Name and content of each, as the register knows them: keyed hashes.
    n_changed : int
        Those that were taken before, and have another content now.
    n_unsettled : int
        Files left out because they are still being written.
    n_stuck : int
        Files that lie there as an earlier run took them and did not release them.
    """

    sources: Sequence[Source]
    keys: Sequence[tuple[str, str]]
    n_changed: int
    n_unsettled: int
    n_stuck: int = 0


def last_change(path: Path) -> float:
    """When a file was last written, renamed or touched; a copied time of writing does not hide it."""
    found = path.stat(follow_symlinks=False)
    return max(found.st_mtime, found.st_ctime)


class Register:
    """Which documents were taken under which policy: keyed hashes in the private state.

    Parameters
    ----------
    file : Path
        An SQLite database; made when it is not there.
    keys : Keys
        The installation's: without them nobody can test a guess at a name or a content.
    """

    def __init__(self, file: Path, keys: Keys) -> None:
        self._file = file
        self._key = keys.lasting("intake")

    def take(
        self,
        policy: str,
        sources: Sequence[Source],
        now: datetime,
        changed: Callable[[Path], float] = last_change,
    ) -> Taken:
        """What of `sources` is to be released now under `policy`, a name with its version."""
        chosen: list[Source] = []
        keys: list[tuple[str, str]] = []
        n_changed = n_unsettled = n_stuck = 0
        present = {self._name_of(source) for source in sources}
        with self._open() as register:
            for source in sources:
                if not _settled(source, now, changed):
                    n_unsettled += 1
                    continue
                name, content = self._name_of(source), self._content_of(source)
                known = _outcomes(register, policy, name)
                if not known and not source.barred:
                    known = _renamed(register, policy, name, content, present)
                if content in known:
                    n_stuck += known[content] != _RELEASED
                    register.execute(_STILL_THERE, (now.isoformat(), policy, name, content))
                    continue
                n_changed += bool(known)
                chosen.append(source)
                keys.append((name, content))
        width = max(6, len(str(len(chosen))))
        numbered = [replace(one, id=f"{i:0{width}d}") for i, one in enumerate(chosen, 1)]
        return Taken(numbered, keys, n_changed, n_unsettled, n_stuck)

    def record(self, policy: str, taken: Taken, outcomes: Sequence[str], now: datetime) -> None:
        """Write down what became of each document.

        Notes
        -----
        One that changed while it was read stays unknown in its new form: the next run takes it.
        """
        rows = [
            (policy, *keys, now.isoformat(), outcome)
            for keys, outcome in zip(taken.keys, outcomes, strict=True)
        ]
        oldest = (now - timedelta(days=KEPT_DAYS)).isoformat()
        with self._open() as register:
            register.executemany("INSERT OR REPLACE INTO taken VALUES (?, ?, ?, ?, ?)", rows)
            register.execute("DELETE FROM taken WHERE at < ?", (oldest,))

    def missed(self, policy: str, every: str, time_zone: str, now: datetime) -> bool:
        """Whether a due time passed since the last look: one run then stands for all that were missed."""
        with self._open() as register:
            row = register.execute("SELECT at FROM looks WHERE policy = ?", (policy,)).fetchone()
        return row is not None and next_due(every, time_zone, datetime.fromisoformat(row[0])) <= now

    def looked(self, policy: str, now: datetime) -> None:
        """Write down that a run of `policy` looked into the inbox."""
        with self._open() as register:
            register.execute("INSERT OR REPLACE INTO looks VALUES (?, ?)", (policy, now.isoformat()))

    def _name_of(self, source: Source) -> str:
        return keyed_hash(self._key, f"name {source.path}".encode("utf-8", "surrogateescape"))

    def _content_of(self, source: Source) -> str:
        if source.barred:
            return keyed_hash(self._key, f"barred {source.barred}".encode())
        try:
            return keyed_file_hash(self._key, Path(source.path))
        except OSError:
            return keyed_hash(self._key, b"unread")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(sqlite3.connect(self._file, timeout=60)) as register, register:
            register.executescript(_TABLES)
            yield register


def _settled(source: Source, now: datetime, changed: Callable[[Path], float]) -> bool:
    if source.barred:
        return True
    try:
        return now.astimezone(UTC).timestamp() - changed(Path(source.path)) >= SETTLE_SECONDS
    except OSError:  # it went away since the folder was read
        return False


def _outcomes(register: sqlite3.Connection, policy: str, name: str) -> dict[str, str]:
    """What became of each content that was taken under a name."""
    rows = register.execute(
        "SELECT content, outcome FROM taken WHERE policy = ? AND name = ?", (policy, name)
    )
    return dict(rows.fetchall())


def _renamed(
    register: sqlite3.Connection, policy: str, name: str, content: str, present: set[str]
) -> dict[str, str]:
    """What became of a content whose file lies there under a new name; a copy beside its original is none.

    Notes
    -----
    The register follows the file to its new name, so that a later change counts as a new version.
    """
    rows = register.execute("SELECT name FROM taken WHERE policy = ? AND content = ?", (policy, content))
    before = next((row[0] for row in rows if row[0] not in present), None)
    if before is None:
        return {}
    register.execute("UPDATE taken SET name = ? WHERE policy = ? AND name = ?", (name, policy, before))
    return _outcomes(register, policy, name)
