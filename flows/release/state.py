"""The state of a release on disk: what is done, so that a killed run resumes and a finished one stays."""

from __future__ import annotations

import fcntl
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from adapters.bundle.files import sha256_of
from adapters.machine.files import canonical_json, remove_parts, sync_path, write_atomically
from adapters.machine.syncing import sync_below
from engine.errors import InvalidError, fault
from engine.record.counted import Record
from engine.record.report import DocumentRecord

_LOOK_SECONDS = 0.05
WORKER_SETTINGS = "workers.enc"
"""In the private folder of a release, while a cluster works on it."""


class Identity(Record):
    """What a release is a release of. A run resumes another only when all of it is equal.

    `run` is random, for the ledger alone: the same release can be made twice. `key` names the release's
    key; releases of before there were any have none.
    """

    release_id: str
    plan_id: str
    inputs: str
    created: str
    tool: str
    run: str = ""
    key: str = ""


class FinishedChunk(Record):
    """What is written down of a chunk that is done.

    Parameters
    ----------
    records : tuple of DocumentRecord
    private : dict of str to str
        SHA-256 of what the workers keep of it, by path inside the private folder.
    """

    records: tuple[DocumentRecord, ...]
    private: dict[str, str]


@dataclass(frozen=True)
class ReleaseFolders:
    """Where a release lives.

    Parameters
    ----------
    out : Path
        The bundle; it appears whole, at the end, by a rename.
    """

    out: Path

    @property
    def partial(self) -> Path:
        """The bundle while it grows."""
        return self.out.with_name(self.out.name + ".partial")

    @property
    def private(self) -> Path:
        """Decisions with the original terms, encrypted, and the run's state; never handed out."""
        return self.out.with_name(self.out.name + ".private")

    @property
    def identity(self) -> Path:
        """File that says what is being released."""
        return self.private / "release.json"

    @property
    def proofs(self) -> Path:
        """What the workers proved, chunk by chunk."""
        return self.private / "proofs"

    @property
    def proof(self) -> Path:
        """Fingerprints of removed values and commitments to them."""
        return self.private / "proof.jsonl"

    @property
    def waiting(self) -> Path:
        """Released files of a release that waits for people, encrypted."""
        return self.private / "waiting"

    @property
    def worker_settings(self) -> Path:
        """Sealed keys of the release, for the workers of a cluster while it works."""
        return self.private / WORKER_SETTINGS

    @property
    def receipt(self) -> Path:
        """The ledger's signed checkpoint with this release in it."""
        return self.private / "receipt.json"

    def again(self, document: str) -> Path:
        """There while a document that people look at is released anew."""
        return self.private / "again" / document

    def chunk(self, index: int) -> Path:
        """Records of one finished chunk."""
        return self.private / "chunks" / f"{index:05d}.json"

    def decisions(self, index: int) -> Path:
        """Encrypted decisions of one finished chunk."""
        return self.private / "decisions" / f"{index:05d}.enc"


@contextmanager
def exclusive(folders: ReleaseFolders, patience: float = 0) -> Iterator[None]:
    """Hold the release for this process.

    Parameters
    ----------
    folders : ReleaseFolders
    patience : float
        Seconds that it waits for another process.

    Raises
    ------
    InvalidError
        ``REL003`` when another process works on it.
    """
    with held(folders.private, str(folders.out), patience):
        yield


