"""A release on a real Dask cluster behind TLS: the same bundle, workers that are killed, nothing told."""

from __future__ import annotations

import errno
import os
import pickle
import shutil
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import LocalCluster, Security
from distributed.diagnostics.plugin import SchedulerPlugin

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError
from flows.orchestration.job import ReleaseJob, prepared, run_job
from flows.release import chunks
from flows.release.cluster import remote
from flows.release.cluster.pool import ClusterPool, records_of
from flows.release.cluster.sealed import WorkerKey
from flows.release.cluster.settings import ADDRESS, KEY_FILE, cluster_asked
from flows.release.state import load_chunk
from tests.patience import PATIENCE

POLICY = """\
policy: numbers
version: 1.0.0
title: Numbers leave
laws: [{cite: House rule 1, title: House}]
identifiers:
  - {find: [ssn, phone], law: House rule 1}
"""
SECRET = "c4" * 32
N_DOCUMENTS = 12
CANARY = "zebrafinch"


class Overheard(SchedulerPlugin):
    """All that a scheduler is given and learns."""

    name = "overheard"

    def __init__(self) -> None:
        self.content: list[bytes] = []

    def update_graph(self, scheduler: Any, **graph: Any) -> None:
        self.content += [pickle.dumps(task.run_spec) for task in scheduler.tasks.values()]
        self.content.append(repr(graph).encode())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """One worker process behind TLS; tests scale it."""
    key_file = tmp_path_factory.mktemp("cluster") / "worker.key"
    key_file.write_text(SECRET)
    key_file.chmod(0o600)
    security = Security.temporary()
    tls = {
        f"distributed.comm.tls.{name}": value
        for name, value in {
            "ca-file": security.tls_ca_file,
            "client.cert": security.tls_client_cert,
            "client.key": security.tls_client_key,
        }.items()
    }
    with pytest.MonkeyPatch.context() as patch, dask.config.set({"distributed.worker.daemon": False} | tls):
        patch.setenv(KEY_FILE, str(key_file))
        made = LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            security=security,
            protocol="tls://",
            dashboard_address="127.0.0.1:0",
        )
        patch.setenv(ADDRESS, made.scheduler_address)
        yield made
        with suppress(KeyError):  # the library looks for a worker that was killed
            made.close()


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReleaseJob:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.setattr(chunks, "MAX_CHUNK_DOCUMENTS", 2)
    (tmp_path / CANARY).mkdir()
    for number in range(N_DOCUMENTS):
        found = f"SSN 219-09-{9000 + number}. Compare 219-09-{9001 + number}. Call 212-555-{number:04}."
        (tmp_path / CANARY / f"{CANARY}-{number:02}.txt").write_text(f"{CANARY} {found}\n")
    (tmp_path / "numbers.yaml").write_text(POLICY)
    return ReleaseJob(str(tmp_path / "numbers.yaml"), (tmp_path / CANARY,), tmp_path / "out", workers=1)


def files(job: ReleaseJob) -> dict[str, bytes]:
    """The files of a bundle, which is taken away."""
    found = {p.relative_to(job.out).as_posix(): p.read_bytes() for p in job.out.rglob("*") if p.is_file()}
    shutil.rmtree(job.out)
    return found


def made(job: ReleaseJob) -> dict[str, bytes]:
    """The bundle, its chunks side by side, without Prefect."""
    with prepared(job, lambda done, total: None) as running:
        with ThreadPoolExecutor(running.pool.n_workers) as threads:
            list(threads.map(running.do_chunk, range(len(running.chunks))))
        running.finish()
    return files(job)


