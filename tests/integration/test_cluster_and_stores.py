"""A release from store to store on a cluster: S3, Dask behind TLS, and the bundle of one machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from distributed import LocalCluster

from adapters.machine.stores.address import address_of
from adapters.machine.stores.store import Store
from flows.audit.verification.bundle import verify_release
from flows.orchestration import job as release_job
from flows.orchestration.job import ReleaseJob
from flows.orchestration.stored import run_places
from flows.release import chunks
from flows.release.stores.fetching import on_this_machine
from flows.release.stores.place import STAGING, Place
from tests.integration.test_cluster import POLICY, cluster, here
from tests.integration.test_stores import connected, content

pytestmark = pytest.mark.slow

__all__ = ["cluster", "connected"]
N_DOCUMENTS, CANARY = 6, "zebrafinch"


def test_a_cluster_releases_from_store_to_store(
    cluster: LocalCluster, connected: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers read the encrypted copies in the shared folder; they open no connection to the store."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(STAGING, str(tmp_path / "shared"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.setattr(chunks, "MIN_CHUNK_DOCUMENTS", 2)
    (tmp_path / "numbers.yaml").write_text(POLICY)
    (tmp_path / "in").mkdir()
    for number in range(N_DOCUMENTS):
        path = tmp_path / "in" / f"{number}.txt"
        path.write_text(f"{CANARY}. SSN 219-09-{9000 + number}. Compare 219-09-{9001 + number}.\n")
        assert connected.at(address_of("s3://bucket/in")).create_from(path.name, path)
    job = ReleaseJob(str(tmp_path / "numbers.yaml"), (tmp_path / "in",), tmp_path / "may", workers=1)
    whole = here(job)

    monkeypatch.setattr(release_job, "WorkerPool", None)
    place, in_plain_text = Place("s3://bucket/may"), []

    def look(done: int, total: int) -> None:
        in_plain_text.extend(p for p in place.staged.iterdir() if CANARY.encode() in p.read_bytes())

    report = run_places(job, ["s3://bucket/in"], place, look)
    assert report.totals["released"] == N_DOCUMENTS
    assert in_plain_text == []
    with on_this_machine(place.out) as copy:
        assert content(copy) == whole
        assert verify_release(copy).answer == "VERIFIED"
