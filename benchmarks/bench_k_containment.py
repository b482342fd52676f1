"""Speed of k-anonymity by containment, beside published itemset miners in the same run.

    python benchmarks/bench_k_containment.py [DATA_DIR] [--large]

The miners (pyfim, mlxtend, scikit-mine) are not dependencies of saferelease; those that
can be imported are timed, and their maximal sets must equal ours.
"""

from __future__ import annotations

import argparse
import gc
import resource
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.methods.k_containment.containment import certify, check_certificate, containment_level
from engine.methods.k_containment.selection.greedy import greedy
from engine.methods.k_containment.selection.maximal import maximal, maximal_sets
from engine.methods.k_containment.selection.suppression import suppress_cells
from engine.methods.k_containment.selection.utility import ham_dist
from engine.methods.k_containment.tables.table import ones_matrix
from research.tables.k_containment import load

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def best_of(run: Callable[[], Any], repeats: int = 5) -> tuple[float, Any]:
    """Least CPU seconds of `repeats` runs, and the last result."""
    least, result = np.inf, None
    for _ in range(repeats):
        start = time.process_time()
        result = run()
        least = min(least, time.process_time() - start)
    return least, result


def zipf_table(n_rows: int, n_features: int, density: float, seed: int = 0) -> tuple[Any, Any]:
    """A synthetic table whose features' shares of ones fall as 1/rank, and a random label."""
    rng = np.random.default_rng(seed)
    share = 1 / np.arange(1, n_features + 1)
    for _ in range(8):
        share = np.minimum(share * density * n_features / share.sum(), 0.6)
    columns = []
    for part in share:
        rows = rng.integers(0, n_rows, int(n_rows * part * 1.02) + 1).astype(np.int32)
        columns.append(np.unique(rows))
    pointers = np.concatenate([[0], np.cumsum([len(c) for c in columns])])
    return ones_matrix(np.concatenate(columns), pointers, (n_rows, n_features)), rng.random(n_rows) < 0.44


def miners(matrix: Any, k: int) -> dict[str, Callable[[], set[frozenset[int]]]]:
    """Published miners of maximal itemsets that can be imported, on the same table."""
    rows = matrix.tocsr()
    transactions = [rows.indices[rows.indptr[i] : rows.indptr[i + 1]].tolist() for i in range(rows.shape[0])]
    found: dict[str, Callable[[], set[frozenset[int]]]] = {}
    try:
        import fim

        found["pyfim fpgrowth"] = lambda: {
            frozenset(s) for s, _ in fim.fpgrowth(transactions, "m", -k, report="a")
        }
    except ImportError:
        print("pyfim: not installed")
    try:
        import pandas as pd
        from mlxtend.frequent_patterns import fpmax

        frame = pd.DataFrame(matrix.toarray().astype(bool))
        share = (k - 0.5) / rows.shape[0]
        found["mlxtend fpmax"] = lambda: set(fpmax(frame, min_support=share).itemsets)
    except ImportError:
        print("mlxtend: not installed")
    try:
        from skmine.itemsets.lcm import LCMMax

        found["scikit-mine LCMMax"] = lambda: {
            frozenset(s) for s in LCMMax(min_supp=k).fit_transform(transactions)["itemset"]
        }
    except ImportError:
        print("scikit-mine: not installed")
    return found


def bench_adult(data: Path) -> None:
    """Maximal sets of Adult (32,561 x 19)."""
    table = load("adult", data)
    for k in (5, 11):
        seconds, ours = best_of(lambda k=k: maximal_sets(table.matrix, k, "frequent"), 20)
        print(f"adult k={k}: {len(ours)} maximal frequent sets, ours {1e3 * seconds:.1f} ms")
        seconds, true = best_of(lambda k=k: maximal_sets(table.matrix, k, "feasible"), 20)
        print(
            f"adult k={k}: {len(true)} maximal feasible sets (the true family), ours {1e3 * seconds:.1f} ms"
        )
        for name, mine in miners(table.matrix, k).items():
            try:
                seconds, found = best_of(mine, 3)
            except AttributeError as error:  # scikit-mine 1.0 calls what scikit-learn has taken away
                print(f"adult k={k}: {name} does not run beside this scikit-learn ({error})")
                continue
            same = found == {frozenset(s) for s in ours}
            print(f"adult k={k}: {name} {1e3 * seconds:.1f} ms, same sets: {same}")


def bench_wide() -> None:
    """1,099 x 24,604 at 0.9 % ones, the shape of the paper's e-mails."""
    matrix, labels = zipf_table(1099, 24604, 0.009)
    print(f"wide: {matrix.shape}, {100 * matrix.nnz / np.prod(matrix.shape):.2f} % ones")
    for utility, stop in (("ham_dist", "stop"), ("ham_dist", "skip"), ("dist_cnt", "skip")):
        seconds, found = best_of(lambda u=utility, s=stop: greedy(matrix, labels, 5, u, s), 3)
        print(f"wide: greedy {utility} {stop}: {len(found.features)} features, {seconds:.2f} s")
    seconds, cells = best_of(lambda: suppress_cells(matrix, 5, ham_dist(matrix, labels)), 1)
    share = 100 * cells.matrix.nnz / matrix.nnz
    print(f"wide: cell suppression: {share:.1f} % of the ones kept, {seconds:.2f} s")
    seconds, found = best_of(lambda: maximal(matrix, labels, 5, family="frequent"), 1)
    print(f"wide: maximal, 100 largest frequent sets: {len(found.features)} features, {seconds:.2f} s")


def bench_large(n_rows: int = 1_000_000, n_features: int = 1000, density: float = 0.01) -> None:
    """One million rows x 1,000 features: time, and memory per one of the matrix."""
    matrix, labels = zipf_table(n_rows, n_features, density)
    before = matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes
    print(f"large: {matrix.shape}, {matrix.nnz / 1e6:.1f} M ones, table {before / 1e6:.0f} MB")
    for utility, stop in (("ham_dist", "stop"), ("dist_cnt", "skip")):
        gc.collect()
        tracemalloc.start()
        start = time.process_time()
        found = greedy(matrix, labels, 5, utility, stop)
        seconds, peak = time.process_time() - start, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        released = matrix[:, sorted(found.features)]
        level = containment_level(released)
        certificate = certify(released, 5)
        proven = certificate is not None and check_certificate(released, certificate)
        print(
            f"large: greedy {utility} {stop}: {len(found.features)} features, level {level}, proven {proven}"
        )
        print(f"large: greedy {utility} {stop}: {seconds:.1f} s, {peak / matrix.nnz:.1f} bytes per one")
    print(f"large: peak resident {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main() -> None:
    """Run the benchmark and print one line per measurement (CPU time of one thread)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--large", action="store_true", help="also one million rows")
    arguments = parser.parse_args()
    if (arguments.data / "adult").exists():
        bench_adult(arguments.data)
    bench_wide()
    if arguments.large:
        bench_large()


if __name__ == "__main__":
    main()