def here(job: ReleaseJob) -> dict[str, bytes]:
    """The bundle as this machine alone makes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(ADDRESS)
        return made(job)


def under_prefect(job: ReleaseJob) -> dict[str, bytes]:
    """The same by the flow."""
    assert run_job(job, lambda done, total: None).totals["released"] == N_DOCUMENTS
    return files(job)


def scaled(cluster: LocalCluster, n_workers: int) -> None:
    cluster.scale(n_workers)
    cluster.wait_for_workers(n_workers, timeout=PATIENCE)


@pytest.mark.slow
def test_bundles_of_one_two_and_four_workers_are_those_of_this_machine(
    cluster: LocalCluster, job: ReleaseJob
) -> None:
    whole = here(job)
    assert len(whole) == N_DOCUMENTS + 4
    for n_workers, make in ((1, made), (2, under_prefect), (4, made)):
        scaled(cluster, n_workers)
        assert make(job) == whole
    assert not list(job.out.with_name("out.private").glob("workers*"))


@pytest.mark.slow
def test_a_worker_killed_midway_costs_nothing_but_time(cluster: LocalCluster, job: ReleaseJob) -> None:
    whole = here(job)
    scaled(cluster, 2)
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        threads = [threading.Thread(target=running.do_chunk, args=(index,)) for index in range(1, 6)]
        for thread in threads:
            thread.start()
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        for thread in threads:
            thread.join(120)
        assert all(load_chunk(running.folders, index) for index in range(6))
        running.finish()
    assert files(job) == whole


@pytest.mark.slow
def test_the_scheduler_learns_no_text_no_name_and_no_key(cluster: LocalCluster, job: ReleaseJob) -> None:
    heard = Overheard()
    cluster.scheduler.add_plugin(heard)
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        key = running.memory.private_key
    cluster.scheduler.remove_plugin(heard.name)
    content = b"".join(heard.content)
    assert b"release_chunk" in content
    assert not any(told in content for told in (CANARY.encode(), key, SECRET.encode(), str(job.out).encode()))


@pytest.mark.slow
def test_workers_with_another_key_release_nothing(
    cluster: LocalCluster, job: ReleaseJob, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.key"
    other.write_text("d5" * 32)
    other.chmod(0o600)
    monkeypatch.setenv(KEY_FILE, str(other))
    with pytest.raises(InvalidError, match="CLU003"):
        run_job(job, lambda done, total: None)
    assert not job.out.exists()


@pytest.mark.slow
def test_what_workers_cannot_see_is_told(cluster: LocalCluster, job: ReleaseJob) -> None:
    with prepared(job, lambda done, total: None) as running, pytest.raises(InvalidError, match="CLU005"):
        shutil.move(job.out.with_name("out.private") / "workers.enc", job.out.with_name("elsewhere"))
        running.do_chunk(0)


@pytest.mark.slow
def test_a_cluster_that_does_not_answer_is_named(
    cluster: LocalCluster, job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flows.release.cluster.pool._CONNECT_SECONDS", 1)
    monkeypatch.setenv(ADDRESS, "tls://127.0.0.1:9")
    with pytest.raises(InvalidError, match="CLU002"):
        run_job(replace(job, restart=True), lambda done, total: None)


@pytest.mark.parametrize(
    "address", ["tcp://10.0.0.7:8786", "tcp://scheduler:8786", "ucx://h:1", "tls://h", "8786", "tls://[::1"]
)
def test_addresses_that_others_may_listen_to_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ADDRESS, address)
    with pytest.raises(InvalidError, match="CLU001"):
        cluster_asked()


def test_this_machine_needs_no_certificates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(ADDRESS, "tcp://127.0.0.1:8786")
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "absent"))
    with pytest.raises(InvalidError, match="ALR002"):
        cluster_asked()
    (tmp_path / "absent").write_text(SECRET)
    (tmp_path / "absent").chmod(0o600)
    found = cluster_asked()
    assert found is not None
    assert SECRET not in repr(found)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE])
def test_what_a_machine_of_the_cluster_lacks_is_told_as_of_this_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    def full(key: WorkerKey, work: remote.Work) -> None:
        raise OSError(number, "no room", f"/{CANARY}/a.txt")

    monkeypatch.setattr(remote, "_pool", full)
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "worker.key"))
    (tmp_path / "worker.key").write_text(SECRET)
    (tmp_path / "worker.key").chmod(0o600)
    key = WorkerKey(SECRET.encode(), "r1")
    sealed = key.seal("work", remote.Work(tmp_path, "s", []))
    answer = key.open(remote.answer_to(sealed), remote.release_chunk("r1", sealed))
    with pytest.raises(OSError, match=os.strerror(number)) as raised:
        records_of(answer)
    assert CANARY not in str(raised.value)


@pytest.mark.slow
def test_workers_that_may_not_start_processes_are_told_how(
    cluster: LocalCluster, job: ReleaseJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        dask.config.set({"distributed.worker.daemon": True}),
        LocalCluster(
            n_workers=1, threads_per_worker=1, security=cluster.security, protocol="tls://",
            dashboard_address="127.0.0.1:0",
        ) as strict,
    ):  # fmt: skip
        monkeypatch.setenv(ADDRESS, strict.scheduler_address)
        with pytest.raises(InvalidError, match="CLU004"):
            run_job(job, lambda done, total: None)


def test_an_answer_to_another_chunk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler could send the answer of one chunk for another: its documents would pass as those."""
    key = WorkerKey(SECRET.encode(), "r1")
    other = key.seal("work", remote.Work(tmp_path, "s", []))
    pool = object.__new__(ClusterPool)
    pool._key, pool._private, pool._session, pool._closed = key, tmp_path, "s", False
    monkeypatch.setattr(pool, "_asked", lambda sealed, name: key.seal(remote.answer_to(other), []))
    with pytest.raises(InvalidError, match="KEY002"):
        pool.run([Source("000001", "a.txt", "a.txt")])
    monkeypatch.setattr(pool, "_asked", lambda sealed, name: key.seal(remote.answer_to(sealed), []))
    assert pool.run([Source("000001", "a.txt", "a.txt")]) == []
