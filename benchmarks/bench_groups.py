"""What judging groups of terms costs: processor time a paragraph, of the method and of its check.

    python benchmarks/bench_groups.py [--text FILE.jsonl] [--protect HIV malaria crime]

Each line of the file has a `text`. Two passes; the second, with the words of the corpus read, is measured.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.checks.combinations import GroupCheck  # noqa: E402
from engine.methods.c_sanitized import Sanitizer  # noqa: E402
from engine.methods.combinations.groups import GroupBreaker  # noqa: E402
from engine.policy.clauses.concepts import ConceptSettings  # noqa: E402
from engine.text import Document, SensitiveText, carried_out  # noqa: E402
from flows.compiling.compilation import compile_loaded  # noqa: E402
from research.through_policy import concept_policy  # noqa: E402

FILE = ROOT / "benchmarks" / "data" / "openings.jsonl"


def milliseconds(texts: Sequence[str], protect: str, size: int) -> tuple[float, float, int]:
    """Of the method and of the check a paragraph, and texts that held a group."""
    settings = ConceptSettings(protect=protect, alpha=1.5, unseen="keep", groups=size)
    compiled = compile_loaded(concept_policy(settings, "wikipedia", ["wordnet"]))
    by_clause = {one.rule.clause: one for one in compiled.protected}
    tables = {clause: one.table for clause, one in by_clause.items()}
    contexts = {clause: one.contexts for clause, one in by_clause.items() if one.contexts}
    breaker, check = GroupBreaker.of(compiled.concepts, tables, contexts), GroupCheck(compiled.protected)
    assert breaker is not None
    sanitizer = Sanitizer(compiled.concepts, compiled.taxonomy)
    singly = [sanitizer.sanitize(Document("", SensitiveText(text))) for text in texts]
    for _ in range(2):
        method = judged = 0.0
        n_groups = 0
        for text, decisions in zip(texts, singly, strict=True):
            start = time.process_time()
            made = breaker.extend(text, decisions, None)
            method += time.process_time() - start
            n_groups += len(made) > len(decisions)
            start = time.process_time()
            check.residual(carried_out(text, made))
            judged += time.process_time() - start
    n = sum(len(text.split("\n\n")) for text in texts)
    return 1000 * method / n, 1000 * judged / n, n_groups


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--text", type=Path, default=FILE)
    parser.add_argument("--protect", nargs="+", default=["HIV", "malaria", "crime"])
    asked = parser.parse_args()
    texts = [json.loads(line)["text"] for line in asked.text.read_text(encoding="utf-8").splitlines()]
    print("concept    groups  method ms  check ms  texts with a group")
    for protect in asked.protect:
        for size in (2, 3, 4):
            method, judged, n = milliseconds(texts, protect, size)
            print(f"{protect:<12}{size:>5}{method:>11.1f}{judged:>10.1f}{n:>10} of {len(texts)}")


if __name__ == "__main__":
    main()
