"""The release command over articles, notes, mail, Word, PDF and CSV files: processor time and memory.

    python benchmarks/bench_main.py [--source FILE.jsonl.xz] [--kb 400] [--kinds articles,notes] [--policy P]

Each kind holds the same text, cut as such documents are. `s/MB` is processor time of the command with all its
processes, less that of one small document, per megabyte of text. The plain loop reads the texts, cuts them
into words and writes them, in the same minute; the ratio to it says more on a busy machine than seconds do.
Memory is the proportional set size of all processes, added up, at its
highest.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bench_release import DEFAULT_SOURCE, Memory, processor_seconds  # noqa: E402
from benchmarks.made_documents import KINDS, write_kind  # noqa: E402

_WORD = re.compile(r"\w+")
_PLAIN_ROUNDS = 5
"""The plain loop takes milliseconds: it runs so many times."""


def released(policy: str, documents: Path, out: Path) -> tuple[float, int]:
    """Processor seconds and peak memory of one run of the command."""
    command = [sys.executable, "-m", "service.cli", "run", policy, str(documents), "--out", str(out)]
    spent = processor_seconds()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    memory = Memory(process.pid)
    memory.start()
    code = process.wait()
    memory.done.set()
    memory.join()
    if code not in (0, 4):  # 4: some documents were refused
        raise SystemExit(f"the release ended with {code}")
    return processor_seconds() - spent, memory.peak


def plain_loop(texts: Sequence[str], folder: Path) -> float:
    """Processor seconds of reading, cutting into words and writing each text once."""
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.in").write_text(text)
    spent = time.process_time()
    for _ in range(_PLAIN_ROUNDS):
        for number in range(len(texts)):
            words = _WORD.split((folder / f"{number}.in").read_text())
            (folder / f"{number}.out").write_text("".join(words))
    return (time.process_time() - spent) / _PLAIN_ROUNDS


def measured(kind: str, options: argparse.Namespace, scratch: Path, start: float) -> str:
    """One line of the table."""
    texts = write_kind(kind, options.source, scratch / kind, options.kb * 1000)
    seconds, peak = released(options.policy, scratch / kind, scratch / f"{kind}.out")
    plain = plain_loop(texts, scratch / f"{kind}.plain")
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    own = seconds - start
    return (
        f"| {kind} | {len(texts)} | {megabytes:.2f} | {own / megabytes:.2f} | {1000 * own / len(texts):.1f} "
        f"| {own / plain:,.0f} | {peak / 1e6:.0f} |"
    )


def start_seconds(policy: str, scratch: Path) -> float:
    """Processor seconds of a run over one small document."""
    (scratch / "small").mkdir()
    (scratch / "small" / "a.txt").write_text("Dr. Jane Roe was seen on 3 May 2020.\n")
    return released(policy, scratch / "small", scratch / "small.out")[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--kb", type=int, default=400, help="text of each kind, in thousands of characters")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    options = parser.parse_args()
    if not options.source.exists():
        raise SystemExit(f"no documents at {options.source}: name a JSONL file with --source")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        os.environ["SAFERELEASE_HOME"] = f"{folder}/home"
        start = start_seconds(options.policy, scratch)
        print(f"policy {options.policy}; start {start:.1f} s of processor time, taken off below")
        print("| kind | documents | MB | s/MB | ms a document | times the plain loop | peak MB |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for kind in options.kinds.split(","):
            print(measured(kind, options, scratch, start), flush=True)


if __name__ == "__main__":
    main()
