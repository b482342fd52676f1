"""What a letter costs that is opened in a process of its own, beside one opened in the worker itself.

    python benchmarks/bench_readers.py [--source FILE] [--kinds mail,docx,pdf] [--each 8] [--rounds 4]

Letters are released one by one in this process, as a worker does, `--each` fresh ones in each way and round.
Milliseconds are processor time with all processes that were started; the ratio is the median of the rounds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adapters.documents.opening.sources import Source, find_sources  # noqa: E402
from adapters.machine.processes.standstill import processor_seconds  # noqa: E402
from benchmarks.bench_release import DEFAULT_SOURCE  # noqa: E402
from benchmarks.made_documents import write_kind  # noqa: E402
from engine.stages.corrections import NO_CORRECTIONS  # noqa: E402
from flows.compiling.compilation import compile_policy  # noqa: E402
from flows.document.document import DocumentPipeline  # noqa: E402
from flows.release.workers import worker  # noqa: E402

_KB = 5.5
"""Text of a letter, at the most."""


def measured(kind: str, pipeline: DocumentPipeline, source: Path, each: int, rounds: int) -> str:
    """One line of the table."""
    ways: tuple[Callable[[Source], object], ...] = (
        lambda one: pipeline.release(one, one.read()),
        lambda one: worker._released(pipeline, one, one.read(), (), NO_CORRECTIONS, None),
    )
    spent: list[list[float]] = [[], []]
    with tempfile.TemporaryDirectory() as folder:
        n = each * (2 * rounds + 1)
        write_kind(kind, source, Path(folder) / kind, round(1000 * _KB * n))
        letters = iter(find_sources([Path(folder) / kind]))
        for _, one in zip(range(each), letters, strict=False):  # what is made on first use
            for way in ways:
                way(one)
        for _ in range(rounds):
            for way, seconds in zip(ways, spent, strict=True):
                began = processor_seconds(os.getpid())
                for _, one in zip(range(each), letters, strict=False):
                    way(one)
                seconds.append((processor_seconds(os.getpid()) - began) / each)
    here, apart = map(statistics.median, spent)
    ratio = statistics.median(b / a for a, b in zip(*spent, strict=True))
    return f"| {kind} | {1000 * here:.0f} | {1000 * apart:.0f} | {ratio:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--kinds", default="mail,docx,pdf")
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"benchmark" * 4, 2026)
    pipeline.warm_for_many()
    print("| kind | ms in the worker | in a process of its own | ratio |")
    print("| --- | ---: | ---: | ---: |")
    for kind in options.kinds.split(","):
        print(measured(kind, pipeline, options.source, options.each, options.rounds), flush=True)


if __name__ == "__main__":
    main()
