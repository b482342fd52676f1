"""Speed of the learned recogniser end to end: text in, spans out, on one core.

    python benchmarks/bench_tagging.py [--data FOLDER] [--json FILE]

Reports kB/s of CPU time (UTF-8 bytes), start-up, peak memory, and where the
time goes. CPU time, not wall time, because the machine may be shared.
"""

from __future__ import annotations

import argparse
import cProfile
import itertools
import json
import lzma
import os
import pstats
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adapters.recognizers.corpora import read_presidio, read_tab
from adapters.recognizers.learned import SHIPPED, LearnedRecognizer
from adapters.recognizers.model_file import read_model
from engine.text import Document, SensitiveText

DATA = Path(
    os.environ.get("SAFERELEASE_DATA", Path(__file__).resolve().parent.parent.parent / "shared" / "data")
)

REPEATS = 5
"""The best run counts: on a shared machine the others measure the neighbours."""


def measure(recognizer: LearnedRecognizer, documents: Sequence[Document]) -> dict[str, Any]:
    """kB/s over `documents`, after one document to warm up."""
    recognizer.find(documents[0])
    size = sum(len(d.text.reveal().encode()) for d in documents)
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        n_spans = sum(len(recognizer.find(d)) for d in documents)
        seconds.append(time.process_time() - start)
    return {
        "documents": len(documents),
        "kB": round(size / 1000),
        "spans": n_spans,
        "kB_per_second": round(size / min(seconds) / 1000, 1),
        "kB_per_second_of_each_run": [round(size / s / 1000, 1) for s in seconds],
    }


def shares(recognizer: LearnedRecognizer, documents: Sequence[Document]) -> dict[str, float]:
    """Share of time by stage, cumulative, from the profiler (which slows small functions most)."""
    profile = cProfile.Profile()
    profile.enable()
    for document in documents:
        recognizer.find(document)
    profile.disable()
    stages = {
        "tokenize",
        "scores",
        "_forward_backward",
        "find_entities",
        "entity_features",
        "probability",
        "propagate",
    }
    stats = pstats.Stats(profile)
    total = max(entry[3] for entry in stats.stats.values())  # type: ignore[attr-defined]
    return {
        name: round(entry[3] / total, 3)
        for (_, _, name), entry in stats.stats.items()  # type: ignore[attr-defined]
        if name in stages
    }


def encyclopedia(folder: Path, n: int) -> list[Document]:
    """The first `n` articles of the first file."""
    with lzma.open(sorted(folder.glob("*.jsonl.xz"))[0], "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in itertools.islice(lines, n)]
    return [Document(f"article-{i}", SensitiveText(text)) for i, text in enumerate(texts)]


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--model", type=Path, default=SHIPPED)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    start = time.process_time()
    model = read_model(options.model)
    loading = time.process_time() - start
    recognizer = LearnedRecognizer(model)
    courts = [d.document for d in read_tab(options.data / "tab" / "tab_train.json")]
    articles = encyclopedia(options.data / "wikipedia", 100)
    short = [d.document for d in read_presidio(options.data / "pii-synthetic" / "generated_large.json")]
    results = {
        "model_kB": round(options.model.stat().st_size / 1000),
        "load_seconds": round(loading, 2),
        "court decisions (4 kB each)": measure(recognizer, courts),
        "encyclopedia articles": measure(recognizer, articles),
        "single sentences (0.1 kB each)": measure(recognizer, short),
        "one long text (400 kB)": measure(
            recognizer, [Document("long", SensitiveText("\n\n".join(d.text.reveal() for d in courts)))]
        ),
        "share_of_time": shares(recognizer, courts[:20]),
        "peak_memory_MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print(json.dumps(results, indent=1))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
