"""Reading the audit ledger: lists, single entries, the check, the export."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from adapters.keys.installation import Keys, find_keys, load_keys
from adapters.ledger import Entry, LedgerContent, check_ledger, ledger_place, read_ledger, write_export
from adapters.ledger.entries import Checkpoint
from adapters.ledger.faults import another_history, badly_signed, damaged
from adapters.ledger.history import whole_history
from adapters.ledger.signed import Head
from adapters.ledger.signers import terms_of
from adapters.ledger.store import read_checkpoint
from adapters.ledger.witnesses import (
    Anchors,
    Mail,
    Receipt,
    anchors_path,
    contradicted,
    disagreements,
    head_of,
    publish,
    read_anchors,
    read_witnessed,
    receipt_of,
    seen_heads,
    write_anchors,
)
from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import home
from engine.errors import Fault, InvalidError, fault
from flows.release.records.recording import open_words, receipts_folder

_SEALED = ("reason", "by", "reader")


@dataclass(frozen=True)
class AuditCheck:
    """What a check of a ledger found.

    Parameters
    ----------
    ledger : str
        Its name: the hash of its first entry.
    n_entries, n_checkpoints : int
    signer_known : bool
        Whether the key was named, or is this installation's.
    faults : list of Fault
    """

    ledger: str
    n_entries: int
    n_checkpoints: int
    signer_known: bool
    faults: Sequence[Fault]

    def as_json(self) -> dict[str, object]:
        """For machines."""
        return {
            "ledger": self.ledger,
            "entries": self.n_entries,
            "checkpoints": self.n_checkpoints,
            "signer_checked": self.signer_known,
            "valid": not self.faults,
            "faults": [str(found) for found in self.faults],
        }

    def summary(self) -> str:
        """For people."""
        if self.faults:
            return f"Ledger {self.ledger[:12]}: NOT as it was written."
        signer = "a key that you know" if self.signer_known else "the key inside it (name --public-key)"
        return (
            f"Ledger {self.ledger[:12]}: {self.n_entries} entries, all as written; "
            f"{self.n_checkpoints} checkpoints signed by {signer}."
        )


def own_content() -> LedgerContent:
    """This installation's ledger, all of it."""
    return read_ledger(ledger_place(home()))


def _content(ledger: Path | None) -> LedgerContent:
    return read_ledger(ledger) if ledger else own_content()


def entries_of(ledger: Path | None, release: str, event: str, documents: bool) -> list[Entry]:
    """Entries of a ledger, oldest first.

    Parameters
    ----------
    ledger : Path or None
        A ledger or an export; None for this installation's.
    release, event : str
        Only these, if named.
    documents : bool
        The single documents too.
    """
    return [
        entry
        for entry in _content(ledger).entries
        if release in ("", entry.release)
        and event in ("", entry.event)
        and (documents or event == "document" or entry.event != "document")
    ]


def shown_entries(ledger: Path | None, which: str) -> list[dict[str, object]]:
    """One entry, or all of a release, with the words that this installation's keys open.

    Raises
    ------
    InvalidError
        ``LED009`` when there is no such entry.
    """
    keys = find_keys()
    found = [entry for entry in _content(ledger).entries if which in (str(entry.seq), entry.release)]
    if not found or not which:
        advice = "saferelease audit list names them."
        raise InvalidError(fault("LED009", "audit show", "must name an entry or a release", which, advice))
    return [_shown(entry, keys) for entry in found]


def _shown(entry: Entry, keys: Keys | None) -> dict[str, object]:
    body = dict(entry.body)
    for name in _SEALED:
        if isinstance(sealed := body.get(name), str) and sealed:
            body[name] = _words(entry, sealed, keys)
    outer = entry.model_dump(exclude={"body", "previous", "hash"})
    return outer | body | {"previous": entry.previous, "hash": entry.hash}


def _words(entry: Entry, sealed: str, keys: Keys | None) -> str:
    try:
        return open_words(keys, entry.event, sealed) if keys else "(encrypted)"
    except (InvalidError, ValueError):
        return "(encrypted)"


def check_audit(
    ledger: Path | None,
    public_keys: Sequence[str],
    checkpoints: Sequence[Path],
    content: LedgerContent | None = None,
) -> AuditCheck:
    """Check a ledger.

    Parameters
    ----------
    ledger : Path or None
        A ledger or an export; None for this installation's.
    public_keys : sequence of str
        Keys that may have signed it; none means this installation's for its own ledger, else the key
        that the ledger names.
    checkpoints : sequence of Path
        Checkpoints and receipts kept elsewhere.
    content : LedgerContent or None
        What was read of it already.

    Raises
    ------
    InvalidError
        ``LED002`` no ledger, ``LED007`` a file that is none, or no checkpoint.
    """
    content = content or _content(ledger)
    name = content.entries[0].hash if content.entries else ""
    own = find_keys() if ledger is None else None
    trusted = list(public_keys) or ([own.public_hex()] if own else [])
    heads = list(_own_heads(name, own)) if ledger is None else []
    kept: dict[str, Checkpoint | None] = {}
    for path in checkpoints:
        if receipt := _receipt(path):
            heads.append((str(path), receipt.head, receipt.holds()))
        else:
            kept[str(path)] = read_checkpoint(path)
    if missing := [path for path, found in kept.items() if found is None]:
        raise InvalidError(*(fault("LED007", path, "must be a checkpoint", "no file") for path in missing))
    faults = check_ledger(content, trusted, {path: found for path, found in kept.items() if found})
    faults += _history_faults(content, heads, trusted)
    return AuditCheck(name, len(content.entries), len(content.checkpoints), bool(trusted), faults)


