"""The check that nothing of a bundle was changed since it was signed: signature, files, folders."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import ValidationError

from adapters.bundle.envelopes import IN_TOTO, read_envelope, statement
from adapters.bundle.files import APPROVALS, ATTESTATION, MANIFEST, OWN, PREDICATE, sha256_of
from engine.errors import Fault, InvalidError, fault
from engine.record.manifest import Manifest

OLD_SIGNATURE = "manifest.sig"
"""Signature of manifests of format 1 (version 0.1.0): over the manifest's bytes."""
_DOCUMENTS = "documents"


@dataclass(frozen=True)
class SignedBundle:
    """A bundle as read.

    Parameters
    ----------
    manifest : Manifest
    digest : str
        SHA-256 of the manifest's file.
    signer : str
        The public key that signed it; empty when no signature holds.
    faults : list of Fault
        ``BND002``-``BND006``; empty when the bundle is as it was signed.
    special : bool
        Whether there is a link, a pipe, a socket or a device in it, which nobody should open.
    """

    manifest: Manifest
    digest: str
    signer: str
    faults: list[Fault]
    special: bool


def check_bundle(folder: Path, public_key: str = "") -> SignedBundle:
    """Check signature, files and hashes of a bundle, offline, and say who signed it.

    Parameters
    ----------
    folder : Path
        The bundle.
    public_key : str
        The signer's public key in hexadecimal, when known from elsewhere.

    Raises
    ------
    InvalidError
        ``BND001`` when there is no readable manifest.
    """
    content, manifest = read_manifest(folder)
    digest = sha256_of(folder / MANIFEST)
    signer = _signer(folder, content, manifest, digest)
    faults = list(_signer_faults(signer, public_key))
    listed = {file.path: file.sha256 for file in manifest.files}
    faults += _file_faults(folder, listed, _own(manifest))
    special = any(not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) for _, mode in entries_of(folder))
    in_order = sorted(faults, key=lambda one: (one.code, one.where))
    return SignedBundle(manifest, digest, signer, in_order, special)


def read_manifest(folder: Path) -> tuple[bytes, Manifest]:
    """The manifest of a bundle; nothing of it is checked."""
    path = folder / MANIFEST
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise OSError
        content = path.read_bytes()
        return content, Manifest.model_validate_json(content)
    except (OSError, ValidationError):
        advice = "Name the folder that holds manifest.json and documents/."
        raise InvalidError(
            fault("BND001", str(path), "must be the manifest of a release bundle", "", advice)
        ) from None


def _own(manifest: Manifest) -> frozenset[str]:
    """Files that no manifest lists: of this format, not of the other."""
    if manifest.format == 1:
        return frozenset({MANIFEST, OLD_SIGNATURE, APPROVALS})
    return OWN


def _signer(folder: Path, content: bytes, manifest: Manifest, digest: str) -> str:
    """The key that signed the manifest; empty when the signature does not hold."""
    try:
        if manifest.format == 1:
            return _old_signer(_read(folder / OLD_SIGNATURE), content)
        signed, payload = read_envelope(_read(folder / ATTESTATION), IN_TOTO)
        subjects = {file.path: file.sha256 for file in manifest.files} | {MANIFEST: digest}
        meant = statement(subjects, PREDICATE, json.loads(content))
        return signed.signatures[0].keyid if payload == meant and len(signed.signatures) == 1 else ""
    except (OSError, ValueError, KeyError, TypeError, InvalidSignature):
        return ""


def _old_signer(signature: bytes, content: bytes) -> str:
    signed = json.loads(signature)
    signer = str(signed["public_key"])
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer))
    key.verify(bytes.fromhex(signed["signature"]), content)
    return signer.lower()


def _read(path: Path) -> bytes:
    if not stat.S_ISREG(path.lstat().st_mode):
        raise OSError("no regular file")
    return path.read_bytes()


def _signer_faults(signer: str, public_key: str) -> Iterator[Fault]:
    if not signer:
        must, advice = "must carry a valid signature", "The manifest was changed after signing."
        yield fault("BND002", MANIFEST, must, "", advice)
    elif public_key and signer != public_key.strip().lower():
        must, got = "must be made with the key that you named", f"key {signer[:16]}..."
        yield fault("BND003", ATTESTATION, must, got, "Another installation signed this bundle.")


def _file_faults(folder: Path, listed: Mapping[str, str], own: frozenset[str]) -> Iterator[Fault]:
    present = {name: mode for name, mode in entries_of(folder) if name not in own}
    parents = {str(parent) for name in listed for parent in PurePosixPath(name).parents} | {_DOCUMENTS}
    for name in listed.keys() - present.keys():
        yield fault("BND004", name, "must be in the bundle", "", "The file was taken away after signing.")
    for name, mode in present.items():
        if stat.S_ISDIR(mode) and name in parents:
            continue
        if name not in listed:
            advice = "It was added after signing."
            yield fault("BND005", name, "must not be in the bundle", _kind(mode), advice)
        elif not stat.S_ISREG(mode) or sha256_of(folder / name) != listed[name]:
            must = "must be as it was signed"
            yield fault("BND006", name, must, "", "The file was changed after signing.")
    for name in own & {name for name, mode in entries_of(folder) if not stat.S_ISREG(mode)}:
        yield fault("BND005", name, "must not be in the bundle", "no regular file", "It was put in later.")


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "" if stat.S_ISREG(mode) else "a link, pipe, socket or device"


def entries_of(folder: Path, before: str = "") -> Iterator[tuple[str, int]]:
    """Every entry below `folder` with its mode, folders and special files too; no link is followed."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        mode = entry.stat(follow_symlinks=False).st_mode
        yield f"{before}{entry.name}", mode
        if stat.S_ISDIR(mode):
            yield from entries_of(Path(entry.path), f"{before}{entry.name}/")
