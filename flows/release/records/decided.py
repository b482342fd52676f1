"""Decisions as the private record holds them, and how one document's are put in the place of earlier ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically
from engine.methods.overlaps.sketch import Sketch
from engine.record.counted import ColumnCount
from engine.record.report import DocumentRecord
from engine.text import Decision, without_style
from flows.document.results import Decided
from flows.release.records.chunk_files import ChunkFiles
from flows.release.records.proofs import DocumentProof, chunk_content, read_proofs
from flows.release.records.read_back import ReadBack, SealedTexts
from flows.release.records.sketches import SealedSketches

Entry = Mapping[str, object]
"""What is kept of one document's decisions, as JSON."""
_DECISION_FIELDS = tuple(each.name for each in fields(Decision))


def decision_facts(decision: Decision) -> dict[str, object]:
    """A decision as JSON, without the text that it is about."""
    return {
        "start": decision.start,
        "end": decision.end,
        "stage": decision.stage,
        "category": decision.category,
        "action": decision.action,
        "replacement": decision.replacement,
        "clause": decision.clause,
        "why": dict(decision.why),
    }


def decision_entry(decision: Decision, original: str) -> dict[str, object]:
    """The same with the original term: for the encrypted private record only."""
    return decision_facts(decision) | {"original": original[decision.start : decision.end]}


def facts_for_another_round(record: DocumentRecord) -> dict[str, object]:
    """What an entry holds beside the decisions so that they can be taken up again."""
    columns = record.columns.model_dump() if record.columns else None
    return {
        "input_hash": record.input_hash,
        "columns": columns,
        "other_languages": record.other_languages,
    }


def decided_before(entry: Entry | None, input_hash: str) -> Decided | None:
    """What an earlier round decided about a document that it released; style is looked at anew.

    None where it has to be decided anew: no such entry, another file by now, a class to hide (which
    is hidden from the text as a whole).
    """
    if entry is None or entry["outcome"] != "released" or "hide_class" in entry:
        return None
    before: Any = entry["before"]
    if before["input_hash"] != input_hash:
        return None
    made: Any = entry["decisions"]
    decisions = [Decision(**{name: one[name] for name in _DECISION_FIELDS}) for one in made]
    columns = ColumnCount.model_validate(before["columns"]) if before["columns"] else None
    return Decided(without_style(decisions), columns=columns, other_languages=before["other_languages"])


def decisions_label(release_id: str, first: str) -> str:
    """What a chunk's encrypted decisions are bound to: they open as those of no other release."""
    return f"decisions {release_id} {first}"


class Sealed:
    """What a release keeps of its documents: their encrypted decisions, sketches and texts, and their proofs.

    The documents of a chunk share four files, which are named after the first of them.

    Parameters
    ----------
    private : Path
        The private folder of the release.
    key : bytes
        Opens and closes the decisions.
    release_id : str
    """

    def __init__(self, private: Path, key: bytes, release_id: str) -> None:
        self._private, self._key, self._release_id = private, key, release_id
        self._sketches = SealedSketches(private, key, release_id)
        self._texts = SealedTexts(private, key, release_id)

    def __repr__(self) -> str:
        return f"Sealed({self._release_id})"

    def add(
        self,
        entries: Sequence[Entry],
        proofs: Sequence[DocumentProof],
        sketches: Mapping[str, Sketch],
        texts: Mapping[str, ReadBack],
    ) -> None:
        """Keep decisions, proofs, sketches and texts of documents of which nothing is kept yet."""
        first = str(entries[0]["document"])
        self._write(first, entries)
        write_atomically(self._proofs(first), chunk_content(proofs))
        self._sketches.add(first, sketches)
        self._texts.add(first, texts)

    def entries(self, documents: Iterable[str]) -> Iterator[Entry]:
        """What is kept of some documents, in their order; those of which nothing is kept are left out."""
        for first, wanted in self._by_chunk(documents).items():
            yield from (entry for entry in self._read(first) if entry["document"] in wanted)

    def replace(
        self,
        entries: Sequence[Entry],
        proofs: Sequence[DocumentProof],
        sketches: Mapping[str, Sketch],
        texts: Mapping[str, ReadBack],
    ) -> None:
        """Put decisions, proofs, sketches and texts of documents in the place of their earlier ones.

        Parameters
        ----------
        entries : sequence of dict
            As the worker writes them; each names its document.
        proofs : sequence of DocumentProof
            Of those documents that leave.
        sketches : mapping of str to Sketch
            Of the same; empty where no earlier releases are looked for.
        texts : mapping of str to ReadBack
            Of those whose files are opened in a process of their own.
        """
        new = {str(entry["document"]): entry for entry in entries}
        for first, documents in self._by_chunk(new).items():
            self._write(first, [new.get(str(one["document"]), one) for one in self._read(first)])
            path = self._proofs(first)
            others = [one for one in read_proofs(path.read_bytes()) if one.document not in documents]
            write_atomically(path, chunk_content([*others, *(p for p in proofs if p.document in documents)]))
            self._sketches.replace(first, documents, sketches)
            self._texts.replace(first, documents, texts)

    def _by_chunk(self, documents: Iterable[str]) -> dict[str, set[str]]:
        """Documents by the first one of their chunk; those of no chunk that was kept are left out."""
        chunk_of = ChunkFiles(self._private / "decisions")
        grouped: dict[str, set[str]] = {}
        for document in sorted(documents):
            if first := chunk_of(document):
                grouped.setdefault(first, set()).add(document)
        return grouped

    def _decisions(self, first: str) -> Path:
        return self._private / "decisions" / f"{first}.enc"

    def _proofs(self, first: str) -> Path:
        return self._private / "proofs" / f"{first}.jsonl"

    def _read(self, first: str) -> list[Entry]:
        label = decisions_label(self._release_id, first)
        content = decrypt(self._key, self._decisions(first).read_bytes(), label)
        return [json.loads(line) for line in content.splitlines()]

    def _write(self, first: str, entries: Iterable[Entry]) -> None:
        content = "".join(json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n" for one in entries)
        sealed = encrypt(self._key, content.encode(), decisions_label(self._release_id, first))
        write_atomically(self._decisions(first), sealed)
