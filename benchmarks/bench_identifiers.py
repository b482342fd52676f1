"""Benchmark of the identifier scan against Presidio's engine and plain `re`: one run, same text and patterns.

    python benchmarks/bench_identifiers.py [--data ../shared/data] [--megabytes 8] [--venv .bench-venv]

The peer runs in an environment of its own, which the first run makes (``presidio-analyzer`` from the
package index; a blank spaCy pipeline, no language model). It gets the very regular expressions of
``PATTERNS`` as its PatternRecognizers, with their context words, in processes of their own; `re` runs
them one by one. All figures are CPU seconds of one thread: the machine may be shared. Ours includes
folding, validators, context words, traps, repeats and the resolution of overlaps; the peers do less.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine.methods.identifiers import CATEGORIES, PATTERNS, IdentifierRecognizer
from engine.methods.identifiers.folding import fold
from engine.text import Document, SensitiveText

MEGA = 1e6
PEER = Path(__file__).parent / "peers" / "presidio_identifiers.py"
PRESIDIO = "presidio-analyzer==2.2.*"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("SAFERELEASE_DATA", "../shared/data"))
    )
    parser.add_argument("--megabytes", type=float, default=8.0, help="prose for our own scan")
    parser.add_argument("--peer-kilobytes", type=int, default=150, help="text on which all are compared")
    parser.add_argument("--venv", type=Path, default=Path(".bench-venv"), help="the peer's environment")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    print(f"{platform.machine()}, {_processor()}, Python {platform.python_version()}, one thread")
    print(f"{len(PATTERNS)} patterns of {len(CATEGORIES)} categories; CPU time, median of {options.repeat}")
    prose = _prose(options.data, options.megabytes)
    forms = _forms(options.data)
    for kind, texts in (("prose", prose), ("forms", forms)):
        _bench_ours(kind, texts, options.repeat)
    size = options.peer_kilobytes * 1000
    for kind, texts in (("prose", _first(prose, size)), ("forms", _first(forms, size))):
        _compare(kind, texts, options.venv, options.repeat)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{name or platform.processor()} x {os.cpu_count()}"


def _prose(data: Path, megabytes: float) -> list[str]:
    """Articles of the encyclopedia, or this project's own documentation where there is no data."""
    files = sorted(data.glob("wikipedia/*.jsonl.xz"))
    if not files:
        pages = [
            p.read_text(encoding="utf-8") for p in sorted(Path().glob("**/*.md")) if ".venv" not in p.parts
        ]
        return _first(pages * 200, int(megabytes * MEGA))
    texts, size = [], 0
    with lzma.open(files[0], "rt", encoding="utf-8") as lines:
        for line in lines:
            texts.append(json.loads(line)["text"])
            size += len(texts[-1].encode())
            if size > megabytes * MEGA:
                break
    return texts


def _forms(data: Path) -> list[str]:
    """Sentences full of identifiers, or the patterns' own examples where there is no data."""
    file = data / "pii-synthetic" / "generated_large.json"
    if file.exists():
        return [s["full_text"] for s in json.loads(file.read_text(encoding="utf-8"))]
    return [example for row in PATTERNS for example in row.examples] * 5


def _first(texts: Iterable[str], size: int) -> list[str]:
    chosen, total = [], 0
    for text in texts:
        chosen.append(text[: max(0, size - total)])
        total += len(chosen[-1])
        if total >= size:
            break
    return chosen


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _size(texts: Sequence[str]) -> float:
    return sum(len(t.encode()) for t in texts) / MEGA


def _finder() -> tuple[Callable[[Sequence[str]], int], float]:
    start = time.process_time()
    recognizer = IdentifierRecognizer([*CATEGORIES], reference_year=2024)
    built = time.process_time() - start
    return lambda texts: sum(len(recognizer.find(Document("", SensitiveText(t)))) for t in texts), built


def _bench_ours(kind: str, texts: Sequence[str], repeat: int) -> None:
    find, built = _finder()
    half = len(texts) // 2
    cold = _cpu(lambda: find(texts[:half]))
    fresh = _cpu(lambda: find(texts[half:]))
    warm = statistics.median(_cpu(lambda: find(texts)) for _ in range(repeat))
    size, n = _size(texts), find(texts)
    print(f"\nours on {kind}: {size:.2f} MB in {len(texts)} documents, {n} findings; built in {built:.2f} s")
    print(f"  first half, first time seen      {_size(texts[:half]) / cold:6.1f} MB/s")
    print(f"  second half, first time seen     {_size(texts[half:]) / fresh:6.1f} MB/s")
    print(f"  all of it again                  {size / warm:6.1f} MB/s")
    folding = statistics.median(_cpu(lambda: [fold(t) for t in texts]) for _ in range(repeat))
    print(f"  of which folding                 {100 * folding / warm:6.1f} %")


def _compare(kind: str, texts: Sequence[str], environment: Path, repeat: int) -> None:
    find, _ = _finder()
    size = _size(texts)
    fresh = _cpu(lambda: find(texts))
    ours = statistics.median(_cpu(lambda: find(texts)) for _ in range(repeat))
    print(f"\n{kind}, the same {size:.2f} MB in {len(texts)} documents: seconds, speed, ratio to ours")
    _row("ours, first time (builds its automata)", fresh, size, ours)
    _row("ours", ours, size, ours)
    _row("re, one pattern after another", _plain_re(texts), size, ours)
    for name, seconds in _peer(texts, environment).items():
        _row(name, seconds, size, ours)


def _row(name: str, seconds: float, size: float, ours: float) -> None:
    print(f"  {name:38s} {seconds:8.3f} s {size / seconds:8.3f} MB/s {seconds / ours:8.1f} x")


def _plain_re(texts: Sequence[str]) -> float:
    compiled = [re.compile(row.regex) for row in PATTERNS]
    folded = [fold(text).data.decode("latin-1") for text in texts]
    return _cpu(lambda: sum(1 for text in folded for regex in compiled for _ in regex.finditer(text)))


def pattern_rows() -> list[dict[str, object]]:
    """The patterns as a peer gets them."""
    return [
        {"id": r.id, "category": r.category, "regex": r.regex, "score": r.score, "context": r.context}
        for r in PATTERNS
    ]


def _peer(texts: Sequence[str], environment: Path) -> dict[str, float]:
    """CPU seconds of Presidio's engine and of its recognisers called directly."""
    python = environment / "bin" / "python"
    if not python.exists():
        print(f"  (making the peer's environment in {environment})")
        venv.create(environment, with_pip=True)
        (environment / ".gitignore").write_text("*\n")
        subprocess.run([python, "-m", "pip", "install", "-q", PRESIDIO], check=True, capture_output=True)
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "task.json"
        task.write_text(json.dumps({"patterns": pattern_rows(), "texts": texts}))
        done = subprocess.run([python, PEER, task], check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


if __name__ == "__main__":
    sys.exit(main())
