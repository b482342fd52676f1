"""What a worker process does: release documents one by one. It imports no orchestrator."""

from __future__ import annotations

import gc
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from adapters.documents.faults import too_large
from adapters.documents.opening.reader_process import ReaderProcess
from adapters.documents.opening.sandbox import (
    PLAIN_TEXT,
    SMALL_BYTES,
    LimitedProcess,
    in_process,
    run_limited,
)
from adapters.documents.opening.sources import BARRED, Source, system_reason
from adapters.documents.settings import MEBIBYTE
from adapters.keys.installation import keyed_file_hash, keyed_hash
from adapters.machine.processes.shortages import is_shortage, shortage
from adapters.recognizers.languages import Languages
from adapters.recognizers.learned import forget_models
from engine.errors import InvalidError, RefusedError, SafereleaseError
from engine.methods.overlaps.register import Register
from engine.methods.overlaps.sketch import Sketch, sketch_of_table
from engine.record.report import DocumentRecord
from engine.stages.corrections import NO_CORRECTIONS, Corrections
from flows.compiling.compilation import Compiled
from flows.document.document import DocumentPipeline
from flows.document.results import Decided, Released
from flows.release.other_documents.elsewhere import Elsewhere, read_elsewhere
from flows.release.records.decided import (
    Entry,
    Sealed,
    decided_before,
    decision_entry,
    facts_for_another_round,
)
from flows.release.records.proofs import DocumentProof, ProofKeys, document_proof, table_proof
from flows.release.records.read_back import ReadBack
from flows.release.records.sheets import Sheet, seal_sheet, sheet_of_released, sheet_to_choose
from flows.release.released_files import ReleasedFiles
from flows.release.table_files import release_table
from flows.release.workers.deadline import deadline, limits_for


@dataclass(frozen=True)
class WorkerSettings:
    """Everything a worker needs, sent to it once.

    Parameters
    ----------
    compiled : Compiled
        The policy, ready to run.
    release_key, private_key : bytes
        For pseudonyms and hashes of this release; for the private record.
    proof_keys : ProofKeys
        For fingerprints of removed values and commitments to them.
    release_id : str
        The private record belongs to this release alone.
    reference_year : int
        Year from which ages are reckoned.
    files : ReleasedFiles
        Where released files go.
    private : Path
        Where encrypted decisions go.
    review_key : bytes
        Seals what reviewers are shown; empty when nobody reviews.
    register : Register
        What is known of earlier releases.
    pseudonym_key : bytes
        Of the matter, where the policy asks for its pseudonyms.
    """

    compiled: Compiled
    release_key: bytes
    private_key: bytes
    proof_keys: ProofKeys
    release_id: str
    reference_year: int
    files: ReleasedFiles
    private: Path
    register: Register
    review_key: bytes = b""
    pseudonym_key: bytes = b""

    def __repr__(self) -> str:
        return f"WorkerSettings({self.release_id})"


Values = Collection[tuple[str, str]]
"""Category and value of identifiers that other documents of the release lose."""

_worker: tuple[WorkerSettings, DocumentPipeline] | None = None


SHARED_FROM = 50
"""Documents from which what is loaded on first use is loaded before: else each worker loads it for itself."""
MANY_DOCUMENTS = 100
"""Documents from which there is something to gain by letting go of models."""


_COLLECT_AFTER = 100_000, 20, 20
"""Objects, and younger collections, after which one is due: a text of 4 MB spent 8 % of its time on them."""


def prepare_fork(settings: WorkerSettings, n_documents: int) -> None:
    """Build in this process what workers forked from it then share, instead of each building its own."""
    start_worker(settings)
    if n_documents >= SHARED_FROM and _worker is not None:
        _worker[1].warm_for_many()


