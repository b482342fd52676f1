"""An index that many machines build together is the one that this machine builds alone."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import LocalCluster, Security
from distributed.diagnostics.plugin import SchedulerPlugin

from adapters.counts import phrases, shards
from adapters.counts.build import PhraseSettings, Progress, build_index
from adapters.counts.shards import HERE
from engine.errors import InvalidError
from flows.release.cluster.settings import ADDRESS, KEY_FILE
from flows.release.cluster.spreading import spread_asked

pytestmark = pytest.mark.slow

CANARY = "zebrafinch"


class InShards:
    """Many shards, one after the other and the last first, in this process."""

    n_shards = 5

    def __call__(self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> list[Any]:
        return [function(*task) for task in reversed(tasks)][::-1]


class Overheard(SchedulerPlugin):
    """What a scheduler is given."""

    name = "overheard-of-corpora"

    def __init__(self) -> None:
        self.content: list[bytes] = []

    def update_graph(self, scheduler: Any, **graph: Any) -> None:
        self.content += [pickle.dumps(task.run_spec) for task in scheduler.tasks.values()]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Documents in one file of many lines, and in files of one each; small shards and ranges."""
    monkeypatch.setattr(shards, "_DOCUMENTS_AT_ONCE", 7)
    monkeypatch.setattr(phrases, "_PART", 500)
    chosen = random.Random(17)
    words = [CANARY, *(f"w{number}" for number in range(60)), "of", "the"]

    def text() -> str:
        paragraphs = (
            " ".join(
                chosen.choice(words) + chosen.choice(["", "", "", ","]) for _ in range(chosen.randint(3, 40))
            )
            for _ in range(chosen.randint(1, 4))
        )
        return "\n\n".join(paragraphs)

    (tmp_path / "many.jsonl").write_text("".join(json.dumps({"text": text()}) + "\n\n" for _ in range(150)))
    (tmp_path / "folder").mkdir()
    for number in range(9):
        (tmp_path / "folder" / f"{number}.txt").write_text(text())
    page = "<page><ns>0</ns><revision><text>{}</text></revision></page>"
    (tmp_path / "dump.xml").write_text(f"<x>{''.join(page.format(text()) for _ in range(20))}</x>")
    return [tmp_path / "many.jsonl", tmp_path / "folder", tmp_path / "dump.xml"]


def built(folder: Path, sources: Sequence[Path], **options: Any) -> tuple[str, dict[str, bytes]]:
    fingerprint = build_index(sources, folder, name="n", labels=["w1 w2", f"{CANARY} w3"], **options)
    return fingerprint, {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix != ".db"}


def test_shards_change_nothing(sources: list[Path], tmp_path: Path) -> None:
    fingerprint, files = built(tmp_path / "one", sources)
    assert b"w1 w2" in files["terms"]
    assert files["terms"].count(b" ") > 100, "there are phrases"
    assert built(tmp_path / "many", sources, spread=InShards()) == (fingerprint, files)
    assert not (tmp_path / "many" / "work").exists()


def test_the_sizes_of_parts_change_nothing(
    sources: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = built(tmp_path / "small", sources)
    monkeypatch.setattr(phrases, "_PART", 1_000_000)
    monkeypatch.setattr(shards, "_DOCUMENTS_AT_ONCE", 500)
    assert built(tmp_path / "large", sources) == found


def test_a_fault_in_a_shard_is_told(sources: list[Path], tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text('{"text": "one"}\n' * 20 + "no\n")
    with pytest.raises(InvalidError, match=r"CNT020.*many\.jsonl:21"):
        built(tmp_path / "index", sources, spread=InShards())
    assert not (tmp_path / "index").exists()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[LocalCluster]:
    """Two workers behind TLS."""
    (tmp_path / "worker.key").write_text("c4" * 32)
    (tmp_path / "worker.key").chmod(0o600)
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
        made = LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            security=security,
            protocol="tls://",
            dashboard_address="127.0.0.1:0",
        )
        patch.setenv(KEY_FILE, str(tmp_path / "worker.key"))
        patch.setenv(ADDRESS, made.scheduler_address)
        yield made
        with suppress(KeyError):  # the library looks for a worker that was killed
            made.close()


def test_a_cluster_builds_the_same_though_a_worker_is_killed(
    sources: list[Path], tmp_path: Path, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each task is a process of its own, so there are few: one for each shard and step."""
    monkeypatch.setattr(phrases, "_PART", 1_000_000)
    short = PhraseSettings(max_words=2)
    alone = built(tmp_path / "alone", sources, spread=HERE, phrases=short)
    heard = Overheard()
    cluster.scheduler.add_plugin(heard)
    victims = [next(iter(cluster.workers.values())).pid]

    def kill(state: Progress) -> None:
        """Once, between two steps."""
        if state.stage == "phrases" and victims:
            os.kill(victims.pop(), signal.SIGKILL)

    with spread_asked() as spread:
        assert spread.n_shards == 4
        assert built(tmp_path / "together", sources, spread=spread, progress=kill, phrases=short) == alone
    assert not victims
    assert heard.content, "tasks were heard"
    assert not [one for one in heard.content if CANARY.encode() in one]