@contextmanager
def held(folder: Path, out: str, patience: float = 0) -> Iterator[None]:
    """Hold a folder that works for the bundle `out`; ``REL003`` when another process holds it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    ends = time.monotonic() + patience
    with (folder / "lock").open("w") as lock:
        while not _taken(lock):
            if time.monotonic() >= ends:
                must, advice = "must not be in use", "Wait until it ends, or choose another --out."
                raise InvalidError(fault("REL003", out, must, "another run", advice))
            time.sleep(_LOOK_SECONDS)
        yield


def _taken(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def begin(
    folders: ReleaseFolders,
    identity: Identity,
    restart: bool = False,
    make_key: Callable[[str], str] = lambda release_id: "",
) -> Identity:
    """Start a release, or take up one that was killed.

    Parameters
    ----------
    folders : ReleaseFolders
    identity : Identity
        Of the release that is to be made.
    restart : bool
        Throw away an unfinished release of something else.
    make_key : callable
        ``make_key(release_id)`` makes the release's key and returns its name; one that is taken up again
        goes on with the key that it has.

    Returns
    -------
    Identity
        Of the release in the folder: the time at which it was first begun is kept.

    Raises
    ------
    InvalidError
        ``REL001`` when `out` exists, ``REL002`` when an unfinished release of another
        policy, or of other documents, is there.
    """
    if folders.out.exists():
        raise InvalidError(
            fault(
                "REL001",
                str(folders.out),
                "must not exist yet",
                "",
                "A finished release is never overwritten; choose another --out.",
            )
        )
    folders.worker_settings.unlink(missing_ok=True)  # of a run that was killed
    found = read_identity(folders)
    if found and not restart and same_release(found, identity):
        remove_parts(folders.partial)
        shutil.rmtree(folders.private / "unproven", ignore_errors=True)
        return found
    if found and not restart:
        raise InvalidError(
            fault(
                "REL002",
                str(folders.partial),
                "must be a release of the same policy and documents",
                "an unfinished release of something else",
                "Choose another --out, or use --restart to discard what is there.",
            )
        )
    state = ("again", "chunks", "decisions", "proofs", "sketches", "texts", "unproven", "waiting")
    for old in (folders.partial, *(folders.private / name for name in state)):
        shutil.rmtree(old, ignore_errors=True)
    (folders.private / "elsewhere.enc").unlink(missing_ok=True)
    (folders.partial / "documents").mkdir(parents=True)
    identity = identity.model_copy(update={"key": make_key(identity.release_id)})
    write_atomically(folders.identity, canonical_json(identity.model_dump()))
    return identity


def clear_chunk(folders: ReleaseFolders, documents: Iterable[str]) -> None:
    """Forget what an earlier attempt proved and sealed of these documents, before they are done again."""
    for document in documents:
        for path in _kept(folders, document):
            path.unlink(missing_ok=True)


def reopen_chunk(folders: ReleaseFolders, index: int, records: Iterable[DocumentRecord]) -> None:
    """Before some documents of a finished chunk are done again: it is not done, their files do not leave."""
    folders.chunk(index).unlink(missing_ok=True)
    for record in records:
        remove_released(folders, record)


def remove_released(folders: ReleaseFolders, record: DocumentRecord) -> None:
    """Take a released document back, where it stands and where it waits."""
    for path in (*waiting_paths(folders, record.id), folders.partial / "documents" / record.output):
        if record.output:
            path.unlink(missing_ok=True)
    if record.table is not None:
        (folders.partial / record.table.certificate).unlink(missing_ok=True)


def save_chunk(folders: ReleaseFolders, index: int, records: list[DocumentRecord]) -> None:
    """Write down that a chunk is done, with the hashes of its decisions and proofs.

    Called after all of it is on disk.
    """
    paths = [path for record in records for path in _kept(folders, record.id) if path.is_file()]
    private = {path.relative_to(folders.private).as_posix(): sha256_of(path) for path in paths}
    chunk = FinishedChunk(records=tuple(records), private=private)
    content = chunk.model_dump(mode="json", exclude_defaults=True)  # what is left out takes memory when read
    write_atomically(folders.chunk(index), canonical_json(content))


def load_chunk(
    folders: ReleaseFolders, index: int, anew: Collection[str] = ()
) -> list[DocumentRecord] | None:
    """Records of a finished chunk, or None when it has to be done (again).

    Parameters
    ----------
    folders : ReleaseFolders
    index : int
    anew : collection of str
        Documents of it that are being released anew, or were when something was killed: what is kept of
        them is not compared, since it is written once more before the chunk counts as done.
    """
    try:
        chunk = FinishedChunk.model_validate_json(folders.chunk(index).read_bytes())
        written = _written_anew(folders, chunk, anew)
        private = {
            path: digest
            for name, digest in chunk.private.items()
            if (path := folders.private / name) not in written
        }
        kept = all(path.is_file() and sha256_of(path) == digest for path, digest in private.items())
    except (OSError, ValueError):
        return None
    records = list(chunk.records)
    whole = kept and all(
        waiting_paths(folders, record.id)[0] in private or record.id in anew or _is_whole(folders, record)
        for record in records
    )
    return records if whole else None


def _written_anew(folders: ReleaseFolders, chunk: FinishedChunk, anew: Collection[str]) -> frozenset[Path]:
    """What may differ from a chunk's hashes: of these documents, and of the chunk as a whole."""
    documents = [record.id for record in chunk.records if record.id in anew]
    if not documents:
        return frozenset()
    shared = _of_chunk(folders, chunk.records[0].id)
    return frozenset(path for one in documents for path in waiting_paths(folders, one)).union(shared)


