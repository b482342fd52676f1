"""Benchmark of C-sanitized: speed on ordinary text, and what fires for HIV.

    python benchmarks/bench_c_sanitized.py ../shared/data/wikipedia/*.xz --index /tmp/wiki-index

Needs a corpus index (`saferelease corpus build`) and WordNet (`saferelease kb fetch wordnet`).
Times are processor seconds of one process.
"""

from __future__ import annotations

import argparse
import json
import lzma
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from adapters.counts.local import LocalCounts
from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.checks.concepts import ProtectedConcept, TermCheck
from engine.counts.disclosure import DisclosureTable
from engine.language.terms import term_key, tokenize
from engine.methods.c_sanitized import (
    CompiledConcept,
    Sanitizer,
    Taxonomy,
    compile_concept,
    lexicalizations,
)
from engine.methods.c_sanitized.scanner import Scanner
from engine.policy.clauses.concepts import ConceptRule
from engine.ports import KnowledgeBase
from engine.text import Document, SensitiveText

MEGA = 1e6
FIRES = ("antiretroviral", "CD4", "retrovirus", "Kaposi's sarcoma", "opportunistic infections", "viral load")
STAYS = ("disease", "city", "people", "hospital", "treatment", "music")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="+", type=Path, help="JSONL of articles, xz")
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--megabytes", type=float, default=4.0)
    options = parser.parse_args()
    counts = LocalCounts(options.index)
    knowledge = [open_knowledge("wordnet", kb_cache())]
    speed(_texts(options.sources[-1:], options.megabytes), counts, knowledge)
    what_fires(counts, knowledge)


def compiled(rule: ConceptRule, counts: LocalCounts, knowledge: Sequence[KnowledgeBase]) -> CompiledConcept:
    return compile_concept(rule, counted(rule, counts, knowledge), knowledge)


def counted(rule: ConceptRule, counts: LocalCounts, knowledge: Sequence[KnowledgeBase]) -> DisclosureTable:
    return counts.disclosure_table(rule.protect, lexicalizations(rule, knowledge))


def _articles(sources: Sequence[Path]) -> Iterator[dict[str, str]]:
    for source in sources:
        with lzma.open(source, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _texts(sources: Sequence[Path], megabytes: float) -> list[str]:
    texts: list[str] = []
    for article in _articles(sources):
        texts.append(article["text"])
        if sum(map(len, texts)) > megabytes * MEGA:
            break
    return texts


def speed(texts: Sequence[str], counts: LocalCounts, knowledge: Sequence[KnowledgeBase]) -> None:
    start = time.process_time()
    rules = (
        ConceptRule(protect="HIV", alpha=1.5),
        ConceptRule(protect="alcoholism", alpha=1.5, clause="concepts[1]"),
        ConceptRule(protect="HIV", alpha=1.5, unseen="keep"),
    )
    concepts = [compiled(rule, counts, knowledge) for rule in rules]
    print(f"compile {len(rules)} concepts        {time.process_time() - start:6.2f} s")
    print(f"pickled                   {len(pickle.dumps(concepts[:2])) / MEGA:6.1f} MB with the vocabulary")
    print(f"tokenize alone            {_rate(texts, lambda text: len(tokenize(text))):6.2f} MB/s")
    for name, chosen in (("unseen: generalize", concepts[:2]), ("unseen: keep", concepts[2:])):
        scanner, sanitizer = Scanner(chosen), Sanitizer(chosen, Taxonomy.read(knowledge))
        print(f"two concepts, {name}" if len(chosen) > 1 else f"one concept, {name}")
        for label in ("first", "warm"):
            rate = _rate(texts, lambda t, s=scanner: len(list(s.runs(t))))
            print(f"  scan, {label:<5}             {rate:6.2f} MB/s")
        for label in ("first", "warm"):
            rate = _rate(texts, lambda t, s=sanitizer: len(s.sanitize(Document("d", SensitiveText(t)))))
            print(f"  sanitize, {label:<5}         {rate:6.2f} MB/s")
        check = TermCheck([ProtectedConcept(c.rule, counted(c.rule, counts, knowledge)) for c in chosen])
        for label in ("first", "warm"):
            rate = _rate(texts, lambda t, c=check: len(c.residual(t)))
            print(f"  independent check, {label:<5}{rate:6.2f} MB/s")
        decisions = [d for t in texts for d in sanitizer.sanitize(Document("d", SensitiveText(t)))]
        removed = sum(d.end - d.start for d in decisions) / sum(map(len, texts))
        print(f"  decisions               {len(decisions)}, on {removed:.1%} of the characters")


def _rate(texts: Sequence[str], work: Callable[[str], int]) -> float:
    start = time.process_time()
    for text in texts:
        work(text)
    return sum(len(text.encode()) for text in texts) / MEGA / (time.process_time() - start)


def what_fires(counts: LocalCounts, knowledge: Sequence[KnowledgeBase]) -> None:
    concept = compiled(ConceptRule(protect="HIV", alpha=1.5), counts, knowledge)
    print(f"HIV: {concept.n_concept} of {concept.n_contexts} contexts", end=", ")
    print(
        f"{concept.information_content_bits:.2f} bits, threshold {concept.threshold_bits:.2f} bits", end=", "
    )
    print(f"allowed {concept.allowed_probability:.1%}, {concept.n_disclosing_terms} terms disclose")
    for term in (*FIRES, *STAYS):
        counted = concept.counts(term_key(term))
        shown = f"{counted.pmi_bits:5.2f} bits, p {counted.probability:.1%}" if counted else ""
        print(f"  {term:<26} {concept.judge(term_key(term)):<10} {shown}")


if __name__ == "__main__":
    main()
