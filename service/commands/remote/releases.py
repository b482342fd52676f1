"""Commands that ask a service elsewhere: submit a release, follow it, fetch and verify its bundle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from engine.errors import Fault, InvalidError, Outcome, fault
from service.commands.display.output import Json, complain, emit, finish, reported, say
from service.commands.remote.options import Address, CaFile, GroupName, KeyFile, Title

if TYPE_CHECKING:
    from flows.audit.verification.answers import Verification
    from service.client import ServiceClient
    from service.client.sending import Order, Sent

app = typer.Typer(help="Releases of a service elsewhere: submit, follow, fetch.", no_args_is_help=True)

ReleaseName = Annotated[str, typer.Argument(metavar="RELEASE", help="The release's id in the service.")]
Seconds = Annotated[float, typer.Option(min=0, help="How long to wait at most.")]
PublicKey = Annotated[str, typer.Option(help="The signer's public key, 64 hexadecimal digits.")]

Until = Literal["review", "approval", "sealed"]
_ORDER = ("draft", "queued", "running", "review", "approval", "sealing", "sealed")
_NO_FURTHER = frozenset({"refused", "rejected", "failed", "cancelled"})
_A_WEEK = 7 * 24 * 3600.0


@app.callback()
def release() -> None:
    """Releases of a service elsewhere: submit, follow, fetch."""


@app.command()
def submit(
    policy: Annotated[str, typer.Argument(metavar="POLICY", help="A policy that the service holds.")],
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE...", help="Files and folders to send.")],
    service: Address,
    group: GroupName,
    title: Title,
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Send documents to a service as a release, and start it.

    The same command again is the same release: it goes on where it was cut off. One that has ended
    unsealed stays ended, with exit code 1; give another title.
    """
    from service.client.sending import Order

    with reported(as_json), _client(service, key_file, ca_file) as client:
        sent = submitted(client, Order(group, title, policy, sources))
        emit(as_json, vars(sent), lambda: show_sent(sent))
        finish(Outcome.REFUSED if sent.state in _NO_FURTHER else Outcome.RELEASED)


@app.command("list")
def list_releases(
    service: Address, key_file: KeyFile = None, ca_file: CaFile = None, as_json: Json = False
) -> None:
    """List the releases that you may see."""
    with reported(as_json), _client(service, key_file, ca_file) as client:
        found = client.releases()

        def show() -> None:
            for one in found:
                say(f"{one.id}  {one.state:<9} {one.documents:>6} documents  {one.group}: {one.title}")

        emit(as_json, [one.model_dump(mode="json") for one in found], show)


