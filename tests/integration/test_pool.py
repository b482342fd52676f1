"""The worker pool: results in order, and a document that kills its worker ends nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest

from flows.release.pool import WorkerPool

_prepared = ""


def prepare(word: str) -> None:
    global _prepared
    _prepared = word


def lengths(items: Sequence[str]) -> list[str]:
    if "deadly" in items:
        os._exit(9)
    return [f"{_prepared}{item}" for item in items]


def lost(item: str) -> str:
    return f"lost {item}"


@pytest.fixture
def pool() -> Iterator[WorkerPool[str, str]]:
    made = WorkerPool(lengths, prepare, ("ok ",), lost, 2)
    yield made
    made.close()


def test_results_come_in_order_from_prepared_workers(pool: WorkerPool[str, str]) -> None:
    assert pool.run(["a", "b"]) == ["ok a", "ok b"]


def test_only_the_deadly_item_is_lost(pool: WorkerPool[str, str]) -> None:
    assert pool.run(["a", "deadly", "b"]) == ["ok a", "lost deadly", "ok b"]
    assert pool.run(["c"]) == ["ok c"]
