"""Speed of knowledge look-ups: the array store against wn's own queries, on the same WordNet.

    python benchmarks/bench_knowledge.py [--cache DIR] [--labels 2000] [--large N_CONCEPTS]

Every figure is microseconds of CPU time for one call, the best of several rounds,
because the machine may be shared. ``--large`` also indexes a made-up taxonomy of
the size and shape of SNOMED CT (360,000 concepts) and says time and memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import wn  # noqa: E402

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft  # noqa: E402
from adapters.knowledge.taxonomy import Taxonomy  # noqa: E402
from adapters.knowledge.taxonomy_file import write_taxonomy  # noqa: E402
from adapters.knowledge.wordnet.library import wn_data  # noqa: E402


def microseconds(call: Callable[[Any], object], inputs: Sequence[Any], rounds: int = 7) -> float:
    """CPU time of one call, best of `rounds`."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for value in inputs:
            call(value)
        best = min(best, time.process_time() - start)
    return best / len(inputs) * 1e6


def closure_of_wn(synset: wn.Synset) -> list[str]:
    """The hypernym closure by one query for each step."""
    found: dict[str, None] = {}
    front = [synset]
    while front:
        front = [up for low in front for up in low.hypernyms() if up.id not in found]
        found |= dict.fromkeys(up.id for up in front)
    return list(found)


def compare(taxonomy: Taxonomy, folder: Path, labels: Sequence[str]) -> dict[str, float]:
    """Label to concepts, concept to ancestors and label to chain, by wn and by the arrays."""
    known = [label for label in labels if taxonomy.concepts(label)]
    first = [taxonomy.concepts(label)[0] for label in known]
    with wn_data(folder / "wn"):
        library = wn.Wordnet(str(taxonomy.meta["edition"]))
        synsets = [library.synset(concept) for concept in first]
        for synset in synsets[:20]:
            if set(closure_of_wn(synset)) != set(taxonomy.ancestors(synset.id)):
                raise SystemExit("the closures differ")
        times = {
            "wn: label to synsets": microseconds(library.synsets, known, 2),
            "wn: closure, one query for each step": microseconds(closure_of_wn, synsets, 2),
        }
    return times | {
        "concepts(label)": microseconds(taxonomy.concepts, known),
        "ancestors(concept)": microseconds(taxonomy.ancestors, first),
        "descendants(concept)": microseconds(taxonomy.descendants, first),
        "labels(concept)": microseconds(taxonomy.labels, first),
        "depth(concept)": microseconds(taxonomy.depth, first),
        "label to chain": microseconds(lambda label: taxonomy.ancestors(taxonomy.concepts(label)[0]), known),
    }


_MEMORY = """
import sys
from pathlib import Path
from adapters.knowledge.taxonomy import Taxonomy
def private():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) / 1024
before = private()
import time
start = time.perf_counter()
taxonomy = Taxonomy(Path(sys.argv[1]))
opened = time.perf_counter() - start
for word in taxonomy.vocabulary():
    for concept in taxonomy.concepts(word):
        taxonomy.ancestors(concept)
print(opened, private() - before)
"""


def opening(path: Path) -> tuple[float, float]:
    """Seconds to open, and MB that a process does not share after looking up everything."""
    command = [sys.executable, "-c", _MEMORY, str(path)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def made_up(n_concepts: int) -> TaxonomyDraft:
    """A taxonomy as large as SNOMED CT, with 1.6 parents and three names for each concept."""
    draw = random.Random(1)
    draft = TaxonomyDraft("large", "large:1", "made up", "rf2")
    ids = [str(10**8 + i) for i in range(n_concepts)]
    draft.concepts = set(ids)
    for i in range(1, n_concepts):
        n_parents = draw.choice((1, 1, 2, 2, 2))
        draft.broader += [(ids[i], ids[int(i * draw.random() ** 0.5 * 0.5)]) for _ in range(n_parents)]
    for i, concept in enumerate(ids):
        words = [f"word{draw.randrange(50_000)}" for _ in range(4)]
        draft.labels += [
            DraftLabel(concept, f"{' '.join(words)} {i} {k}", "en", f"synonym {i}") for k in range(3)
        ]
    return draft


def large(n_concepts: int) -> Iterable[tuple[str, float]]:
    draft = made_up(n_concepts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "taxonomy.npz"
        start = time.process_time()
        write_taxonomy(path, draft, {})
        yield "large: indexing, s", time.process_time() - start
        yield "large: peak memory of indexing, MB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield "large: file, MB", path.stat().st_size / 1e6
        seconds, megabytes = opening(path)
        yield "large: opening, s", seconds
        yield "large: unshared memory of a process, MB", megabytes
        taxonomy = Taxonomy(path)
        concepts = random.Random(2).sample(taxonomy.concept_ids(), 2000)
        yield "large: ancestors of a concept, mean", sum(len(taxonomy.ancestors(c)) for c in concepts) / 2000
        yield "large: ancestors(concept), us", microseconds(taxonomy.ancestors, concepts)
        names = [taxonomy.labels(concept)[0].text for concept in concepts]
        yield "large: concepts(label), us", microseconds(taxonomy.concepts, names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--cache", type=Path, default=ROOT / "kb_cache")
    parser.add_argument("--labels", type=int, default=2000)
    parser.add_argument("--large", type=int, default=0, metavar="N_CONCEPTS")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    path = options.cache / "wordnet" / "taxonomy.npz"
    if not path.exists():
        raise SystemExit("no WordNet in the cache: run `saferelease kb fetch wordnet`")
    taxonomy = Taxonomy(path)
    labels = random.Random(0).sample(sorted(taxonomy.vocabulary()), options.labels)
    times = compare(taxonomy, path.parent, labels)
    seconds, megabytes = opening(path)
    per_step = times["wn: label to synsets"] + times["wn: closure, one query for each step"]
    results = {
        "edition": taxonomy.meta["edition"],
        "concepts": len(taxonomy),
        "opening, s": seconds,
        "unshared memory of a process after looking up everything, MB": megabytes,
        "file, MB": path.stat().st_size / 1e6,
        **{f"{name}, us": value for name, value in times.items()},
        "label to chain: wn / arrays": per_step / times["label to chain"],
        "closure: wn / arrays": times["wn: closure, one query for each step"] / times["ancestors(concept)"],
        **dict(large(options.large) if options.large else ()),
        "load average": os.getloadavg()[0],
    }
    for name, value in results.items():
        print(f"{name:64} {value if isinstance(value, str) else f'{value:,.2f}'}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
