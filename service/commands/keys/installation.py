"""Commands of keys: how they are kept, exchanged, and the key of one release destroyed."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from flows.audit.keys.destroying import destroy_key
from flows.audit.keys.rotating import key_status, protect_keys, protection_of, rotate_keys
from service.commands.display.output import Json, emit, reported, say
from service.commands.keys.people_keys import first_line
from service.commands.languages.speech import told

app = typer.Typer(name="keys", help="The installation's keys.", no_args_is_help=True)
Reason = Annotated[str, typer.Option(help="Why; it is written into the ledger, encrypted.")]


@app.callback()
def keys() -> None:
    """The installation's keys."""


@app.command()
def status(as_json: Json = False) -> None:
    """Say how the keys are kept, and the public halves of the signing keys. Makes keys if there are none."""
    with reported(as_json):
        found = key_status()

        def show() -> None:
            say(
                f"Kept under: {found.protection}. Secrets: {found.n_secrets}. Signing key: {found.public_key}"
            )
            for key in found.earlier_public:
                say(f"Signing key of before: {key}")

        emit(as_json, asdict(found), show)


@app.command()
def protect(
    way: Annotated[str, typer.Argument(metavar="WAY", help="passphrase, keyring, command, pkcs11, or none.")],
    passphrase_file: Annotated[
        Path | None, typer.Option(help="File with the new passphrase in its first line; else it is asked.")
    ] = None,
    wrap: Annotated[str, typer.Option(help="Program that wraps a key: standard input to output.")] = "",
    unwrap: Annotated[str, typer.Option(help="Program that unwraps it again.")] = "",
    module: Annotated[str, typer.Option(help="Library of the token or HSM.")] = "",
    token: Annotated[str, typer.Option(help="Label of the token.")] = "",
    key: Annotated[str, typer.Option(help="Label of the token's AES key; made if there is none.")] = "",
    as_json: Json = False,
) -> None:
    """Keep the installation's keys under a passphrase, in the system's keyring, with a program or a token."""
    with reported(as_json):
        chosen = protection_of(way, wrap=wrap, unwrap=unwrap, module=module, token=token, key=key)
        protect_keys(chosen, _new_passphrase(passphrase_file) if way == "passphrase" else b"")
        emit(as_json, {"protection": way}, lambda: say(f"The keys are kept under: {way}."))


@app.command()
def rotate(
    reason: Reason = "",
    signing: Annotated[bool, typer.Option("--signing", help="Exchange the signing key too.")] = False,
    as_json: Json = False,
) -> None:
    """Make a new secret, and wrap every release's key anew. Old releases stay readable."""
    with reported(as_json):
        done = rotate_keys(reason, signing)

        def show() -> None:
            say(f"The keys are exchanged (ledger entry {done.entry}); {done.n_release_keys} keys of releases")
            say(f"are wrapped anew. Signing key: {done.public_key}")

        emit(as_json, asdict(done), show)


@app.command()
def destroy(
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="Number of the release.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Destroy the key of a release: nobody can open its private record again. Others stay readable."""
    with reported(as_json):
        entry = destroy_key(release, reason)
        emit(
            as_json,
            {"release": release, "entry": entry},
            lambda: say(f"The key of release {release} is destroyed (ledger entry {entry})."),
        )


def _new_passphrase(file: Path | None) -> bytes:
    if file:
        return first_line(file)
    if not sys.stdin.isatty():
        return b""  # told as too short
    return str(typer.prompt(told("New passphrase"), hide_input=True, confirmation_prompt=True)).encode()
