"""Benchmark of the corpus index: build, size, memory, disclosure tables, single counts.

    python benchmarks/bench_counts.py ../shared/data/wikipedia/*.xz --index /tmp/wiki-index --build
    python benchmarks/bench_counts.py --index /tmp/wiki-index

The first builds the index in a process of its own and then measures; the
second measures an index that is there. Without an index it builds a small one
from the first 1,000 documents of the first source (``--documents``).
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from pyroaring import BitMap

from adapters.counts.build import build_index
from adapters.counts.local import LocalCounts
from adapters.counts.sources import find_files, read_documents
from engine.language.terms import term_keys, token_columns, tokenize

MEGA = 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="*", type=Path)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--build", action="store_true", help="build --index from all sources first")
    parser.add_argument("--documents", type=int, default=1000, help="size of the small index")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources, index = options.sources, options.index
        if index is None:
            sources, index = (
                [_first_documents(sources, options.documents, Path(folder))],
                Path(folder) / "index",
            )
        if options.build or options.index is None:
            _bench_tokens(sources)
            _bench_build(sources, index)
        _bench_tables(LocalCounts(index), options.repeat)


def _first_documents(sources: list[Path], n: int, folder: Path) -> Path:
    if not sources:
        raise SystemExit("give sources, or --index")
    target = folder / "sample.txt"
    texts = (text for file in find_files(sources) for text in read_documents(file))
    target.write_text("\n\n".join(text for _, text in zip(range(n), texts, strict=False)), encoding="utf-8")
    return target


def _bench_tokens(sources: list[Path]) -> None:
    texts = [t for _, t in zip(range(500), read_documents(find_files(sources)[0]), strict=False)]
    megabytes = sum(len(text.encode()) for text in texts) / MEGA
    print(f"tokenising {megabytes:.1f} MB, one core, best of 5 (processor time)")
    for name, split in (("term_keys", term_keys), ("token_columns", token_columns), ("tokenize", tokenize)):
        print(f"  {name:<14} {megabytes / _best(partial(_for_each, split, texts), 5):6.1f} MB/s")


def _for_each(split: Callable[[str], object], texts: list[str]) -> None:
    for text in texts:
        split(text)


def _best(run: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def _bench_build(sources: list[Path], index: Path) -> None:
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    child = context.Process(target=_build, args=(sources, index, results))
    child.start()
    private = 0
    while child.is_alive():
        private = max(private, _private_bytes(child.pid))
        child.join(0.2)
    if child.exitcode:
        raise SystemExit("the build failed")
    wall, processor, stages = results.get()
    info = LocalCounts(index).info()
    print(
        f"build: {info.n_tokens / MEGA:.1f} M words, {info.n_documents} documents, {info.n_contexts} contexts"
    )
    print(
        f"  {wall:.0f} s wall, {processor:.0f} s processor: {info.n_tokens / processor / MEGA:.2f} M words/s"
    )
    for stage, seconds in stages.items():
        print(f"    until {stage:<9} {seconds:6.0f} s of processor")
    print(f"  private memory at most {private / MEGA:.0f} MB (memory-mapped files apart)")
    print(f"  {info.n_bytes / MEGA:.0f} MB on disk; {info.n_words} words, {info.n_phrases} phrases")


def _build(sources: list[Path], index: Path, results: object) -> None:
    started, processor = time.monotonic(), time.process_time()
    stages: dict[str, float] = {}
    build_index(
        sources,
        index,
        replace=True,
        progress=lambda p: stages.setdefault(p.stage, time.process_time() - processor),
    )
    results.put((time.monotonic() - started, time.process_time() - processor, stages))  # type: ignore[attr-defined]


def _private_bytes(pid: int | None) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon")), 0)


def _bench_tables(counts: LocalCounts, repeat: int) -> None:
    started = time.perf_counter()
    vocabulary = counts.vocabulary()
    print(f"vocabulary of {len(vocabulary.keys)} words read in {time.perf_counter() - started:.2f} s")
    order = np.argsort(vocabulary.n_t)[::-1]
    chosen = [
        order[np.searchsorted(-vocabulary.n_t[order], -n)]
        for n in (200, 2_000, 20_000, 100_000)
        if n < len(order)
    ]
    print("\none concept against the whole corpus, median ms:")
    print("  n(c)     table  rows     pruned  rows     bytes | counts only: forward  roaring   ratio")
    for number in chosen:
        _bench_concept(counts, vocabulary.keys[number], repeat)
    _bench_single(counts, [vocabulary.keys[number] for number in order[200:600]], repeat)


def _median_ms(run: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e3


def _bench_concept(counts: LocalCounts, word: str, repeat: int) -> None:
    full = counts.disclosure_table(word, [word])
    pruned = counts.disclosure_table(word, [word], min_joint=2, only_positive=True)
    table = _median_ms(lambda: counts.disclosure_table(word, [word]), repeat)
    small = _median_ms(lambda: counts.disclosure_table(word, [word], min_joint=2, only_positive=True), repeat)
    contexts = counts._postings(counts._terms.find(word))
    mask = np.zeros(counts.n_contexts(), bool)
    mask[contexts] = True
    forward = _median_ms(lambda: counts.seen_with(mask), repeat)
    # Bitmaps must intersect every term of the corpus: timed on 400 of them, and scaled.
    n_terms = len(counts._terms)
    sample = np.random.default_rng(0).integers(0, n_terms, 400)
    bitmaps = [BitMap(counts._postings(number)) for number in sample]
    concept = BitMap(contexts)
    expected = counts._walk(contexts)[sample]
    assert [concept.intersection_cardinality(bitmap) for bitmap in bitmaps] == expected.tolist()
    roaring = (
        _median_ms(lambda: [concept.intersection_cardinality(b) for b in bitmaps], repeat) * n_terms / 400
    )
    size = len(pruned.to_bytes())
    line = f"  {full.n_concept:<8} {table:5.0f}  {len(full.keys):<8} {small:5.0f}  {len(pruned.keys):<8}"
    print(f"{line} {size:<8}             {forward:6.1f} {roaring:9.0f} {roaring / forward:7.0f}")


def _bench_single(counts: LocalCounts, words: list[str], repeat: int) -> None:
    concept = [words[0]]
    alone = _median_ms(lambda: [counts.count([word]) for word in words], repeat)
    joint = _median_ms(lambda: [counts.count_joint(concept, [word]) for word in words], repeat)
    print(f"\n{len(words)} frequent words one by one: count {alone:.1f} ms, with a concept {joint:.1f} ms")
    phrase = " ".join(words[:2]) + " " + words[2]
    print(
        f"a phrase that is in no table, searched: {_median_ms(lambda: counts.count([phrase]), repeat):.0f} ms"
    )


if __name__ == "__main__":
    main()
