"""A release behind the attacker's gate: it passes or the whole of it is refused; the sample stays secret."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from adapters.bundle.checking import check_bundle
from adapters.reports.html import render_report
from engine.errors import InvalidError
from engine.measures.annotated import AnnotatedDocument, Annotation
from engine.record.report import ReleaseReport
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.gate.gating import run_gate
from flows.orchestration.job import ReleaseJob, prepared
from tests.annotated_files import write_brat, write_jsonl
from tests.e2e.conftest import COMMAND
from tests.e2e.test_canary import CANARY, encodings, leaks, private_space
from tests.patience import PATIENCE
from tests.unit.test_learned import made

POLICY = """\
policy: letters
version: 1.0.0
title: Letters of the ward
identifiers:
  - id: names
    law: GDPR Art. 10
    find: [{find}]
gate: {{sample: {sample}, sensitive: [person], gain_at_most: {limit}}}
"""


def marked(n: int) -> list[AnnotatedDocument]:
    """Letters about persons whose last names are all canaries."""
    documents = []
    for made_of in made(n, seed=3):
        text = made_of.document.text.reveal()
        spans = []
        for span in sorted(made_of.annotations, reverse=True):
            if span.category == "person":
                name = f"{text[span.start : span.end].split()[0]} {CANARY.title()}"
                text = text[: span.start] + name + text[span.end :]
        at = -1
        while (at := text.find(CANARY.title(), at + 1)) >= 0:
            start = text.rfind(" ", 0, at - 1) + 1
            spans.append(Annotation(start, at + len(CANARY), "person"))
        documents.append(
            AnnotatedDocument(
                Document(made_of.document.id, SensitiveText(text)), spans, frozenset({"person"}), "made"
            )
        )
    return documents


def policy(folder: Path, find: str, limit: float = 0.05, sample: str = "sample.jsonl") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "letters.yaml"
    path.write_text(POLICY.format(find=find, limit=limit, sample=sample))
    return path


def letters(folder: Path) -> Path:
    folder.mkdir()
    for i, document in enumerate(made(3, seed=8)):
        (folder / f"{i}.txt").write_text(document.document.text.reveal())
    return folder


@pytest.mark.slow
def test_the_whole_release_is_refused_and_the_sample_is_in_no_store(tmp_path: Path) -> None:
    path = policy(tmp_path / "policy", "location")
    write_jsonl(marked(16), tmp_path / "policy" / "sample.jsonl")
    space, env = private_space(tmp_path)
    out = space / "out"
    arguments = ["run", path, letters(tmp_path / "in"), "--out", out, "--workers", "1"]
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, env=env, check=False, timeout=PATIENCE
    )
    assert done.returncode == 1, done.stderr.decode()
    assert b"GRS001" in done.stdout
    assert not any(marker in done.stdout + done.stderr for marker in encodings(CANARY))
    assert leaks(space) == []
    report = json.loads((out / "report.json").read_text())
    assert (report["verdict"], report["gate"]["passed"]) == ("refused", False)
    assert {d["outcome"] for d in report["documents"]} == {"refused"}
    assert list((out / "documents").iterdir()) == []
    assert not list((space / "out.private" / "decisions").glob("*"))
    page = (out / "report.html").read_text()
    assert "<svg" in page
    assert "Not passed" in page


def test_a_release_that_passes_holds_its_documents_and_the_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    path = policy(tmp_path / "policy", "person")
    write_jsonl(marked(16), tmp_path / "policy" / "sample.jsonl")
    out = tmp_path / "space" / "out"
    out.parent.mkdir()
    job = ReleaseJob(str(path), (letters(tmp_path / "in"),), out, workers=1)
    with prepared(job, lambda done, total: None) as running:
        assert running.try_gate()
        running.do_chunk(0)
        running.finish()
    assert leaks(tmp_path / "space", tmp_path / "home") == []
    gate = json.loads((out / "report.json").read_text())["gate"]
    assert gate["passed"]
    assert {a["learner"] for a in gate["attackers"]} == {"crf", "svm", "ensemble", "unforeseen"}
    assert all(len(a["found"]) == len(gate["budget_shares"]) for a in gate["attackers"])
    assert len(list((out / "documents").iterdir())) == 3
    assert "Not passed" not in (out / "report.html").read_text()
    assert check_bundle(out).faults == []


def test_the_gate_attacks_what_the_policy_leaves(tmp_path: Path) -> None:
    write_brat(marked(16), tmp_path / "sample")
    compiled = compile_policy(str(policy(tmp_path, "person", sample="sample")))
    assert (compiled.plan.gate.n_documents, compiled.plan.gate.sensitive) == (16, ("person",))
    closed = run_gate(compiled, b"k" * 32, 2024)
    opened = run_gate(compile_policy(str(policy(tmp_path, "location", sample="sample"))), b"k" * 32, 2024)
    assert closed.sensitive == opened.sensitive == opened.sensitive_left
    assert closed.sensitive_left < 0.1 * closed.sensitive
    assert closed.best.gain < 0.05 < 0.5 < opened.best.gain
    assert opened.best.found[-1] == pytest.approx(opened.sensitive_left, abs=0.01)
    assert closed.passed
    assert not opened.passed
    assert run_gate(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024) is None


def test_the_sample_is_never_taken_for_a_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    path = policy(tmp_path / "policy", "person")
    write_jsonl(marked(16), tmp_path / "policy" / "sample.jsonl")
    job = ReleaseJob(str(path), (tmp_path / "policy",), tmp_path / "out", workers=1)
    with pytest.raises(InvalidError, match="SRC003"), prepared(job, lambda done, total: None):
        pass


def test_a_sample_that_changed_is_refused(tmp_path: Path) -> None:
    write_jsonl(marked(16), tmp_path / "sample.jsonl")
    compiled = compile_policy(str(policy(tmp_path, "person")))
    write_jsonl(marked(17), tmp_path / "sample.jsonl")
    with pytest.raises(InvalidError, match="RUN005"):
        run_gate(compiled, b"k" * 32, 2024)


@pytest.mark.parametrize(("n", "find", "code"), [(6, "person", "GRS002"), (10, "organisation", "GRS003")])
def test_a_sample_that_says_nothing_is_refused(tmp_path: Path, n: int, find: str, code: str) -> None:
    write_jsonl(marked(n), tmp_path / "sample.jsonl")
    path = policy(tmp_path, find)
    if code == "GRS003":
        path.write_text(path.read_text().replace("sensitive: [person], ", ""))
    with pytest.raises(InvalidError, match=code) as caught:
        compile_policy(str(path))
    assert CANARY not in str(caught.value).lower()


def test_a_missing_sample_and_one_of_no_format_are_named(tmp_path: Path) -> None:
    path = policy(tmp_path, "person", sample="nowhere.jsonl")
    with pytest.raises(InvalidError, match="POL033"):
        compile_policy(str(path))
    (tmp_path / "notes.txt").write_text(CANARY)
    with pytest.raises(InvalidError, match="TRN001") as caught:
        compile_policy(str(policy(tmp_path, "person", sample="notes.txt")))
    assert CANARY not in str(caught.value)


def test_a_report_without_a_gate_reads_as_before(tmp_path: Path) -> None:
    from engine.record.report import summarize

    plan = compile_policy("hipaa-safe-harbor").plan
    report = summarize(release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=plan, documents=())
    assert report.gate is None
    assert "attacker" not in render_report(report)
    assert ReleaseReport.model_validate_json(report.model_dump_json()) == report
