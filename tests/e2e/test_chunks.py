"""However the documents are divided: the same bundle; a run taken up again does at most one chunk anew."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.document.document import DocumentPipeline
from flows.orchestration.job import ReleaseJob, prepared
from flows.release import chunks
from flows.release.workers import worker
from flows.release.workers.pool import forks

POLICY = """\
policy: numbers
version: 1.0.0
title: Numbers leave
laws: [{cite: House rule 1, title: House}]
identifiers:
  - {find: [ssn, phone], law: House rule 1}
"""
N_DOCUMENTS = 12
Divided = Callable[[int, int], None]


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReleaseJob:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    (tmp_path / "in").mkdir()
    for number in range(N_DOCUMENTS):  # what one document loses by its label, the next one holds without
        text = f"SSN 219-09-{9000 + number}. Compare 219-09-{9001 + number}. Call 212-555-{number:04}.\n"
        (tmp_path / "in" / f"{number:02}.txt").write_text(text)
    (tmp_path / "numbers.yaml").write_text(POLICY)
    return ReleaseJob(str(tmp_path / "numbers.yaml"), (tmp_path / "in",), tmp_path / "out", workers=1)


@pytest.fixture
def divided(monkeypatch: pytest.MonkeyPatch) -> Divided:
    """``divided(documents, bytes)`` bounds the chunks."""

    def bound(n_documents: int, n_bytes: int) -> None:
        monkeypatch.setattr(chunks, "MAX_CHUNK_DOCUMENTS", n_documents)
        monkeypatch.setattr(chunks, "MAX_CHUNK_BYTES", n_bytes)

    return bound


def bundle(job: ReleaseJob) -> dict[str, bytes]:
    """The files of a release that is made to its end."""
    with prepared(job, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        running.finish()
    return {p.relative_to(job.out).as_posix(): p.read_bytes() for p in job.out.rglob("*") if p.is_file()}


def interrupted(job: ReleaseJob, n_chunks: int) -> dict[str, bytes]:
    """Do some chunks and stop; what is sealed of each then."""
    with prepared(job, lambda done, total: None) as running:
        for index in range(n_chunks):
            running.do_chunk(index)
        running.pool.run(running.chunks[n_chunks])  # begun, and never written down
        return sealed(job)


def sealed(job: ReleaseJob) -> dict[str, bytes]:
    """The encrypted decisions by chunk: each writing has a nonce of its own."""
    folder = job.out.with_name(f"{job.out.name}.private") / "decisions"
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_bundle_is_the_same_however_it_is_divided(job: ReleaseJob, divided: Divided) -> None:
    found = []
    for n_documents, n_bytes in ((N_DOCUMENTS, 1 << 20), (1, 1 << 20), (5, 150)):
        divided(n_documents, n_bytes)
        found.append(bundle(job))
        shutil.rmtree(job.out)
    assert len(found[0]) == N_DOCUMENTS + 4
    assert all(other == found[0] for other in found[1:])


def test_a_run_taken_up_again_does_one_chunk_anew(job: ReleaseJob, divided: Divided) -> None:
    divided(3, 1 << 20)
    before = interrupted(job, 2)
    with prepared(job, lambda done, total: None) as running:
        for index in range(3):
            running.do_chunk(index)
    after = sealed(job)
    assert list(before) and {name for name in before if before[name] != after[name]} == {"000007.enc"}


def test_chunks_of_another_division_are_done_anew(job: ReleaseJob, divided: Divided) -> None:
    divided(3, 1 << 20)
    whole = bundle(job)
    shutil.rmtree(job.out)
    divided(5, 1 << 20)
    interrupted(job, 1)
    divided(3, 1 << 20)
    assert bundle(job) == whole


@pytest.mark.usefixtures("inheriting_workers")
def test_forked_workers_share_what_their_parent_built(
    job: ReleaseJob, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    builders = tmp_path / "builders"

    class Told(DocumentPipeline):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            with builders.open("a") as file:
                file.write(f"{os.getpid()}\n")

    monkeypatch.setattr(worker, "DocumentPipeline", Told)
    shared = forks()
    with prepared(replace(job, workers=2), lambda done, total: None) as running:
        workers = {str(pid) for pid in running.pool.pids()}
        for index in range(len(running.chunks)):
            running.do_chunk(index)
    told = builders.read_text().split()
    assert told == [str(os.getpid())] if shared else set(told) <= workers