def begun_anew(folders: ReleaseFolders) -> frozenset[str]:
    """Documents that were being released anew when something was killed."""
    place = folders.again("0").parent
    return frozenset(path.name for path in place.iterdir()) if place.is_dir() else frozenset()


def begin_anew(folders: ReleaseFolders, document: str) -> None:
    """Say that a document is being released anew, before anything of it is written."""
    write_atomically(folders.again(document), b"")


def end_anew(folders: ReleaseFolders, document: str) -> None:
    """Say that its chunk counts as done again."""
    folders.again(document).unlink(missing_ok=True)


def waiting_paths(folders: ReleaseFolders, document: str) -> tuple[Path, Path]:
    """Where a released file, and the certificate of a released table, wait encrypted for people."""
    return folders.waiting / f"{document}.enc", folders.waiting / f"{document}.certificate.enc"


def _kept(folders: ReleaseFolders, document: str) -> tuple[Path, ...]:
    """What a worker keeps of a chunk, by the number of the chunk's first document; and what waits of one."""
    return *_of_chunk(folders, document), *waiting_paths(folders, document)


def _of_chunk(folders: ReleaseFolders, document: str) -> tuple[Path, ...]:
    decisions, proofs = (
        folders.private / "decisions" / f"{document}.enc",
        folders.proofs / f"{document}.jsonl",
    )
    sketches, texts = (folders.private / name / f"{document}.enc" for name in ("sketches", "texts"))
    return decisions, proofs, sketches, texts


def _is_whole(folders: ReleaseFolders, record: DocumentRecord) -> bool:
    """Whether a released document stands on disk as it was written."""
    paths = ((folders.partial / name, sha256) for name, sha256 in checked_files(record).items())
    return all(path.is_file() and sha256_of(path) == sha256 for path, sha256 in paths)


def remove_unchecked(folders: ReleaseFolders, checked: Collection[str]) -> None:
    """Remove documents that no record names: a machine that was taken for lost may have written on.

    Folders of documents that were taken back go too: their names are of the originals.
    """
    for path in sorted(folders.partial.glob("*/**/*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and path.relative_to(folders.partial).as_posix() not in checked:
            path.unlink()


def checked_files(record: DocumentRecord) -> dict[str, str]:
    """The files of a released document, and their SHA-256 as they were checked."""
    if record.outcome != "released":
        return {}
    files = {f"documents/{record.output}": record.sha256}
    if record.table is not None:
        files[record.table.certificate] = record.table.certificate_sha256
    return files


def empty(folders: ReleaseFolders) -> None:
    """Take back every document, table and decision: a release that is refused as a whole holds none."""
    for place in (folders.partial, folders.private / "decisions", folders.waiting):
        if place.exists():
            shutil.rmtree(place)
    (folders.partial / "documents").mkdir(parents=True, exist_ok=True)


def make_durable(*folders: Path) -> None:
    """Bring every file and folder below to the disk, before the ledger says that they are there.

    Workers write without waiting for the disk: one pass at the end costs less than one wait per document.
    """
    for folder in folders:
        sync_below(folder)


def finish(folders: ReleaseFolders) -> None:
    """Make the sealed bundle appear under its name, and drop the run's bookkeeping."""
    folders.partial.rename(folders.out)
    sync_path(folders.out.parent)
    shutil.rmtree(folders.private / "chunks", ignore_errors=True)
    for name in ("again", "sketches", "texts", "unproven"):
        shutil.rmtree(folders.private / name, ignore_errors=True)
    shutil.rmtree(folders.waiting, ignore_errors=True)
    shutil.rmtree(folders.proofs, ignore_errors=True)
    folders.worker_settings.unlink(missing_ok=True)


def read_identity(folders: ReleaseFolders) -> Identity | None:
    """Of the release in the folder; None when there is none."""
    try:
        return Identity.model_validate_json(folders.identity.read_bytes())
    except (OSError, ValidationError):
        return None


def same_release(one: Identity, other: Identity) -> bool:
    """Whether a run of one may go on with the other."""
    return (one.release_id, one.plan_id, one.inputs) == (other.release_id, other.plan_id, other.inputs)
