"""What releases of few and of many documents cost, and what a million would: the tables of `docs/scale.md`.

    python benchmarks/bench_scale.py [--source FILE.jsonl.xz] [--notes 1,300,1000,3000] [--articles 200]
        [--policy P]

Each line is one run of the command, with an installation of its own: processor time and memory of all its
processes. Notes are texts of an encyclopedia cut into 1.2 kB, articles are whole. What a note costs is the
difference between the first and the last line of notes, divided by that of their numbers. The second table is
arithmetic on it: nothing of that size is run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bench_main import released  # noqa: E402
from benchmarks.bench_release import DEFAULT_SOURCE  # noqa: E402
from benchmarks.made_documents import NOTE_CHARACTERS, pieces, texts  # noqa: E402

_ALL = 1 << 40
_HOUR = 3600
_RELEASE = 100_000
"""Documents of one release, where there are millions."""
_CORES = 100


@dataclass(frozen=True)
class Line:
    """One release, as it was measured."""

    title: str
    documents: int
    megabytes: float
    seconds: float
    peak: int

    def __str__(self) -> str:
        return f"| {self.title} | {self.megabytes:.2f} | {self.seconds:.1f} | {self.peak / 1e6:,.0f} |"


def measured(title: str, contents: Sequence[str], policy: str) -> Line:
    """A release of texts by the command."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        (scratch / "in").mkdir()
        for number, text in enumerate(contents):
            (scratch / "in" / f"{number:06d}.txt").write_text(text)
        seconds, peak = released(policy, scratch / "in", scratch / "out")
    return Line(title, len(contents), sum(len(t.encode()) for t in contents) / 1e6, seconds, peak)


def lines(source: Path, numbers: Sequence[int], articles: int, policy: str) -> Iterator[Line]:
    """Notes, then articles."""
    notes = list(islice(pieces(texts(source, _ALL), NOTE_CHARACTERS), max(numbers)))
    for n in numbers:
        yield measured(f"{n:,} notes" if n > 1 else "1 note", notes[:n], policy)
    if articles:
        yield measured(f"{articles:,} articles", list(islice(texts(source, _ALL), articles)), policy)


def per_document(first: Line, last: Line) -> float:
    """Processor seconds that a document adds."""
    return (last.seconds - first.seconds) / (last.documents - first.documents)


def told(found: Sequence[Line]) -> Iterator[str]:
    """What a document costs, and what a million would."""
    notes = [line for line in found if "note" in line.title]
    first, last = notes[0], notes[-1]
    if last.documents > first.documents:
        each = per_document(first, last)
        memory = (last.peak - first.peak) / (last.documents - first.documents) / 1e3
        yield f"\na note adds {1000 * each:.1f} ms, and {memory:.1f} kB of memory"
        yield from table("notes", each)
    for line in found:
        if "articles" in line.title:
            each = per_document(first, line)
            more = line.megabytes - first.megabytes
            yield f"\na megabyte of articles adds {(line.seconds - first.seconds) / more:.1f} s"
            yield from table(f"articles of {line.megabytes / line.documents * 1000:.0f} kB", each)


def table(title: str, seconds: float) -> Iterator[str]:
    """Arithmetic: nothing of this was run."""
    yield f"\n| {title} | releases | hours of one core | hours on {_CORES} cores |"
    yield "| ---: | ---: | ---: | ---: |"
    for n in (_RELEASE, 1_000_000, 1_000_000_000):
        hours = n * seconds / _HOUR
        yield f"| {n:,} | {n // _RELEASE:,} | {hours:,.1f} | {hours / _CORES:,.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--notes", default="1,300,1000,3000")
    parser.add_argument("--articles", type=int, default=200)
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    options = parser.parse_args()
    if not options.source.exists():
        raise SystemExit(f"no documents at {options.source}: name a JSONL file with --source")
    numbers = sorted(map(int, options.notes.split(",")))
    print("| documents | MB | processor s | peak MB |\n| --- | ---: | ---: | ---: |")
    found = []
    for line in lines(options.source, numbers, options.articles, options.policy):
        found.append(line)
        print(line, flush=True)
    print("\n".join(told(found)))


if __name__ == "__main__":
    main()
