"""The workbench of a release that waits: documents are released anew with what people corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from adapters.documents.opening.sources import Source
from adapters.keys.installation import load_keys
from adapters.release_memory import KnownReleases
from engine.errors import InvalidError, fault
from engine.plan.steps import PlannedReview
from engine.record.report import DocumentRecord
from engine.record.telling import ConceptTold
from engine.stages.corrections import Corrections
from engine.text import SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.telling import TellingReader
from flows.orchestration.job import ReleaseJob, compile_job, worker_settings
from flows.release.chunks import chunked
from flows.release.records.sheets import Sheet, open_sheet
from flows.release.released_files import ReleasedFiles
from flows.release.state import (
    Identity,
    ReleaseFolders,
    begin_anew,
    begun_anew,
    end_anew,
    exclusive,
    load_chunk,
    read_identity,
    save_chunk,
)
from flows.release.workers.pool import WorkerPool
from flows.release.workers.worker import lost_again, release_again, start_worker


def review_of(policy: str) -> PlannedReview | None:
    """What a policy asks of people."""
    return compile_policy(policy).plan.review


_PATIENCE = 600.0
"""Seconds that a document waits for others of its release, in another process of the service."""


@dataclass
class Workbench:
    """A release that waits for people, opened to release documents of it anew.

    Parameters
    ----------
    job : ReleaseJob
        As it was started.
    folders : ReleaseFolders
    identity : Identity
    files : ReleasedFiles
        Its released documents, which wait encrypted.
    pool : WorkerPool
        One worker, with the policy ready.
    telling : TellingReader
        Reads texts as an attacker would.
    """

    job: ReleaseJob
    folders: ReleaseFolders
    identity: Identity
    files: ReleasedFiles
    pool: WorkerPool[tuple[Source, Corrections], DocumentRecord]
    telling: TellingReader

    def concepts_told(self, before: str, after: str) -> tuple[ConceptTold, ...]:
        """What a text tells about the protected concepts, and what it tells as it would be released."""
        return self.telling.told(before, [SensitiveText(after)]).concepts

    def release(self, document: str, corrections: Corrections) -> DocumentRecord:
        """Release one document anew; its record stands in the release when it passed every check."""
        index, chunk = self._chunk_of(document)
        source = next(source for source in chunk if source.id == document)
        with exclusive(self.folders, _PATIENCE):
            records = self._records(index)
            begin_anew(self.folders, document)
            record = self.pool.run([(source, corrections)])[0]
            if record.outcome == "released":
                self._save(index, records, record)
        return record

    def withhold(self, document: str) -> DocumentRecord:
        """Keep one document back."""
        index, _ = self._chunk_of(document)
        with exclusive(self.folders, _PATIENCE):
            records = self._records(index)
            old = next(record for record in records if record.id == document)
            reason = "[RVW003] a reviewer keeps it back"
            record = DocumentRecord(id=old.id, input_hash=old.input_hash, outcome="refused", reason=reason)
            begin_anew(self.folders, document)
            self.files.remove(old)
            self._save(index, records, record)
        return record

    def close(self) -> None:
        """End its worker."""
        self.pool.close()

    def _save(self, index: int, records: Sequence[DocumentRecord], new: DocumentRecord) -> None:
        save_chunk(self.folders, index, [new if record.id == new.id else record for record in records])
        end_anew(self.folders, new.id)

    def _records(self, index: int) -> list[DocumentRecord]:
        found = load_chunk(self.folders, index, begun_anew(self.folders))
        if found is None:
            must, advice = "must be as it was decided", "Start the release again."
            raise InvalidError(fault("RVW005", f"chunk {index}", must, "changed files", advice))
        return found

    def _chunk_of(self, document: str) -> tuple[int, list[Source]]:
        for index, chunk in enumerate(chunked(self.job.chosen or ())):
            if any(source.id == document for source in chunk):
                return index, chunk
        raise InvalidError(fault("RVW005", f"document {document}", "must be of this release"))


def open_workbench(job: ReleaseJob) -> Workbench:
    """Open a release that waits.

    Raises
    ------
    InvalidError
        ``RVW005`` when there is none, or its policy is another by now.
    """
    compiled, keys = compile_job(job), load_keys()
    folders = ReleaseFolders(job.out.resolve())
    identity = read_identity(folders)
    if identity is None or identity.plan_id != compiled.plan.plan_id:
        must, advice = "must be as it was when it was decided", "Start the release again."
        raise InvalidError(fault("RVW005", "the release", must, "another policy, or no release", advice))
    known = KnownReleases(keys, identity.run)
    settings = worker_settings(compiled, keys, folders, identity, known, job.review_key)
    pool = WorkerPool(release_again, start_worker, (settings,), lost_again, 1)
    telling = TellingReader.of_concepts(compiled.concepts, compiled.protected)
    return Workbench(job, folders, identity, settings.files, pool, telling)


@contextmanager
def workbench(job: ReleaseJob) -> Iterator[Workbench]:
    """A workbench that is closed at the end."""
    opened = open_workbench(job)
    try:
        yield opened
    finally:
        opened.close()


def records_of(job: ReleaseJob) -> list[DocumentRecord]:
    """What became of the documents so far."""
    folders = ReleaseFolders(job.out.resolve())
    return [r for i in range(len(chunked(job.chosen or ()))) for r in load_chunk(folders, i) or ()]


def released_file(job: ReleaseJob, document: str) -> tuple[str, bytes] | None:
    """Name and bytes of the form in which a document waits; None when none does."""
    folders = ReleaseFolders(job.out.resolve())
    record = next((one for one in records_of(job) if one.id == document), None)
    if record is None or record.outcome != "released":
        return None
    try:
        return record.output, ReleasedFiles(folders, release_id_of(job), job.review_key).read(record)
    except FileNotFoundError:  # the bundle is sealed: it is there
        return None


def release_id_of(job: ReleaseJob) -> str:
    """The id of a release that was begun; empty when it was not."""
    identity = read_identity(ReleaseFolders(job.out.resolve()))
    return identity.release_id if identity else ""


def sheet_for(job: ReleaseJob, document: str, *, final: bool = False) -> Sheet:
    """What reviewers are shown of a document: as decided, or as they left it."""
    folders = ReleaseFolders(job.out.resolve())
    name = f"{document}.final" if final else document
    try:
        return open_sheet(folders.private, job.review_key, release_id_of(job), name)
    except FileNotFoundError:
        must, advice = "must be there for its reviewers", "Start the release again."
        raise InvalidError(fault("RVW005", f"document {document}", must, "no sheet", advice)) from None
