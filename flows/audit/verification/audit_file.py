"""The auditor's file: what lets somebody else search a bundle for removed values."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from engine.errors import InvalidError, fault
from engine.record.counted import Record


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
