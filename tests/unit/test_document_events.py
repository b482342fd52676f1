"""What the ledger keeps of each document: its outcome, and the proof of those that were released."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.release.records.proofs import EVERYWHERE, Committed, DocumentProof, chunk_content, committed_in
from flows.release.records.recording import document_events
from tests.samples import sample_report


def proof(document: str, n: int) -> DocumentProof:
    return DocumentProof(
        document=document,
        output="",
        values=n,
        short=0,
        standing=0,
        fingerprints={},
        n_commitments=n,
        commitments=f"{n:064x}",
    )


@pytest.mark.parametrize("more", [[], [proof(EVERYWHERE, 9)]])
def test_each_released_document_has_its_own_proof(tmp_path: Path, more: list[DocumentProof]) -> None:
    report = sample_report("refused", "released", "quarantined", "released", "refused")
    path = tmp_path / "proof.jsonl"
    path.write_bytes(chunk_content([proof("000002", 2), proof("000004", 4), *more]))
    assert [*committed_in(path)] == [
        ("000002", Committed(2, f"{2:064x}")),
        ("000004", Committed(4, f"{4:064x}")),
    ]
    bodies = [body for _, body in document_events(report, path)]
    assert [body["document"] for body in bodies] == [f"{i:06d}" for i in range(1, 6)]
    assert [body["n_commitments"] for body in bodies] == [0, 2, 0, 4, 0]
    assert [body["commitments"] for body in bodies] == ["", f"{2:064x}", "", f"{4:064x}", ""]
