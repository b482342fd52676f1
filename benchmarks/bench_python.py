"""1,000 notes from Python in one process, beside the command and beside Presidio: processor time and memory.

    python benchmarks/bench_python.py [--notes 1000] [--policy P] [--workers 2] [--venv FOLDER] [--no-peers]

Each line is a process of its own that gets the same texts in one file; the command gets a file for each. Time
is processor time from start to end, with all processes; without its start it is that less the same for one
note. Memory is the proportional set size of all processes, added up, at its highest. Presidio gets the same
patterns, alone and with a small language model of spaCy, in an environment of its own that the first run
makes. It checks nothing afterwards, as `redact` does, and writes no report, as the command does.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adapters.machine.processes.hardening import adopt_orphans  # noqa: E402
from benchmarks.bench_identifiers import pattern_rows  # noqa: E402
from benchmarks.bench_main import MODEL, PEER, peer_python  # noqa: E402
from benchmarks.bench_release import DEFAULT_SOURCE, Memory, processor_seconds  # noqa: E402
from benchmarks.made_documents import NOTE_CHARACTERS, write_kind  # noqa: E402

REDACT = """
import json, sys
import saferelease
policy = saferelease.Policy.load(sys.argv[1])
texts = json.load(open(sys.argv[2]))["kinds"]["notes"]
safe = sum(not one.refused for one in policy.redact_all(texts))
print(safe, "of", len(texts), "are safe")
"""
Cost = tuple[float, int]
"""Processor seconds, and bytes."""


def cost(command: Sequence[str | Path], home: Path) -> Cost:
    """What a program takes, with all that it starts."""
    began = processor_seconds()
    settings = {"SAFERELEASE_HOME": str(home), "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(
        command, env=settings, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        memory = Memory(process.pid)
        memory.start()
        _, told = process.communicate()
        memory.done.set()
    if process.returncode not in (0, 1, 4) or b"Traceback" in told:  # a note may be kept back
        raise SystemExit(f"{command[0]} did not run:\n{told.decode()[-2000:]}")
    return processor_seconds() - began, memory.peak


def task(folder: Path, texts: Sequence[str], model: str) -> Path:
    file = folder / f"{len(texts)}{model}.json"
    file.write_text(json.dumps({"patterns": pattern_rows(), "kinds": {"notes": [*texts]}, "model": model}))
    return file


def costs(
    name: str, texts: Sequence[str], folder: Path, options: argparse.Namespace, peer: Path | None
) -> Iterator[tuple[str, Cost]]:
    """Of each way, over these texts, which stand in `folder` as well."""
    home = folder.parent / name
    home.mkdir()
    yield "redact", cost([sys.executable, "-c", REDACT, options.policy, task(home, texts, "")], home)
    command = [
        sys.executable,
        "-m",
        "service.cli",
        "run",
        options.policy,
        folder,
        "--out",
        home / "out",
    ]
    yield "run", cost([*command, "--workers", str(options.workers)], home)
    if peer is not None:
        yield "Presidio, patterns", cost([peer, PEER, task(home, texts, "")], home)
        yield "Presidio, patterns and model", cost([peer, PEER, task(home, texts, MODEL)], home)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--notes", type=int, default=1000)
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--venv", type=Path, default=Path(".bench-venv-main"), help="the peer's environment")
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args(words)
    adopt_orphans()
    peer = None if options.no_peers else peer_python(options.venv.absolute())
    with tempfile.TemporaryDirectory() as scratch:
        many, few = Path(scratch) / "notes", Path(scratch) / "note"
        texts = write_kind("notes", options.source, many, options.notes * NOTE_CHARACTERS)
        few.mkdir()
        (few / "000001.txt").write_text(texts[0])
        starts = dict(costs("few", texts[:1], few, options, peer))
        print(f"{len(texts)} notes, {sum(len(one.encode()) for one in texts) / 1e6:.2f} MB\n")
        print("| way | processor s | without its start | ms a note | / redact | peak MB |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        own = 0.0
        for way, (seconds, peak) in costs("many", texts, many, options, peer):
            work = seconds - starts[way][0]
            own = own or work
            each = 1000 * work / len(texts)
            print(
                f"| {way} | {seconds:.1f} | {work:.1f} | {each:.1f} | {work / own:.2f} | {peak / 1e6:,.0f} |"
            )


if __name__ == "__main__":
    main()
