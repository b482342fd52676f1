"""Speed of the learned recogniser end to end: text in, spans out, on one core.

    python benchmarks/bench_tagging.py [--data FOLDER] [--json FILE] [--beside MODEL]

Reports kB/s of CPU time (UTF-8 bytes), start-up and peak memory of a process
that does nothing else, and where the time goes. CPU time, not wall time,
because the machine may be shared. The peer is python-crfsuite's own tagger on
the same features as strings; it only labels words, ours does all that follows
too. Both run in turn, so that the ratio means something on a busy machine. With
another model beside it, that one is the peer, with all that follows.
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
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pycrfsuite

from adapters.recognizers.model_file import read_model
from adapters.recognizers.shipped import SHIPPED_MODEL
from adapters.recognizers.training.annotated_corpora import read_presidio, read_tab
from engine.methods.names.recognizer import LearnedRecognizer
from engine.methods.names.tagger.features import token_attributes, tokenize
from engine.methods.names.tagger.tagging import LinearTagger
from engine.text import PART_BREAK, Document, SensitiveText

DATA = Path(
    os.environ.get("SAFERELEASE_DATA", Path(__file__).resolve().parent.parent.parent / "shared" / "data")
)

REPEATS = 5
"""The best run counts: on a shared machine the others measure the neighbours."""


ITERATIONS = 5
"""Of the peer's training: its speed does not depend on how well it was trained."""

START = """
import sys, time
from adapters.recognizers.learned import default_recognizer
from engine.methods.names.tagger.features import token_attributes, tokenize
from engine.methods.names.tagger.tagging import LinearTagger
from engine.text import PART_BREAK, Document, SensitiveText
default_recognizer().find(Document("x", SensitiveText("Anna Kroll lives in Leeds.")))
[line] = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(time.process_time(), int(line.split()[1]) / 1024)
"""


def started() -> dict[str, float]:
    """CPU seconds from nothing to the first finding, and peak memory, of a process that does only this."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", START], capture_output=True, text=True, check=True, env=environment
    )
    seconds, memory = map(float, done.stdout.split())
    return {"start_up_seconds": round(seconds, 2), "memory_MB": round(memory)}


def peer(tagger: LinearTagger, documents: Sequence[Document]) -> Callable[[Document], object]:
    """python-crfsuite, trained on `documents` with the labels of `tagger`, as a function of a document."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"max_iterations": ITERATIONS})
    for document in documents:
        tokens = tokenize(document.text.reveal())
        labels = [tagger.labels[i] for i in tagger.marginals(tokens).argmax(1).tolist()]
        for (a, b), features in zip(tokens.sequences, token_attributes(tokens, tagger.lexicon), strict=True):
            trainer.append(features, labels[a:b])
    crf = pycrfsuite.Tagger()
    with tempfile.NamedTemporaryFile(suffix=".crf") as file:
        trainer.train(file.name)
        crf.open(file.name)

    def tag(document: Document) -> list[list[str]]:
        tokens = tokenize(document.text.reveal())
        return [crf.tag(features) for features in token_attributes(tokens, tagger.lexicon)]

    return tag


def measure(
    recognizer: LearnedRecognizer, documents: Sequence[Document], peer: Callable[[Document], object]
) -> dict[str, Any]:
    """kB/s over `documents`, after one document to warm up, and how many times as fast as the peer."""
    recognizer.find(documents[0])
    peer(documents[0])
    size = sum(len(d.text.reveal().encode()) for d in documents)
    ours, theirs = [], []
    for _ in range(REPEATS):
        ours.append(seconds(recognizer.find, documents))
        theirs.append(seconds(peer, documents))
    return {
        "documents": len(documents),
        "kB": round(size / 1000),
        "kB_per_second": round(size / min(ours) / 1000, 1),
        "kB_per_second_of_each_run": [round(size / s / 1000, 1) for s in ours],
        "peer_kB_per_second": round(size / min(theirs) / 1000, 1),
        "times_the_peer": round(statistics.median(b / a for a, b in zip(ours, theirs, strict=True)), 1),
    }


def seconds(find: Callable[[Document], object], documents: Sequence[Document]) -> float:
    """CPU time of one run over all documents."""
    start = time.process_time()
    for document in documents:
        find(document)
    return time.process_time() - start


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
        "probabilities",
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


def joined(documents: Sequence[Document], between: str) -> Document:
    """All of them as one document."""
    return Document("all", SensitiveText(between.join(d.text.reveal() for d in documents)))


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--model", type=Path, default=SHIPPED_MODEL)
    parser.add_argument("--beside", type=Path, help="another model file, in place of python-crfsuite")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    model = read_model(options.model)
    recognizer = LearnedRecognizer(model)
    courts = [d.document for d in read_tab(options.data / "tab" / "tab_train.json")]
    articles = encyclopedia(options.data / "wikipedia", 100)
    short = [d.document for d in read_presidio(options.data / "pii-synthetic" / "generated_large.json")][:600]
    if options.beside:
        other: Callable[[Document], object] = LearnedRecognizer(read_model(options.beside)).find
    else:
        other = peer(model.tagger, [*courts[:20], *articles[:20], *short[:100]])
    corpora = {
        "court decisions (4 kB each)": courts,
        "encyclopedia articles (3 kB each)": articles,
        "single sentences (80 bytes each)": short,
        "the same sentences as cells of one document": [joined(short, PART_BREAK)],
        "one long text (400 kB)": [joined(courts, PART_BREAK)],
    }
    results = {
        "model_kB": round(options.model.stat().st_size / 1000),
        **started(),
        **{name: measure(recognizer, documents, other) for name, documents in corpora.items()},
        "share_of_time": shares(recognizer, [*courts[:20], *articles[:20]]),
        "peak_memory_with_data_MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print(json.dumps(results, indent=1))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
