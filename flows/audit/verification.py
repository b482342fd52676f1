"""Verifying a bundle offline: signature, files, tables; removed values, with the key; the ledger's entry."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from adapters.bundle.checking import SignedBundle, check_bundle
from adapters.bundle.files import MANIFEST
from adapters.bundle.timestamps import Stamp
from adapters.documents.registry import format_for
from adapters.documents.sandbox import run_limited
from adapters.documents.settings import Settings
from adapters.keys import Keys, find_keys, home
from adapters.ledger import ledger_path
from adapters.ledger.store import find_entries, is_signed
from engine.errors import Fault, InvalidError, Outcome, SafereleaseError, fault
from engine.plan.plan import Plan
from engine.record.counted import Record
from engine.record.earlier import report_from
from engine.record.fingerprints import Fingerprints, document_key
from engine.record.manifest import Manifest, RemovedProof
from engine.record.report import ReleaseReport
from flows.audit.judging import Judgement, judge_approvals, judge_name, judge_signer
from flows.audit.stamping import judge_stamp
from flows.audit.trusting import TrustChoice, trust_in_force
from flows.compiling.document_rules import limits_of, settings_of
from flows.release.everywhere import is_searched
from flows.release.private_record import release_keys
from flows.release.proofs import (
    EVERYWHERE,
    DocumentProof,
    ProofKeys,
    key_check,
    read_proofs,
    search_text,
)
from flows.release.recording import private_digest, record
from flows.release.state import ReleaseFolders
from flows.release.worker import PLAIN_TEXT, SMALL_BYTES

if TYPE_CHECKING:
    from flows.audit.table_proofs import TableProof

Answer = Literal["VERIFIED", "UNVERIFIED", "FAILED"]
REPORT = "report.json"
_HEAD_BYTES = 512
_FOREIGN = "the keys of this machine are not those of the installation that made it"


class AuditFile(Record):
    """What an auditor gets to search a bundle for removed values on a machine of their own.

    Parameters
    ----------
    release_id, manifest_sha256 : str
        Of the bundle.
    key : str
        The fingerprints' key of this release alone, in hexadecimal. With it a short value can be
        guessed: it is for somebody who may know the originals.
    proof : str
        Content of ``proof.jsonl``.
    """

    format: Literal["saferelease audit file 1"] = "saferelease audit file 1"
    release_id: str
    manifest_sha256: str
    key: str
    proof: str


@dataclass
class Verification:
    """What was found out about a bundle.

    Parameters
    ----------
    manifest : Manifest
    judgement : Judgement
        Whose signature and approvals these are; what speaks against the bundle, what leaves it open.
    searched : RemovedProof or None
        Numbers of the search for removed values; None when there was none.
    not_searched : str
        Why not.
    entry : int
        The ledger's entry of this bundle; 0 when this installation has none.
    recorded : bool
        Whether this verification is in the ledger.
    tables : list of TableProof
        What was found out about each released table.
    stamp : Stamp or None
        The time stamp that holds.
    """

    manifest: Manifest
    judgement: Judgement
    searched: RemovedProof | None = None
    not_searched: str = ""
    entry: int = 0
    recorded: bool = False
    tables: list[TableProof] = field(default_factory=list)
    stamp: Stamp | None = None

    @property
    def faults(self) -> list[Fault]:
        """What speaks against the bundle."""
        return self.judgement.faults

    @property
    def doubts(self) -> list[Fault]:
        """What nobody could check here."""
        return self.judgement.doubts

    @property
    def answer(self) -> Answer:
        """The answer in one word; only the first lets a reader rely on the bundle."""
        return "FAILED" if self.faults else "UNVERIFIED" if self.doubts else "VERIFIED"

    @property
    def outcome(self) -> Outcome:
        """The same as an exit code."""
        answers = {"VERIFIED": Outcome.RELEASED, "UNVERIFIED": Outcome.UNVERIFIED, "FAILED": Outcome.REFUSED}
        return answers[self.answer]


@dataclass(frozen=True)
class Asked:
    """What the reader of a bundle knows about it from elsewhere.

    Parameters
    ----------
    public_key : str
        The signer's public key.
    release : str
        The release that it must be.
    trust : TrustChoice
        Whom to trust.
    audit_file : Path or None
        An auditor's file; without it the keys of this installation are tried.
    search : bool
        Whether to search for removed values.
    timestamp_roots : tuple of Path
        Root certificates of authorities of time stamps; without them those of the installation.
    stamped : bool
        Whether the bundle must carry a time stamp.
    """

    public_key: str = ""
    release: str = ""
    trust: TrustChoice = field(default_factory=TrustChoice)
    audit_file: Path | None = None
    search: bool = True
    timestamp_roots: tuple[Path, ...] = ()
    stamped: bool = False


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
        ``BND001`` no bundle; ``BND012`` no auditor's file, or one of another bundle; ``TRU001`` no list.
    RefusedError
        ``TRU002``-``TRU004`` a list of trusted signers that is not to be used.
    """
    bundle, asked = bundle.resolve(), asked or Asked()
    keys, trust = find_keys(), trust_in_force(asked.trust)
    signed = check_bundle(bundle, asked.public_key)
    found = Verification(signed.manifest, Judgement(list(signed.faults)))
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
    judge_signer(
        found.judgement, signed, asked.public_key, own, trust, known_here=found.entry > 0, stamp=found.stamp
    )
    judge_approvals(found.judgement, bundle, signed, trust)
    judge_name(found.judgement, bundle, signed.manifest, asked.release, known_here=found.entry > 0)
    if asked.search:
        _search(found, bundle, signed.digest, keys, asked.audit_file)
    found.recorded = bool(keys and found.entry and asked.search) and _recorded(found, signed.digest, keys)
    return found


