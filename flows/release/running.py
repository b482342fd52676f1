"""A prepared release: its chunks, and what doing and finishing them means, whoever orders it done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, islice

from adapters.bundle.files import damaged_record
from adapters.documents.opening.sources import Source
from engine.errors import RefusedError, fault
from engine.record.attacked import AttackMeasurement
from engine.record.counted import GateRecord
from engine.record.fingerprints import Value
from engine.record.packed import Packed
from engine.record.report import DocumentRecord, ReleaseReport
from engine.record.review import ReviewRecord
from flows.release.other_documents.everywhere import Standing, release_wide
from flows.release.other_documents.remembering import Memory
from flows.release.state import (
    ReleaseFolders,
    clear_chunk,
    empty,
    finish,
    load_chunk,
    reopen_chunk,
    save_chunk,
)
from flows.release.workers.pool import Workers
from flows.release.workers.worker import forget_prepared

ROUNDS = 3
"""How often documents are done again for what others lost: each time they may lose something new."""


@dataclass
class Running:
    """A prepared release: everything that the flow needs and Prefect must not store.

    With `all_or_nothing`, one document that cannot be read keeps all others back
    (``release: {quarantine: refuse}``). With `hold`, people are asked before the end; `review` is what they
    did, and `expected` the SHA-256 of each document as they left it.
    """

    release_id: str
    chunks: Sequence[Sequence[Source]]
    folders: ReleaseFolders
    pool: Workers
    complete: Callable[[Sequence[DocumentRecord], Iterable[Value]], ReleaseReport]
    look: Callable[[Sequence[DocumentRecord], Standing | None], Standing]
    hand_over: Callable[[Standing], None]
    take_back: Callable[[Standing, DocumentRecord], DocumentRecord]
    memory: Memory
    progress: Callable[[int, int], None] = lambda done, total: None
    report: ReleaseReport | None = None
    error: BaseException | None = None
    done: int = field(default=0)
    attack: Callable[[], GateRecord | None] = lambda: None
    refuse: Callable[[GateRecord], list[DocumentRecord]] = lambda record: []
    gate: GateRecord | None = None
    attacked: AttackMeasurement | None = None
    all_or_nothing: bool = False
    hold: bool = False
    review: ReviewRecord | None = None
    expected: Mapping[str, str] = field(default_factory=dict)
    recorded: Callable[[], ReleaseReport | None] = lambda: None

    def try_gate(self) -> bool:
        """Attack the gate's sample; whether the release may go on."""
        self.gate = self.attack()
        return self.gate is None or self.gate.passed

    def do_chunk(self, index: int) -> int:
        """Release one chunk of documents, unless an earlier run did; returns how many."""
        if self._done(index) is None:
            self._run_chunk(index)
        return len(self.chunks[index])

    def _done(self, index: int) -> list[DocumentRecord] | None:
        """Records of a finished chunk; of one that an earlier version divided otherwise, None."""
        records = load_chunk(self.folders, index)
        same = records is not None and [r.id for r in records] == [source.id for source in self.chunks[index]]
        return records if same else None

    def _run_chunk(self, index: int) -> None:
        chunk = self.chunks[index]
        clear_chunk(self.folders, [source.id for source in chunk])
        save_chunk(self.folders, index, self.pool.run(chunk))

    def settle(self) -> None:
        """What `finish` does to documents that hold what others lost, before people look at them."""
        records = iter(self._settled()[0])
        for index, chunk in enumerate(self.chunks):
            save_chunk(self.folders, index, list(islice(records, len(chunk))))

    def finish(self) -> None:
        """Report, manifest, signature: the bundle appears under its name."""
        self.report = self.recorded()
        if self.report is not None:
            finish(self.folders)
            return
        if self.gate is not None and not self.gate.passed:
            empty(self.folders)
            self.report = self.complete(self.refuse(self.gate), ())
            return
        records, values = self._settled()
        self.pool.close()  # what follows takes memory for each document: the workers' is free by then
        forget_prepared(sum(map(len, self.chunks)))
        if self.all_or_nothing and any(record.outcome == "quarantined" for record in records):
            empty(self.folders)
            records, values = Packed(map(withheld, records)), ()
        with self.memory.held():
            records = self.memory.checked(records)
            self.report = self.complete(records, values)

    def _records(self) -> Packed[DocumentRecord]:
        chunks = (self._done(index) or self._done_again(index) for index in range(len(self.chunks)))
        return Packed(chain.from_iterable(chunks))

    def _done_again(self, index: int) -> list[DocumentRecord]:
        """Records of a chunk of which something was damaged since."""
        self._run_chunk(index)
        found = self._done(index)
        if found is None:
            raise damaged_record(self.folders.chunk(index).name)
        return found

    def _settled(self) -> tuple[Packed[DocumentRecord], Iterable[Value]]:
        """All records, once no document holds a direct identifier that another one lost; and those values.

        Such documents are done once more, unless people have reviewed them by now, and again if what they
        lost then stands in others; one that holds such a value even then is refused.
        """
        records = self._records()
        require_as_reviewed(records, self.expected)
        standing = self.look(records, None)
        held = standing.documents
        for _ in range(ROUNDS if self.review is None else 0):
            if not held:
                break
            self.hand_over(standing)
            self._run_again(held.keys())
            records = self._records()
            standing = self.look(records, standing)
            held = standing.documents
        if held:
            records = Packed(
                self.take_back(standing, record) if record.id in held else record for record in records
            )
        return records, release_wide(standing.without(held))

    def _run_again(self, documents: Collection[str]) -> None:
        """Release `documents` anew, on all workers; of their chunks the others stay as they are."""
        chunks = [
            index for index, chunk in enumerate(self.chunks) if any(one.id in documents for one in chunk)
        ]
        with ThreadPoolExecutor(self.pool.n_workers) as threads:
            list(threads.map(lambda index: self._run_chunk_again(index, documents), chunks))

    def _run_chunk_again(self, index: int, documents: Collection[str]) -> None:
        chunk = self.chunks[index]
        again = [source for source in chunk if source.id in documents]
        records = {record.id: record for record in load_chunk(self.folders, index) or ()}
        reopen_chunk(self.folders, index, [records[source.id] for source in again])
        records |= {record.id: record for record in self.pool.run(again)}
        save_chunk(self.folders, index, [records[source.id] for source in chunk])


def require_as_reviewed(records: Sequence[DocumentRecord], expected: Mapping[str, str]) -> None:
    """Refuse a release in which a document is not as its reviewers left it.

    Raises
    ------
    RefusedError
        ``RVW004``.
    """
    looked_at = (record for record in records if record.id in expected) if expected else ()
    changed = [record.id for record in looked_at if expected[record.id] != record.sha256]
    if changed:
        must, advice = "must be as its reviewers left it", "Review it again."
        raise RefusedError(*(fault("RVW004", f"document {one}", must, "", advice) for one in changed))


def withheld(record: DocumentRecord) -> DocumentRecord:
    """The record of a document that does not leave, because another of its release cannot be read."""
    if record.outcome != "released":
        return record
    reason = "[REL009] another document cannot be read, and the policy releases all or none"
    return DocumentRecord(id=record.id, input_hash=record.input_hash, outcome="refused", reason=reason)
