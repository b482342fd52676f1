"""A released file with structure is opened once, by the process of its document; looks take what was read."""

from __future__ import annotations

from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

import docx
import pytest

from adapters.documents.opening import reader_process
from engine.record.report import DocumentRecord, ReleaseReport
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob, prepared
from flows.release.other_documents import everywhere
from flows.release.running import Running
from flows.release.state import load_chunk

LOST = "Patient Oluwaseun Bakare-Finch, MRN: 884410, was seen in 1999."
HELD = "Nothing new. See 884410 for the earlier film."


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReleaseJob:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "in").mkdir()
    letter = docx.Document()
    letter.add_paragraph(LOST)
    letter.save(str(tmp_path / "in" / "a.docx"))
    mail = EmailMessage()
    mail["Subject"] = "Film"
    mail.set_content(HELD)
    (tmp_path / "in" / "b.eml").write_bytes(bytes(mail))
    (tmp_path / "in" / "c.txt").write_text(HELD)
    return ReleaseJob("hipaa-safe-harbor", (tmp_path / "in",), tmp_path / "out", workers=1)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Documents whose released files a look opens in a process of their own."""
    found: list[str] = []
    read_apart = reader_process.read_apart

    def told(document_id: str, *arguments: Any, **named: Any) -> Any:
        found.append(document_id)
        return read_apart(document_id, *arguments, **named)

    monkeypatch.setattr(everywhere, "read_apart", told)
    return found


def finished(running: Running) -> ReleaseReport:
    running.finish()
    assert running.report is not None
    return running.report


def test_no_look_opens_a_file_again_and_values_of_others_leave(job: ReleaseJob, opened: list[str]) -> None:
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        assert [path.name for path in (running.folders.private / "texts").iterdir()] == ["000001.enc"]
        report = finished(running)
    assert opened == []
    assert [record.outcome for record in report.documents] == ["released"] * 3
    for path in (job.out / "documents").glob("*.[et]*"):
        assert "884410" not in path.read_text()
    assert verify_release(job.out).faults == []
    assert not (running.folders.private / "texts").exists()


def test_a_file_that_is_not_the_one_that_was_read_is_opened(job: ReleaseJob, opened: list[str]) -> None:
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        records = load_chunk(running.folders, 0) or []
        assert running.look(records, None).documents.keys() == {"000002", "000003"}
        assert opened == []
        records[0] = changed(running, records[0])
        running.look(records, None)
    assert opened == ["000001"]


def changed(running: Running, record: DocumentRecord) -> DocumentRecord:
    """The record of a released file that has a byte more behind its end."""
    path = running.folders.partial / "documents" / record.output
    path.write_bytes(path.read_bytes() + b"\n")
    return record.model_copy(update={"sha256": sha256(path.read_bytes()).hexdigest()})


def test_a_killed_release_of_the_version_before_has_no_texts(job: ReleaseJob, opened: list[str]) -> None:
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        records = load_chunk(running.folders, 0) or []
        (running.folders.private / "texts" / "000001.enc").unlink()
        standing = running.look(records, None)
    assert opened == ["000001", "000002"]
    assert standing.documents.keys() == {"000002", "000003"}
