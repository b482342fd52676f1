"""Options that name a person's private key and its passphrase."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import InvalidError, fault
from service.commands.languages.speech import told

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ApproverKey = Annotated[
    Path | None, typer.Option("--key", help="The approver's own private key, a PEM file.")
]
PassphraseFile = Annotated[
    Path | None, typer.Option(help="File whose first line is the passphrase of the private keys.")
]


def private_key(path: Path | None, passphrase_file: Path | None) -> Ed25519PrivateKey | None:
    """The key in `path`; its passphrase comes from a file or the keyboard, never from an argument."""
    if path is None:
        return None
    from adapters.trust.people_keys import read_key

    return read_key(path, passphrase_of(passphrase_file, path))


def passphrase_of(file: Path | None, path: Path) -> bytes:
    """The passphrase of the key in `path`; empty when it has none."""
    from adapters.trust.people_keys import is_locked

    if not is_locked(path):
        return b""
    return (
        first_line(file)
        if file
        else str(typer.prompt(told(f"Passphrase of {path.name}"), hide_input=True, err=True)).encode()
    )


def first_line(file: Path) -> bytes:
    """A passphrase from its file."""
    try:
        found = file.read_bytes().split(b"\n")[0].strip(b"\r")
    except OSError:
        found = b""
    if not found:
        advice = "Write the passphrase into its first line."
        raise InvalidError(fault("TRU006", str(file), "must hold a passphrase", "", advice))
    return found
