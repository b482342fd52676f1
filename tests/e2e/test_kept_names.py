"""Kept names: no released document takes another's place, on any file system."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.documents.opening.sources import Source, one_name, told_crowded
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob, run_job
from tests.conformance.compound_files import compound_file, message

NAMES = (
    "a.msg",
    "A.MSG.eml",
    "a.msg.eml/b.txt",
    "\u00e9.txt",
    "e\u0301.txt",
    "b.txt. ",
    "b.txt",
    "c.doc",
    "c",
)
ENDINGS = ("", ".eml", ".docx", ".jsonl")


@given(st.permutations(NAMES), st.data())
def test_no_two_kept_names_are_one_in_whatever_order(names: list[str], data: st.DataObject) -> None:
    some = names[: data.draw(st.integers(1, len(names)))]
    marked = told_crowded([Source(f"{n:06}", "", name) for n, name in enumerate(some)])
    kept = [source.relative + data.draw(st.sampled_from(ENDINGS)) for source in marked if not source.crowded]
    released = {one_name(name) for name in kept}
    assert len(released) == len(kept)
    assert not any(one.startswith(f"{other}/") for one in released for other in released)
    again = told_crowded([Source("1", "", name) for name in sorted(some)])
    assert {s.relative for s in again if s.crowded} == {s.relative for s in marked if s.crowded}


def test_a_converted_document_takes_no_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a.msg and a.msg.eml both leave, and of two names that are one name on Windows and macOS."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    folder, policy = tmp_path / "in", tmp_path / "p.yaml"
    folder.mkdir()
    (folder / "a.msg").write_bytes(compound_file(message(lambda: "Nothing new", page=False)))
    mail = "From: x@example.org\nSubject: Second\n\nThe second mail.\n"
    (folder / "a.msg.eml").write_text(mail)
    for name in (
        "cafe\N{COMBINING ACUTE ACCENT}.txt",
        "CAF\N{LATIN CAPITAL LETTER E WITH ACUTE}.txt",
        "alone.txt",
    ):
        (folder / name).write_text(name)
    body = "identifiers: [{find: [ssn], law: 45 CFR 164.514(b)(2)(i)(G)}]\ndocuments: {names: keep}\n"
    policy.write_text(f"policy: p\nversion: 1.0.0\ntitle: T\n{body}")
    job = ReleaseJob(str(policy), (folder,), tmp_path / "out", workers=1)
    report = run_job(job, lambda done, total: None)
    names = [each.output for each in report.documents]
    assert {each.outcome for each in report.documents} == {"released"}
    assert {one_name(name) for name in names} == {
        *("a.msg.eml", "alone.txt"),
        *(f"document-{n:06}{ending}" for n, ending in ((1, ".txt"), (2, ".eml"), (5, ".txt"))),
    }
    assert len(set(names)) == len(list((job.out / "documents").iterdir())) == 5
    assert "second mail" in (job.out / "documents" / "a.msg.eml").read_text()
    assert verify_release(job.out).faults == []