def forget_prepared(n_documents: int = 0) -> None:
    """Let go of what `prepare_fork` built; after many documents of the models too, a second to read."""
    global _worker
    is_prepared, _worker = _worker is not None, None
    gc.unfreeze()
    if is_prepared and n_documents >= MANY_DOCUMENTS:
        forget_models()
        Languages().forget()
        gc.collect()


def start_worker(settings: WorkerSettings) -> None:
    """Prepare this process, unless it was forked from one that is; called once by the pool."""
    global _worker
    if _worker is not None and _worker[0] is settings:
        return
    pipeline = DocumentPipeline(
        settings.compiled,
        settings.release_key,
        settings.reference_year,
        settings.register,
        settings.pseudonym_key,
    )
    _worker = (settings, pipeline)
    gc.freeze()  # no collection looks through the tables (15 % of the time), nor one now (.1 s)
    gc.set_threshold(*_COLLECT_AFTER)


def release_documents(sources: Sequence[Source]) -> list[DocumentRecord]:
    """Release `sources`: write the safe files, seal their decisions, return records without text.

    What was sealed of them before, when they were released for the first time, is replaced.
    """
    assert _worker is not None
    settings, pipeline = _worker
    records: list[DocumentRecord] = []
    private: list[dict[str, object]] = []
    proofs: list[DocumentProof] = []
    sketches: dict[str, Sketch] = {}
    texts: dict[str, ReadBack] = {}
    elsewhere = _elsewhere(settings)
    sealed = Sealed(settings.private, settings.private_key, settings.release_id)
    kept = sealed.entries(source.id for source in sources) if elsewhere.by_document else ()
    earlier = {str(entry["document"]): entry for entry in kept}
    for source in sources:
        with deadline(*_limits_for(pipeline, source)):
            record, released, proof = _release_one(
                settings, pipeline, source, elsewhere.of(source.id), earlier=earlier.get(source.id)
            )
            if settings.review_key:
                save_sheet(settings, pipeline, source, record, released)
        records.append(record)
        private.append(_private_entry(source, record, released))
        proofs += [proof] if proof else []
        sketches |= _sketch_of(source, released)
        texts |= _read_back(source, released)
    (sealed.replace if earlier else sealed.add)(private, proofs, sketches, texts)
    return records


def _elsewhere(settings: WorkerSettings) -> Elsewhere:
    """What was handed over by now."""
    return read_elsewhere(settings.private, settings.private_key, settings.release_id)


def save_sheet(
    settings: WorkerSettings,
    pipeline: DocumentPipeline,
    source: Source,
    record: DocumentRecord,
    released: Released | None,
) -> None:
    """Seal what reviewers are shown of a document, one that was refused too."""
    try:
        if released is not None:
            sheet = sheet_of_released(released, pipeline.telling, pipeline.advisor)
        else:
            limits = pipeline.limits.for_file(source.n_bytes())
            sheet = run_limited(source.id, refused_sheet, pipeline, source, limits=limits)
    except (SafereleaseError, OSError):
        sheet = Sheet(readable=False)
    sheet = sheet.model_copy(
        update={"outcome": record.outcome, "categories": pipeline.stages.identifiers.categories}
    )
    seal_sheet(settings.private, settings.review_key, settings.release_id, source.id, sheet)


def refused_sheet(pipeline: DocumentPipeline, source: Source) -> Sheet:
    """What reviewers are shown of a document that no check let pass."""
    document = pipeline.open(source, source.read()).document
    decisions = pipeline.stages.decided(document, source.folders).decisions
    return sheet_to_choose(document.text, decisions, pipeline.advisor)


