"""How processor time grows with the size of a document, their number, the terms and concepts of a policy.

    python benchmarks/bench_growth.py [--source FILE.jsonl.xz] [--tables size,terms] [--short]
    python benchmarks/bench_growth.py --tables size --lines "of 0.1 MB,of 50 MB"

Each line is one release in this process, without orchestrator. `s/MB` counts the documents and the end of the
release (looks over all of it, report, sealing), but not the start. Linear growth leaves `s/MB` as it is from
line to line. `--short` leaves out the longest lines, `--lines` all but those with one of these in their name.
`peak MB` is the most memory that one process, this or one that it started, held until then: it never falls.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bench_release import DEFAULT_SOURCE  # noqa: E402
from benchmarks.in_process import SPENT, release_here  # noqa: E402
from benchmarks.made_documents import NOTE_CHARACTERS, pieces, texts  # noqa: E402

HIPAA = "hipaa-safe-harbor"
_KB = 1000
_LAW = "law: 45 CFR 164.514(b)(2)(i)(R)"
CONCEPTS = [
    "HIV", "cancer", "epilepsy", "asthma", "diabetes", "depression", "tuberculosis", "malaria", "leprosy",
    "hepatitis", "anemia", "arthritis", "dementia", "migraine", "obesity", "alcoholism", "cocaine",
    "heroin", "marijuana", "abortion", "homosexuality", "bankruptcy", "prison", "religion", "islam",
    "judaism", "buddhism", "communism", "divorce", "adoption", "suicide", "rape", "murder", "terrorism",
    "slavery", "poverty", "pregnancy", "syphilis", "gonorrhea", "herpes", "measles", "influenza",
    "pneumonia", "stroke", "leukemia", "melanoma", "autism", "blindness", "deafness", "schizophrenia"
]  # fmt: skip

_FOREIGN = "documents: {other_languages: warn, limits: {memory_mb: %d}, because: A benchmark.}\n"
"""Large texts of the encyclopedia hold passages that are not in English, for which they would be refused."""
_USUAL_MB, _LARGE_MB = 1536, 8192
"""Memory that a policy allows if it says nothing, and what the largest text is given."""

Case = tuple[str, str, Sequence[str]]
"""What a line is about, its policy (a name, or YAML) and its documents."""


def sizes(source: Path, short: bool) -> Iterator[Case]:
    """One document of growing size; the largest under a policy that allows it more memory."""
    for kilobytes in (100, 300, 1_000) if short else (100, 300, 1_000, 3_000, 10_000, 50_000):
        yield (
            f"one document of {kilobytes / 1000:g} MB",
            _policy(_FOREIGN % (_LARGE_MB if kilobytes > 10_000 else _USUAL_MB)),
            ["\n\n".join(texts(source, kilobytes * _KB))],
        )


def documents(source: Path, short: bool) -> Iterator[Case]:
    """More and more notes of 1.2 kB."""
    for n in (100, 300, 1_000) if short else (100, 300, 1_000, 3_000, 10_000):
        notes = list(pieces(texts(source, 2 * n * NOTE_CHARACTERS), NOTE_CHARACTERS))[:n]
        yield f"{n:,} notes", HIPAA, notes


def terms(source: Path, short: bool) -> Iterator[Case]:
    """Longer and longer lists in the policy: half of the terms always removed, half never."""
    notes = list(texts(source, 200 * _KB))
    for n in (100, 10_000) if short else (100, 1_000, 10_000, 50_000):
        denied, allowed = (
            [f"{start}{i:05d} unit" for i in range(n // 2)] for start in ("Quorvex ", "Zelmat ")
        )
        yield f"{n:,} terms", _with_terms(denied, allowed), notes


def concepts(source: Path, short: bool) -> Iterator[Case]:
    """More and more protected concepts."""
    articles = list(texts(source, 200 * _KB))
    for n in (1, 10) if short else (1, 10, 50):
        yield f"{n} protected concepts", _with_concepts(CONCEPTS[:n]), articles


TABLES = {"size": sizes, "documents": documents, "terms": terms, "concepts": concepts}


def _with_terms(denied: Sequence[str], allowed: Sequence[str]) -> str:
    quoted = ["[" + ", ".join(f'"{term}"' for term in each) + "]" for each in (denied, allowed)]
    clause = (
        f"{{id: own, title: Own words, {_LAW}, find: [listed-term], deny: {quoted[0]}, allow: {quoted[1]}}}"
    )
    return _policy(f"identifiers:\n  - {clause}\n")


def _with_concepts(protected: Sequence[str]) -> str:
    lines = "".join(f"  - {{protect: {one}, {_LAW}, alpha: 1.5}}\n" for one in protected)
    return _policy(f"counts: wikipedia\nknowledge: [wordnet]\nconcepts:\n{lines}")


def _policy(more: str) -> str:
    return f"policy: growth\nversion: 1.0.0\ntitle: Growth\nextends: {HIPAA}\n{more}"


def measured(case: Case, scratch: Path) -> str:
    """One line of a table."""
    title, policy, contents = case
    os.environ["SAFERELEASE_HOME"] = str(scratch / "home")
    (scratch / "in").mkdir()
    for number, text in enumerate(contents):
        (scratch / "in" / f"{number:06d}.txt").write_text(text)
    if "\n" in policy:
        (scratch / "growth.yaml").write_text(policy)
        policy = str(scratch / "growth.yaml")
    SPENT.clear()
    report = release_here(policy, scratch / "in", scratch / "out")
    megabytes = sum(len(text.encode()) for text in contents) / 1e6
    spent = SPENT["worker"] + SPENT["end"]
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peak = max(resource.getrusage(kind).ru_maxrss for kind in kinds) // 1024
    released = sum(record.outcome == "released" for record in report.documents) if report else 0
    return (
        f"| {title} | {megabytes:.2f} | {spent:.1f} | {spent / megabytes:.2f} "
        f"| {1000 * spent / len(contents):.1f} | {SPENT['start']:.1f} | {peak} | {released} |"
    )


def warm_up(source: Path) -> None:
    """A release whose time nobody looks at: it loads what is loaded on first use."""
    with tempfile.TemporaryDirectory() as folder:
        measured(("warm-up", HIPAA, list(texts(source, 50 * _KB))), Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--lines", default="")
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    if not options.source.exists():
        raise SystemExit(f"no documents at {options.source}: name a JSONL file with --source")
    warm_up(options.source)
    for name in options.tables.split(","):
        print(f"\n| {name} | MB | s | s/MB | ms a document | start s | peak MB | released |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for case in TABLES[name](options.source, options.short):
            if not any(part in case[0] for part in options.lines.split(",")):
                continue
            with tempfile.TemporaryDirectory() as folder:
                print(measured(case, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
