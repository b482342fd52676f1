"""The page of the architecture names the files that a document passes, in their order, and at most twelve."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import pytest

from flows.orchestration import job as job_module
from flows.orchestration.job import ReleaseJob, prepared
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.findall(r"\| `([a-z_/]+)\.py` \| `([a-z_]+)` \|$", PAGE.split("## One document,")[1], re.M)


class HerePool:
    """The pool of workers, in this process: a trace sees what it does."""

    n_workers = 1

    def __init__(self, function: Callable, initializer: Callable, arguments: tuple, *more: object) -> None:
        initializer(*arguments)
        self.run: Callable[[Sequence], list] = function

    def close(self) -> None:
        """Nothing was started."""


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