def _receipt(path: Path) -> Receipt | None:
    try:
        return Receipt.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def _own_heads(ledger: str, own: Keys | None) -> Iterator[tuple[str, Head, bool]]:
    """Heads that places outside keep, those beside this installation's folder, and its receipts'.

    Of the ones beside it also those of another ledger, if a key of `own` signed them: it was begun anew.
    """
    signers = own.public_keys() if own else ()
    for seen in seen_heads(home()).values():
        if seen.ledger == ledger or seen.public_key in signers:
            yield "the last receipt seen", seen, seen.holds()
    for path in sorted(receipts_folder().glob("*.json")):
        found = _receipt(path)
        if found is None:
            raise damaged(path, "the receipt")
        yield path.name, found.head, found.holds()
    for file in read_anchors(anchors_path(home())).files:
        kept = read_witnessed(file)
        if not kept:
            must, advice = "must hold heads of this ledger", "It was emptied, or the share is not there."
            raise InvalidError(fault("LED012", str(file), must, "none", advice))
        wrong = set(disagreements(kept))
        for n, one in enumerate(kept):
            yield f"{file} line {n + 1}", one.head, n not in wrong


def _history_faults(
    content: LedgerContent, heads: Sequence[tuple[str, Head, bool]], trusted: Sequence[str]
) -> Iterator[Fault]:
    """Heads over which another history was signed."""
    hashes = [entry.hash for entry in content.entries]
    known = terms_of(content, trusted or {str(content.entries[0].body.get("public_key", ""))})
    other = contradicted(hashes, {head for _, head, _ in heads})
    for which, head, holds in heads:
        if not holds or head.public_key not in known or not known[head.public_key].holds(head.size):
            yield badly_signed(which, "a signature that does not hold, or a stranger's")
        elif head in other:
            yield another_history(which, head.size)


def add_anchor(file: Path | None, url: str, mail: str, server: str, port: int) -> Anchors:
    """Name one more place outside that keeps the ledger's heads, and give it the present one.

    Raises
    ------
    InvalidError
        ``LED013`` no place named; ``LED012`` it does not take the head.
    """
    if (file is not None) + bool(url) + bool(mail) != 1 or bool(mail) != bool(server):
        advice = "E.g. audit anchor --file /mnt/share/heads.jsonl, or --mail a@example.org --server HOST."
        raise InvalidError(fault("LED013", "audit anchor", "must name one place", "", advice))
    old = read_anchors(anchors_path(home()))
    more = Anchors(
        files=(file.resolve(),) if file else (),
        urls=(url,) if url else (),
        mail=(Mail(to=mail, server=server, port=port),) if mail else (),
    )
    keys, history = load_keys(), whole_history(ledger_place(home()))
    publish(history, head_of(history, keys), more)
    new = Anchors(
        files=tuple(dict.fromkeys((*old.files, *more.files))),
        urls=tuple(dict.fromkeys((*old.urls, *more.urls))),
        mail=(*old.mail, *more.mail),
    )
    write_anchors(anchors_path(home()), new)
    return new


def write_receipt(seq: int, to: Path) -> Receipt:
    """Sign a receipt of one entry, for whom it concerns.

    Raises
    ------
    InvalidError
        ``LED009`` no such entry, ``LED010`` the file cannot be written.
    """
    require_new(to)
    keys, history = load_keys(), whole_history(ledger_place(home()))
    if not 0 < seq <= history.tree.size:
        advice = "saferelease audit list names them."
        raise InvalidError(fault("LED009", "audit receipt", "must name an entry", seq, advice))
    receipt = receipt_of(history, seq, head_of(history, keys))
    write_atomically(to, canonical_json(receipt.model_dump(mode="json")))
    return receipt


def export_ledger(to: Path) -> int:
    """Write this installation's ledger as JSON lines; returns the number of entries.

    Raises
    ------
    InvalidError
        ``LED010`` when the file is there already or cannot be written.
    """
    content = _content(None)
    require_new(to)
    try:
        write_export(content, to)
    except OSError as error:
        raise _not_new(to, error.strerror or type(error).__name__) from None
    return len(content.entries)


def require_new(to: Path) -> None:
    """Raise ``LED010`` when a file is there already: nothing that audits is ever overwritten."""
    if to.exists() or to.is_symlink():
        raise _not_new(to, "the file is there already")


def write_new(to: Path, content: bytes) -> None:
    """Write a file that is not there yet; ``LED010`` when it is, or cannot be written."""
    require_new(to)
    try:
        write_atomically(to, content)
    except OSError as error:
        raise _not_new(to, error.strerror or type(error).__name__) from None


def _not_new(to: Path, got: str) -> InvalidError:
    must = "must be a new file that can be written"
    return InvalidError(fault("LED010", str(to), must, got, "Choose another file."))
