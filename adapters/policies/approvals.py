"""Approvals: who approved which plan of a policy, and when; signed, in a file beside the policy."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pydantic import ValidationError

from adapters.machine.files import canonical_json, write_atomically
from engine.errors import Fault, InvalidError, RefusedError, fault
from engine.plan.approval import Approval
from engine.plan.plan import Plan

_LABEL = b"saferelease approval 1\n"
_MAX_BYTES = 100_000


def signed_bytes(approval: Approval) -> bytes:
    """What the signature of an approval covers."""
    return _LABEL + canonical_json(approval.model_dump(exclude={"signature"}))


def approve(plan: Plan, *, by: str, at: str, key: Ed25519PrivateKey, note: str = "") -> Approval:
    """Approve a plan.

    Parameters
    ----------
    plan : Plan
        As compiled on the machine where it is approved.
    by, at, note : str
        Who, when (ISO 8601), and on what grounds.
    key : Ed25519PrivateKey
        The approver's own; or the installation's, which then states who approved.
    """
    blank = Approval(
        policy=plan.policy,
        version=plan.version,
        plan_id=plan.plan_id,
        approved_by=by,
        approved_at=at,
        note=note,
        public_key=key.public_key().public_bytes_raw().hex(),
        signature="0" * 128,
    )
    return blank.model_copy(update={"signature": key.sign(signed_bytes(blank)).hex()})


def approval_path(policy_path: Path) -> Path:
    """File of the approval of the policy at `policy_path`."""
    return policy_path.with_suffix(".approval.json")


def save_approval(path: Path, approval: Approval) -> None:
    """Write an approval, whole or not at all."""
    write_atomically(path, canonical_json(approval.model_dump()))


def load_approval(path: Path) -> Approval:
    """Read an approval.

    Raises
    ------
    RefusedError
        APR001, when there is none.
    InvalidError
        APR002, when the file is no approval.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(_MAX_BYTES)
    except FileNotFoundError:
        advice = "Have it approved: saferelease policy approve."
        raise RefusedError(
            fault("APR001", str(path), "must be there: the policy is not approved", "", advice)
        ) from None
    except OSError as error:
        raise InvalidError(
            fault("APR002", str(path), "must be readable", error.strerror, "Check its owner.")
        ) from None
    try:
        return Approval.model_validate_json(content)
    except ValidationError:
        advice = "Approve the policy again."
        raise InvalidError(
            fault("APR002", str(path), "must be an approval as it was written", "", advice)
        ) from None


def require_approval(approval: Approval, plan: Plan, trusted: Collection[str]) -> None:
    """Refuse a plan that nobody whom we trust has approved as it is.

    Parameters
    ----------
    approval : Approval
        As loaded.
    plan : Plan
        The plan that is about to run.
    trusted : collection of str
        Public keys of those who may approve, 64 hexadecimal digits each.

    Raises
    ------
    RefusedError
        APR003 the signature does not hold, APR004 the signer is not trusted, APR005 the policy,
        its knowledge or its counts were changed since; all of them at once.
    """
    faults = list(_faults(approval, plan, trusted))
    if faults:
        raise RefusedError(*faults)


def approval_faults(approval: Approval | None) -> list[Fault]:
    """``APR009`` when the approval that a bundle's manifest holds is not as it was signed; offline."""
    if approval is None or _signature_holds(approval):
        return []
    where = f"approval of {approval.policy} {approval.version}"
    advice = "Somebody else than the approver wrote it: do not rely on the approval."
    return [fault("APR009", where, "must be as its approver signed it", "a changed statement", advice)]


def _faults(approval: Approval, plan: Plan, trusted: Collection[str]) -> Iterator[Fault]:
    where = f"approval of {plan.policy} {plan.version}"
    if not _signature_holds(approval):
        yield fault("APR003", where, "must be as signed", "a changed file", "Approve the policy again.")
    if approval.public_key not in trusted:
        advice = "Add the key to those who may approve, or have somebody else approve."
        yield fault("APR004", where, "must be signed by a trusted key", approval.public_key, advice)
    if approval.plan_id != plan.plan_id:
        must = f"must be for plan {plan.plan_id}"
        advice = "The policy, its knowledge or its counts were changed since; compare and approve anew."
        yield fault("APR005", where, must, approval.plan_id, advice)


def _signature_holds(approval: Approval) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(approval.public_key))
        key.verify(bytes.fromhex(approval.signature), signed_bytes(approval))
    except (InvalidSignature, ValueError):
        return False
    return True
