"""What a release keeps to prove itself: per document, fingerprints of removed values and a commitment.

A worker writes a line per released document; at the end the lines become ``proof.jsonl`` in the
private folder, and the signed manifest holds its SHA-256. Nothing of it is in the bundle.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from adapters.bundle.files import damaged_record
from adapters.keys.installation import keyed_hash
from adapters.keys.releases import ReleaseKeys
from adapters.machine.files import write_atomically
from engine.record.counted import Record
from engine.record.fingerprints import (
    Fingerprints,
    SearchText,
    Value,
    document_key,
    fingerprints_of,
    parts_of,
    value_of,
)
from engine.record.manifest import RemovedProof
from engine.record.report import DocumentRecord
from engine.record.trees.commitments import Place, commitment, root_of, salt_of
from engine.record.trees.openings import OpeningTree, Removed, as_released
from engine.text import PART_BREAK, Decision, SensitiveText
from flows.document.results import Released
from flows.release.records.chunk_files import ChunkFiles


@dataclass(frozen=True)
class ProofKeys:
    """Three secrets of one release, derived from the installation's.

    Parameters
    ----------
    fingerprints : bytes
        Searches for removed values, and makes guesses at them: see the threat model.
    commitments : bytes
        Makes the salts of the commitments.
    openings : bytes
        Makes the salts of what can be opened to a reader.
    """

    fingerprints: bytes
    commitments: bytes
    openings: bytes

    def __repr__(self) -> str:
        return "ProofKeys(...)"

    @classmethod
    def of(cls, secrets: ReleaseKeys) -> ProofKeys:
        """The keys of a release."""
        return cls(secrets.derive("fingerprints"), secrets.derive("commitments"), secrets.derive("openings"))

    def check(self) -> str:
        """Tells whether a key is the one that made a proof."""
        return key_check(self.fingerprints)


def key_check(key: bytes) -> str:
    """A mark by which a key of fingerprints is known again, without telling of it."""
    return keyed_hash(key, b"saferelease fingerprints 1")[:16]


class DocumentProof(Record):
    """The proof of one released document.

    Parameters
    ----------
    values : int
        Different values that were removed from it.
    short : int
        Of these, too short to say anything out of their context: not searched for.
    standing : int
        Of these, such as stand in the released text for another reason, where the policy lets them.
    fingerprints : dict
        ``{form: {length: tags}}`` of all others, and of their parts.
    n_commitments, commitments
        Number of changes, and the root of the commitments to what stood there.
    openings : str
        Root of the tree whose spans can be opened; empty for a table, and before there were such trees.
    """

    document: str
    output: str
    values: int
    short: int
    standing: int
    fingerprints: dict[str, dict[str, str]]
    n_commitments: int
    commitments: str
    openings: str = ""


def document_proof(
    keys: ProofKeys,
    record: DocumentRecord,
    decisions: Sequence[Decision],
    original: str,
    released: Sequence[SensitiveText],
) -> DocumentProof:
    """The proof of one document.

    Parameters
    ----------
    keys : ProofKeys
    record : DocumentRecord
        Of a released document.
    decisions : sequence of Decision
        What was changed, in order.
    original : str
        The text before.
    released : sequence of SensitiveText
        All parts of the released file, as the independent reader read them.
    """
    removed = {(d.category, original[d.start : d.end]) for d in decisions} - {("", "")}
    values = [value_of(category, text) for category, text in removed]
    wanted = {value for value in values if value is not None}
    parts = {part for category, text in removed for part in parts_of(category, text)}
    searched = search_text(record.output, [part.reveal() for part in released])
    standing = searched.standing(wanted | parts)
    telling = _fingerprinted(keys, record.id, (wanted | parts) - standing)
    leaves = commitments_of(keys, record.id, decisions, original)
    return DocumentProof(
        document=record.id,
        output=record.output,
        values=len(removed),
        short=values.count(None),
        standing=len(wanted & standing),
        fingerprints=telling.to_json(),
        n_commitments=len(leaves),
        commitments=root_of(leaves).hex(),
        openings=openings_root(keys, record.id, decisions, original),
    )


def openings_root(keys: ProofKeys, document: str, decisions: Sequence[Decision], original: str) -> str:
    """The root of the tree whose spans can be opened to a reader."""
    places = as_released([(one.start, one.end, one.replacement) for one in decisions])
    removed = [
        Removed(start, end, one.replacement, one.category, original[one.start : one.end])
        for one, (start, end) in zip(decisions, places, strict=True)
    ]
    return OpeningTree(keys.openings, document, removed).root


def table_proof(keys: ProofKeys, released: Released) -> DocumentProof:
    """The proof of a table: commitments to the names of its dropped features, and no search.

    Notes
    -----
    A table goes out under its certificate, which the bundle holds and the manifest signs; what was cleared
    in it are values of single cells, which say nothing out of their row.
    """
    leaves = commitments_of(keys, released.record.id, released.decisions, released.text)
    return DocumentProof(
        document=released.record.id,
        output=released.record.output,
        values=0,
        short=0,
        standing=0,
        fingerprints={},
        n_commitments=len(leaves),
        commitments=root_of(leaves).hex(),
    )


def search_text(output: str, released: Sequence[str]) -> SearchText:
    """What is searched in a released file: its text and its name."""
    return SearchText(PART_BREAK.join([*released, output]))


def _fingerprinted(keys: ProofKeys, document: str, values: Iterable[Value]) -> Fingerprints:
    return fingerprints_of(values, document_key(keys.fingerprints, document))


def commitments_of(
    keys: ProofKeys, document: str, decisions: Sequence[Decision], original: str
) -> list[bytes]:
    """The commitments to what `decisions` removed, in their order."""
    places = (Place(document, d.start, d.end, d.category) for d in decisions)
    return [
        commitment(salt_of(keys.commitments, place), place, original[place.start : place.end])
        for place in places
    ]


def chunk_content(proofs: Iterable[DocumentProof]) -> bytes:
    """The lines of `proofs`."""
    lines = (json.dumps(p.model_dump(), sort_keys=True, separators=(",", ":")) for p in proofs)
    return "".join(f"{line}\n" for line in lines).encode()


def read_proofs(content: bytes) -> list[DocumentProof]:
    """Inverse of `chunk_content`.

    Raises
    ------
    ValueError
        The content is something else.
    """
    try:
        return [DocumentProof.model_validate_json(line) for line in content.splitlines()]
    except ValidationError:
        raise ValueError("no proof") from None


class Committed(NamedTuple):
    """What ledger and manifest keep of a document's proof."""

    n_commitments: int
    commitments: str
    openings: str = ""


