"""Confirming one redaction: who holds the original is shown that it was removed, and nothing else."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from adapters.bundle.files import MANIFEST, sha256_of
from adapters.keys.installation import find_keys
from adapters.ledger import Entry, LedgerContent, check_ledger, ledger_place, read_ledger
from adapters.ledger.store import find_entries
from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import home
from engine.errors import InvalidError, RefusedError, fault
from engine.record.counted import Record
from engine.record.fingerprints import readable
from engine.record.trees.commitments import Place, commitment, path_of, root_from, root_of, salt_of
from flows.audit.reading import require_new
from flows.audit.verification.audit_file import AuditFile
from flows.release.records.private_record import Change, PrivateRecord, another_record, open_private_record
from flows.release.records.proofs import ProofKeys
from flows.release.records.recording import finished_entry, record, require_reason, seal_words
from flows.release.state import ReleaseFolders

_Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Opening(Record):
    """What lets one commitment be checked: its salt and its way to the root, not the value.

    Parameters
    ----------
    ledger, entry : str, int
        Name of the ledger, and the entry that holds the document's root.
    release_id, document, start, end, category
        Where the value stood.
    index, n_commitments : int
        Which leaf of how many.
    salt, path : str, tuple of str
        In hexadecimal.
    """

    format: Literal["saferelease opening 1"] = "saferelease opening 1"
    ledger: _Hex64
    entry: int
    release_id: str
    document: str
    start: int
    end: int
    category: str
    index: int
    n_commitments: int
    salt: _Hex64
    path: tuple[_Hex64, ...]

    def place(self) -> Place:
        """Where the value stood."""
        return Place(self.document, self.start, self.end, self.category)


def open_commitment(bundle: Path, document: str, value: str, reason: str) -> tuple[Opening, int]:
    """Open the commitment to `value`, for somebody who shows that they know it.

    Parameters
    ----------
    bundle : Path
        With its private folder beside it.
    document : str
        Number of the document.
    value : str
        What stood in the original; case and white space do not count.
    reason : str
        For the ledger.

    Returns
    -------
    opening : Opening
        Of the first place where the value stood.
    places : int
        How often it was removed from the document.

    Raises
    ------
    InvalidError
        ``REV001`` no reason, ``REV004`` no private record, ``LED001`` a ledger that cannot be written.
    RefusedError
        ``AUD001`` the document held no such value, or it was not removed; ``LED008`` the ledger does
        not know the bundle.
    """
    reason = require_reason(reason, "audit open")
    opened = open_private_record(bundle)
    found = [c for c in opened.all(document) if readable(c.original) == readable(value)] if document else []
    entry = _document_entry(bundle, opened.release_id, document)
    body = {
        "outcome": "opened" if found else "none",
        "document": document if found else "",
        "change": found[0].index if found else -1,
        "reason": seal_words(opened.keys, "opened", reason),
    }
    record("opened", opened.release_id, body, opened.keys)
    if not found:
        advice = "Copy the value from the original as it stands there; the attempt is in the ledger."
        must = "must be a value that was removed from the document"
        raise RefusedError(fault("AUD001", "value", must, "another one", advice))
    return _opening(opened, found[0], entry), len(found)


def _document_entry(bundle: Path, release: str, document: str) -> Entry:
    """The entry of a document in the run that made `bundle`."""
    end = finished_entry(release, sha256_of(bundle.resolve() / MANIFEST))
    for entry in find_entries(ledger_place(home()), event="document", release=release) if end else ():
        if end and entry.run == end.run and entry.body.get("document") == document:
            return entry
    got = "none of this document" if end else "none of this bundle"
    advice = "Name the bundle as it was made, and the document by its number."
    raise RefusedError(fault("LED008", "ledger", "must hold an entry of this bundle", got, advice))


def _opening(opened: PrivateRecord, change: Change, entry: Entry) -> Opening:
    secret = ProofKeys.of(opened.secrets).commitments
    changes = opened.of(change.document)
    leaves = [_leaf(secret, one) for one in changes]
    if root_of(leaves).hex() != entry.body.get("commitments"):
        raise another_record()
    return Opening(
        ledger=read_name(read_ledger(ledger_place(home()))),
        entry=entry.seq,
        release_id=opened.release_id,
        document=change.document,
        start=change.start,
        end=change.end,
        category=change.category,
        index=change.index,
        n_commitments=len(leaves),
        salt=salt_of(secret, _place(change)).hex(),
        path=tuple(node.hex() for node in path_of(leaves, change.index)),
    )


def _place(change: Change) -> Place:
    return Place(change.document, change.start, change.end, change.category)


def _leaf(secret: bytes, change: Change) -> bytes:
    place = _place(change)
    return commitment(salt_of(secret, place), place, change.original)


def read_name(content: LedgerContent) -> str:
    """The name of a ledger: the hash of its first entry."""
    return content.entries[0].hash if content.entries else ""


def confirm(opening: Path, value: str, ledger: Path | None = None, public_key: str = "") -> Opening:
    """Confirm that `value` was removed, from an opening and the ledger alone.

    Parameters
    ----------
    opening : Path
        File of an opening.
    value : str
        What stood in the original.
    ledger : Path or None
        The ledger or an export of it; None for this installation's.
    public_key : str
        The key that must have signed the ledger; without it the one that its first entry names.

    Raises
    ------
    InvalidError
        ``AUD002`` no opening, ``LED007`` no ledger.
    RefusedError
        ``AUD003`` the value is another, or the opening belongs to another ledger; faults of the ledger.
    """
    shown = _read_opening(opening)
    content = read_ledger(ledger or ledger_place(home()))
    faults = check_ledger(content, [public_key] if public_key else ())
    if faults:
        raise RefusedError(*faults)
    leaf = commitment(bytes.fromhex(shown.salt), shown.place(), value)
    path = [bytes.fromhex(node) for node in shown.path]
    root = root_from(leaf, shown.index, shown.n_commitments, path)
    if read_name(content) != shown.ledger or not any(_holds(e, shown, root) for e in content.entries):
        must = "must be the one that was removed there, as the ledger's commitment says"
        advice = "Another value stood there, or the opening is of another ledger."
        raise RefusedError(fault("AUD003", "value", must, "", advice))
    return shown


def _holds(entry: Entry, shown: Opening, root: bytes | None) -> bool:
    return (
        root is not None
        and (entry.seq, entry.event, entry.release) == (shown.entry, "document", shown.release_id)
        and entry.body.get("document") == shown.document
        and entry.body.get("n_commitments") == shown.n_commitments
        and entry.body.get("commitments") == root.hex()
    )


def _read_opening(path: Path) -> Opening:
    try:
        return Opening.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        must = "must be an opening as saferelease audit open writes it"
        raise InvalidError(fault("AUD002", str(path), must, "another file", "Ask for it again.")) from None


def write_opening(opening: Opening, path: Path) -> None:
    """Write an opening for the auditor."""
    write_atomically(path, canonical_json(opening.model_dump()), mode=0o600)


def hand_over(bundle: Path, to: Path, reason: str) -> AuditFile:
    """Write the auditor's file of a bundle, after writing into the ledger that it is handed over.

    Raises
    ------
    InvalidError
        ``REV001`` no reason, ``REV004`` no keys or no proof, ``LED001`` a ledger that cannot be written,
        ``LED010`` a file that is there already.
    """
    reason = require_reason(reason, "audit hand-over")
    require_new(to)
    opened = open_private_record(bundle)
    content = _proof(ReleaseFolders(bundle.resolve()))
    digest = sha256_of(bundle.resolve() / MANIFEST)
    keys = find_keys()
    assert keys is not None
    handed = AuditFile(
        release_id=opened.release_id,
        manifest_sha256=digest,
        key=ProofKeys.of(opened.secrets).fingerprints.hex(),
        proof=content.decode(),
    )
    sealed = seal_words(keys, "handed-over", reason)
    proof = hashlib.sha256(content).hexdigest()
    record("handed-over", opened.release_id, {"manifest": digest, "proof": proof, "reason": sealed}, keys)
    write_atomically(to, canonical_json(handed.model_dump()), mode=0o600)
    return handed


def _proof(folders: ReleaseFolders) -> bytes:
    try:
        return folders.proof.read_bytes()
    except OSError:
        advice = "It lies beside the bundle of the installation that made it, and in its backup."
        raise InvalidError(fault("REV004", str(folders.proof), "must be there", "", advice)) from None
