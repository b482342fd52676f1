"""The release bundle: its files, the manifest over them, the signature."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from adapters.bundle.envelopes import IN_TOTO, envelope, statement, to_bytes
from adapters.keys.installation import Keys
from adapters.machine.files import canonical_json, write_atomically
from engine.errors import InvalidError, fault
from engine.record.manifest import Manifest, ManifestFile, RemovedProof, manifest_of
from engine.record.report import ReleaseReport

MANIFEST = "manifest.json"
ATTESTATION = "manifest.dsse.json"
"""The signed statement over the manifest and every file."""
APPROVALS = "approvals.dsse.json"
"""Approvals of the bundle, added after it was sealed."""
TIMESTAMP = "manifest.tsr"
"""A time stamp of the signature, added after it was sealed."""
OWN = frozenset({MANIFEST, ATTESTATION, APPROVALS, TIMESTAMP})
PREDICATE = "urn:saferelease:manifest:2"


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def damaged_record(name: str) -> InvalidError:
    """Something of a release was damaged on disk, and doing it again did not help: nothing is signed."""
    must, advice = "must be as it was written", "Check the disk, then give the same command again."
    return InvalidError(fault("REL010", name, must, "a damaged file", advice))


def seal(
    folder: Path,
    report: ReleaseReport,
    keys: Keys,
    removed: RemovedProof | None = None,
    name: str = "",
    checked: Mapping[str, str] | None = None,
) -> Manifest:
    """Write the manifest over everything in `folder`, and sign it: an in-toto statement in a DSSE envelope.

    Parameters
    ----------
    folder : Path
        The bundle, complete but for manifest and signature.
    report : ReleaseReport
        What was released.
    keys : Keys
        The installation's keys.
    removed : RemovedProof or None
        What proves that removed values are gone.
    name : str
        The name under which the bundle will stand; without it, the folder's.
    checked : mapping of str to str, optional
        Files in the folders of the bundle, and their SHA-256 as they were checked; None: not compared.

    Raises
    ------
    InvalidError
        ``REL010`` when a file is not as it was checked, or was not checked: nothing is signed.
    """
    manifest = manifest_of(report, (_entry(folder, path) for path in files_of(folder)), removed)
    if checked is not None:
        _require_as_checked(manifest, checked)
    mark = name_check(report.release_id, name or folder.name)
    manifest = manifest.model_copy(update={"name_check": mark})
    content = manifest.model_dump(mode="json")
    write_atomically(folder / MANIFEST, canonical_json(content))
    subjects = {file.path: file.sha256 for file in manifest.files}
    subjects[MANIFEST] = sha256_of(folder / MANIFEST)
    signed = envelope(IN_TOTO, statement(subjects, PREDICATE, content), [keys.signing])
    write_atomically(folder / ATTESTATION, to_bytes(signed))
    return manifest


def _require_as_checked(manifest: Manifest, checked: Mapping[str, str]) -> None:
    found = {file.path: file.sha256 for file in manifest.files if "/" in file.path}
    differing = found.items() ^ checked.items()
    if differing:
        raise damaged_record(min(differing)[0])


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


def files_of(folder: Path) -> list[Path]:
    """The files of a bundle that its manifest lists, or should."""
    return sorted(
        path
        for path in folder.rglob("*")
        if (path.is_file() or path.is_symlink()) and path.relative_to(folder).as_posix() not in OWN
    )


def name_check(release_id: str, name: str) -> str:
    """A mark of the name under which a bundle was made, by which the name is known again."""
    return hashlib.sha256(f"saferelease bundle name 1\n{release_id}\n{name}".encode()).hexdigest()[:32]


def numbered_name(release_id: str) -> str:
    """The name that says which release a bundle is, under which the service hands it out."""
    return f"release-{release_id}"


def _entry(folder: Path, path: Path) -> ManifestFile:
    return ManifestFile(
        path=path.relative_to(folder).as_posix(), sha256=sha256_of(path), n_bytes=path.stat().st_size
    )
