"""Commands of the audit: the ledger, one redaction confirmed, one value revealed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from adapters.ledger import Entry, Event
from engine.errors import InvalidError, Outcome, fault
from flows.audit.adopting import adopt_ledger
from flows.audit.approving import approve_bundle
from flows.audit.confirming import confirm as confirm_opening
from flows.audit.confirming import hand_over as hand_over_bundle
from flows.audit.confirming import open_commitment, write_opening
from flows.audit.reading import (
    add_anchor,
    check_audit,
    entries_of,
    export_ledger,
    require_new,
    shown_entries,
    write_receipt,
)
from flows.audit.revealing import Wanted, require_reader
from flows.audit.revealing import reveal as reveal_value
from flows.audit.verification.openings import write_opening_to
from service.commands.display.output import Json, complain, emit, finish, print_json, reported, say, say_text
from service.commands.keys.people_keys import PassphraseFile, private_key
from service.commands.languages.speech import told

app = typer.Typer(
    name="audit", help="The audit ledger: who did what, and one redaction confirmed.", no_args_is_help=True
)
Bundle = Annotated[Path, typer.Argument(metavar="BUNDLE", help="Folder of a release bundle.")]
LedgerFile = Annotated[
    Path | None,
    typer.Option("--ledger", help="A ledger or an export; without it, this installation's."),
]
Reason = Annotated[str, typer.Option(help="Why; it is written into the ledger, encrypted.")]
Document = Annotated[str, typer.Option(help="Number of the document, e.g. 000001.")]
ValueFile = Annotated[
    Path | None, typer.Option(help="File with the value; without it, it is read from the keyboard or a pipe.")
]


@app.command("list")
def list_(
    release: Annotated[str, typer.Option(help="Only this release.")] = "",
    event: Annotated[
        Event | None, typer.Option(metavar="EVENT", help="Only this event, e.g. revealed.")
    ] = None,
    documents: Annotated[bool, typer.Option("--documents", help="The single documents too.")] = False,
    ledger: LedgerFile = None,
    as_json: Json = False,
) -> None:
    """List what happened, oldest first."""
    with reported(as_json):
        entries = entries_of(ledger, release, event or "", documents)

        def show() -> None:
            for entry in entries:
                say(_line(entry))

        emit(as_json, [entry.model_dump() for entry in entries], show)


@app.command()
def show(
    which: Annotated[str, typer.Argument(metavar="ENTRY|RELEASE", help="Number of an entry, or a release.")],
    ledger: LedgerFile = None,
    as_json: Json = False,
) -> None:
    """Show one entry, or all entries of a release; reasons too, if this installation's keys decrypt them."""
    with reported(as_json):
        found = shown_entries(ledger, which)
        if as_json:
            print_json(found)
            return
        for entry in found:
            for name, value in entry.items():
                say(f"{name:>16}  {value}")
            say("")


