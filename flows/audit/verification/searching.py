"""Searching the files of a bundle for the values that were removed from them, with the release's key."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path

from adapters.bundle.files import MANIFEST
from adapters.documents.opening.sandbox import PLAIN_TEXT, SMALL_BYTES, run_limited
from adapters.documents.registry import format_for, import_format
from adapters.documents.settings import Settings
from adapters.keys.installation import Keys
from adapters.ledger import ledger_place
from adapters.ledger.store import find_entries, is_signed
from adapters.machine.locations import home
from engine.errors import Fault, SafereleaseError, fault
from engine.plan.plan import Plan
from engine.record.fingerprints import Fingerprints, document_key
from engine.record.manifest import RemovedProof
from engine.record.report import ReleaseReport
from flows.audit.verification.answers import Verification
from flows.audit.verification.audit_file import read_audit_file
from flows.audit.verification.reading_report import report_of
from flows.compiling.document_rules import limits_of, settings_of
from flows.release.other_documents.everywhere import is_searched
from flows.release.records.private_record import release_keys
from flows.release.records.proofs import (
    EVERYWHERE,
    DocumentProof,
    ProofKeys,
    key_check,
    read_proofs,
    search_text,
)
from flows.release.state import ReleaseFolders

_FOREIGN = "the keys of this machine are not those of the installation that made it"


def search_removed(
    found: Verification, bundle: Path, digest: str, keys: Keys | None, audit_file: Path | None
) -> None:
    """Search the released files for removed values, if key and proof are at hand."""
    removed = found.manifest.removed
    if removed is None:
        found.not_searched = "the manifest names no proof"
        advice = "saferelease never signs such a manifest: somebody took the proof out."
        found.faults.append(fault("BND021", MANIFEST, "must name the proof of removal", "none", advice))
        return
    if keys and not audit_file and _is_destroyed(found, keys):
        found.not_searched = "the key of this release was destroyed"
        return
    key, content = _evidence(found, bundle, digest, keys, audit_file)
    found.not_searched = found.not_searched or _obstacle(removed, key, content)
    if found.not_searched or content is None:
        _tell_missing(found, bundle, key, content)
        return
    if hashlib.sha256(content).hexdigest() != removed.sha256:
        must = "must be the proof that the manifest names"
        advice = "It was changed, or put in from another release."
        found.faults.append(fault("BND008", "proof.jsonl", must, "another one", advice))
        return
    if _search(found, bundle, key, content):
        found.searched = removed


def _search(found: Verification, bundle: Path, key: bytes, content: bytes) -> bool:
    """Search each document that stands as it was; False where the report cannot be read."""
    report = report_of(bundle)
    if report is None:
        found.not_searched = "the bundle's report.json is not readable"
        return False
    changed = {one.where for one in found.faults}
    for proof in read_proofs(content):
        if proof.document == EVERYWHERE:
            found.faults.extend(_release_faults(bundle, proof, key, report, changed))
        elif proof.fingerprints and f"documents/{proof.output}" not in changed:
            found.faults.extend(_document_faults(bundle, proof, key, report.plan))
    return True


def _evidence(
    found: Verification, bundle: Path, digest: str, keys: Keys | None, audit_file: Path | None
) -> tuple[bytes, bytes | None]:
    """The key of the fingerprints and the proof: from an auditor's file, or of this installation."""
    if audit_file:
        handed = read_audit_file(audit_file, digest)
        return bytes.fromhex(handed.key), handed.proof.encode()
    key = _own_key(found, bundle, keys) if keys else b""
    return key, _content(ReleaseFolders(bundle).proof)


def _is_destroyed(found: Verification, keys: Keys) -> bool:
    """Whether the release's key was destroyed after the bundle was made, as the ledger says."""
    path = ledger_place(home())
    entries = find_entries(path, event="destroyed", release=found.manifest.release_id)
    return any(one.seq > found.entry > 0 and is_signed(path, one, keys.public_keys()) for one in entries)


def _own_key(found: Verification, bundle: Path, keys: Keys) -> bytes:
    """The key of the fingerprints, from this installation; empty, with the reason, when it is not there."""
    try:
        return ProofKeys.of(release_keys(keys, bundle, found.manifest.release_id)).fingerprints
    except SafereleaseError as error:
        found.not_searched = "the key of this release is gone or damaged" if found.entry else _FOREIGN
        found.doubts.extend(error.faults if found.entry else ())
        return b""


def _tell_missing(found: Verification, bundle: Path, key: bytes, content: bytes | None) -> None:
    """Where the bundle was made, its proof must be at hand: one that is gone could hide a value put back."""
    if found.entry and (content is None or key):
        advice = "Put the private folder back beside the bundle, or name an auditor's file: --audit-file."
        where = ReleaseFolders(bundle).proof.relative_to(bundle.parent)
        got = "none" if content is None else "one of another key"
        found.doubts.append(
            fault("BND023", str(where), "must hold the proof that the manifest names", got, advice)
        )


def _obstacle(removed: RemovedProof, key: bytes, content: bytes | None) -> str:
    if not key:
        return "this machine has no keys"
    if key_check(key) != removed.key_check:
        return _FOREIGN
    return "" if content is not None else "the private folder is not beside the bundle"


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _document_faults(bundle: Path, proof: DocumentProof, key: bytes, plan: Plan) -> Iterator[Fault]:
    where = f"documents/{proof.output}"
    try:
        n = _searched(bundle / where, proof, key, plan)
    except SafereleaseError as error:
        got = ", ".join(one.code for one in error.faults)
        advice = "The values that were removed from it cannot be searched for."
        yield fault("BND010", where, "must be readable", got, advice)
        return
    if n:
        must = "must hold no value that was removed from it"
        yield fault(
            "BND009", where, must, f"{n} places", "Do not hand it out; keep it, and ask who released it."
        )


def _release_faults(
    bundle: Path, proof: DocumentProof, key: bytes, report: ReleaseReport, changed: Collection[str]
) -> Iterator[Fault]:
    """Documents that hold a direct identifier which another document lost."""
    for one in report.documents:
        where = f"documents/{one.output}"
        searched = one.outcome == "released" and not one.table and is_searched(report.plan, one.format)
        if not searched or where in changed:
            continue
        own = proof.model_copy(update={"output": one.output})
        try:
            n = _searched(bundle / where, own, key, report.plan)
        except SafereleaseError:
            continue  # that it cannot be read is told by its own proof
        if n:
            must = "must hold no direct identifier that was removed from another document"
            advice = "Do not hand it out; keep it, and ask who released it."
            yield fault("BND020", where, must, f"{n} places", advice)


def _searched(path: Path, proof: DocumentProof, key: bytes, plan: Plan) -> int:
    """As for a release: large files and formats with structure are read in a process of their own."""
    settings = settings_of(plan)
    if path.suffix in PLAIN_TEXT and path.stat().st_size <= SMALL_BYTES:
        return _places(path, proof, key, settings)
    import_format(path.suffix)
    limits = limits_of(plan).for_file(path.stat().st_size)
    return run_limited(proof.document, _places, path, proof, key, settings, limits=limits)


def _places(path: Path, proof: DocumentProof, key: bytes, settings: Settings) -> int:
    """In how many places of a released file a removed value stands."""
    content = path.read_bytes()
    parts = format_for(path.suffix, content, settings).read_back(content)
    text = search_text(proof.output, [part.reveal() for part in parts])
    return Fingerprints.from_json(proof.fingerprints).found_in(text, document_key(key, proof.document))
