"""A table for name disambiguation, of the shape of the paper's: does a name stand for one person or for two?

    python benchmarks/bench_name_table.py FILE.csv [DATA] [--seed 0]
    saferelease evaluate k-containment FILE.csv --label persons --positive two

The data behind Table 4 of the paper are not public. Here a row is a made-up name: half of the 148 names stand
for one person of the encyclopedia, half for two, drawn by lot. The 552 features are words of their
biographies. Each name shows up to 54 of them, those that weigh most by TF-IDF, half from each of two
persons. Every person stands in one row. The program also prints the AUC of the paper's own classifier: the
entropy of a name's topics, with nothing learned from labels.

References
----------
Zhang, Mohammed, Hasan: Feature Selection for Classification under Anonymity Constraint (2017), section 5.1
and Table 4.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from scipy.sparse import csr_array  # noqa: E402
from sklearn.decomposition import NMF  # noqa: E402
from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402

from adapters.tables.files import read_columns, read_table  # noqa: E402
from adapters.tables.headers import column_names  # noqa: E402
from research.concepts.encyclopedia import articles  # noqa: E402
from research.tables.k_containment import METHODS, PUBLISHED_K  # noqa: E402
from research.tables.own_table import OWN_METHODS, guessed  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
ROWS, WORDS, SHOWN, TOPICS = 148, 552, 54, 12
"""Rows and features as in the paper; 54 ones a row make its 9.7 %."""
_BORN = re.compile(r"\((?:[^()]{0,60})(?:born|\d{4}\s*[-\u2013]\s*\d{4})")
_CALLING = re.compile(
    r"\b(?:is|was) an? [^.]{0,60}(?:actor|actress|singer|politician|writer|philosopher|mathematician|"
    r"physicist|player|composer|poet|general|painter|chemist|biologist|lawyer|explorer|inventor|economist)\b"
)


def biographies(folder: Path) -> Iterator[str]:
    """Articles about one person, by how they begin."""
    for article in articles(folder):
        opening = article["text"][:400]
        if _BORN.search(opening) and _CALLING.search(opening):
            yield article["text"]


def written(path: Path, texts: list[str], seed: int) -> None:
    """Write the table."""
    dice = random.Random(seed)
    vectorizer = TfidfVectorizer(
        stop_words="english", token_pattern=r"\b[a-z]{4,}\b", max_df=0.3, max_features=WORDS, binary=False
    )
    weights = csr_array(vectorizer.fit_transform(texts))
    people = [row for row in range(len(texts)) if weights[[row]].nnz >= SHOWN]
    drawn = iter(dice.sample(people, ROWS // 2 * 3))
    words = list(vectorizer.get_feature_names_out())
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream)
        out.writerow(["persons", *words])
        for number in range(ROWS):
            own = [next(drawn) for _ in range(1 + number % 2)]
            shown = set[int]()
            for person in own:
                row = weights[[person]].toarray().ravel()
                fresh = [place for place in np.argsort(-row).tolist() if place not in shown]
                shown.update(fresh[: SHOWN // len(own)])
            cells = ["1" if place in shown else "0" for place in range(WORDS)]
            out.writerow(["two" if len(own) == 2 else "one", *cells])


def entropy_auc(matrix: csr_array, labels: NDArray[np.bool_]) -> float:
    """AUC of the entropy of each row's topics, as a score for names of two persons."""
    kept = csr_array(matrix[:, np.flatnonzero(np.diff(matrix.tocsc().indptr))], dtype=float)
    n_topics = max(2, min(TOPICS, kept.shape[1] // 2))
    topics = NMF(n_topics, init="nndsvda", max_iter=600, random_state=0).fit_transform(kept) + 1e-9
    shares = topics / topics.sum(axis=1, keepdims=True)
    return float(roc_auc_score(labels, -(shares * np.log(shares)).sum(axis=1)))


def main() -> None:
    """Write the table, and print what the entropy of topics tells of it."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("table", type=Path)
    ask.add_argument("data", nargs="?", type=Path, default=DATA)
    ask.add_argument("--seed", type=int, default=0)
    given = ask.parse_args()
    texts = list(biographies(given.data / "wikipedia"))
    written(given.table, texts, given.seed)
    policy, _ = guessed(read_columns(given.table, column_names(given.table)), "persons", "two")
    table = read_table(given.table, policy)
    assert table.labels is not None
    density = table.matrix.nnz / (table.shape[0] * table.shape[1])
    print(f"{len(texts)} biographies; {table.shape[0]} rows, {table.shape[1]} features, {density:.1%} ones")
    print(f"all features: {entropy_auc(table.matrix, table.labels):.3f}")
    for method in ("maximal (paper)", *OWN_METHODS):
        found = []
        for k in PUBLISHED_K:
            released = METHODS[method](table, k)
            n = int((np.diff(released.tocsc().indptr) > 0).sum())
            found.append(f"{entropy_auc(released, table.labels):.3f} ({n})" if n > 1 else f"- ({n})")
        print(f"{method}: {' / '.join(found)}", flush=True)


if __name__ == "__main__":
    main()