@app.command()
def check(
    ledger: LedgerFile = None,
    public_key: Annotated[
        list[str] | None, typer.Option(help="Key that may have signed the ledger, 64 hexadecimal digits.")
    ] = None,
    checkpoint: Annotated[
        list[Path] | None, typer.Option(help="A checkpoint or a receipt of a release, kept elsewhere.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check that no entry was changed, deleted, moved or inserted, and that the end is not cut off."""
    with reported(as_json):
        found = check_audit(ledger, public_key or [], checkpoint or [])
        emit(as_json, found.as_json(), lambda: say(found.summary()))
        if not as_json:
            for one in found.faults:
                complain(one)
        finish(Outcome.REFUSED if found.faults else Outcome.RELEASED)


@app.command()
def export(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist yet.")],
    as_json: Json = False,
) -> None:
    """Write the ledger as JSON lines: a backup, and what an auditor reads without this installation."""
    with reported(as_json):
        n = export_ledger(to)
        emit(as_json, {"file": str(to), "entries": n}, lambda: say(f"{n} entries: {to}"))


@app.command()
def adopt(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A ledger's file, or an export.")],
    as_json: Json = False,
) -> None:
    """Take over a ledger into the place that is named now, where there is no entry yet.

    SAFERELEASE_LEDGER names a PostgreSQL database; without it the place is the file in SAFERELEASE_HOME.
    """
    with reported(as_json):
        found = adopt_ledger(file)
        emit(as_json, found.as_json(), lambda: say(found.summary()))


@app.command()
def anchor(
    file: Annotated[Path | None, typer.Option(help="A file on another machine's share.")] = None,
    url: Annotated[str, typer.Option(help="An address that takes the head by POST, as JSON.")] = "",
    mail: Annotated[str, typer.Option(help="An address of a second person.")] = "",
    server: Annotated[str, typer.Option(help="The mail server, with --mail.")] = "",
    port: Annotated[int, typer.Option(help="The mail server's port.")] = 25,
    as_json: Json = False,
) -> None:
    """Name a place outside that keeps the ledger's signed heads; each disclosure and release goes there.

    A ledger that is set back afterwards, or goes on in another way, is found by audit check. A place
    that does not answer stops releases and disclosures.
    """
    with reported(as_json):
        found = add_anchor(file, url, mail, server, port)
        places = [*map(str, found.files), *found.urls, *(one.to for one in found.mail)]
        emit(as_json, found.model_dump(mode="json"), lambda: say(f"Heads go to: {', '.join(places)}"))


@app.command()
def receipt(
    entry: Annotated[int, typer.Argument(metavar="ENTRY", help="Number of the entry.")],
    to: Annotated[Path, typer.Option("--to", help="File of the receipt, for whom the entry concerns.")],
    as_json: Json = False,
) -> None:
    """Sign a receipt of one entry: with it, audit check notices a ledger from which it was taken."""
    with reported(as_json):
        found = write_receipt(entry, to)
        emit(
            as_json,
            {"file": str(to), "entry": found.seq, "size": found.head.size},
            lambda: say(f"Receipt of entry {found.seq}: {to}"),
        )


@app.command("open")
def open_(
    bundle: Bundle,
    document: Document,
    to: Annotated[Path, typer.Option("--to", help="File of the opening, for the auditor.")],
    reason: Reason = "",
    value_file: ValueFile = None,
    as_json: Json = False,
) -> None:
    """Open the commitment to one removed value, for an auditor who names the value."""
    with reported(as_json):
        require_new(to)
        opening, places = open_commitment(bundle, document, _value(value_file), reason)
        write_opening(opening, to)
        data = {"opening": str(to), "document": document, "entry": opening.entry, "places": places}
        emit(
            as_json,
            data,
            lambda: say(
                f"Opened: document {document}, characters {opening.start}-{opening.end}, category "
                f"{opening.category}; the value was removed in {places} place(s). For the auditor: {to}"
            ),
        )


@app.command()
def confirm(
    opening: Annotated[Path, typer.Argument(metavar="OPENING", help="File that audit open wrote.")],
    ledger: LedgerFile = None,
    public_key: Annotated[str, typer.Option(help="Key that signed the ledger, 64 hexadecimal digits.")] = "",
    value_file: ValueFile = None,
    as_json: Json = False,
) -> None:
    """Confirm one redaction: check that the value you hold is the one that was removed there."""
    with reported(as_json):
        shown = confirm_opening(opening, _value(value_file), ledger, public_key)
        data = {
            "confirmed": True,
            "release": shown.release_id,
            "document": shown.document,
            "start": shown.start,
            "end": shown.end,
            "category": shown.category,
            "entry": shown.entry,
        }
        emit(
            as_json,
            data,
            lambda: say(
                f"Confirmed: your value stood in document {shown.document} of release {shown.release_id}, "
                f"characters {shown.start}-{shown.end}, and was removed as {shown.category} "
                f"(ledger entry {shown.entry})."
            ),
        )


@app.command()
def approve(
    bundle: Bundle,
    key: Annotated[Path, typer.Option("--key", help="The approver's own private key, a PEM file.")],
    by: Annotated[str, typer.Option(help="Who approves, as the list of trusted keys names them.")],
    note: Annotated[str, typer.Option(help="On what grounds, e.g. the minutes of a meeting.")] = "",
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Approve a bundle as it is, with the approver's own key: a signed statement inside the bundle."""
    with reported(as_json):
        signing = private_key(key, passphrase_file)
        assert signing is not None
        approval = approve_bundle(bundle, signing, by, note)
        emit(
            as_json,
            approval.model_dump(),
            lambda: say(f"Release {approval.release_id} is approved by {approval.approved_by}."),
        )


@app.command()
def timestamp(
    bundle: Bundle,
    authority: Annotated[str, typer.Option(help="Address of the authority of time stamps (RFC 3161).")],
    timestamp_root: Annotated[
        list[Path] | None, typer.Option(help="Root certificate of the authority, PEM.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Have an authority outside stamp the signature of a bundle: it existed at that time."""
    from flows.audit.finished_stamp import stamp_later

    with reported(as_json):
        stamp = stamp_later(bundle, authority, timestamp_root or ())
        emit(
            as_json,
            {"at": stamp.at.isoformat(), "authority": stamp.authority},
            lambda: say(f"Stamped at {stamp.at.isoformat()} by {stamp.authority}."),
        )


@app.command()
def signature(
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="A report as a signed PDF.")],
    public_key: Annotated[
        str, typer.Option(help="The installation's public key, 64 hexadecimal digits.")
    ] = "",
    trust: Annotated[
        Path | None,
        typer.Option("--trust", help="A list of trusted signers; without it, this installation's."),
    ] = None,
    root: Annotated[
        list[str] | None,
        typer.Option("--root", help="Public root key of the list, known from elsewhere; needed once."),
    ] = None,
    trust_on_first_use: Annotated[
        bool,
        typer.Option("--trust-on-first-use", help="Take a list that nobody has taken here before, unseen."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Check who signed a report, and that not one byte was changed since.

    The first word of the answer is VERIFIED (exit code 0), UNVERIFIED (5) or FAILED (1).
    """
    from flows.audit.keys.trusting import TrustChoice
    from flows.audit.printing import check_report
    from flows.audit.verification.answers import OUTCOMES
    from service.commands.display.verification import show_signature, signature_json

    with reported(as_json):
        found = check_report(report, public_key, TrustChoice(trust, tuple(root or ()), trust_on_first_use))
        emit(as_json, signature_json(found), lambda: show_signature(found))
        if not as_json:
            for one in (*found.judgement.faults, *found.judgement.doubts):
                complain(one)
        finish(OUTCOMES[found.answer])


@app.command("hand-over")
def hand_over(
    bundle: Bundle,
    to: Annotated[Path, typer.Option("--to", help="The auditor's file.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Write a file that lets an auditor search a bundle for removed values.

    Anyone who has it can guess short values, so give it only to somebody who may know the originals.
    """
    with reported(as_json):
        handed = hand_over_bundle(bundle, to, reason)
        emit(
            as_json,
            {"file": str(to), "release": handed.release_id},
            lambda: say(f"For the auditor: {to}. With it: saferelease verify BUNDLE --audit-file {to.name}"),
        )


@app.command()
def index(
    bundle: Bundle,
    out: Annotated[Path, typer.Option("--out", help="The index, as CSV.")],
    as_json: Json = False,
) -> None:
    """Write an index of the redactions: document, exemption, law, places and words; no text.

    It is the ground of a Vaughn index. The agency still writes why each exemption applies.
    """
    from flows.audit.redaction_index import redaction_index, write_index

    with reported(as_json):
        lines = redaction_index(bundle)
        write_index(lines, out)
        documents, places = len({line.document for line in lines}), sum(line.redactions for line in lines)
        emit(
            as_json,
            {"file": str(out), "documents": documents, "redactions": places},
            lambda: say(f"Index of {places} redactions in {documents} documents: {out}."),
        )


def reveal(
    bundle: Bundle,
    value: Annotated[
        str,
        typer.Argument(metavar="[REPLACEMENT]", help="As it stands there, e.g. '[SSN-BCDFG-HJKLM-NPQRS]'."),
    ] = "",
    document: Document = "",
    nth: Annotated[int, typer.Option(min=0, help="Which of several in that document, from 1.")] = 0,
    span: Annotated[str, typer.Option(help="Characters of the released text, e.g. 120-131.")] = "",
    reason: Reason = "",
    to: Annotated[Path | None, typer.Option(help="File of an opening, which proves the value.")] = None,
    reader: Annotated[str, typer.Option(help="Who gets the opening; it names one person.")] = "",
    as_json: Json = False,
) -> None:
    """Restore one removed value, for a reason that is written into the ledger first.

    With --to and --reader the value goes into a file and is not printed. The reader checks it with
    saferelease verify BUNDLE --opening FILE.
    """
    with reported(as_json):
        if to or reader:
            reader = require_reader(reader)
            require_new(to := _named(to))
        found = reveal_value(bundle, Wanted(value, document, nth, _span(span)), reason, reader)
        if to and found.opening:
            write_opening_to(to, found.opening)
        change = found.change
        data = {
            **({"opening": str(to)} if to else {"value": change.original}),
            "document": change.document,
            "start": change.start,
            "end": change.end,
            "category": change.category,
            "clause": change.clause,
            "places": found.places,
            "entry": found.entry,
        }
        emit(as_json, data, lambda: say(f"Opened: {to}") if to else say_text(change.original))
        if not as_json:
            complain(
                f"Document {change.document}, {change.category}, {found.places} place(s); "
                f"written into the ledger as entry {found.entry}."
            )


def _named(to: Path | None) -> Path:
    if to is None:
        must = "must name the file of the opening"
        raise InvalidError(fault("REV010", "--to", must, "", "E.g. --to opening.json."))
    return to


def _span(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    start, _, end = text.partition("-")
    if start.isdecimal() and end.isdecimal() and int(start) < int(end):
        return int(start), int(end)
    raise InvalidError(fault("REV006", "--span", "must be START-END, e.g. 120-131", text))


def _value(file: Path | None) -> str:
    """The auditor's value: never an argument, which a shell would keep."""
    if file:
        try:
            return file.read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError):
            raise InvalidError(
                fault(
                    "AUD004",
                    str(file),
                    "must be a readable UTF-8 text",
                    "",
                    "Name another with --value-file.",
                )
            ) from None
    if sys.stdin.isatty():
        return str(typer.prompt(told("Value"), hide_input=True, err=True))
    return sys.stdin.readline().strip("\r\n")


def _line(entry: Entry) -> str:
    told = " ".join(
        f"{name}={_short(entry.body[name])}"
        for name in ("policy", "document", "outcome", "verdict", "codes", "faults", "documents")
        if entry.body.get(name) not in (None, "", [])
    )
    return f"{entry.seq:>6}  {entry.at}  {entry.who}  {entry.event:<11} {entry.release:<12}  {told}".rstrip()


def _short(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
