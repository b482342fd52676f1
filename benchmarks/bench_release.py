"""The whole main job over many documents: megabytes per second, memory, and the orchestrator's share.

    python benchmarks/bench_release.py [--source FILE.jsonl.xz] [--documents 10000] [--policy NAME-OR-FILE]

Documents are taken from a JSONL file (`title`, `text`). One run goes through the release command as a user
gives it; a second does the same work with the same pool of workers but no orchestrator, in this process.
The ratio of both is what orchestration costs. Memory is the proportional set size of all processes, added up.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flows.orchestration.job import ReleaseJob, prepared  # noqa: E402

DEFAULT_SOURCE = ROOT.parent / "shared" / "data" / "wikipedia" / "wikipedia-2of4.jsonl.xz"


def write_documents(source: Path, folder: Path, n: int) -> int:
    """Write the first `n` articles as text files; returns their bytes."""
    folder.mkdir()
    total = 0
    with lzma.open(source, "rt", encoding="utf-8") as lines:
        for number, line in zip(range(n), lines, strict=False):
            content = json.loads(line)["text"].encode()
            (folder / f"{number:06d}.txt").write_bytes(content)
            total += len(content)
    return total


class Memory(Thread):
    """Peak of the added-up proportional set size of a process and all its descendants, in bytes."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.peak, self.done = pid, 0, Event()

    def run(self) -> None:
        while not self.done.wait(0.5):
            self.peak = max(self.peak, sum(map(pss, descendants(self.pid))))


def descendants(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    for path in threads:
        try:
            children += path.read_text().split()
        except OSError:
            continue
    return [pid, *(d for child in set(map(int, children)) for d in descendants(child))]


def pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def with_orchestrator(policy: str, documents: Path, out: Path) -> tuple[float, int, dict[str, int]]:
    command = [
        sys.executable,
        "-m",
        "service.cli",
        "run",
        policy,
        str(documents),
        "--out",
        str(out),
        "--json",
    ]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    memory = Memory(process.pid)
    memory.start()
    said, _ = process.communicate()
    memory.done.set()
    return time.perf_counter() - begin, memory.peak, json.loads(said)["totals"]


def without_orchestrator(policy: str, documents: Path, out: Path) -> tuple[float, float]:
    """Seconds on the clock, and of processor time: the latter says more on a busy machine."""
    begin, spent = time.perf_counter(), processor_seconds()
    job = ReleaseJob(policy, (documents,), out)
    with (
        prepared(job, lambda done, total: None) as running,
        ThreadPoolExecutor(running.pool.n_workers + 1) as threads,
    ):
        list(threads.map(running.do_chunk, range(len(running.chunks))))
        running.finish()
    return time.perf_counter() - begin, processor_seconds() - spent


def processor_seconds() -> float:
    """Processor time of this process and of its ended children."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--policy", default=str(ROOT / "benchmarks" / "main-job.yaml"))
    options = parser.parse_args()
    if not options.source.exists():
        raise SystemExit(f"no documents at {options.source}: name a JSONL file with --source")
    with tempfile.TemporaryDirectory() as scratch:
        documents = Path(scratch) / "in"
        n_bytes = write_documents(options.source, documents, options.documents)
        n = len(list(documents.iterdir()))
        print(f"{n} documents, {n_bytes / 1e6:.1f} MB, policy {options.policy}, {os.cpu_count()} processors")
        bare, spent = without_orchestrator(options.policy, documents, Path(scratch) / "bare")
        print(f"without orchestrator  {bare:8.1f} s  {n_bytes / 1e6 / bare:6.2f} MB/s")
        print(f"of processor time     {spent:8.1f} s  {n_bytes / 1e6 / spent:6.2f} MB/s on one processor")
        whole, peak, totals = with_orchestrator(options.policy, documents, Path(scratch) / "whole")
        print(f"the command           {whole:8.1f} s  {n_bytes / 1e6 / whole:6.2f} MB/s  {peak / 1e6:.0f} MB")
        print(f"orchestrator's share  {100 * (whole - bare) / whole:8.1f} %  (its start included)")
        print(totals)


if __name__ == "__main__":
    main()