def release_again(items: Sequence[tuple[Source, Corrections]]) -> list[DocumentRecord]:
    """Release documents anew with what people corrected; what fails a check is not written."""
    assert _worker is not None
    settings, pipeline = _worker
    elsewhere = _elsewhere(settings).values
    sealed = Sealed(settings.private, settings.private_key, settings.release_id)
    records: list[DocumentRecord] = []
    for source, corrections in items:
        with deadline(*_limits_for(pipeline, source)):
            record, released, proof = _release_one(settings, pipeline, source, elsewhere, corrections)
        if released is not None and proof is not None:
            entry = _private_entry(source, record, released)
            sealed.replace([entry], [proof], _sketch_of(source, released), _read_back(source, released))
            sheet = sheet_of_released(released, pipeline.telling, pipeline.advisor)
            sheet = sheet.model_copy(
                update={"outcome": "released", "categories": pipeline.stages.identifiers.categories}
            )
            name = f"{source.id}.final"
            seal_sheet(settings.private, settings.review_key, settings.release_id, name, sheet)
        records.append(record)
    return records


def lost_again(item: tuple[Source, Corrections], overdue: bool) -> DocumentRecord:
    """The record of a document that killed the worker which tried it anew, or took too long."""
    return lost(item[0], overdue)


def lost(source: Source, overdue: bool) -> DocumentRecord:
    """The record of a document that killed the worker which tried it, or took too long."""
    reason = "[RUN001] the document ended the process that read it; it was not released"
    if overdue:
        reason = "[RUN006] the document took longer than its size and its policy allow; it was not released"
    return _not_released(source, "", "quarantined", reason)


def unread(source: Source, error: OSError, input_hash: str = "") -> DocumentRecord:
    """The record of a document whose file could not be read, of which only the error's kind is told."""
    reason = f"[RUN002] the file could not be read: {system_reason(error)}"
    return _not_released(source, input_hash, "quarantined", reason)


def barred(source: Source) -> DocumentRecord:
    """The record of an entry that is never opened: a link, a pipe, a hidden file."""
    reason = f"[SRC004] {BARRED[source.barred][0]}"
    return _not_released(source, "", "hidden" if source.barred == "hidden" else "quarantined", reason)


def _limits_for(pipeline: DocumentPipeline, source: Source) -> tuple[float, float]:
    """How long a document may take; tables are released whole, and have the pool's own deadline alone."""
    if source.barred or pipeline.tables.step_for(source.relative) is not None:
        return math.inf, math.inf
    try:
        n_bytes = source.n_bytes()
    except (OSError, SafereleaseError):  # why it cannot be read, is said when it is read
        n_bytes = 0
    return limits_for(n_bytes, pipeline.limits)


def _release_one(
    settings: WorkerSettings,
    pipeline: DocumentPipeline,
    source: Source,
    elsewhere: Values,
    corrections: Corrections = NO_CORRECTIONS,
    earlier: Entry | None = None,
) -> tuple[DocumentRecord, Released | None, DocumentProof | None]:
    if source.barred:
        return barred(source), None, None
    input_hash = ""
    limit = settings.compiled.plan.documents.file_mb * MEBIBYTE
    step = pipeline.tables.step_for(source.relative)
    try:
        if step is not None:
            with source.on_disk() as plain:
                input_hash = keyed_file_hash(settings.release_key, Path(plain.path))
                folder = settings.files.table_folder
                table = release_table(pipeline, plain, step, input_hash, folder, settings.private)
                released = replace(table, sketch=_table_sketch(settings, Path(plain.path), table))
            record, proof = table.record, table_proof(settings.proof_keys, table)
        else:
            if source.n_bytes() > limit:
                input_hash = keyed_file_hash(settings.release_key, Path(source.path))
                raise too_large(source.id, source.n_bytes(), limit)
            content = source.read()
            input_hash = keyed_hash(settings.release_key, content)
            before = decided_before(earlier, input_hash)
            released = _released(pipeline, source, content, elsewhere, corrections, before)
            record = released.record.model_copy(update={"input_hash": input_hash})
            proof = document_proof(
                settings.proof_keys, record, released.decisions, released.text, released.read_back
            )
    except RefusedError as error:
        return _not_released(source, input_hash, "refused", _reason(error)), None, None
    except InvalidError as error:
        return _not_released(source, input_hash, "quarantined", _reason(error)), None, None
    except OSError as error:
        if is_shortage(error):
            raise shortage(error.errno or 0) from None
        return unread(source, error, input_hash), None, None
    except Exception as error:  # noqa: BLE001  its message may hold text: only its kind leaves the worker
        reason = f"[RUN003] the document met an internal fault: {type(error).__name__}"
        return _not_released(source, input_hash, "quarantined", reason), None, None
    _keep(settings, record, released)
    return record, released, proof