def committed_in(path: Path) -> Iterator[tuple[str, Committed]]:
    """What ledger and manifest keep of each document in a file that `unite_proofs` wrote, in order."""
    with path.open("rb") as lines:
        for proof in map(DocumentProof.model_validate_json, lines):
            if proof.document != EVERYWHERE:
                yield proof.document, Committed(proof.n_commitments, proof.commitments, proof.openings)


def with_proofs(
    records: Iterable[DocumentRecord], path: Path
) -> Iterator[tuple[DocumentRecord, Committed | None]]:
    """Each document with its proof, if it has one: both stand in the order of their numbers."""
    proofs = committed_in(path)
    proven, committed = next(proofs, ("", None))
    for record in records:
        yield record, committed if record.id == proven else None
        if record.id == proven:
            proven, committed = next(proofs, ("", None))


def opening_roots(records: Iterable[DocumentRecord], path: Path) -> Iterator[str]:
    """Of each document the root that the manifest names; empty where none is."""
    return (committed.openings if committed else "" for _, committed in with_proofs(records, path))


def unite_proofs(
    folder: Path,
    records: Iterable[DocumentRecord],
    to: Path,
    keys: ProofKeys,
    everywhere: Iterable[Value] = (),
) -> RemovedProof:
    """Put the proofs of all chunks into one file, and say in numbers what it holds.

    Parameters
    ----------
    folder : Path
        Files of the workers, one for each chunk.
    records : iterable of DocumentRecord
        Of all documents of the release, in the order of their numbers.
    to : Path
        The file to write.
    keys : ProofKeys
        Of the release.
    everywhere : iterable of Value
        Direct identifiers that stand in no document of the release; one may come more than once.

    Raises
    ------
    InvalidError
        ``REL010`` when a proof is damaged or missing.
    """
    released = (record.id for record in records if record.outcome == "released")
    united = _United()
    try:
        write_atomically(to, united.lines(_of_documents(folder, released), _of_release(keys, everywhere)))
    except (ValueError, KeyError, FileNotFoundError):
        raise damaged_record("proofs") from None
    return united.told(keys.check())


def _of_documents(folder: Path, documents: Iterable[str]) -> Iterator[DocumentProof]:
    """The proofs of documents, of which one chunk at a time is held."""
    chunk_of = ChunkFiles(folder)
    for first, wanted in groupby(documents, chunk_of):
        content = (folder / f"{first}.jsonl").read_bytes()
        found = {proof.document: proof for proof in read_proofs(content)}
        yield from (found[document] for document in wanted)


class _United:
    """What is said of proofs that were written one after another."""

    def __init__(self) -> None:
        self._counts = Counter[str]()
        self._digest = hashlib.sha256()

    def lines(self, documents: Iterable[DocumentProof], more: Iterable[DocumentProof]) -> Iterator[bytes]:
        """The lines of all, counted where they are of documents."""
        for proof in documents:
            self._counts.update(values=proof.values, short=proof.short, standing=proof.standing)
            self._counts["fingerprints"] += len(Fingerprints.from_json(proof.fingerprints))
            yield self._line(proof)
        yield from map(self._line, more)

    def told(self, key_check: str) -> RemovedProof:
        """What the manifest says of the file, once all lines are written."""
        names = ("values", "short", "standing", "fingerprints")
        counts = {name: self._counts[name] for name in names}
        return RemovedProof(sha256=self._digest.hexdigest(), key_check=key_check, **counts)

    def _line(self, proof: DocumentProof) -> bytes:
        line = chunk_content([proof])
        self._digest.update(line)
        return line


EVERYWHERE = "*"
"""Stands for all documents of a release in a proof: what no document may hold, since one of them lost it."""


def _of_release(keys: ProofKeys, values: Iterable[Value]) -> Iterator[DocumentProof]:
    fingerprints = _fingerprinted(keys, EVERYWHERE, values)
    if len(fingerprints):
        yield DocumentProof(
            document=EVERYWHERE,
            output="",
            values=len(fingerprints),
            short=0,
            standing=0,
            fingerprints=fingerprints.to_json(),
            n_commitments=0,
            commitments=root_of([]).hex(),
        )
