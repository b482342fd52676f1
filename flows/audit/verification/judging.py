"""Whose signature and approvals a bundle carries, and whether that is enough to rely on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from adapters.bundle.approvals import read_approvals
from adapters.bundle.checking import SignedBundle
from adapters.bundle.files import APPROVALS, MANIFEST, name_check, numbered_name
from adapters.bundle.timestamps import Stamp
from adapters.policies.approvals import approval_faults
from adapters.trust.lists import Trusted, TrustList
from engine.errors import Fault, fault
from engine.record.manifest import Manifest

Signer = Literal["named", "trusted", "installation", "unknown"]


@dataclass(frozen=True)
class Approved:
    """One approval of a bundle.

    Parameters
    ----------
    by, at, note, public_key : str
        As the approval says.
    of : {"plan", "bundle"}
    whose : str
        The name that the list of trusted keys gives the key; empty when it gives none.
    """

    by: str
    at: str
    note: str
    public_key: str
    of: Literal["plan", "bundle"]
    whose: str = ""


@dataclass
class Judgement:
    """What speaks against a bundle, and what leaves it open.

    Parameters
    ----------
    faults, doubts : list of Fault
        With a fault it is rejected; with a doubt it is not verified.
    signer : {"named", "trusted", "installation", "unknown"}
        Whose key signed: the one that was named, one of the list, this installation's, nobody knows.
    signer_name : str
        From the list.
    approvals : list of Approved
    """

    faults: list[Fault] = field(default_factory=list)
    doubts: list[Fault] = field(default_factory=list)
    signer: Signer = "unknown"
    signer_name: str = ""
    approvals: list[Approved] = field(default_factory=list)


def judge_signer(
    found: Judgement,
    signer: str,
    made: str,
    named: str,
    own: str,
    trust: TrustList | None,
    known_here: bool,
    stamp: Stamp | None = None,
) -> None:
    """Say whose signature it is.

    Parameters
    ----------
    found : Judgement
    signer, made : str
        The key of a signature that holds, and when it was made, as it says.
    named, own : str
        The key that the reader named, and this installation's.
    trust : TrustList or None
    known_here : bool
        Whether this installation's ledger holds the bundle: then it is as old as it says.
    stamp : Stamp or None
        A time stamp that holds: then the signature is no younger.
    """
    listed = trust.of(signer) if trust else None
    if listed and "signer" in listed.roles:
        found.signer, found.signer_name = "trusted", listed.name
        revoked = listed.revoked
        old = known_here or bool(stamp and revoked and stamp.at < revoked.at)
        _judge_time(found, listed, made, old, f"signer {listed.name}")
    if trust and trust.expires < datetime.now(UTC):
        advice = "Those who hold the root keys renew it: trust add, revoke and rotate make a new version."
        must, got = "must not have expired", trust.expires.isoformat()
        found.doubts.append(fault("TRU005", f"list {trust.title}", must, got, advice))
    if named:
        found.signer = "named"
    elif found.signer == "unknown" and signer == own and known_here:
        found.signer = "installation"
    elif found.signer == "unknown":
        advice = "Name the signer's key (--public-key) or a list of trusted signers (--trust)."
        must, got = "must be by a signer that you know", f"key {signer}"
        found.doubts.append(fault("BND016", "signature", must, got, advice))


def judge_approvals(found: Judgement, folder: Path, signed: SignedBundle, trust: TrustList | None) -> None:
    """Say who approved plan and bundle, each with a key of their own."""
    approval = signed.manifest.approval
    found.faults += approval_faults(approval)
    if approval:
        given = (approval.approved_by, approval.approved_at, approval.note, approval.public_key)
        own = approval.public_key == signed.signer
        found.approvals.append(_judged(found, given, "plan", trust, by_signer=own))
    _judge_bundle_approvals(found, folder, signed, trust)
    review = signed.manifest.review
    if review and review.own_signature and not any(one.of == "bundle" for one in found.approvals):
        must, advice = "must be by an approver's own key, as the policy asks", "Ask its maker for it."
        found.doubts.append(fault("APR014", "approval of the bundle", must, "none", advice))


def _judge_bundle_approvals(
    found: Judgement, folder: Path, signed: SignedBundle, trust: TrustList | None
) -> None:
    try:
        others = read_approvals(folder, signed.digest)
    except ValueError:
        must, advice = "must hold approvals of this bundle, as signed", "Do not rely on the approvals."
        found.faults.append(fault("APR012", APPROVALS, must, "another file", advice))
        return
    for key, one in others:
        if (one.release_id, one.plan_id) != (signed.manifest.release_id, signed.manifest.plan_id):
            found.faults.append(_another_approval())
        given = (one.approved_by, one.approved_at, one.note, key)
        found.approvals.append(_judged(found, given, "bundle", trust, by_signer=False))


def _another_approval() -> Fault:
    must, advice = "must be of this release and plan", "Do not rely on the approvals."
    return fault("APR012", APPROVALS, must, "another one's", advice)


def _judged(
    found: Judgement,
    given: tuple[str, str, str, str],
    of: Literal["plan", "bundle"],
    trust: TrustList | None,
    by_signer: bool,
) -> Approved:
    by, at, note, key = given
    listed = trust.of(key) if trust else None
    if listed is None or "approver" not in listed.roles:
        if not by_signer:
            advice = "Ask who approved, over another channel, and add the key: saferelease trust add."
            must, got = "must be by an approver whom you know", f"key {key}"
            found.doubts.append(fault("APR010", f"approval of the {of}", must, got, advice))
        return Approved(by, at, note, key, of)
    _judge_time(found, listed, at, known_here=False, where=f"approver {listed.name}")
    if listed.name != by:
        must, advice = f"must bear the name of the key's holder, {listed.name}", "Ask the holder."
        found.doubts.append(fault("APR011", f"approval of the {of}", must, "another name", advice))
    return Approved(by, at, note, key, of, listed.name)


def _judge_time(found: Judgement, listed: Trusted, said: str, known_here: bool, where: str) -> None:
    """Was the key valid when it signed? Whoever has a stolen key can also set the date back."""
    try:
        at = datetime.fromisoformat(said)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
    except ValueError:
        at = None
    advice = "Ask the signer for a bundle under a valid key."
    revoked = listed.revoked
    if at is None or not listed.covers(at):
        must = f"must have signed between {listed.valid_from.date()} and {listed.valid_until.date()}"
        found.faults.append(fault("BND019", where, must, said[:40], advice))
    elif revoked and at >= revoked.at:
        must = f"must not sign after the key was revoked at {revoked.at.isoformat()}"
        found.faults.append(fault("BND019", where, must, said[:40], advice))
    elif revoked and not known_here:
        must = "must not be revoked; a date before the revocation can be invented"
        found.doubts.append(fault("BND019", where, must, f"revoked at {revoked.at.isoformat()}", advice))


def judge_name(found: Judgement, name: str, manifest: Manifest, release: str, known_here: bool) -> None:
    """Is it the release that was asked for, or one that stands under another's name?

    The name that holds the release's number says as much as asking for it.
    """
    if release:
        if release != manifest.release_id:
            must, advice = f"must be release {release}", "Another bundle stands under its name."
            found.faults.append(fault("BND022", MANIFEST, must, manifest.release_id, advice))
        return
    if name == numbered_name(manifest.release_id):
        return
    if manifest.format == 1:
        if not known_here:
            found.doubts.append(_unnamed(name, manifest, "a bundle of version 0.1.0, which holds no name"))
    elif manifest.name_check != name_check(manifest.release_id, name):
        found.doubts.append(_unnamed(name, manifest, "another name"))


def _unnamed(name: str, manifest: Manifest, got: str) -> Fault:
    must = "must stand under the name with which it was made"
    advice = (
        "Another bundle may have been put in its place. If you know that you were sent release "
        f"{manifest.release_id}, say --release {manifest.release_id}."
    )
    return fault("BND017", name, must, got, advice)
