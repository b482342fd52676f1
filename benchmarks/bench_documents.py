"""Benchmark of the document formats: open, rewrite and read back, and what becomes of every real file.

    python benchmarks/bench_documents.py [--data ../shared/data] [--repeat 3] [--outcomes]

Speed: CPU seconds of one thread on made files of one megabyte (txt, md, html, csv, jsonl, mbox) and on
real ones (docx, pdf); peak memory of a process that does nothing else. Every third word is replaced.
``--outcomes`` prints the table of ``docs/documents.md``: each file of the development data, opened,
rewritten without every third word of five letters or more, read back, and searched for those words.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import resource
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from adapters.documents.registry import format_for
from engine.errors import InvalidError
from engine.ports import OpenDocument, Replacement

WORD = re.compile(r"[^\W_]{5,}")
PARAGRAPH = "The patient was seen by the attending physician on Monday and sent home with a new letter."


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    data = os.environ.get("SAFERELEASE_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(data))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--outcomes", action="store_true", help="one line per real file, no timing")
    options = parser.parse_args()
    real = options.data / "documents"
    if options.outcomes:
        print_outcomes(real)
        return
    print(f"{platform.machine()}, Python {platform.python_version()}, CPU time of one thread")
    print("| format | size kB | pages or parts | open MB/s | rewrite MB/s | read back MB/s | peak MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, content in [*made_files(), *real_files(real)]:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            print(pool.submit(measured, name, content, options.repeat).result(), flush=True)


def made_files() -> list[tuple[str, bytes]]:
    """One megabyte of each format that is easily made."""
    n = 1_000_000 // (len(PARAGRAPH) + 20)
    mail = f"From a@b Thu Jan  1 00:00:00 1970\nSubject: x\nFrom: A <a@b.org>\n\n{PARAGRAPH * 8}\n\n"
    return [
        ("a.txt", f"{PARAGRAPH}\n\n".encode() * n),
        ("a.md", f"{PARAGRAPH} See [a *page*](https://x.org).\n\n".encode() * n),
        ("a.html", b"<html><body>" + f"<p class=a>{PARAGRAPH} <b>x</b> &amp; y</p>\n".encode() * n),
        ("a.csv", b"id,name,note,zip\n" + f'1,"Smith, John","{PARAGRAPH}",10001\n'.encode() * n),
        ("a.jsonl", f'{{"id": 1, "name": "John Smith", "note": "{PARAGRAPH}"}}\n'.encode() * n),
        ("a.mbox", mail.encode() * (1_000_000 // len(mail))),
    ]


def real_files(folder: Path) -> list[tuple[str, bytes]]:
    """Files of the development data, if it is there."""
    names = (
        "docx/unstructured-handbook-1p.docx",
        "docx/unstructured-contains-pictures.docx",
        "pdf/unstructured-layout-parser-paper-fast.pdf",
        "pdf/unstructured-fr_olap.pdf",
        "pdf/unstructured-multi-column-2p.pdf",
        "html/unstructured-example-with-scripts.html",
        "eml/unstructured-fake-email-attachment.eml",
    )
    return [(name, (folder / name).read_bytes()) for name in names if (folder / name).exists()]


def measured(name: str, content: bytes, repeat: int) -> str:
    """A line of the table; runs in a process of its own."""
    fmt = format_for(Path(name).suffix, content[:16])
    opened, opening = timed(lambda: fmt.open("d", content), repeat)
    items = every_third_word(opened)
    written, writing = timed(lambda: opened.rewrite(items), repeat)
    _, reading = timed(lambda: fmt.read_back(written), repeat)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    speeds = " | ".join(f"{len(content) / 1e6 / seconds:.2f}" for seconds in (opening, writing, reading))
    n_parts = len(opened.document.parts)
    return f"| {Path(name).name} | {len(content) / 1000:.0f} | {n_parts} | {speeds} | {peak:.0f} |"


def timed(function: Callable[[], object], repeat: int) -> tuple[object, float]:
    """The result, and the least CPU time of `repeat` calls in seconds."""
    best = float("inf")
    result = None
    for _ in range(repeat):
        started = time.process_time()
        result = function()
        best = min(best, time.process_time() - started)
    return result, max(best, 1e-6)


def every_third_word(opened: OpenDocument) -> list[Replacement]:
    found = list(WORD.finditer(opened.document.text.reveal()))[::3]
    return [Replacement(match.start(), match.end(), "[X]") for match in found]


def print_outcomes(folder: Path) -> None:
    print("| file | outcome | parts | characters | words taken out | left | seconds |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for path in sorted(folder.glob("*/*")):
        started = time.process_time()
        line = outcome(path.suffix, path.read_bytes())
        print(
            f"| {path.parent.name}/{path.stem} | {line} | {time.process_time() - started:.1f} |", flush=True
        )


def outcome(suffix: str, content: bytes) -> str:
    """What becomes of a file: released, or the code of the reason."""
    try:
        fmt = format_for(suffix, content[:16])
        opened = fmt.open("d", content)
        items, words = distinct_words(opened)
        written = opened.rewrite(items)
        left = left_over(words, [text.reveal() for text in fmt.read_back(written)])
    except InvalidError as error:
        return f"{error.faults[0].code} | | | | "
    document = opened.document
    counts = (len(document.parts), len(document.text), len(words), left)
    return " | ".join(("opened", *map(str, counts)))


def distinct_words(opened: OpenDocument) -> tuple[list[Replacement], set[str]]:
    """All occurrences of every third distinct word."""
    found = list(WORD.finditer(opened.document.text.reveal()))
    words = set(list(dict.fromkeys(match[0] for match in found))[::3])
    return [Replacement(m.start(), m.end(), "[X]") for m in found if m[0] in words], words


def left_over(words: set[str], texts: Sequence[str]) -> int:
    """How many of `words` still stand in `texts` as words."""
    return len(words & {match[0] for text in texts for match in WORD.finditer(text)})


if __name__ == "__main__":
    main()
