"""Decisions as the private record holds them, and how one document's are put in the place of earlier ones."""

from __future__ import annotations

import json
from pathlib import Path

from adapters.bundle.files import write_atomically
from adapters.keys import decrypt, encrypt
from engine.text import Decision
from flows.release.proofs import DocumentProof, chunk_content, read_proofs


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


def seal_again(
    private: Path, key: bytes, release_id: str, entry: dict[str, object], proof: DocumentProof
) -> None:
    """Put the decisions and the proof of one document in the place of its earlier ones.

    Parameters
    ----------
    private : Path
        The private folder of the release.
    key : bytes
        Opens and closes the decisions.
    release_id : str
    entry : dict
        As the worker writes it; names its document.
    proof : DocumentProof
    """
    document = str(entry["document"])
    first = max(path.stem for path in (private / "decisions").glob("*.enc") if path.stem <= document)
    path, label = private / "decisions" / f"{first}.enc", decisions_label(release_id, first)
    lines = [json.loads(line) for line in decrypt(key, path.read_bytes(), label).splitlines()]
    lines = [entry if line["document"] == document else line for line in lines]
    content = "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines)
    write_atomically(path, encrypt(key, content.encode(), label))
    proofs = private / "proofs" / f"{first}.jsonl"
    others = [one for one in read_proofs(proofs.read_bytes()) if one.document != document]
    write_atomically(proofs, chunk_content([*others, proof]))
