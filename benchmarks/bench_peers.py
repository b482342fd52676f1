"""Single parts beside the tools that do the same: patterns, tagging, counts, text of PDF; one run, one table.

    python benchmarks/bench_peers.py [--data ../shared/data] [--kb 300] [--articles 1500] [--venv FOLDER]

Both get the same input. Patterns: the product's scan with all that follows a match (folding, validators,
traps, context), beside the bare expressions that hyperscan takes, in hyperscan, re2, `re`. Tagging: our
recogniser with all that follows, beside python-crfsuite on the same features. Counts: how often a concept's
contexts hold each of 400 words, by the product's walk for all words at once, by pyroaring and by tantivy; all
must count alike. PDF: what it takes the product to open a file for changing, beside reading its text only, by
pypdfium2 and PyMuPDF.

Peers run in an environment of their own, which the first run makes. PyMuPDF is under the AGPL: it is in no
dependency of this project. Figures are processor seconds of one thread, the least of `--repeat` runs, and as
a ratio to the product's: above 1 the peer takes longer.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from adapters.counts.build import build_index  # noqa: E402
from adapters.counts.local import LocalCounts  # noqa: E402
from adapters.documents.registry import format_for  # noqa: E402
from adapters.recognizers.model_file import read_model  # noqa: E402
from adapters.recognizers.shipped import SHIPPED_MODEL  # noqa: E402
from benchmarks import bench_tagging  # noqa: E402
from benchmarks.bench_identifiers import _first, _forms, _prose, pattern_rows  # noqa: E402
from engine.errors import SafereleaseError  # noqa: E402
from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer  # noqa: E402
from engine.methods.identifiers.folding import fold  # noqa: E402
from engine.methods.names.recognizer import LearnedRecognizer  # noqa: E402
from engine.text import Document, SensitiveText  # noqa: E402

PEER = Path(__file__).parent / "peers" / "single_parts.py"
PACKAGES = ("hyperscan", "google-re2", "tantivy", "pyroaring", "pypdfium2", "PyMuPDF")
N_WORDS = 400
Seconds = Mapping[str, float]
"""Processor seconds by tool."""


def least(work: Callable[[], object], repeat: int) -> float:
    """Processor seconds of the quickest of some runs."""
    found = []
    for _ in range(repeat):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def asked(python: Path, part: str, task: Mapping[str, object]) -> dict[str, Any]:
    """What the peers say of a part: seconds by tool, and what they found."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "task.json"
        file.write_text(json.dumps({"part": part, **task}))
        done = subprocess.run([python, PEER, file], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the peers of {part} did not run:\n{done.stderr[-2000:]}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def patterns(python: Path, data: Path, kb: int, repeat: int) -> tuple[str, Seconds]:
    """Articles and forms, half of each."""
    texts = [*_first(_prose(data, kb / 2000), kb * 500), *_first(_forms(data), kb * 500)]
    recognizer = IdentifierRecognizer([*CATEGORIES], reference_year=2024)
    documents = [Document("", SensitiveText(text)) for text in texts]
    ours = least(lambda: [recognizer.find(one) for one in documents], repeat)
    folded = [fold(text).data.decode("latin-1") for text in texts]
    rows = [row["regex"] for row in pattern_rows()]
    peers = asked(python, "patterns", {"texts": folded, "patterns": rows, "repeat": repeat})
    size = sum(map(len, texts)) / 1e6
    what = f"{size:.2f} MB; ours {len(rows)} patterns and what follows, theirs {peers['patterns']} bare ones"
    what += f", matches {peers['found']}"
    return what, {"saferelease": ours, **peers["seconds"]}


def tagging(data: Path, kb: int, repeat: int) -> tuple[str, Seconds]:
    """Articles; the peer learns for a few rounds what ours says of some of them."""
    texts = _first(_prose(data, kb / 1000), kb * 1000)
    documents = [Document(str(i), SensitiveText(text)) for i, text in enumerate(texts)]
    model = read_model(SHIPPED_MODEL)
    recognizer, crfsuite = LearnedRecognizer(model), bench_tagging.peer(model.tagger, documents[:20])
    recognizer.find(documents[0])
    found = {
        "saferelease": least(lambda: [recognizer.find(one) for one in documents], repeat),
        "python-crfsuite": least(lambda: [crfsuite(one) for one in documents], repeat),
    }
    return (
        f"{sum(map(len, texts)) / 1e6:.2f} MB of articles; the peer labels words, ours all that follows",
        found,
    )


def counting(python: Path, data: Path, n_articles: int, repeat: int) -> tuple[str, Seconds]:
    """A frequent word as the concept, and 400 words drawn by chance, in an index that is made here."""
    with tempfile.TemporaryDirectory() as folder:
        source, index = Path(folder) / "texts.txt", Path(folder) / "index"
        source.write_text("\n\n".join(_prose(data, n_articles * 0.0125)[:n_articles]), encoding="utf-8")
        build_index([source], index)
        counts = LocalCounts(index)
        n_terms, words = len(counts._terms), counts.vocabulary()
        concept = words.keys[int(np.argsort(words.n_t)[::-1][300])]
        contexts = counts._postings(counts._terms.find(concept))
        mask = np.zeros(counts.n_contexts(), bool)
        mask[contexts] = True
        sample = np.random.default_rng(0).integers(0, n_terms, N_WORDS)
        right = counts._walk(contexts)[sample].tolist()
        ours = least(lambda: [counts.seen_with(mask) for _ in range(10)], repeat) / 10
        task = {
            "concept": contexts.tolist(),
            "words": [counts._postings(number).tolist() for number in sample],
            "contexts": counts.n_contexts(),
            "repeat": repeat,
        }
        peers = asked(python, "counts", task)
        for tool, found in peers["found"].items():
            assert found == right, f"{tool} counts otherwise"
        what = (
            f"{counts.n_contexts():,} contexts, {len(contexts):,} with the concept; "
            f"ours all {n_terms:,} terms, theirs {N_WORDS}"
        )
    return what, {"saferelease": ours, **peers["seconds"]}


def pdf(python: Path, data: Path, repeat: int) -> tuple[str, Seconds]:
    """Real files, those that open."""
    chosen, ours = [], 0.0
    for path in sorted((data / "documents" / "pdf").glob("*.pdf")):
        content = path.read_bytes()
        kind = format_for(".pdf", content[:512])
        try:
            ours += least(partial(kind.open, "p", content), repeat)
        except SafereleaseError:
            continue
        chosen.append(str(path))
    peers = asked(python, "pdf", {"files": chosen, "repeat": repeat})
    what = (
        f"{len(chosen)} files, {peers['pages']} pages; ours opens them for changing, theirs read their text"
    )
    return what, {"saferelease": ours, **peers["seconds"]}


def table(part: str, what: str, seconds: Seconds) -> list[str]:
    """Lines of the table of one part."""
    own, first = seconds["saferelease"], f"{part}: {what}"
    lines = []
    for tool, one in seconds.items():
        lines.append(f"| {first} | {tool} | {1000 * one:,.2f} | {one / own:.2f} |")
        first = ""
    return lines


def peer_python(environment: Path) -> Path:
    """The interpreter of the peers' environment, which is made if it is not there."""
    python = environment / "bin" / "python"
    if not (environment / "ready").exists():
        print(f"making the peers' environment in {environment}", flush=True)
        venv.create(environment, with_pip=True)
        (environment / ".gitignore").write_text("*\n")
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True, capture_output=True)
        (environment / "ready").touch()
    return python


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    default = os.environ.get("SAFERELEASE_DATA", ROOT.parent / "shared" / "data")
    parser.add_argument("--data", type=Path, default=Path(default))
    parser.add_argument("--kb", type=int, default=300, help="text for patterns and tagging, in thousands")
    parser.add_argument("--articles", type=int, default=1500, help="of which counts are taken")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--venv", type=Path, default=Path(".bench-venv-peers"))
    options = parser.parse_args(words)
    python = peer_python(options.venv)
    print("| part | tool | ms | ratio to ours |\n| --- | --- | ---: | ---: |")
    parts: dict[str, Callable[[], tuple[str, Seconds]]] = {
        "patterns": lambda: patterns(python, options.data, options.kb, options.repeat),
        "tagging": lambda: tagging(options.data, options.kb, options.repeat),
        "counts": lambda: counting(python, options.data, options.articles, options.repeat),
        "PDF": lambda: pdf(python, options.data, options.repeat),
    }
    for part, work in parts.items():
        print("\n".join(table(part, *work())), flush=True)


if __name__ == "__main__":
    main()
