"""Approvals of policies: given on this machine, asked for before a release."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.bundle.approvals import (
    BundleApproval,
    add_approval,
    read_approvals,
    read_handed_in,
    take_approvals,
)
from adapters.bundle.checking import check_bundle
from adapters.bundle.files import APPROVALS
from adapters.keys.installation import find_keys, load_keys
from adapters.machine.locations import home
from adapters.policies.approvals import (
    approval_path,
    approve,
    load_approval,
    require_approval,
    save_approval,
)
from adapters.policies.files import shipped_folder
from adapters.trust.people_keys import public_hex
from engine.errors import InvalidError, RefusedError, SafereleaseError, fault, unseen
from engine.plan.approval import Approval
from engine.text import unseen_in
from flows.audit.keys.trusting import trust_in_force
from flows.compiling.compilation import Compiled, compile_policy
from flows.release.records.recording import record_approval, record_bundle_approval

MAX_NAME = 200
"""Characters of an approver's name at the most."""


def approve_policy(
    name: str, by: str, note: str = "", key: Ed25519PrivateKey | None = None
) -> tuple[Path, Approval]:
    """Sign a policy as compiled on this machine.

    Parameters
    ----------
    name : str
        File of a policy, or name of a shipped one.
    by, note : str
        Who approves, and on what grounds.
    key : Ed25519PrivateKey or None
        The approver's own; without it this installation's key states who approved.

    Returns
    -------
    (Path, Approval)
        The file written: beside the policy; of a shipped policy in the installation's home.
    """
    _require_name(by, "policy approve --by")
    compiled = compile_policy(name)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    approval = approve(compiled.plan, by=by.strip(), at=at, key=key or load_keys().signing, note=note)
    path = approval_file(compiled.loaded.path)
    record_approval(load_keys(), approval)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_approval(path, approval)
    except OSError as error:
        raise _unwritable(path, error) from None
    return path, approval


def _require_name(by: str, where: str) -> None:
    if not by.strip() or len(by) > MAX_NAME:
        advice = "Say who approves, e.g. --by 'J. Officer'."
        raise InvalidError(fault("APR006", where, f"must be 1 to {MAX_NAME} characters", "", advice))
    if found := unseen_in(by):
        raise InvalidError(unseen("APR006", where, found))


def _unwritable(path: Path, error: OSError) -> InvalidError:
    must = "must be a file that can be written"
    return InvalidError(fault("APR007", str(path), must, error.strerror or ""))


def approve_bundle(bundle: Path, key: Ed25519PrivateKey, by: str, note: str = "") -> BundleApproval:
    """Sign a bundle as it is with the approver's own key; the ledger of this installation hears of it.

    Raises
    ------
    RefusedError
        The bundle is not as it was signed.
    InvalidError
        ``APR006`` no name, ``APR007`` the bundle cannot be written, ``APR012`` damaged approvals in it.
    """
    _require_name(by, "audit approve --by")
    bundle = bundle.resolve()
    signed = check_bundle(bundle)
    if signed.faults:
        raise RefusedError(*signed.faults)
    approval = BundleApproval(
        release_id=signed.manifest.release_id,
        plan_id=signed.manifest.plan_id,
        approved_by=by.strip(),
        approved_at=datetime.now(UTC).isoformat(timespec="seconds"),
        note=note,
    )
    keys = find_keys()
    if keys:
        record_bundle_approval(keys, approval, signed.digest, public_hex(key))
    try:
        add_approval(bundle, signed.digest, approval, key)
    except OSError as error:
        raise _unwritable(bundle, error) from None
    except ValueError:
        must, advice = "must hold approvals of this bundle, as signed", "Take the bundle from its maker."
        raise InvalidError(fault("APR012", APPROVALS, must, "another file", advice)) from None
    return approval