@app.command()
def status(
    release: ReleaseName,
    service: Address,
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Show where a release is, its documents in counts and codes."""
    with reported(as_json), _client(service, key_file, ca_file) as client:
        whole = client.show(release)

        def show() -> None:
            say(f"{whole.release.title}: {whole.release.state}, {whole.release.left} documents left to do.")
            for one in whole.documents:
                say(f"  document {one.number} {one.state}{': ' + one.reason if one.reason else ''}")
            if whole.statement:
                say(whole.statement)

        emit(as_json, whole.model_dump(mode="json"), show)


@app.command()
def wait(
    release: ReleaseName,
    service: Address,
    until: Annotated[Until, typer.Option(help="How far.")] = "sealed",
    seconds: Seconds = _A_WEEK,
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Wait until a release is as far as you say; exit code 4 when the time is over before."""
    with reported(as_json), _client(service, key_file, ca_file) as client:
        state = waited(client, release, until, seconds)
        emit(as_json, {"release": release, "state": state}, lambda: say(f"Release {release}: {state}."))
        finish(reached(state, until))


@app.command()
def download(
    release: ReleaseName,
    service: Address,
    out: Annotated[Path, typer.Option("--out", help="Folder of the bundle; it must not exist yet.")],
    public_key: PublicKey = "",
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Fetch the sealed bundle of a release, and verify it here as `saferelease verify` does."""
    with reported(as_json), _client(service, key_file, ca_file) as client:
        finish(fetched(client, release, out, public_key, as_json).outcome)


def _client(address: str, key_file: Path | None, ca_file: Path | None) -> ServiceClient:
    from service.client.access import open_client

    return open_client(address, key_file, ca_file)


def submitted(client: ServiceClient, order: Order) -> Sent:
    """Send and start, and tell how far it is."""
    from service.client.sending import send
    from service.commands.display.progress import progress_told

    with progress_told("sending") as progress:
        return send(client, order, progress)


def run_there(
    address: str,
    order: Order,
    out: Path,
    key_file: Path | None,
    ca_file: Path | None,
    as_json: bool,
) -> Outcome:
    """What `run` does in a service: submit, wait for its people, fetch and verify."""
    _require_new(out)
    with _client(address, key_file, ca_file) as client:
        sent = submitted(client, order)
        if not as_json:
            show_sent(sent)
        state = waited(client, sent.release, "sealed", _A_WEEK)
        if state == "sealed":
            found = fetched(client, sent.release, out, "", as_json)
            return found.outcome or _whole(found.manifest.totals)
        emit(as_json, {**vars(sent), "state": state}, lambda: say(f"Release {sent.release}: {state}."))
        return reached(state, "sealed")


def checked_there(
    policies: list[str], address: str, key_file: Path | None, ca_file: Path | None, as_json: bool
) -> None:
    """What `policy check` does in a service.

    Raises
    ------
    InvalidError
        All faults of all files; ``RMT008`` for what is no readable file.
    """
    faults: list[Fault] = []
    with _client(address, key_file, ca_file) as client:
        for name in policies:
            found = client.check_policy(_text(name))
            faults += [fault(one.code, f"{name}:{one.line}", one.sentence.rstrip(".")) for one in found]
            if not found and not as_json:
                say(f"{name}: valid in the service.")
    if faults:
        raise InvalidError(*faults)
    emit(as_json, [{"file": name, "faults": []} for name in policies], lambda: None)


def _text(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        advice = "Shipped policies are checked already."
        raise InvalidError(fault("RMT008", name, "must be a policy's file", "", advice)) from None


def show_sent(sent: Sent) -> None:
    """What arrived, for people."""
    documents = f"{sent.n_documents} documents, {sent.n_sent} of them sent just now"
    say(f"Release {sent.release}: {documents}; it is {sent.state}.")


def waited(client: ServiceClient, release: str, until: str, seconds: float) -> str:
    """The state of a release once it is as far as `until`, goes no further, or the time is over."""
    return client.wait(release, {*_ORDER[_ORDER.index(until) :], *_NO_FURTHER}, seconds).state


def reached(state: str, until: str) -> Outcome:
    """How a command ends that waited."""
    if state in _NO_FURTHER:
        return Outcome.REFUSED
    far = state in _ORDER and _ORDER.index(state) >= _ORDER.index(until)
    return Outcome.RELEASED if far else Outcome.INCOMPLETE


def _whole(totals: Mapping[str, int]) -> Outcome:
    """How `run` ends on this machine for such a bundle."""
    left = Outcome.INCOMPLETE if totals["quarantined"] else Outcome.RELEASED
    return Outcome.REFUSED if totals["refused"] else left


def fetched(client: ServiceClient, release: str, out: Path, public_key: str, as_json: bool) -> Verification:
    """Download and verify a bundle, and show the answer."""
    from flows.audit.verification.answers import Asked
    from flows.audit.verification.bundle import verify_release
    from service.commands.display.verification import show_verification, verification_json

    _require_new(out)
    wanted = client.show(release).bundle or release  # a service that names no bundle does not pass for one
    found = verify_release(client.download(release, out), Asked(public_key, wanted))
    shown = {"in_service": release, **verification_json(str(out), found)}
    emit(as_json, shown, lambda: show_verification(found))
    if not as_json:
        for one in (*found.faults, *found.doubts):
            complain(one)
    return found


def _require_new(out: Path) -> None:
    if out.exists():
        raise InvalidError(fault("RMT007", str(out), "must not exist yet", "", "Nothing is overwritten."))
