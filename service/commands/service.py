"""Commands of the service's state: everything into one file, back, and to another version."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import InvalidError, fault
from service.commands.display.output import Json, emit, reported, say
from service.commands.languages.speech import told
from service.commands.remote.options import Address, CaFile, KeyFile

app = typer.Typer(name="service", help="Back up, restore and migrate the service.", no_args_is_help=True)
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, a .tar file.")]
PassphraseFile = Annotated[
    Path | None, typer.Option(help="File whose first line is the passphrase of the keys in the backup.")
]


@app.callback()
def service() -> None:
    """Back up, restore and migrate the service."""


@app.command()
def backup(
    file: BackupFile,
    with_keys: Annotated[
        bool, typer.Option("--with-keys", help="The installation's keys too, under a passphrase.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Write state, documents, bundles and ledger into one signed file; the service must be stopped."""
    from service.app.settings import settings_from
    from service.backups.whole import back_up

    with reported(as_json):
        words = _passphrase(passphrase_file, twice=True) if with_keys else b""
        made = back_up(settings_from(), file, words)
        told = {"backup": str(file), "revision": made.revision, "keys": bool(words)}
        emit(as_json, told, lambda: say(f"Backed up to {file}; {_keys_in(words)}."))


@app.command()
def restore(file: BackupFile, passphrase_file: PassphraseFile = None, as_json: Json = False) -> None:
    """Make an installation as it was, where there is none; tables of an older version are migrated."""
    from service.app.settings import settings_from
    from service.backups.whole import restore as restore_all

    with reported(as_json):
        words = _passphrase(passphrase_file) if passphrase_file else b""
        made = restore_all(settings_from(), file, words)
        told = {"restored": str(file), "created": made.created, "revision": made.revision}
        emit(as_json, told, lambda: say(f"Restored from {file}, made at {made.created}."))


@app.command()
def migrate(
    to: Annotated[str, typer.Option("--to", help="Revision to go to, also an earlier one.")] = "head",
    as_json: Json = False,
) -> None:
    """Bring the tables to this version, or to a revision; the service must be stopped. Back up first."""
    from adapters.machine.locations import home
    from service.app.settings import settings_from
    from service.state.alone import alone
    from service.state.database import passing_database

    with reported(as_json), alone(home()), passing_database(settings_from().database) as database:
        before = database.revision()
        database.migrate(to)
        told = {"from": before, "to": database.revision()}
        emit(as_json, told, lambda: say(f"Tables of revision {before or 'none'} are now {told['to']}."))


@app.command()
def corrections(
    group: Annotated[str, typer.Argument(metavar="GROUP", help="Short name of the group in the service.")],
    out: Annotated[Path, typer.Option("--out", help="JSON lines for saferelease train; a new file.")],
    service: Address,
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Write what reviewers corrected as training data, for administrators of a group: text of originals."""
    from adapters.machine.files import write_atomically
    from flows.audit.reading import require_new
    from service.client.access import open_client

    with reported(as_json), open_client(service, key_file, ca_file) as client:
        require_new(out)
        content = client.export_training(group)
        write_atomically(out, content, mode=0o600)
        n = content.count(b"\n")
        emit(as_json, {"file": str(out), "paragraphs": n}, lambda: say(f"{n} paragraphs in {out}."))


def _keys_in(words: bytes) -> str:
    return "with the keys, under the passphrase" if words else "without the keys: keep those apart"


def _passphrase(file: Path | None, *, twice: bool = False) -> bytes:
    from adapters.keys.protection.wrapping import LEAST_PASSPHRASE
    from service.commands.keys.people_keys import first_line

    words = (
        first_line(file)
        if file
        else str(
            typer.prompt(told("Passphrase"), hide_input=True, err=True, confirmation_prompt=twice)
        ).encode()
    )
    if twice and len(words) < LEAST_PASSPHRASE:
        must, advice = f"must have {LEAST_PASSPHRASE} characters or more", "Choose a longer one."
        raise InvalidError(fault("BKP007", "the passphrase", must, "", advice))
    return words
