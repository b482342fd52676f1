"""The page of the architecture names the files that a document passes, in their order, and at most twelve.

It also says how many files and functions a note passes in all, which may only fall.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import pytest

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.orchestration import job as job_module
from flows.orchestration.job import ReleaseJob, prepared
from research.through_policy import pipeline_of
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.findall(r"^\d+\. .*: `([a-z_/]+)\.py`, `([a-z_]+)`$", PAGE.split("## One document,")[1], re.M)

NOTE = ROOT / "examples" / "records" / "visit-2024-03.txt"
COUNTED = {
    policy: (int(files), int(functions))
    for policy, files, functions in re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (\d+) \|$", PAGE, re.M)
}
SLACK = (4, 40)
"""So far may the numbers of the page stand above what is there."""


class HerePool:
    """The pool of workers, in this process: a trace sees what it does."""

    n_workers = 1

    def __init__(self, function: Callable, initializer: Callable, arguments: tuple, *more: object) -> None:
        initializer(*arguments)
        self.run: Callable[[Sequence], list] = function

    def close(self) -> None:
        """Nothing was started."""


def passed(policy: str) -> tuple[int, int]:
    """Files and functions of the project that a note passes, once the pipeline has seen one."""
    found: set[tuple[str, str]] = set()
    top, inside = f"{ROOT}/", f"{ROOT}/.venv/"

    def see(frame: FrameType, event: str, argument: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(top) and not path.startswith(inside):
            found.add((path, frame.f_code.co_qualname))

    pipeline = pipeline_of(compile_policy(policy), 2026)
    source, note = Source("000001", "", "note.txt"), NOTE.read_bytes()
    pipeline.release(source, note)
    sys.setprofile(see)
    try:
        pipeline.release(source, note)
    finally:
        sys.setprofile(None)
    return len({path for path, _ in found}), len(found)


@pytest.mark.parametrize("policy", ["hipaa-safe-harbor", "us-state-hiv-std"])
def test_a_note_passes_no_more_files_and_functions_than_the_page_says(policy: str) -> None:
    for seen, said, slack in zip(passed(policy), COUNTED[policy], SLACK, strict=True):
        assert said - slack <= seen <= said


def called(job: ReleaseJob) -> list[tuple[str, str]]:
    """Functions of the project, with their files, in the order in which a release first calls them."""
    found: dict[tuple[str, str], None] = {}
    top = f"{ROOT}/"

    def see(frame: FrameType, event: str, argument: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(top):
            found.setdefault((path.removeprefix(top).removesuffix(".py"), frame.f_code.co_name))

    sys.setprofile(see)
    try:
        with prepared(job, lambda done, total: None) as running:
            for index in range(len(running.chunks)):
                running.do_chunk(index)
            running.finish()
    finally:
        sys.setprofile(None)
    return list(found)


def test_a_document_passes_the_files_of_the_page_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(job_module, "WorkerPool", HerePool)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("SSN 219-09-9999. She takes antiretroviral drugs.")
    job = ReleaseJob("us-state-hiv-std", (tmp_path / "in",), tmp_path / "out", workers=1)
    seen = called(job)
    assert len(NAMED) == 12
    assert [step for step in seen if step in NAMED] == NAMED
