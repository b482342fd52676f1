"""Certificates of released documents, checked by the stand-alone program that anybody may use."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from adapters.machine.locations import certificate_checker
from engine.errors import fault
from flows.audit.verification.answers import Verification


def check_certificates(found: Verification, bundle: Path, signer: str) -> None:
    """Check the certificates of a bundle that `signer` signed.

    Notes
    -----
    ``BND028`` a certificate does not hold, ``BND029`` it cannot be checked in full. The program is the one
    that is installed. That in the bundle is not run: whoever forged a bundle may have written it.
    """
    checked = _program().check(bundle, signer)
    found.certificates = checked.held
    must, advice = "must hold when they are counted again", "Do not hand it out; ask who released it."
    found.faults.extend(fault("BND028", "certificates", must, line, advice) for line in checked.failed)
    must = "must be there, for documents that the program reads"
    advice = "The signature alone speaks for the rest: docs/certificates.md."
    found.doubts.extend(fault("BND029", "certificates", must, line, advice) for line in checked.open)


def _program() -> Any:
    """The program as a module, from where saferelease is installed."""
    path = certificate_checker()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program