def _sketch_of(source: Source, released: Released | None) -> dict[str, Sketch]:
    """The sketch of a released document, where one was made."""
    return {source.id: released.sketch} if released is not None and released.sketch is not None else {}


def _read_back(source: Source, released: Released | None) -> dict[str, ReadBack]:
    """The texts of a released file that a later look would else open in a process of its own."""
    if released is None or released.record.table is not None:
        return {}
    if is_read_here(PurePosixPath(released.record.output).suffix, len(released.content)):
        return {}
    texts = tuple(part.reveal() for part in released.read_back)
    return {source.id: ReadBack(released.record.sha256, texts)}


def is_read_here(suffix: str, n_bytes: int) -> bool:
    """Whether a file may be read in any process: short and without structure."""
    return suffix.lower() in PLAIN_TEXT and n_bytes <= SMALL_BYTES


def _keep(settings: WorkerSettings, record: DocumentRecord, released: Released) -> None:
    """Write what was released; what cannot be written ends the run, for it is no fault of the document."""
    if record.table is not None:
        settings.files.take_table(record)
    else:
        settings.files.put(record, released.content)


def _released(
    pipeline: DocumentPipeline,
    source: Source,
    content: bytes,
    elsewhere: Values,
    corrections: Corrections,
    before: Decided | None,
) -> Released:
    """Large files, and formats with structure, are opened apart, and much text is decided in one."""
    suffix = PurePosixPath(source.relative).suffix
    given = elsewhere, corrections, before
    if is_read_here(suffix, len(content)):
        return pipeline.release(source, content, *given)
    limits = pipeline.limits.for_file(len(content))

    def use(process: LimitedProcess) -> Released:
        opened = pipeline.open_apart(source, content, process)
        if len(opened.document.text) <= SMALL_BYTES:
            return pipeline.release_opened(source, opened, *given)
        pipeline.warm(suffix)
        release, beside = pipeline.release_opened, (process.pid,)
        return run_limited(source.id, release, source, opened, *given, limits=limits, beside=beside)

    return in_process(source.id, use, lambda: ReaderProcess(source.id, limits, suffix))


def _not_released(source: Source, input_hash: str, outcome: str, reason: str) -> DocumentRecord:
    return DocumentRecord.model_validate(
        {"id": source.id, "input_hash": input_hash, "outcome": outcome, "reason": reason}
    )


def _reason(error: SafereleaseError) -> str:
    """One line for the report: each code once, with its first case."""
    first = {found.code: found for found in reversed(error.faults)}
    return " ".join(found.reason() for _, found in sorted(first.items()))


def _private_entry(source: Source, record: DocumentRecord, released: Released | None) -> dict[str, object]:
    decisions = released.decisions if released else ()
    return {
        "document": source.id,
        "source": source.relative,
        "output": record.output,
        "outcome": record.outcome,
        "before": facts_for_another_round(record),
        "decisions": [decision_entry(decision, released.text) for decision in decisions if released],
        **(released.private if released else {}),
    }


def _table_sketch(settings: WorkerSettings, path: Path, table: Released) -> Sketch:
    """What is kept of a table to know its rows again; of one that is no text, of the whole file."""
    content = path.read_bytes()
    lines = [content] if table.record.format == "parquet" else content.splitlines()
    return sketch_of_table(settings.register.words, lines, table.record.sha256, table.rows)
