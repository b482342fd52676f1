"""Decisions as the private record holds them, and how one document's are put in the place of earlier ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from adapters.bundle.files import write_atomically
from adapters.keys import decrypt, encrypt
from engine.text import Decision
from flows.release.proofs import DocumentProof, chunk_content, read_proofs

Entry = Mapping[str, object]
"""What is kept of one document's decisions, as JSON."""


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


def decisions_label(release_id: str, first: str) -> str:
    """What a chunk's encrypted decisions are bound to: they open as those of no other release."""
    return f"decisions {release_id} {first}"


class Sealed:
    """What a release keeps of its documents: their encrypted decisions, and their proofs.

    The documents of a chunk share two files, which are named after the first of them.

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

    def __repr__(self) -> str:
        return f"Sealed({self._release_id})"

    def add(self, entries: Sequence[Entry], proofs: Sequence[DocumentProof]) -> None:
        """Keep decisions and proofs of documents of which nothing is kept yet."""
        first = str(entries[0]["document"])
        self._write(first, entries)
        write_atomically(self._proofs(first), chunk_content(proofs))

    def holds(self, document: str) -> bool:
        """Whether decisions about a document are kept."""
        first = self._first(document)
        return first is not None and any(entry["document"] == document for entry in self._read(first))

    def replace(self, entry: Entry, proof: DocumentProof | None) -> None:
        """Put the decisions and the proof of one document in the place of its earlier ones.

        Parameters
        ----------
        entry : dict
            As the worker writes it; names its document.
        proof : DocumentProof or None
            None for a document that does not leave.
        """
        document = str(entry["document"])
        first = self._first(document)
        assert first is not None
        self._write(first, [entry if one["document"] == document else one for one in self._read(first)])
        path = self._proofs(first)
        others = [one for one in read_proofs(path.read_bytes()) if one.document != document]
        write_atomically(path, chunk_content([*others, *([proof] if proof else [])]))

    def _first(self, document: str) -> str | None:
        """The first document of the chunk in which a document is, if it was kept."""
        stems = (path.stem for path in (self._private / "decisions").glob("*.enc"))
        return max((stem for stem in stems if stem <= document), default=None)

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
