"""The release bundle: its files, the manifest over them, the signature."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from heapq import merge
from itertools import chain, starmap
from pathlib import Path

from adapters.bundle.envelopes import IN_TOTO, signed_pieces, statement_of, subject
from adapters.keys.installation import Keys
from adapters.machine.files import canonical_pieces, write_atomically
from engine.errors import InvalidError, fault
from engine.record.manifest import Manifest, ManifestFile, RemovedProof, manifest_of
from engine.record.packed import Packed
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
    roots: Iterable[str] | None = None,
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
    roots : iterable of str, optional
        Of each document of the report, the root for openings.

    Raises
    ------
    InvalidError
        ``REL010`` when a file is not as it was checked, or was not checked: nothing is signed.
    """
    files = Packed(_entry(folder, name) for name in files_of(folder))
    if checked is not None:
        _require_as_checked(files, checked)
    mark = name_check(report.release_id, name or folder.name)
    manifest = manifest_of(report, files, removed, roots).model_copy(update={"name_check": mark})
    write_atomically(folder / MANIFEST, canonical_pieces(_content(manifest)))
    own = [(MANIFEST, sha256_of(folder / MANIFEST))]
    named = merge(own, ((file.path, file.sha256) for file in manifest.files))
    said = statement_of(starmap(subject, named), PREDICATE, _content(manifest))
    signed = signed_pieces(IN_TOTO, canonical_pieces(said), keys.signing)
    write_atomically(folder / ATTESTATION, signed)
    return manifest


def _content(manifest: Manifest) -> dict[str, object]:
    """A manifest as JSON, its files and inputs one by one."""
    long = ("inputs", "files")
    lists = {name: (one.model_dump(mode="json") for one in getattr(manifest, name)) for name in long}
    return manifest.model_dump(mode="json", exclude=set(long)) | lists


def _require_as_checked(files: Iterable[ManifestFile], checked: Mapping[str, str]) -> None:
    found, differing = 0, []
    for file in files:
        if "/" in file.path:
            found += file.path in checked
            if checked.get(file.path) != file.sha256:
                differing.append(file.path)
    if found < len(checked):
        differing += checked.keys() - {file.path for file in files}
    if differing:
        raise damaged_record(min(differing))


def level_times(folder: Path, created: str) -> None:
    """Give every file the time of the release: when each was written tells how long its document took.

    Parameters
    ----------
    folder : Path
    created : str
        Time in ISO 8601, with its zone.
    """
    seconds = datetime.fromisoformat(created).timestamp()
    for path in chain(folder.rglob("*"), [folder]):
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def files_of(folder: Path) -> list[str]:
    """The files of a bundle that its manifest lists, or should: paths inside it, sorted."""
    files = (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    return sorted({path.relative_to(folder).as_posix() for path in files} - OWN)


def name_check(release_id: str, name: str) -> str:
    """A mark of the name under which a bundle was made, by which the name is known again."""
    return hashlib.sha256(f"saferelease bundle name 1\n{release_id}\n{name}".encode()).hexdigest()[:32]


def numbered_name(release_id: str) -> str:
    """The name that says which release a bundle is, under which the service hands it out."""
    return f"release-{release_id}"


def _entry(folder: Path, name: str) -> ManifestFile:
    path = folder / name
    return ManifestFile(path=name, sha256=sha256_of(path), n_bytes=path.stat().st_size)
