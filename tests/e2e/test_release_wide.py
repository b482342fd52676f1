"""What one document loses leaves all others too, and `verify` looks for it in all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.record.everywhere import Everywhere, direct_value
from engine.record.report import DocumentRecord, ReleaseReport
from flows.audit.verification import verify_release
from flows.orchestration import job as job_module
from flows.orchestration.job import ReleaseJob, prepared
from flows.release.everywhere import Standing, look_everywhere
from flows.release.worker import WorkerSettings
from tests.e2e.conftest import Run

FILES = {
    "a.txt": "Patient Oluwaseun Bakare-Finch, MRN: 00884410, account no. 77120934. Seen in 1999, "
    "license plate KLM-4821.",
    "b.txt": "Nothing new. See 00884410 for the earlier film, and 77120934. Finch was here in 1999, "
    "and came in klm 4821.",
    "c.csv": "note,result\nsame as 00-884410,84\n",
}


@pytest.fixture
def released(saferelease: Run, tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / "in" / name).write_text(text)
    done = saferelease("run", "hipaa-safe-harbor", tmp_path / "in", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path / "out"


def test_a_number_removed_from_one_document_leaves_the_others(saferelease: Run, released: Path) -> None:
    texts = [path.read_text() for path in sorted((released / "documents").iterdir())]
    for value in ("00884410", "884410", "77120934", "klm", "KLM"):
        assert [text for text in texts if value in text] == [], value
    assert "1999" in texts[1]
    assert "84" in texts[2]
    assert saferelease("verify", released).returncode == 0
    proof = (released.with_name("out.private") / "proof.jsonl").read_text()
    assert [json.loads(line)["document"] for line in proof.splitlines()][-1] == "*"
    assert "884410" not in proof


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReleaseJob:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / "in" / name).write_text(text)
    return ReleaseJob("hipaa-safe-harbor", (tmp_path / "in",), tmp_path / "out", workers=1)


def finished(job: ReleaseJob) -> ReleaseReport:
    with prepared(job, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        running.finish()
        assert running.report is not None
        return running.report


def test_verify_finds_what_was_sealed_without_looking(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Everywhere, "standing", lambda self, texts: set())
    finished(job)
    found = [(fault.code, fault.where) for fault in verify_release(job.out).faults]
    assert found == [("BND020", "documents/document-000002.txt"), ("BND020", "documents/document-000003.csv")]


def test_what_stands_after_the_second_pass_is_refused(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "hand_to_workers", lambda settings, standing: None)
    report = finished(job)
    outcomes = {record.id: record.reason[:8] for record in report.documents if record.outcome == "refused"}
    assert outcomes == {"000002": "[VER004]", "000003": "[VER004]"}
    assert [path.name for path in (job.out / "documents").iterdir()] == ["document-000001.txt"]
    assert verify_release(job.out).faults == []


def test_documents_are_done_again_for_what_a_later_look_finds(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Standing] = []

    def look_for_one(settings: WorkerSettings, records: list[DocumentRecord]) -> Standing:
        """The first look sees only the record number."""
        found = look_everywhere(settings, records)
        looks.append(found)
        only = {v for v in found.removed if len(looks) > 1 or v.text.endswith("884410")}
        return replace(found, documents={one: seen & only for one, seen in found.documents.items()})

    monkeypatch.setattr(job_module, "look_everywhere", look_for_one)
    assert {record.outcome for record in finished(job).documents} == {"released"}
    assert [len(look.documents) for look in looks] == [2, 1, 0]


@pytest.mark.parametrize(
    ("category", "text", "is_looked_for"),
    [
        ("mrn", "00884410", True),
        ("mrn", "MRN 884-410", True),
        ("mrn", "4410", False),
        ("account", "77120", False),
        ("unique-code", "Georgia", False),
        ("plate", "KLM-4821", True),
        ("email", "o.bakare@example.org", True),
        ("person", "Oluwaseun Bakare", True),
        ("person", "Bakare", False),
        ("person", "O. Bakare", False),
        ("organisation", "Northside Clinic", False),
        ("location", "Albany, New York", False),
        ("date", "3 May 1999", False),
        ("zip", "10025-1234", False),
    ],
)
def test_which_values_are_looked_for_everywhere(category: str, text: str, is_looked_for: bool) -> None:
    assert (direct_value(category, text) is not None) is is_looked_for
