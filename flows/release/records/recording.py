"""What a release writes into the audit ledger: that it began, what became of every document, how it ended."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from adapters.bundle.approvals import BundleApproval
from adapters.bundle.files import MANIFEST, sha256_of
from adapters.keys.installation import Keys, encrypt
from adapters.ledger import Checkpoint, Draft, Entry, Event, Ledger, ledger_place
from adapters.ledger.faults import another_history
from adapters.ledger.history import history_of, keep_edge
from adapters.ledger.place import checkpoint_path
from adapters.ledger.store import find_entries, read_checkpoint
from adapters.ledger.witnesses import (
    anchors_path,
    head_of,
    keep_seen,
    last_head,
    publish,
    read_anchors,
    receipt_of,
    seen_heads,
)
from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import home
from adapters.policies.approvals import signed_bytes
from engine.errors import InvalidError, RefusedError, SafereleaseError, fault
from engine.plan.approval import Approval
from engine.record.manifest import Manifest
from engine.record.packed import Packed
from engine.record.report import DocumentRecord, ReleaseReport, report_from
from flows.release.records.proofs import Committed, with_proofs
from flows.release.state import Identity, ReleaseFolders

CONCERNS = frozenset(
    {
        *("revealed", "opened", "handed-over", "approved", "destroyed", "rotated"),
        *("override", "viewed", "moved", "training", "reveal", "compared", "identity"),
        "de-identified",
    }
)
"""Events with a receipt of their own, told to every place outside; so is the end of a release."""
MAX_REASON = 1000
"""Characters of a reason at the most."""
_CODE = re.compile(r"\[([A-Z]{3}\d{3})\]")


def installation_ledger(keys: Keys) -> Ledger:
    """The ledger of this installation, for writing."""
    return Ledger(ledger_place(home()), keys)


def record_start(
    keys: Keys, identity: Identity, n_documents: int, approval: Approval | None, resumed: bool
) -> None:
    """Write down that a release begins, or is taken up again; a ledger that cannot be written ends it."""
    body = {
        "plan_id": identity.plan_id,
        "inputs": identity.inputs,
        "documents": n_documents,
        "approval": approval_digest(approval) if approval else "",
    }
    event: Event = "resumed" if resumed else "started"
    _append(keys, identity, [(event, body)])


def record_failure(keys: Keys, identity: Identity, error: BaseException) -> None:
    """Write down, if it can be, why a release ended without a bundle."""
    codes = [found.code for found in error.faults] if isinstance(error, SafereleaseError) else []
    with suppress(SafereleaseError):  # the release has ended already; what ended it is reported
        _append(keys, identity, [("failed", {"codes": sorted(set(codes)), "kind": type(error).__name__})])


def record_finish(
    keys: Keys,
    identity: Identity,
    folders: ReleaseFolders,
    report: ReleaseReport,
    manifest: Manifest,
) -> None:
    """Write every document's outcome and the release into the ledger, and keep the receipt.

    Notes
    -----
    Called when the bundle is sealed and not yet under its name. A run that is killed between
    the two finds its entries again: they are not written twice.
    """
    digest = sha256_of(folders.partial / MANIFEST)
    private = private_digest(folders)
    end = _release_body(report, manifest) | {"manifest": digest, "private": private}
    if end not in _finished(identity):
        _append(keys, identity, chain(document_events(report, folders.proof), [("finished", end)]))
    _keep_receipt(keys, folders)


def recorded_report(keys: Keys, identity: Identity, folders: ReleaseFolders) -> ReleaseReport | None:
    """The report of a run that was killed between the ledger and the bundle's name; its receipt is kept.

    Made anew, it would count the releases that ended since, and the ledger would say all of it again.
    """
    manifest, written = folders.partial / MANIFEST, _finished(identity)
    if not written or not manifest.exists():
        return None
    stands = {"manifest": sha256_of(manifest), "private": private_digest(folders)}
    if not any(stands.items() <= body.items() for body in written):
        return None
    _keep_receipt(keys, folders)
    return report_from((folders.private / "report.json").read_bytes())


def _finished(identity: Identity) -> list[Mapping[str, Any]]:
    """What the ledger says of the end of a run."""
    found = find_entries(ledger_place(home()), event="finished", release=identity.release_id)
    return [entry.body for entry in found if entry.run == identity.run]


def _keep_receipt(keys: Keys, folders: ReleaseFolders) -> None:
    """Give the ledger's head to every place outside, and keep the newest checkpoint as the receipt."""
    receipt = read_checkpoint(checkpoint_path(ledger_place(home())))
    assert receipt is not None
    bear_witness(keys, receipt.seq)
    write_atomically(folders.receipt, canonical_json(receipt.model_dump()))


def document_events(report: ReleaseReport, proof: Path) -> Iterator[tuple[Event, dict[str, Any]]]:
    """What became of each document, with its proof."""
    for record, committed in with_proofs(report.documents, proof):
        yield "document", _document_body(record, committed)


def record_approval(keys: Keys, approval: Approval) -> None:
    """Write down that a policy was approved."""
    words = f"{approval.approved_by}\n{approval.note}"
    body = {
        "policy": approval.policy,
        "policy_version": approval.version,
        "plan_id": approval.plan_id,
        "approval": approval_digest(approval),
        "by": seal_words(keys, "approved", words),
    }
    record("approved", "", body, keys)


