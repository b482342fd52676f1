"""The gate of a release: its attack run with the plan's identifiers stage, the whole release refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from adapters.documents.opening.sources import Source
from adapters.keys.installation import keyed_file_hash
from adapters.recognizers.training.annotated_files import read_annotated
from engine.errors import InvalidError, fault
from engine.record.counted import GateRecord
from engine.record.report import DocumentRecord
from engine.text import Document
from flows.compiling.compilation import Compiled
from flows.document.document import DocumentPipeline
from flows.release.workers.worker import barred, unread


def run_gate(compiled: Compiled, release_key: bytes, reference_year: int) -> GateRecord | None:
    """Attack what the plan's identifiers stage leaves of the sample.

    Parameters
    ----------
    compiled : Compiled
    release_key : bytes
    reference_year : int
        As of the release.

    Returns
    -------
    GateRecord or None
        Counts only; None when the policy has no gate.

    Raises
    ------
    InvalidError
        ``RUN005`` for a sample that changed since the policy was compiled.
    """
    gate = compiled.plan.gate
    if gate is None:
        return None
    from flows.compiling.gate_sample import sample_sha256
    from flows.gate.attacker import attack_published  # scikit-learn takes a second that few releases need

    path = compiled.loaded.files[gate.file]
    if sample_sha256(path) != gate.sample_sha256:
        must = "must be the one that the plan was compiled with"
        raise InvalidError(fault("RUN005", f"sample {gate.file}", must, "", "Compile the policy again."))
    pipeline = DocumentPipeline(compiled, release_key, reference_year)

    def removed(document: Document) -> Iterable[tuple[int, int]]:
        return [(decision.start, decision.end) for decision in pipeline.stages.identify(document)]

    documents = read_annotated([path], gate.format)
    return attack_published(removed, documents, gate.gain_at_most, frozenset(gate.sensitive))


def require_apart(compiled: Compiled, sources: Sequence[Source]) -> None:
    """Raise ``SRC003`` when a file that the policy names (a sample, a model) lies among the documents."""
    named = {path.resolve(): name for name, path in compiled.loaded.files.items()}
    for source in sources:
        path = Path(source.path).resolve()
        found = next((named[p] for p in (path, *path.parents) if p in named), None)
        if found is not None:
            must = "must not lie among the documents to be released"
            advice = "Keep the policy and its files in a folder of their own."
            raise InvalidError(fault("SRC003", found, must, "", advice))


def refused_by_gate(
    sources: Sequence[Source], record: GateRecord, release_key: bytes
) -> list[DocumentRecord]:
    """Records of documents none of which is released, because the gate was not passed."""
    from flows.gate.attacker import gate_fault

    found = gate_fault(record)
    reason = f"[{found.code}] {found.must}; got {found.got}"
    return [_refused(source, release_key, reason) for source in sources]


def _refused(source: Source, release_key: bytes, reason: str) -> DocumentRecord:
    if source.barred:
        return barred(source)
    try:
        with source.on_disk() as plain:
            input_hash = keyed_file_hash(release_key, Path(plain.path))
    except OSError as error:
        return unread(source, error)
    return DocumentRecord(id=source.id, input_hash=input_hash, outcome="refused", reason=reason)
