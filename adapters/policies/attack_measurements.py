"""Measurements of attackers, sealed in the installation's home: a file for each clause as it stands."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from adapters.keys.installation import Keys, decrypt, encrypt
from adapters.machine.files import make_folder, write_atomically
from adapters.machine.locations import home
from engine.errors import InvalidError, fault
from engine.record.attacked import AttackMeasurement

_PURPOSE = "attack measurements"


def keep_measurement(keys: Keys, found: AttackMeasurement) -> Path:
    """Write a measurement in the place of the one before; nobody without the installation's key can."""
    path = _path(found.clause)
    make_folder(path.parent, 0o700)
    sealed = encrypt(keys.lasting(_PURPOSE), found.model_dump_json().encode(), found.clause)
    write_atomically(path, sealed, mode=0o600)
    return path


def kept_measurement(keys: Keys, clause: str) -> AttackMeasurement | None:
    """The measurement of a clause; None when there is none.

    Raises
    ------
    InvalidError
        ``KCF017`` for a file that this installation did not write.
    """
    path = _path(clause)
    if not path.exists():
        return None
    try:
        content = decrypt(keys.lasting(_PURPOSE), path.read_bytes(), clause)
        return AttackMeasurement.model_validate_json(content)
    except (InvalidError, ValidationError):
        advice = "Delete it and measure again: saferelease evaluate attackers POLICY."
        must = "must be a measurement of this installation"
        raise InvalidError(fault("KCF017", f"attack-measurements/{path.name}", must, "", advice)) from None


def _path(clause: str) -> Path:
    return home() / "attack-measurements" / f"{clause}.enc"
