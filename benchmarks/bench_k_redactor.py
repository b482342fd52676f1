"""Speed of K-Redactor: exact duals against HiGHS, one call per document, and leave-one-out.

python benchmarks/bench_k_redactor.py [DATA_DIR] [--documents N]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.methods.k_redactor.corpus import build_corpus
from engine.methods.k_redactor.model import ranks
from engine.methods.k_redactor.solving.case import Settings, make_case
from engine.methods.k_redactor.solving.dual import solve
from engine.methods.k_redactor.solving.highs import solve_highs
from engine.methods.k_redactor.solving.redactor import competitors, finish, program, redact
from research.classes.labelled_corpora import labelled_documents

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds and the result."""
    start = time.process_time()
    result = run()
    return time.process_time() - start, result


def bench(data: Path, n_documents: int) -> None:
    """One line per k: milliseconds per document, their ratio and the largest difference of objectives."""
    seconds, corpus = timed(lambda: build_corpus(labelled_documents("newsgroups", data)))
    print(f"read and count {corpus.documents.shape[0]} messages: {seconds:.1f} s")
    seconds, (sensitive, utility) = timed(corpus.models)
    print(f"fit both models: {seconds:.2f} s")
    whole = corpus.documents
    seconds, scores = timed(lambda: sensitive.leave_one_out(whole, whole, corpus.sensitive))
    accuracy = (ranks(scores, corpus.sensitive) == 1).mean()
    print(f"leave-one-out over {whole.shape[0]} messages: {seconds:.2f} s, accuracy {accuracy:.3f}")
    chosen = np.random.default_rng(0).choice(whole.shape[0], min(n_documents, whole.shape[0]), replace=False)
    for objective in ("priced-log-odds", "ova-log-odds", "least-redaction"):
        for k in (2, 3, 4, 5):
            settings = Settings(k=k, objective=objective)
            cases = [
                make_case(
                    sensitive, utility, corpus.row(int(i)), int(corpus.sensitive[i]),
                    int(corpus.utility[i]), settings, True,
                )
                for i in chosen
            ]  # fmt: skip
            leaders = [competitors(case, k) for case in cases]
            programs = [program(c, settings, lead) for c, lead in zip(cases, leaders, strict=True)]
            compare(objective, k, settings, cases, programs, leaders)


def compare(objective: str, k: int, settings: Settings, cases: Any, programs: Any, leaders: Any) -> None:
    """Both solvers on the same programs."""
    n = len(programs)
    ours, mine = timed(lambda: solve(programs))
    theirs, oracle = timed(lambda: [solve_highs(p) for p in programs])
    unsolved = sum(s.status == "unsolved" for s in mine)
    differ = sum(a.status != b.status for a, b in zip(mine, oracle, strict=True) if a.status != "unsolved")
    both = [(a, b) for a, b in zip(mine, oracle, strict=True) if a.status == b.status == "optimal"]
    worst = max(abs(a.objective - b.objective) / (1 + abs(b.objective)) for a, b in both)
    print(
        f"{objective} k={k}: dual {1e3 * ours / n:.3f} ms, highspy {1e3 * theirs / n:.3f} ms per document, "
        f"{theirs / ours:.1f} times; difference {worst:.0e}, other status {differ}, left to HiGHS {unsolved}"
    )
    few = slice(0, min(n, 30))
    seconds, exact = timed(
        lambda: [
            finish(p, s, Settings(k=k, exact=True), lead)
            for p, s, lead in zip(programs[few], mine[few], leaders[few], strict=True)
        ]
    )
    rounded = redact(cases[few], settings)
    gaps = [
        (e.objective - r.objective) / (1 + abs(e.objective))
        for e, r in zip(exact, rounded, strict=True)
        if "infeasible" not in (e.status, r.status)
    ]
    print(
        f"{objective} k={k}: rounding is {100 * np.mean(gaps):.2f} % below the integer optimum on average, "
        f"which takes {1e3 * seconds / len(exact):.1f} ms per document"
    )


def main() -> None:
    """Run the benchmark (CPU time of one thread)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--documents", type=int, default=2000)
    arguments = parser.parse_args()
    bench(arguments.data, arguments.documents)


if __name__ == "__main__":
    main()
