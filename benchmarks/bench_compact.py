"""The compact index beside the whole one: concepts of WordNet drawn at random, time to compile, agreement.

    python benchmarks/bench_compact.py --index FOLDER --text ../shared/data/wikipedia/wikipedia-1of4.jsonl.xz

Without --index only the time is measured, as on a fresh machine. Agreement is the F measure of the words
that are removed from paragraphs that mention the concept, the whole index taken as right.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from adapters.counts.local import LocalCounts
from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache, shipped_tables
from engine.counts.disclosure import DisclosureTable
from engine.errors import InvalidError
from engine.language.terms import term_keys
from engine.methods.c_sanitized import Sanitizer, Taxonomy, compile_concept, lexicalizations
from engine.policy.clauses.concepts import ConceptRule
from engine.ports import KnowledgeBase
from engine.text import Document, SensitiveText
from flows.compiling.reference_corpora import ShippedTables

SEED = 20261122
N_CONCEPTS = 30
N_TEXTS = 25
ALPHA = 2.25
_FEWEST = 20


def concepts(knowledge: KnowledgeBase, corpus: ShippedTables) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Labels drawn at random, with their names, as far as the index counts them in `_FEWEST` contexts."""
    labels = sorted(knowledge.vocabulary())
    draw = random.Random(SEED)
    assert corpus.index is not None
    for label in iter(lambda: draw.choice(labels), None):
        try:
            names = lexicalizations(ConceptRule(protect=label, alpha=ALPHA), [knowledge])
            mask, _ = corpus.index.mentions(names)
        except InvalidError:
            continue
        if int(mask.sum()) >= _FEWEST:
            yield label, names


def removed(table: DisclosureTable, label: str, knowledge: KnowledgeBase, texts: Sequence[str]) -> set[str]:
    """Words that sanitizing removes from `texts`."""
    concept = compile_concept(ConceptRule(protect=label, alpha=ALPHA), table, [knowledge])
    sanitizer = Sanitizer([concept], Taxonomy.read([knowledge]))
    found: set[str] = set()
    for text in texts:
        for decision in sanitizer.sanitize(Document("text", SensitiveText(text))):
            found.update(term_keys(text[decision.start : decision.end]))
    return found


def mentioning(path: Path, names: Sequence[str]) -> list[str]:
    """The first paragraphs that mention one of `names`."""
    padded = [f" {name} " for name in names]

    def paragraphs() -> Iterator[str]:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                for text in json.loads(line)["text"].split("\n\n"):
                    if len(text) > 80:
                        keys = f" {' '.join(term_keys(text))} "
                        if any(name in keys for name in padded):
                            yield text

    return list(islice(paragraphs(), N_TEXTS))


def main() -> None:
    """Print one line per concept, then the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--text", type=Path)
    parser.add_argument("--concepts", type=int, default=N_CONCEPTS)
    chosen = parser.parse_args()
    start = time.process_time()
    knowledge = open_knowledge("wordnet", kb_cache())
    corpus = ShippedTables(shipped_tables() / "wikipedia")
    assert corpus.index is not None
    _ = corpus.index.postings
    print(f"opening: {time.process_time() - start:.2f} s of processor time")
    whole = LocalCounts(chosen.index) if chosen.index else None
    seconds: list[float] = []
    scores: list[float] = []
    for label, names in islice(concepts(knowledge, corpus), chosen.concepts):
        start = time.process_time()
        table = corpus.index.table(label, names)
        compile_concept(ConceptRule(protect=label, alpha=ALPHA), table, [knowledge])
        seconds.append(time.process_time() - start)
        line = f"{label}: {table.n_concept:,} of {table.n_contexts:,}, {seconds[-1]:.2f} s"
        if whole is not None and chosen.text:
            texts = mentioning(chosen.text, names)
            right = removed(whole.disclosure_table(label, names), label, knowledge, texts)
            found = removed(table, label, knowledge, texts)
            scores.append(2 * len(right & found) / max(1, len(right) + len(found)))
            line += f", F {scores[-1]:.3f} on {len(texts)} paragraphs"
        print(line, flush=True)
    print(f"compile: {statistics.mean(seconds):.2f} s mean, {max(seconds):.2f} s at most")
    if scores:
        print(
            f"agreement with the whole index: F {statistics.mean(scores):.3f} mean, {min(scores):.3f} least"
        )


if __name__ == "__main__":
    main()
