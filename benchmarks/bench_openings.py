"""Twelve annotated openings: how far two annotators agree, and each setting of C-sanitized with them.

    python benchmarks/bench_openings.py [--alpha 1.5 2 2.25 2.5 3 4]

The last line takes each topic's setting from the other five topics (leave one topic out).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import mean
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adapters.knowledge.registry import open_knowledge  # noqa: E402
from adapters.machine.locations import kb_cache  # noqa: E402
from engine.language.word_lists.function_words import is_content_word  # noqa: E402
from engine.measures.terms import MarkedText, Score, truly_gone  # noqa: E402
from engine.methods.c_sanitized import Taxonomy  # noqa: E402
from engine.policy.clauses.concepts import ConceptSettings  # noqa: E402
from flows.compiling.compilation import compile_loaded  # noqa: E402
from research.concepts.gold import utility  # noqa: E402
from research.through_policy import concept_policy, inspected_texts  # noqa: E402

FILE = ROOT / "benchmarks" / "data" / "openings.jsonl"
Setting = tuple[float, str]
ALPHAS = (1.5, 2.0, 2.25, 2.5, 3.0, 4.0)


class Opening(NamedTuple):
    """An opening, and the places of the content words that each annotator marked."""

    concept: str
    marked: MarkedText
    places: Mapping[str, set[int]]


class Figures(NamedTuple):
    """F by words, F by words truly gone, utility preserved."""

    words: float
    gone: float
    utility: float


def openings(file: Path = FILE) -> Iterator[Opening]:
    """The annotated openings of a file."""
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        marked = MarkedText(row["text"])
        places = {name: marked.places(map(tuple, spans)) for name, spans in row["spans"].items()}
        yield Opening(row["concept"], marked, places)


def agreement(found: Sequence[Opening]) -> tuple[float, float]:
    """Mean F of distinct words between the two annotators, and Cohen's kappa over content words."""
    table = dict.fromkeys(product((True, False), repeat=2), 0)
    scores = []
    for opening in found:
        first, second = opening.places.values()
        marked = opening.marked
        scores.append(Score.of(marked.words(first), marked.words(second)).f_measure)
        for place, token in enumerate(marked.tokens):
            if is_content_word(marked.text[token.start : token.end]):
                table[place in first, place in second] += 1
    return mean(scores), kappa(table)


def kappa(table: Mapping[tuple[bool, bool], int]) -> float:
    """Cohen's kappa of two yes-or-no judgements."""
    n = sum(table.values())
    agreed = (table[True, True] + table[False, False]) / n
    first = (table[True, True] + table[True, False]) / n
    second = (table[True, True] + table[False, True]) / n
    chance = first * second + (1 - first) * (1 - second)
    return (agreed - chance) / (1 - chance)


def figures(found: Sequence[Opening], alpha: float, unseen: str, taxonomy: Taxonomy) -> list[Figures]:
    """What a policy with this setting does with each opening, as the mean over both annotators."""
    results: dict[int, Figures] = {}
    for concept in dict.fromkeys(opening.concept for opening in found):
        settings = ConceptSettings.model_validate({"protect": concept, "alpha": alpha, "unseen": unseen})
        compiled = compile_loaded(concept_policy(settings, "wikipedia", ["wordnet"]))
        numbers = [number for number, each in enumerate(found) if each.concept == concept]
        texts = [found[number].marked.text for number in numbers]
        for number, text, inspected in zip(numbers, texts, inspected_texts(compiled, texts), strict=True):
            decisions = inspected.decisions
            marked = found[number].marked
            spans = marked.places((each.start, each.end) for each in decisions)
            gone = truly_gone(marked, ((each.start, each.end, each.replacement) for each in decisions))
            kept = utility(text, decisions, compiled.concepts[0], taxonomy)["generalization"]
            results[number] = Figures(_f(found[number], spans), _f(found[number], gone), kept)
    return [results[number] for number in range(len(found))]


def _f(opening: Opening, places: set[int]) -> float:
    words = opening.marked.words
    return mean(Score.of(words(places), words(own)).f_measure for own in opening.places.values())


def left_out(found: Sequence[Opening], tried: Mapping[Setting, Sequence[Figures]]) -> list[Figures]:
    """Figures of each opening at the setting with the best F by words on the other topics."""

    def best(concept: str) -> Setting:
        others = [number for number, each in enumerate(found) if each.concept != concept]
        return max(tried, key=lambda setting: mean(tried[setting][number].words for number in others))

    return [tried[best(each.concept)][number] for number, each in enumerate(found)]


def main() -> None:
    """Print the agreement, one line for each setting, and one with topics left out."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--alpha", type=float, nargs="+", default=ALPHAS)
    found = list(openings())
    print("annotators: F by words {:.3f}, kappa {:.3f}".format(*agreement(found)))
    taxonomy = Taxonomy.read([open_knowledge("wordnet", kb_cache())])
    tried = {}
    for setting in product(ask.parse_args().alpha, ("generalize", "keep")):
        tried[setting] = figures(found, *setting, taxonomy)
        print(*setting, _line(tried[setting]), flush=True)
    print("topics left out:", _line(left_out(found, tried)))


def _line(results: Sequence[Figures]) -> str:
    means = [mean(column) for column in zip(*results, strict=True)]
    return "F by words {:.3f}, gone {:.3f}, utility {:.3f}".format(*means)


if __name__ == "__main__":
    main()
