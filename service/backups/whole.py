"""Everything of an installation into one file, and back: state, documents, bundles, ledger; keys if asked."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from adapters.keys.installation import KEY_FILE, PLAIN_FILES, Keys, find_keys, load_keys
from adapters.keys.protection.wrapping import Passphrase
from adapters.ledger import ledger_path, ledger_place, read_ledger, write_export
from adapters.ledger.store import is_there
from adapters.machine.locations import home
from engine.errors import InvalidError, fault
from flows.audit.adopting import adopt_ledger
from service.app.settings import Settings
from service.backups.archive import Contents, copy_tree, damaged, pack, require_signed, unpack
from service.backups.tables import dump, fill, is_empty
from service.state.alone import alone
from service.state.database import Database, passing_database

_KEYS = (*PLAIN_FILES, KEY_FILE)
_DROPPED = ("prefect/server.json", "service.sqlite")
_LEDGER = "ledger.jsonl"
"""A ledger that stands on a server is in the backup as an export."""


def back_up(settings: Settings, to: Path, passphrase: bytes = b"") -> Contents:
    """Write everything into one file.

    Parameters
    ----------
    settings : Settings
    to : Path
        Must not exist.
    passphrase : bytes
        Protects the keys in the backup; empty leaves them out.

    Raises
    ------
    InvalidError
        ``BKP001`` a service runs; ``BKP004`` the file exists; ``BKP005`` tables of another version.
    """
    if to.exists():
        raise InvalidError(fault("BKP004", str(to), "must not exist yet", "", "Choose another name."))
    keys = load_keys()
    with alone(home()), passing_database(settings.database) as database, _workplace(to.parent) as folder:
        if not database.is_current():
            advice = "Run: saferelease service migrate."
            raise InvalidError(
                fault("BKP005", "the state", "must be of this version", database.revision(), advice)
            )
        (folder / "tables").mkdir()
        dump(database, folder / "tables")
        copy_tree(home(), folder / "home", _left_out(settings))
        copy_tree(settings.folder, folder / "documents")
        if ledger_place(home()) != ledger_path(home()) and is_there(ledger_place(home())):
            write_export(read_ledger(ledger_place(home())), folder / _LEDGER)
        wrapped = _wrap_keys(folder / "keys", passphrase) if passphrase else {}
        contents = Contents(
            tool=f"saferelease {version('saferelease')}",
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            revision=database.revision(),
            public_key=keys.public_hex(),
            wrapped=wrapped,
            files={},
        )
        pack(folder, to, contents, keys)
    return contents


def restore(settings: Settings, file: Path, passphrase: bytes = b"") -> Contents:
    """Make an installation as it was, where there is none.

    Raises
    ------
    InvalidError
        ``BKP002`` a damaged file; ``BKP003`` another installation's; ``BKP006`` something is there already;
        ``KEY006`` another passphrase.
    """
    with alone(home()), passing_database(settings.database) as database, _workplace(home()) as folder:
        contents = unpack(file, folder)
        _require_nothing(settings, database)
        present = find_keys()
        keys = present or _open_keys(folder, contents, passphrase, file.name)
        require_signed(folder, keys, file.name)
        if present:
            shutil.rmtree(folder / "keys", ignore_errors=True)
        database.upgrade(contents.revision)
        fill(database, folder / "tables")
        database.upgrade()
        for part, place in (("home", home()), ("keys", home()), ("documents", settings.folder)):
            if (folder / part).exists():
                copy_tree(folder / part, place)
        _restore_ledger(folder / _LEDGER)
    return contents


def _restore_ledger(export: Path) -> None:
    """The ledger where this installation wants it: on a server, or in its file."""
    moved = ledger_path(home()) if ledger_place(home()) != ledger_path(home()) else export
    if source := next((one for one in (export, moved) if one.exists()), None):
        adopt_ledger(source)


@contextmanager
def _workplace(beside: Path) -> Iterator[Path]:
    beside.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = Path(tempfile.mkdtemp(prefix=".saferelease-backup-", dir=beside))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _left_out(settings: Settings) -> frozenset[str]:
    """Of the home: keys, the database (its rows are dumped), the documents (a part of their own)."""
    temporary = (path.name for path in home().glob(".saferelease-backup-*"))
    names = (*_KEYS, *_DROPPED, *temporary)
    return frozenset({*(str(home() / name) for name in names), str(settings.folder)})


def _wrap_keys(folder: Path, passphrase: bytes) -> dict[str, str | int]:
    """Each key file sealed under the passphrase (scrypt, AES-256-GCM)."""
    folder.mkdir()
    way = Passphrase()
    for name in _KEYS:
        if (home() / name).exists():
            (folder / name).write_bytes(way.wrap_under((home() / name).read_bytes(), passphrase))
    return way.model_dump()


def _open_keys(folder: Path, contents: Contents, passphrase: bytes, name: str) -> Keys:
    """The keys of the backup, opened in place."""
    if not contents.wrapped:
        must, advice = (
            "must hold the keys, or they must be there",
            "Restore the keys from their own backup first.",
        )
        raise InvalidError(fault("BKP003", name, must, "no keys", advice))
    way = Passphrase.model_validate(contents.wrapped)
    for path in (folder / "keys").iterdir():
        path.write_bytes(way.unwrap_under(path.read_bytes(), passphrase))
        path.chmod(0o600)
    found = find_keys(folder / "keys")
    if found is None:
        raise damaged(name)
    return found


def _require_nothing(settings: Settings, database: Database) -> None:
    documents = settings.folder.exists() and any(settings.folder.iterdir())
    ledger = is_there(ledger_place(home())) or ledger_path(home()).exists()
    rows = bool(database.revision()) and not is_empty(database)
    if documents or ledger or rows:
        got = "documents" if documents else "a ledger" if ledger else "rows"
        advice = "Restore into a new SAFERELEASE_HOME and an empty database."
        raise InvalidError(fault("BKP006", "the installation", "must be empty", got, advice))
