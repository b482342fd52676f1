"""Posts released under the shipped policy about personal attributes, from file to verified bundle."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.stages.attributes import AttributeStage
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob
from tests.e2e.test_earlier_releases import finished

POST = (
    "I am 34 and a nurse in Denver. My husband says that the third night shift in a row shows.\n\n"
    "With a BSN and ten years of it I cleared $74,000 last year. Does melatonin really do anything?\n"
)
TOLD = ("34", "nurse", "Denver", "husband", "night shift", "BSN", "74,000", "ten years")


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReleaseJob:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "post.txt").write_text(POST)
    return ReleaseJob("attributes-strict", (folder,), tmp_path / "out", workers=1)


def test_a_post_leaves_without_its_writers_attributes(job: ReleaseJob) -> None:
    report = finished(job)
    [document] = report.documents
    [text] = [path.read_text() for path in (job.out / "documents").iterdir()]
    assert not any(value in text for value in TOLD)
    assert "Does melatonin really do anything?" in text
    assert document.decisions["age"]["generalize"] >= 1
    assert all(s.status == "partly" for s in report.standings if s.kind == "attributes")
    assert verify_release(job.out).faults == []


@pytest.mark.usefixtures("inheriting_workers")
def test_a_post_that_still_states_one_is_refused(job: ReleaseJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AttributeStage, "decide", lambda *_: [])
    report = finished(job)
    [document] = report.documents
    assert document.outcome == "refused"
    assert document.reason.startswith("[VER006]")
