"""Commands of trust: who may sign and approve, under the signatures of root keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, cast

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.trust.lists import Role, Trusted, TrustFile, TrustList, read_trust_file
from adapters.trust.people_keys import make_key
from flows.audit.keys.trusting import (
    TrustChoice,
    accept,
    add_key,
    revoke_key,
    rotate_roots,
    sign_list,
    start_list,
    trust_path,
    trusted_key,
)
from service.commands.display.output import Json, emit, reported, say
from service.commands.keys.people_keys import PassphraseFile, first_line, private_key

app = typer.Typer(
    name="trust", help="Whom to trust: signers and approvers, under root keys.", no_args_is_help=True
)
ListFile = Annotated[Path | None, typer.Option("--file", help="The list; without it, this installation's.")]
RootKeys = Annotated[
    list[Path] | None, typer.Option("--root-key", help="Private root key that signs, a PEM file.")
]
RootPublic = Annotated[list[str] | None, typer.Option("--root", help="Public root key, kept elsewhere.")]
Threshold = Annotated[int, typer.Option(min=1, help="How many root keys must sign.")]
DAY = "%Y-%m-%d"


@app.command()
def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File of the new private key.")],
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Make a key for a person: an approver, or a holder of a root key. Prints the public half."""
    with reported(as_json):
        public = make_key(file, first_line(passphrase_file) if passphrase_file else b"")
        emit(as_json, {"file": str(file), "public_key": public}, lambda: say(public))


@app.command()
def init(
    title: Annotated[str, typer.Option(help="Whose list it is.")],
    root_key: RootKeys = None,
    root: RootPublic = None,
    threshold: Threshold = 1,
    file: ListFile = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Start a list of trusted keys, under root keys."""
    with reported(as_json):
        path = file or trust_path()
        keys = _keys(root_key, passphrase_file)
        _tell(path, start_list(path, title, keys, root or (), threshold), as_json)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the person or the installation.")],
    public_key: Annotated[str, typer.Option(help="Their public key, 64 hexadecimal digits.")],
    role: Annotated[list[str] | None, typer.Option(help="signer or approver; may be given twice.")] = None,
    since: Annotated[datetime | None, typer.Option("--from", formats=[DAY], help="First day, UTC.")] = None,
    until: Annotated[datetime | None, typer.Option(formats=[DAY], help="Last moment, UTC.")] = None,
    root_key: RootKeys = None,
    file: ListFile = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Add a signer or an approver, or change their times; makes a new version of the list."""
    with reported(as_json):
        path = file or trust_path()
        roles = cast("Sequence[Role]", role or ["signer"])
        new = trusted_key(name, public_key, roles, _utc(since), _utc(until))
        _tell(path, add_key(path, _keys(root_key, passphrase_file), new), as_json)


@app.command()
def revoke(
    public_key: Annotated[str, typer.Argument(metavar="KEY", help="The public key to revoke.")],
    reason: Annotated[str, typer.Option(help="Why.")],
    at: Annotated[
        datetime | None, typer.Option(formats=[DAY], help="From when on, UTC; without it, from now on.")
    ] = None,
    root_key: RootKeys = None,
    file: ListFile = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Revoke a key; makes a new version of the list."""
    with reported(as_json):
        path = file or trust_path()
        when = _utc(at) or datetime.now(UTC).replace(microsecond=0)
        made = revoke_key(path, _keys(root_key, passphrase_file), public_key, when, reason)
        _tell(path, made, as_json)


@app.command()
def rotate(
    root: RootPublic = None,
    threshold: Threshold = 1,
    root_key: RootKeys = None,
    file: ListFile = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Exchange the root keys: name all of the new public ones; old and new holders sign."""
    with reported(as_json):
        path = file or trust_path()
        _tell(path, rotate_roots(path, _keys(root_key, passphrase_file), root or (), threshold), as_json)


@app.command()
def sign(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The list.")],
    root_key: RootKeys = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Sign the newest version of a list too: when root keys are kept on several machines."""
    with reported(as_json):
        _tell(file, sign_list(file, _keys(root_key, passphrase_file)), as_json)


@app.command("accept")
def accept_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The list, from those who hold the root keys.")
    ],
    root: Annotated[
        list[str] | None, typer.Option("--root", help="Public root key, known from elsewhere.")
    ] = None,
    trust_on_first_use: Annotated[
        bool, typer.Option("--trust-on-first-use", help="Take the first list unseen.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Take a list as this installation's own; an older one than before is refused."""
    with reported(as_json):
        found = accept(TrustChoice(file, tuple(root or ()), trust_on_first_use))
        emit(as_json, _data(found), lambda: _show(found))


@app.command()
def show(file: ListFile = None, as_json: Json = False) -> None:
    """Show the newest version of a list: who may sign and approve, and for how long."""
    with reported(as_json):
        found = read_trust_file(file or trust_path(), draft=True)
        newest = found.newest()
        emit(as_json, _data(newest, found.lacks()), lambda: _show(newest, found.lacks()))


def _keys(paths: list[Path] | None, passphrase_file: Path | None) -> list[Ed25519PrivateKey]:
    found = (private_key(path, passphrase_file) for path in paths or ())
    return [one for one in found if one is not None]


def _utc(day: datetime | None) -> datetime | None:
    return day.replace(tzinfo=UTC) if day else None


def _tell(path: Path, content: TrustFile, as_json: bool) -> None:
    newest, lacks = content.newest(), content.lacks()
    emit(as_json, _data(newest, lacks) | {"file": str(path)}, lambda: _show(newest, lacks))


def _data(content: TrustList, lacks: int = 0) -> dict[str, object]:
    return content.model_dump(mode="json") | {"signatures_missing": lacks}


def _show(content: TrustList, lacks: int = 0) -> None:
    say(f"{content.title}, version {content.version}, until {content.expires.date()}")
    say(f"{content.threshold} of {len(content.roots)} root keys sign it: {' '.join(content.roots)}")
    for one in content.keys:
        say(_line(one))
    if lacks:
        say(f"NOT in force: {lacks} signature(s) of root keys are missing (saferelease trust sign).")


def _line(one: Trusted) -> str:
    times = f"{one.valid_from.date()} to {one.valid_until.date()}"
    gone = f"  REVOKED {one.revoked.at.isoformat()}: {one.revoked.reason}" if one.revoked else ""
    return f"  {one.name}  {'+'.join(one.roles)}  {one.public_key}  {times}{gone}"
