"""A document in which the code loops: it is given up in time, with a code, and the others are released."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.e2e.conftest import environment
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow
POLICY = """policy: brief
version: 1.0.0
title: T
identifiers:
  - {find: [ssn], law: R}
documents: {limits: {seconds: 1}}
laws: [{cite: R, title: Rule}]
"""
LOOPING = """
import sys
sys.path.insert(0, {root!r})
from flows.document.document import DocumentPipeline
released = DocumentPipeline.release


def release(self, source, *rest):
    while source.relative == "n2.txt":
        try:
            [None for _ in range(100)]
        except BaseException:
            pass
    return released(self, source, *rest)


DocumentPipeline.release = release
if __name__ == "__main__":
    from service.cli import main
    main(sys.argv[1:])
"""


TRIED = """
import sys
sys.path.insert(0, {root!r})
from flows.release.preview import trying


def inspected(*_):
    while True:
        try:
            [None for _ in range(100)]
        except BaseException:
            pass


trying.inspected = inspected
if __name__ == "__main__":
    print(*trying.Trial("brief.yaml").look("n.txt", b"a").refused)
"""


def test_a_sample_that_loops_does_not_hold_those_that_wait(tmp_path: Path) -> None:
    (tmp_path / "brief.yaml").write_text(POLICY)
    (tmp_path / "tried.py").write_text(TRIED.format(root=str(ROOT)))
    done = subprocess.run(
        [sys.executable, "tried.py"],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.startswith("[RUN006]"), done.stderr


def test_a_document_that_loops_is_quarantined_and_the_others_leave(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for i in range(5):
        (tmp_path / "in" / f"n{i}.txt").write_text(f"SSN 219-09-{9000 + i}.")
    (tmp_path / "brief.yaml").write_text(POLICY)
    (tmp_path / "looping.py").write_text(LOOPING.format(root=str(ROOT)))
    words = ["run", "brief.yaml", "in", "--workers", "1", "--out", "bundle"]
    done = subprocess.run(
        [sys.executable, "looping.py", *words],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 4, done.stderr
    report = json.loads((tmp_path / "bundle.private" / "report.json").read_text())
    ends = {document["id"]: (document["outcome"], document["reason"]) for document in report["documents"]}
    outcome, reason = ends.pop("000003")
    assert outcome == "quarantined"
    assert reason.startswith("[RUN006] the document took longer than its size and its policy allow")
    assert {outcome for outcome, _ in ends.values()} == {"released"}
    assert len(ends) == 4
