"""A release in this process alone, for benchmarks that look into it: no workers, no orchestrator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.bench_release import processor_seconds
from engine.record.report import ReleaseReport
from flows.orchestration import job as release_job
from flows.orchestration.job import ReleaseJob, prepared

SPENT: dict[str, float] = {}
"""Processor seconds, by what they were spent on."""


def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, its processor time added up under `name`, with that of its processes that have ended."""

    def call(*arguments: Any, **named: Any) -> Any:
        began = processor_seconds()
        result = function(*arguments, **named)
        SPENT[name] = SPENT.get(name, 0.0) + processor_seconds() - began
        return result

    return call


class InThisProcess:
    """What `flows.release.workers.pool.WorkerPool` does, without processes."""

    n_workers = 1

    def __init__(
        self,
        function: Callable[..., Any],
        initializer: Callable[..., None],
        arguments: tuple[Any, ...],
        *_: Any,
    ) -> None:
        self.run = timed("worker", function)
        timed("start", initializer)(*arguments)

    def close(self) -> None:
        """Nothing was started."""


@contextmanager
def replaced(module: Any, **parts: Any) -> Iterator[None]:
    """`module` with other parts for a while."""
    before = {name: getattr(module, name) for name in parts}
    try:
        for name, part in parts.items():
            setattr(module, name, part)
        yield
    finally:
        for name, part in before.items():
            setattr(module, name, part)


def release_here(policy: str, documents: Path, out: Path) -> ReleaseReport | None:
    """Release `documents`; `SPENT` then tells of ``start``, ``worker`` and ``end``."""
    with (
        replaced(release_job, WorkerPool=InThisProcess),
        prepared(ReleaseJob(policy, (documents,), out), lambda done, total: None) as running,
    ):
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        timed("end", running.finish)()
    return running.report
