"""Attackers with documents of their own against protected concepts: the curve against the words changed.

    saferelease corpus build DATA/wikipedia/wikipedia-1of4.jsonl.xz --out CORPUS --knowledge wordnet
    python benchmarks/bench_concept_attackers.py CORPUS [DATA] [--seed 0] [--figure FILE.svg]

The articles are divided among three parties, so that no article belongs to two. The defender counts the
first quarter: its corpus is all that the method knows. The attackers learn from paragraphs of the third
quarter, and paragraphs of the last one are attacked. Each paragraph holds the names of one of the concepts.
One policy protects all of them, so that what goes depends on the text alone. The attackers guess which
concept a released paragraph is about. They learned once from originals, once from paragraphs redacted alike.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scipy.stats import binomtest  # noqa: E402

from adapters.knowledge.registry import open_knowledge  # noqa: E402
from adapters.machine.locations import kb_cache  # noqa: E402
from adapters.policies.files import CORPUS_FOLDERS  # noqa: E402
from adapters.reports.figures import axes_of, svg_of  # noqa: E402
from engine.language.terms import tokenize  # noqa: E402
from engine.policy.clauses.concepts import ConceptSettings  # noqa: E402
from engine.text import carried_out  # noqa: E402
from flows.compiling.compilation import compile_policy  # noqa: E402
from research.classes.text_attackers import ATTACKERS, ranks_of  # noqa: E402
from research.concepts.encyclopedia import articles  # noqa: E402
from research.concepts.readers import Subjects  # noqa: E402
from research.through_policy import inspected_texts  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
CONCEPTS = ("HIV", "cancer", "homosexuality", "pregnancy", "Catholicism", "depression")
SETTINGS = ((1.1, 0.0), (1.25, 0.0), (1.5, 0.0), (2.0, 0.0), (3.0, 0.0), (1.5, 0.85), (2.0, 0.5))
"""`alpha`, and `combinations`; 0 leaves it out."""
LESSONS, VICTIMS = 120, 60
"""Paragraphs of each concept."""
_WORDS = range(40, 250)


class Released(NamedTuple):
    """Paragraphs as one policy releases them; refused ones are left out."""

    originals: list[str]
    texts: list[str]
    concepts: list[str]
    changed: float


def paragraphs(folder: Path, part: str, n: int, subjects: Subjects, seed: int) -> list[tuple[str, str]]:
    """Paragraphs of a quarter that hold the names of one concept, at most two of an article."""
    found: dict[str, list[str]] = {name: [] for name in CONCEPTS}
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / part).symlink_to((folder / part).resolve())
        for article in articles(Path(name)):
            taken = 0
            for paragraph in article["text"].split("\n\n"):
                concept = subjects.of(paragraph) if len(paragraph.split()) in _WORDS and taken < 2 else None
                if concept in found:
                    found[concept].append(paragraph)
                    taken += 1
    dice = random.Random(seed)
    return [(text, name) for name, own in found.items() for text in dice.sample(own, min(n, len(own)))]


def policy(folder: Path, corpus: Path, alpha: float, combinations: float) -> str:
    """A policy that protects all the concepts."""
    rest = f"alpha: {alpha}" + (f", combinations: {combinations}" if combinations else "")
    clauses = "\n".join(
        f"  - {{id: c{n}, law: House rule, protect: {name}, {rest}}}" for n, name in enumerate(CONCEPTS)
    )
    path = folder / f"concepts-{alpha}-{combinations}.yaml"
    path.write_text(
        f"policy: concepts\nversion: 1.0.0\ntitle: Concepts\ncounts: {corpus.resolve()}\n"
        f"knowledge: [wordnet]\nlaws: [{{cite: House rule, title: House}}]\nconcepts:\n{clauses}\n",
        encoding="utf-8",
    )
    return str(path)


def released(name: str, labelled: Sequence[tuple[str, str]]) -> Released:
    """What a policy leaves of paragraphs."""
    found = inspected_texts(compile_policy(name), [text for text, _ in labelled])
    kept = [(one, pair) for one, pair in zip(found, labelled, strict=True) if not one.left]
    n_words = sum(len(tokenize(text)) for _, (text, _) in kept)
    gone = sum(
        len(tokenize(text[each.start : each.end])) for one, (text, _) in kept for each in one.decisions
    )
    texts = [carried_out(text, one.decisions) for one, (text, _) in kept]
    originals, concepts = [text for _, (text, _) in kept], [own for _, (_, own) in kept]
    return Released(originals, texts, concepts, gone / max(1, n_words))


Shares = dict[tuple[str, str], float]
KNOWS = ("originals", "redacted")


def shares(lessons: Released, victims: Released, texts: Sequence[str]) -> Shares:
    """Attacker and what taught it -> how often its first guess is right."""
    taught = dict(zip(KNOWS, (lessons.originals, lessons.texts), strict=True))
    return {
        (name, knows): float(
            (ranks_of(make().fit(own, lessons.concepts), texts, victims.concepts) == 1).mean()
        )
        for name, make in ATTACKERS.items()
        for knows, own in taught.items()
    }


def told(setting: str, victims: Released, found: Shares) -> tuple[float, float, float]:
    """Print a line; the share of words changed and the best attacker of either kind."""
    best = [max(value for (_, knows), value in found.items() if knows == kind) for kind in KNOWS]
    n = len(victims.texts)
    low, high = binomtest(round(max(best) * n), n).proportion_ci(method="wilson")
    each = ", ".join(f"{name}/{knows} {value:.3f}" for (name, knows), value in found.items())
    print(
        f"{setting}: {victims.changed:.3f} of words changed, {n} victims; best taught by originals "
        f"{best[0]:.3f}, alike {best[1]:.3f}; of all {low:.3f} to {high:.3f}; {each}",
        flush=True,
    )
    return victims.changed, best[0], best[1]


def drawn(path: Path, curves: Mapping[str, Sequence[tuple[float, float, float]]]) -> None:
    """Draw the curves."""
    figure, axes = axes_of(
        "Six concepts, attackers with texts of their own", "words changed", "concept named"
    )
    for name, rows in curves.items():
        for place, knows in enumerate(KNOWS, start=1):
            points = sorted((row[0], row[place]) for row in rows)
            axes.plot(*zip(*points, strict=True), marker="o", label=f"{name}, taught by {knows}")
    axes.axhline(1 / len(CONCEPTS), linestyle=":", color="grey", label="chance")
    axes.set_ylim(0, 1)
    path.write_bytes(svg_of(figure, axes))


def main() -> None:
    """Print the curve, and draw it on request."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("corpus", type=Path)
    ask.add_argument("data", nargs="?", type=Path, default=DATA)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--figure", type=Path)
    given = ask.parse_args()
    os.environ[CORPUS_FOLDERS] = str(given.corpus.resolve().parent)
    rules = {name: ConceptSettings(protect=name, alpha=1.5) for name in CONCEPTS}
    subjects = Subjects(rules, [open_knowledge("wordnet", kb_cache())])
    folder = given.data / "wikipedia"
    own = paragraphs(folder, "wikipedia-3of4.jsonl.xz", LESSONS, subjects, given.seed)
    attacked = paragraphs(folder, "wikipedia-4of4.jsonl.xz", VICTIMS, subjects, given.seed)
    counted = {name: [sum(c == name for _, c in some) for some in (own, attacked)] for name in CONCEPTS}
    print(f"lessons and victims by concept: {counted}", flush=True)
    curves: dict[str, list[tuple[float, float, float]]] = {"single terms": [], "combinations": []}
    with tempfile.TemporaryDirectory() as scratch:
        for setting in SETTINGS:
            name = policy(Path(scratch), given.corpus, *setting)
            lessons, victims = released(name, own), released(name, attacked)
            if setting == SETTINGS[0]:
                before = shares(lessons, victims, victims.originals)
                print(f"unredacted, taught by originals: {max(before.values()):.3f}", flush=True)
            found = shares(lessons, victims, victims.texts)
            curve = curves["combinations" if setting[1] else "single terms"]
            curve.append(told(f"alpha {setting[0]}, combinations {setting[1]}", victims, found))
    if given.figure:
        drawn(given.figure, curves)


if __name__ == "__main__":
    main()