def record_bundle_approval(keys: Keys, approval: BundleApproval, manifest: str, public_key: str) -> None:
    """Write down that a bundle was approved."""
    words = f"{approval.approved_by}\n{approval.note}"
    body = {
        "manifest": manifest,
        "plan_id": approval.plan_id,
        "public_key": public_key,
        "by": seal_words(keys, "approved", words),
    }
    record("approved", approval.release_id, body, keys)


def record(
    event: Event, release: str, body: Mapping[str, Any], keys: Keys, once: Sequence[str] = ()
) -> Checkpoint:
    """Write down one event that belongs to no run; `once` as of `Ledger.append`."""
    checkpoint = installation_ledger(keys).append([Draft(event, release=release, body=body)], once)
    if event in CONCERNS:
        bear_witness(keys, checkpoint.seq)
    return checkpoint


def bear_witness(keys: Keys, seq: int) -> None:
    """Sign a receipt of entry `seq`, and give the ledger's head to every place outside.

    Raises
    ------
    RefusedError
        ``LED011`` when a place outside knows another history of this ledger.
    InvalidError
        ``LED012`` when a place does not take the head: what it should witness must not happen.
    """
    path, anchors = ledger_place(home()), read_anchors(anchors_path(home()))
    told = [(file, kept) for file in anchors.files if (kept := last_head(file))]
    seen = seen_heads(home())
    sizes = [*(head.size for _, head in told), *(head.size for head in seen.values())]
    history = history_of(path, keys, min([seq - 1, *sizes]))
    for file, head in told:
        if not history.continues(head):
            raise RefusedError(another_history(str(file), head.size))
    head = head_of(history, keys)
    receipt = receipt_of(history, seq, head)
    content = canonical_json(receipt.model_dump(mode="json"))
    write_atomically(receipts_folder() / f"{seq:08d}.json", content, mode=0o600)
    keep_edge(path, history, head)
    publish(history, head, anchors)
    keep_seen(home(), history, head, seen.get(head.ledger))


def receipts_folder() -> Path:
    """Where the receipts of entries are kept that concern somebody."""
    return home() / "receipts"


def manifest_recorded(release: str, folders: ReleaseFolders) -> str:
    """SHA-256 of the manifest that the ledger names beside this private record, wherever its bundle is.

    The same documents under the same plan are the same release, in whatever folder.
    """
    found, private = (
        find_entries(ledger_place(home()), event="finished", release=release),
        private_digest(folders),
    )
    return next(str(entry.body["manifest"]) for entry in found if entry.body.get("private") == private)


def finished_entry(release: str, manifest_sha256: str) -> Entry | None:
    """The ledger's entry of a bundle; None when this installation has none."""
    found = find_entries(ledger_place(home()), event="finished", release=release)
    return next((entry for entry in found if entry.body.get("manifest") == manifest_sha256), None)


def approval_digest(approval: Approval) -> str:
    """SHA-256 of an approval as it was signed."""
    return hashlib.sha256(signed_bytes(approval)).hexdigest()


def private_digest(folders: ReleaseFolders) -> str:
    """SHA-256 over the private record: a folder put in its place is another."""
    reports = [folders.private / name for name in ("report.html", "report.json")]
    paths = [*sorted((folders.private / "decisions").glob("*.enc")), folders.proof, *reports]
    lines = "".join(f"{path.name} {sha256_of(path)}\n" for path in paths if path.exists())
    return hashlib.sha256(lines.encode()).hexdigest()


def seal_words(keys: Keys, event: Event, words: str) -> str:
    """A reason or a name as the ledger holds it: encrypted, for people may write anything."""
    return encrypt(keys.derive("ledger"), words.encode(), f"ledger {event}").hex()


def open_words(keys: Keys, event: Event, sealed: str) -> str:
    """Inverse of `seal_words`.

    Raises
    ------
    InvalidError
        ``KEY002`` with another installation's keys.
    """
    return keys.open("ledger", bytes.fromhex(sealed), f"ledger {event}").decode()


def require_reason(reason: str, command: str) -> str:
    """The reason for a disclosure, which the ledger keeps.

    Raises
    ------
    InvalidError
        ``REV001`` when there is none, or a very long one.
    """
    if not reason.strip() or len(reason) > MAX_REASON:
        advice = "Say why, e.g. --reason 'court order 12/345'. It is written into the audit ledger."
        raise InvalidError(
            fault("REV001", f"{command} --reason", f"must be 1 to {MAX_REASON} characters", "", advice)
        )
    return reason.strip()


def _append(keys: Keys, identity: Identity, events: Iterable[tuple[Event, Mapping[str, Any]]]) -> None:
    drafts = Packed(Draft(event, identity.run, identity.release_id, body) for event, body in events)
    installation_ledger(keys).append(drafts)


def _document_body(record: DocumentRecord, proof: Committed | None) -> dict[str, Any]:
    return {
        "document": record.id,
        "outcome": record.outcome,
        "codes": sorted(set(_CODE.findall(record.reason))),
        "input": record.input_hash,
        "sha256": record.sha256,
        "commitments": proof.commitments if proof else "",
        "n_commitments": proof.n_commitments if proof else 0,
    }


def _release_body(report: ReleaseReport, manifest: Manifest) -> dict[str, Any]:
    return {
        "policy": report.plan.policy,
        "policy_version": report.plan.version,
        "policy_sha256": report.plan.policy_sha256,
        "plan_id": report.plan_id,
        "verdict": report.verdict.replace(" ", "-"),
        "totals": dict(report.totals),
        "removed": manifest.removed.model_dump() if manifest.removed else {},
    }
