"""A release on a local Dask cluster of 1, 2 and 4 workers: processor time of each, and time on the clock.

    python benchmarks/bench_cluster.py [--source FILE.jsonl.xz] [--notes 160] [--wait 12] [--workers 1,2,4]
        [--policy NAME-OR-FILE]

Every run releases the same notes by the same installation and is compared with the bundle that this machine
makes alone, byte by byte. A machine of two cores cannot show how four workers share work that needs
processors. So two things are measured that do not need them: the processor time of each worker with its
processes, which together should grow by the start of each worker alone; and the clock when every chunk sleeps
for `--wait` seconds in its worker before it is done, as it would for a slow store. The last line is two
workers of which one is killed after the first chunk. Clocks begin with the first chunk and end with the last:
the start of a worker's processes counts. `s a chunk` does not count it: it is the time between the end of as
many chunks as there are workers and the end of the last one, divided by the chunks in between.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import dask  # noqa: E402
from distributed import LocalCluster, WorkerPlugin  # noqa: E402

from benchmarks.bench_release import DEFAULT_SOURCE, descendants  # noqa: E402
from benchmarks.made_documents import NOTE_CHARACTERS, pieces, texts  # noqa: E402
from flows.orchestration.job import ReleaseJob, prepared  # noqa: E402
from flows.release.cluster import remote  # noqa: E402
from flows.release.cluster.settings import ADDRESS, KEY_FILE  # noqa: E402

_TICKS = os.sysconf("SC_CLK_TCK")


class Waiting(WorkerPlugin):
    """Lets every chunk of a worker wait."""

    name = "waiting"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def setup(self, worker: Any) -> None:
        """Put the waiting before the work, in the worker's process alone."""
        release = remote.release_chunk

        def release_later(release_id: str, sealed: bytes) -> bytes:
            time.sleep(self.seconds)
            return release(release_id, sealed)

        remote.release_chunk = release_later


@dataclass
class Measured:
    """One release on a cluster."""

    seconds: float = 0.0
    paced: float = 0.0
    each: list[float] = field(default_factory=list)
    bundle: dict[str, bytes] = field(default_factory=dict)
    n_chunks: int = 0


def spent(pid: int) -> float:
    """Processor seconds of a process, of those below it, and of those that ended below them."""
    return sum(map(_ticks, descendants(pid))) / _TICKS


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15]))


@contextmanager
def cluster(n_workers: int, wait: float) -> Iterator[LocalCluster]:
    """Worker processes of one thread on this machine; no certificates, since nobody else is on it."""
    with dask.config.set({"distributed.worker.daemon": False}):
        made = LocalCluster(
            n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        )
        made.wait_for_workers(n_workers, timeout=300)
        if wait:
            with made.get_client() as client:
                client.register_plugin(Waiting(wait))
        os.environ[ADDRESS] = made.scheduler_address
        try:
            yield made
        finally:
            del os.environ[ADDRESS]
            with suppress(KeyError):  # the library looks for a worker that was killed
                made.close()


def released(
    job: ReleaseJob, workers: Sequence[int], kill: Sequence[int] = (), n_threads: int = 1
) -> Measured:
    """Release; `workers` are the processes to look at, `kill` those to kill after the first chunk."""
    found = Measured()
    with prepared(job, lambda done, total: None) as running:
        found.n_chunks = len(running.chunks)
        before, began = [spent(pid) for pid in workers], time.perf_counter()
        with ThreadPoolExecutor(max(n_threads, 1)) as threads:
            done = [threads.submit(running.do_chunk, index) for index in range(found.n_chunks)]
            ends: list[float] = []
            for one in done:
                one.add_done_callback(lambda _: ends.append(time.perf_counter()))
            if kill:
                Thread(target=_kill_after, args=(done[0], kill), daemon=True).start()
            for one in done:
                one.result()
        found.seconds = time.perf_counter() - began
        found.paced = pace(sorted(ends), max(n_threads, 1))
        found.each = [spent(pid) - start for pid, start in zip(workers, before, strict=True)]
        running.finish()
    found.bundle = {
        p.relative_to(job.out).as_posix(): p.read_bytes() for p in job.out.rglob("*") if p.is_file()
    }
    return found


def pace(ends: Sequence[float], n_workers: int) -> float:
    """Seconds a chunk, once each worker has done its first; 0 where there are no more."""
    more = len(ends) - n_workers
    return (ends[-1] - ends[n_workers - 1]) / more if more > 0 else 0.0


def _kill_after(first: Any, pids: Sequence[int]) -> None:
    first.result()
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def on_cluster(job: ReleaseJob, n_workers: int, wait: float, kills: bool = False) -> Measured:
    """One line's release."""
    with cluster(n_workers, wait) as made:
        pids = [worker.pid for worker in made.workers.values()]
        return released(job, pids, pids[:1] if kills else (), n_workers)


class Scene:
    """Notes, keys, and a place for every release."""

    def __init__(self, folder: Path, notes: Sequence[str], policy: str) -> None:
        self.folder, self.policy, self._count = folder, policy, 0
        (folder / "in").mkdir()
        for number, text in enumerate(notes):
            (folder / "in" / f"{number:06d}.txt").write_text(text)
        (folder / "worker.key").write_text(os.urandom(32).hex())
        (folder / "worker.key").chmod(0o600)
        os.environ |= {
            "SOURCE_DATE_EPOCH": "1767225600",
            "SAFERELEASE_HOME": str(folder / "home"),
            KEY_FILE: str(folder / "worker.key"),
        }

    def job(self) -> ReleaseJob:
        """The release, to a folder of its own; of earlier runs the installation keeps their key alone."""
        self._count += 1
        shutil.rmtree(self.folder / "home" / "release-memory", ignore_errors=True)
        out = self.folder / f"run-{self._count}" / "out"
        out.parent.mkdir()
        return ReleaseJob(self.policy, (self.folder / "in",), out, workers=1)


def line(title: str, found: Measured, alone: Measured, base: float) -> str:
    """One line of the table."""
    each = ", ".join(f"{seconds:.1f}" if seconds > 0 else "not known" for seconds in found.each)
    same = "equal" if found.bundle == alone.bundle else "DIFFERENT"
    return (
        f"| {title} | {each} | {sum(found.each):.1f} | {found.seconds:.1f} "
        f"| {found.paced:.1f} | {base / found.paced:.2f} | {same} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--notes", type=int, default=160)
    parser.add_argument("--wait", type=float, default=12.0)
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--workers", default="1,2,4")
    options = parser.parse_args()
    if not options.source.exists():
        raise SystemExit(f"no documents at {options.source}: name a JSONL file with --source")
    n_each = [int(n) for n in options.workers.split(",")]
    taken = pieces(texts(options.source, 2 * options.notes * NOTE_CHARACTERS), NOTE_CHARACTERS)
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(Path(folder), list(taken)[: options.notes], options.policy)
        alone = released(scene.job(), ())
        print(f"{options.notes} notes in {alone.n_chunks} chunks, each waits {options.wait:g} s\n")
        print("| workers | processor s of each | together | clock s | s a chunk | times one | bundle |")
        print("| --- | --- | ---: | ---: | ---: | ---: | --- |")
        base = 0.0
        for n_workers in n_each:
            found = on_cluster(scene.job(), n_workers, options.wait)
            base = base or found.paced
            print(line(str(n_workers), found, alone, base), flush=True)
        found = on_cluster(scene.job(), 2, options.wait, kills=True)
        print(line("2, one killed", found, alone, base), flush=True)


if __name__ == "__main__":
    main()
