"""The release bundle: manifest, signature, and the check that nothing was changed since."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import ValidationError

from adapters.keys import Keys
from engine.errors import Fault, InvalidError, fault
from engine.record.manifest import Manifest, ManifestFile, RemovedProof, manifest_of
from engine.record.report import ReleaseReport

MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
_OWN = frozenset({MANIFEST, SIGNATURE})


def canonical_json(content: object) -> bytes:
    """JSON with sorted keys, indented for people, UTF-8, one newline at the end."""
    return (json.dumps(content, sort_keys=True, indent=1, ensure_ascii=False) + "\n").encode()


def write_atomically(path: Path, content: bytes, durable: bool = True, mode: int = 0o666) -> None:
    """Write, flush to disk, rename: a reader sees the old file or the whole new one.

    `durable` false leaves the flush out: for files whose hash is checked before they count. `mode` is who
    may read it, from its first byte on; the process's mask takes away more.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    with open(partial, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(content)
        if durable:
            file.flush()
            os.fsync(file.fileno())
    partial.replace(path)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seal(folder: Path, report: ReleaseReport, keys: Keys, removed: RemovedProof | None = None) -> Manifest:
    """Write the manifest over everything in `folder`, and sign it with Ed25519.

    Parameters
    ----------
    folder : Path
        The bundle, complete but for manifest and signature.
    report : ReleaseReport
        What was released.
    keys : Keys
        The installation's keys; the public half travels with the signature.
    removed : RemovedProof or None
        What proves that removed values are gone.
    """
    manifest = manifest_of(report, (_entry(folder, path) for path in _files(folder)), removed)
    content = canonical_json(manifest.model_dump(mode="json"))
    write_atomically(folder / MANIFEST, content)
    signature = {
        "algorithm": "Ed25519",
        "public_key": keys.public_hex(),
        "signature": keys.signing.sign(content).hex(),
    }
    write_atomically(folder / SIGNATURE, canonical_json(signature))
    return manifest


def level_times(folder: Path, created: str) -> None:
    """Give every file the time of the release: when each was written tells how long its document took.

    Parameters
    ----------
    folder : Path
    created : str
        Time in ISO 8601, with its zone.
    """
    seconds = datetime.fromisoformat(created).timestamp()
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def verify_bundle(folder: Path, public_key: str = "") -> tuple[Manifest, list[Fault]]:
    """Check signature, files and hashes of a bundle, offline.

    Parameters
    ----------
    folder : Path
        The bundle.
    public_key : str
        The signer's public key in hexadecimal, when known from elsewhere. Without it only
        the bundle's own consistency is checked.

    Returns
    -------
    manifest : Manifest
    faults : list of Fault
        ``BND002``-``BND006``; empty when the bundle is as it was signed.

    Raises
    ------
    InvalidError
        ``BND001`` when there is no readable manifest.
    """
    content, manifest = _read_manifest(folder)
    faults = list(_signature_faults(folder, content, public_key))
    listed = {file.path: file for file in manifest.files}
    present = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    faults += [_missing(path) for path in listed.keys() - present.keys()]
    faults += [_extra(path) for path in present.keys() - listed.keys()]
    faults += [
        _changed(name)
        for name in sorted(listed.keys() & present.keys())
        if present[name].is_symlink() or sha256_of(present[name]) != listed[name].sha256
    ]
    return manifest, sorted(faults, key=lambda found: (found.code, found.where))


def _files(folder: Path) -> Iterable[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if (path.is_file() or path.is_symlink()) and path.relative_to(folder).as_posix() not in _OWN
    )


def _entry(folder: Path, path: Path) -> ManifestFile:
    return ManifestFile(
        path=path.relative_to(folder).as_posix(), sha256=sha256_of(path), n_bytes=path.stat().st_size
    )


def _read_manifest(folder: Path) -> tuple[bytes, Manifest]:
    path = folder / MANIFEST
    try:
        content = path.read_bytes()
        return content, Manifest.model_validate_json(content)
    except (OSError, ValidationError):
        raise InvalidError(
            fault(
                "BND001",
                str(path),
                "must be the manifest of a release bundle",
                "",
                "Name the folder that holds manifest.json and documents/.",
            )
        ) from None


def _signature_faults(folder: Path, content: bytes, public_key: str) -> Iterable[Fault]:
    try:
        signed = json.loads((folder / SIGNATURE).read_bytes())
        signer = signed["public_key"]
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer)).verify(
            bytes.fromhex(signed["signature"]), content
        )
    except (OSError, ValueError, KeyError, TypeError, InvalidSignature):
        yield fault(
            "BND002", MANIFEST, "must carry a valid signature", "", "The manifest was changed after signing."
        )
        return
    if public_key and signer != public_key.strip().lower():
        yield fault(
            "BND003",
            SIGNATURE,
            "must be made with the key that you named",
            f"key {signer[:16]}...",
            "Another installation signed this bundle.",
        )


def _missing(path: str) -> Fault:
    return fault("BND004", path, "must be in the bundle", "", "The file was taken away after signing.")


def _extra(path: str) -> Fault:
    return fault("BND005", path, "must not be in the bundle", "", "The file was added after signing.")


def _changed(path: str) -> Fault:
    return fault("BND006", path, "must be as it was signed", "", "The file was changed after signing.")