def take_approval(bundle: Path, handed_in: bytes, name: str) -> BundleApproval:
    """Put an approval into a bundle that its approver signed elsewhere, with a key that only she holds.

    Parameters
    ----------
    bundle : Path
        As it was sealed.
    handed_in : bytes
        The file of approvals from her copy of the bundle.
    name : str
        Of the approver, as the installation knows her.

    Raises
    ------
    RefusedError
        The bundle is not as it was signed; ``APR013`` the approval is not hers, or her key does not count.
    InvalidError
        ``APR012`` no approval of this bundle in the file, ``APR007`` the bundle cannot be written.
    """
    bundle = bundle.resolve()
    signed = check_bundle(bundle)
    if signed.faults:
        raise RefusedError(*signed.faults)
    try:
        known = read_approvals(bundle, signed.digest)
        new = [one for one in read_handed_in(handed_in, signed.digest) if one not in known]
    except ValueError:
        new = []
    if len(new) != 1:
        advice = "Run saferelease audit approve on your copy, and hand in its approvals.dsse.json."
        raise InvalidError(
            fault("APR012", APPROVALS, "must hold one new approval of this bundle", "", advice)
        )
    [(key, approval)] = new
    manifest = signed.manifest
    if (approval.release_id, approval.plan_id) != (manifest.release_id, manifest.plan_id):
        raise _not_hers("of another release or plan")
    _require_own_key(key, approval, name)
    record_bundle_approval(load_keys(), approval, signed.digest, key)
    try:
        take_approvals(bundle, handed_in)
    except OSError as error:
        raise _unwritable(bundle, error) from None
    return approval


def _require_own_key(key: str, approval: BundleApproval, name: str) -> None:
    """The list of trusted keys must name the key as hers, as an approver's, at this time."""
    trust, now = trust_in_force(), datetime.now(UTC)
    listed = trust.of(key) if trust and trust.expires > now else None
    if listed is None or "approver" not in listed.roles or not listed.covers(now) or listed.revoked:
        raise _not_hers("a key that the list of trusted keys does not name as an approver's")
    if (approval.approved_by, listed.name) != (name, name):
        raise _not_hers("another name")


def _not_hers(got: str) -> RefusedError:
    must = "must be signed by the approver herself, with a key that the list of trusted keys gives her"
    advice = (
        "Those who hold the root keys add it: saferelease trust add, with your name as the service shows it."
    )
    return RefusedError(fault("APR013", "approval", must, got, advice))


def approval_file(policy_path: Path) -> Path:
    """Where the approval of a policy is: beside it, or for a shipped one in the installation's home."""
    beside = approval_path(policy_path)
    shipped = policy_path.resolve().parent == shipped_folder().resolve()
    return home() / "approvals" / beside.name if shipped else beside


def under_approval(compiled: Compiled, required: bool = False, trusted: Sequence[str] = ()) -> Compiled:
    """`compiled` with its approval, if there is one that holds.

    Parameters
    ----------
    compiled : Compiled
        What is about to run, before facts of a matter are added: those are not what was approved.
    required : bool
        Refuse when none holds; a policy can ask for it too (``release: {require_approved: true}``).
    trusted : sequence of str
        As in `check_approval`.

    Raises
    ------
    RefusedError, InvalidError
        As `check_approval`, when one is required.
    """
    if required or compiled.plan.require_approved:
        return replace(compiled, approval=check_approval(compiled, trusted))
    try:
        return replace(compiled, approval=check_approval(compiled, trusted))
    except SafereleaseError:
        return compiled


def approvers_now() -> set[str]:
    """Public keys of the approvers in the list in force."""
    trust, now = trust_in_force(), datetime.now(UTC)
    return {
        one.public_key
        for one in (trust.keys if trust and trust.expires > now else ())
        if "approver" in one.roles and one.covers(now) and one.revoked is None
    }


def check_approval(compiled: Compiled, trusted: Sequence[str] = ()) -> Approval:
    """The approval of a compiled policy.

    Parameters
    ----------
    compiled : Compiled
        What is about to run.
    trusted : sequence of str
        Public keys of those who may approve; without any, this installation's own and those of
        the approvers in its list of trusted keys.

    Raises
    ------
    RefusedError
        APR001 not approved, APR003 signature does not hold, APR004 by a stranger, APR005 changed since.
    InvalidError
        APR002 no approval file, APR008 a key that is none.
    """
    bad = [key for key in trusted if not re.fullmatch("[0-9a-fA-F]{64}", key)]
    if bad:
        advice = "policy approve prints the key of those who approve."
        raise InvalidError(
            *(fault("APR008", "--trusted-key", "must be 64 hexadecimal digits", key, advice) for key in bad)
        )
    approval = load_approval(approval_file(compiled.loaded.path))
    allowed = {key.lower() for key in trusted} or {load_keys().public_hex(), *approvers_now()}
    require_approval(approval, compiled.plan, allowed)
    return approval