def _prove_tables(found: Verification, bundle: Path) -> None:
    """Prove k again for every released table."""
    report = _report(bundle)
    if report is not None and all(record.table is None for record in report.documents):
        return
    from flows.audit.table_proofs import prove_tables  # reading tables takes a second that few bundles need

    for proof, faults in prove_tables(bundle, report):
        found.tables.append(proof)
        found.faults.extend(faults)


def _search(
    found: Verification, bundle: Path, digest: str, keys: Keys | None, audit_file: Path | None
) -> None:
    """Search the released files for removed values, if key and proof are at hand."""
    removed = found.manifest.removed
    if removed is None:
        found.not_searched = "the manifest names no proof"
        advice = "saferelease never signs such a manifest: somebody took the proof out."
        found.faults.append(fault("BND021", MANIFEST, "must name the proof of removal", "none", advice))
        return
    if audit_file:
        handed = read_audit_file(audit_file, digest)
        key = bytes.fromhex(handed.key)
        content: bytes | None = handed.proof.encode()
    else:
        if keys and _is_destroyed(found, keys):
            found.not_searched = "the key of this release was destroyed"
            return
        key = _own_key(found, bundle, keys) if keys else b""
        content = _content(ReleaseFolders(bundle).proof)
    found.not_searched = found.not_searched or _obstacle(removed, key, content)
    if found.not_searched or content is None:
        _tell_missing(found, bundle, key, content)
        return
    if hashlib.sha256(content).hexdigest() != removed.sha256:
        found.faults.append(_another_proof())
        return
    changed = {one.where for one in found.faults}
    everywhere = [p for p in read_proofs(content) if p.document == EVERYWHERE]
    proofs = [
        p
        for p in read_proofs(content)
        if p.document != EVERYWHERE and p.fingerprints and f"documents/{p.output}" not in changed
    ]
    report = _report(bundle)
    if report is None:
        found.not_searched = "the bundle's report.json is not readable"
        return
    for one in proofs:
        found.faults.extend(_document_faults(bundle, one, key, report.plan))
    for proof in everywhere:
        found.faults.extend(_release_faults(bundle, proof, key, report, changed))
    found.searched = removed


def _is_destroyed(found: Verification, keys: Keys) -> bool:
    """Whether the release's key was destroyed after the bundle was made, as the ledger says."""
    path = ledger_path(home())
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


def _report(bundle: Path) -> ReleaseReport | None:
    """The report of a bundle; its plan says how its files are read."""
    try:
        return report_from((bundle / REPORT).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


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
    return run_limited(proof.document, _places, path, proof, key, settings, limits=limits_of(plan))


def _places(path: Path, proof: DocumentProof, key: bytes, settings: Settings) -> int:
    """In how many places of a released file a removed value stands."""
    content = path.read_bytes()
    parts = format_for(path.suffix, content[:_HEAD_BYTES], settings).read_back(content)
    text = search_text(proof.output, [part.reveal() for part in parts])
    return Fingerprints.from_json(proof.fingerprints).found_in(text, document_key(key, proof.document))


def _another_proof() -> Fault:
    return fault(
        "BND008",
        "proof.jsonl",
        "must be the proof that the manifest names",
        "another one",
        "It was changed, or put in from another release.",
    )


def _look_up(found: Verification, bundle: Path, signed: SignedBundle, keys: Keys | None) -> None:
    """Find the bundle in this installation's ledger, and compare the private folder with it."""
    release, ledger = signed.manifest.release_id, ledger_path(home())
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


def read_audit_file(path: Path, manifest_sha256: str) -> AuditFile:
    """Read an auditor's file.

    Raises
    ------
    InvalidError
        ``BND012`` when it is none, or belongs to another bundle.
    """
    got = "another bundle's"
    try:
        handed = AuditFile.model_validate_json(path.read_bytes())
        bytes.fromhex(handed.key)
    except (OSError, ValidationError, ValueError):
        got, handed = "another file", None
    if handed is None or handed.manifest_sha256 != manifest_sha256:
        must = "must be the auditor's file of this bundle"
        raise InvalidError(fault("BND012", str(path), must, got, "saferelease audit hand-over makes it."))
    return handed
