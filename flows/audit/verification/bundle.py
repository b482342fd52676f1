"""Verifying a bundle offline: signature, files, tables; removed values, with the key; the ledger's entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters.bundle.checking import SignedBundle, check_bundle
from adapters.keys.installation import Keys, find_keys
from adapters.ledger import ledger_place
from adapters.ledger.store import find_entries, is_signed, read_checkpoint
from adapters.machine.locations import home
from engine.errors import Fault, SafereleaseError, fault
from flows.audit.keys.trusting import trust_in_force
from flows.audit.stamping import judge_stamp
from flows.audit.verification.answers import Asked, Verification
from flows.audit.verification.certificates import check_certificates
from flows.audit.verification.judging import Judgement, judge_approvals, judge_name, judge_signer
from flows.audit.verification.openings import check_openings
from flows.audit.verification.reading_report import report_of
from flows.audit.verification.searching import search_removed
from flows.release.records.recording import private_digest, record
from flows.release.state import ReleaseFolders


def verify_release(bundle: Path, asked: Asked | None = None) -> Verification:
    """Verify a release bundle.

    Parameters
    ----------
    bundle : Path
        Its folder.
    asked : Asked or None
        What is known from elsewhere.

    Raises
    ------
    InvalidError
        ``AUD002`` no opening; ``BND001`` no bundle; ``BND012`` no auditor's file, or one of another bundle;
        ``TRU001`` no list.
    RefusedError
        ``TRU002``-``TRU004`` a list of trusted signers that is not to be used.
    """
    name = bundle.name if bundle.name not in ("", "..") else bundle.resolve().name  # a link is a rename
    bundle, asked = bundle.resolve(), asked or Asked()
    keys, trust = find_keys(), trust_in_force(asked.trust)
    signed = check_bundle(bundle, asked.public_key)
    found = Verification(signed.manifest, signed.digest, Judgement(list(signed.faults)))
    if signed.special:  # nothing below opens a pipe, or follows a link
        found.not_searched = "the bundle holds links, pipes or devices"
        return found
    _prove_tables(found, bundle)
    if not signed.signer or any(one.code == "BND003" for one in signed.faults):
        found.not_searched = "the signature does not hold"
        return found
    _look_up(found, bundle, signed, keys)
    own = signed.signer if keys and signed.signer in keys.public_keys() else ""
    roots = asked.timestamp_roots
    found.stamp = judge_stamp(found.judgement, bundle, signed.manifest, roots, asked.stamped)
    made, known = signed.manifest.created, found.entry > 0
    judge_signer(
        found.judgement,
        signed.signer,
        made,
        asked.public_key,
        own,
        trust,
        known_here=known,
        stamp=found.stamp,
    )
    judge_approvals(found.judgement, bundle, signed, trust)
    judge_name(found.judgement, name, signed.manifest, asked.release, known_here=found.entry > 0)
    if asked.search:
        search_removed(found, bundle, signed.digest, keys, asked.audit_file)
    if asked.certificates:
        check_certificates(found, bundle, signed.signer)
    if asked.against:
        _compare(found, bundle, asked.against)
    check_openings(found, asked.openings)
    found.recorded = bool(keys and found.entry and asked.search) and _recorded(found, signed.digest, keys)
    return found


def _compare(found: Verification, bundle: Path, others: Sequence[Path]) -> None:
    """Look for what other bundles show and this one hides; a bundle with faults is not read."""
    if found.faults:
        return
    from flows.audit.verification.against import (
        compare_bundles,  # reading documents, which few verifications need
    )

    found.against = compare_bundles(bundle, others)
    found.faults.extend(one for against in found.against for one in against.faults())


def _prove_tables(found: Verification, bundle: Path) -> None:
    """Prove k again for every released table."""
    report = report_of(bundle)
    if report is not None and all(record.table is None for record in report.documents):
        return
    from flows.audit.verification.table_proofs import (
        prove_tables,  # reading tables takes a second that few bundles need
    )

    for proof, faults in prove_tables(bundle, report):
        found.tables.append(proof)
        found.faults.extend(faults)


def _look_up(found: Verification, bundle: Path, signed: SignedBundle, keys: Keys | None) -> None:
    """Find the bundle in this installation's ledger, and compare the private folder with it."""
    release, ledger = signed.manifest.release_id, ledger_place(home())
    known = find_entries(ledger, event="finished", release=release)
    ends = [one for one in known if one.body.get("manifest") == signed.digest]
    ends = [one for one in ends if is_signed(ledger, one, keys.public_keys() if keys else set())]
    if ends:
        found.entry = ends[-1].seq
        found.faults.extend(
            _private_faults(ReleaseFolders(bundle), {one.body.get("private") for one in ends})
        )
    elif known:
        must = "must be the manifest that this installation's ledger names for the release"
        advice = "It is forged: the release was made here, and was another."
        found.faults.append(fault("BND018", f"release {release}", must, "another one", advice))
    elif keys and signed.signer in keys.public_keys():
        advice = "It was not made by saferelease run, or the ledger is not that of the time."
        found.faults.append(fault("LED008", "ledger", "must hold an entry of this bundle", "none", advice))


def _private_faults(folders: ReleaseFolders, written: set[object]) -> Iterator[Fault]:
    if folders.private.exists() and private_digest(folders) not in written:
        yield fault(
            "BND011",
            folders.private.name,
            "must be the private record that the ledger names",
            "another one",
            "It was changed, or put in from another release.",
        )
    try:
        read_checkpoint(folders.receipt)
    except SafereleaseError:
        must, advice = "must be the ledger's receipt of this release", "Restore it from a backup."
        yield fault("BND011", f"{folders.private.name}/{folders.receipt.name}", must, "", advice)


def _recorded(found: Verification, digest: str, keys: Keys | None) -> bool:
    """Write the verification into the ledger; a ledger that cannot be written does not stop it."""
    if keys is None:
        return False
    codes = sorted({one.code for one in (*found.faults, *found.doubts)})
    body = {"manifest": digest, "faults": codes, "searched": found.searched is not None}
    try:
        record("verified", found.manifest.release_id, body, keys)
    except SafereleaseError:
        return False
    return True
