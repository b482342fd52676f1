"""Time stamps: asked of an authority for a bundle that was made, and judged when a bundle is verified."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adapters.bundle.checking import check_bundle
from adapters.bundle.files import ATTESTATION, TIMESTAMP
from adapters.bundle.timestamps import BadStampError, Stamp, read_roots, read_stamp, request_stamp
from adapters.machine.locations import home
from engine.errors import Fault, InvalidError, RefusedError, fault
from engine.record.manifest import Manifest
from flows.audit.verification.judging import Judgement

ROOTS = "timestamp-roots.pem"
"""File of the installation's home: root certificates of authorities that everybody here trusts."""
_SLACK = timedelta(minutes=5)
"""By how much the clock of a machine may differ from the authority's."""


def stamp_bundle(bundle: Path, url: str, roots: Sequence[Path] = ()) -> Stamp:
    """Have an authority stamp the signature of a bundle; the stamp is kept in the bundle.

    Parameters
    ----------
    bundle : Path
    url : str
        The authority's address.
    roots : sequence of Path
        Its root certificates; without them those of the installation.

    Raises
    ------
    RefusedError
        The bundle is not as it was signed: its fault.
    InvalidError
        ``TSA001`` no stamp that holds, ``TSA002`` no root certificate, ``TSA004`` nothing to stamp.
    """
    bundle = bundle.resolve()
    signed = check_bundle(bundle)
    if signed.faults:
        raise RefusedError(*signed.faults)
    if signed.manifest.format == 1 or os.path.lexists(bundle / TIMESTAMP):
        must, advice = "must have a signature that is not stamped", "Bundles of version 0.1.0 take no stamp."
        raise InvalidError(fault("TSA004", str(bundle / ATTESTATION), must, "", advice))
    return request_stamp(bundle, url, read_roots(_roots(roots)))


def judge_stamp(
    found: Judgement, bundle: Path, manifest: Manifest, roots: Sequence[Path], required: bool
) -> Stamp | None:
    """Say whether a bundle carries a time stamp that holds.

    Notes
    -----
    A stamp of an authority that nobody here knows leaves the bundle open. One that does not hold, or that
    is older than the release says to be, speaks against it.
    """
    known = _roots(roots)
    if not os.path.lexists(bundle / TIMESTAMP):
        found.doubts.extend([_unstamped("none")] if required else [])
        return None
    if not known:
        found.doubts.append(_unstamped("one of an authority that nobody here knows"))
        return None
    try:
        stamp = read_stamp(bundle, read_roots(known))
    except BadStampError as error:
        found.faults.append(_bad(str(error)))
        return None
    assert stamp is not None
    if stamp.at > datetime.now(UTC) + _SLACK:
        found.faults.append(_bad("a time that is still to come"))
    elif _made(manifest) > stamp.at + _SLACK:
        found.faults.append(_bad("a time before the release says it was made"))
    else:
        return stamp
    return None


def _made(manifest: Manifest) -> datetime:
    try:
        at = datetime.fromisoformat(manifest.created)
    except ValueError:
        return datetime.max.replace(tzinfo=UTC) - 2 * _SLACK
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _roots(named: Sequence[Path]) -> list[Path]:
    own = home() / ROOTS
    return list(named) or ([own] if own.is_file() else [])


def _unstamped(got: str) -> Fault:
    advice = "Name the authority's root certificate: --timestamp-root."
    return fault("BND024", TIMESTAMP, "must be a time stamp of an authority that you know", got, advice)


def _bad(got: str) -> Fault:
    return fault(
        "BND025", TIMESTAMP, "must be a time stamp of this signature", got, "It is forged or damaged."
    )
