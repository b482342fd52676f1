"""Approvals of policies: given on this machine, asked for before a release."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from adapters.keys import home, load_keys
from adapters.policies.approvals import (
    approval_path,
    approve,
    load_approval,
    require_approval,
    save_approval,
)
from adapters.policies.files import shipped_folder
from engine.errors import InvalidError, SafereleaseError, fault
from engine.plan.approval import Approval
from flows.compiling.compilation import Compiled, compile_policy
from flows.release.recording import record_approval

MAX_NAME = 200
"""Characters of an approver's name at the most."""


def approve_policy(name: str, by: str, note: str = "") -> tuple[Path, Approval]:
    """Sign a policy as compiled on this machine, with this installation's key.

    Parameters
    ----------
    name : str
        File of a policy, or name of a shipped one.
    by, note : str
        Who approves, and on what grounds.

    Returns
    -------
    (Path, Approval)
        The file written: beside the policy; of a shipped policy in the installation's home.
    """
    if not by.strip() or len(by) > MAX_NAME:
        advice = "Say who approves, e.g. --by 'J. Officer'."
        raise InvalidError(
            fault("APR006", "policy approve --by", f"must be 1 to {MAX_NAME} characters", "", advice)
        )
    compiled = compile_policy(name)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    approval = approve(compiled.plan, by=by.strip(), at=at, keys=load_keys(), note=note)
    path = approval_file(compiled.loaded.path)
    record_approval(load_keys(), approval)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_approval(path, approval)
    except OSError as error:
        raise InvalidError(
            fault("APR007", str(path), "must be a file that can be written", error.strerror or "")
        ) from None
    return path, approval


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


def check_approval(compiled: Compiled, trusted: Sequence[str] = ()) -> Approval:
    """The approval of a compiled policy.

    Parameters
    ----------
    compiled : Compiled
        What is about to run.
    trusted : sequence of str
        Public keys of those who may approve; without any, only this installation's own.

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
    require_approval(approval, compiled.plan, {key.lower() for key in trusted} or {load_keys().public_hex()})
    return approval
