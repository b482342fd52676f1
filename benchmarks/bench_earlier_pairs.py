"""Pairs of releases of one text under `earlier_releases: hide_both`: is its class hidden in both together?

    python benchmarks/bench_earlier_pairs.py [DATA] [--pairs 300] [--seed 1] [--held-out]

Messages of 20 Newsgroups are released twice, by turns as a corrected version, for another objective, under a
policy with other identifiers, with a higher k, with a lower k, and as an excerpt. The judge is the release
check, which shares no code with the method: it counts the labelled messages and ranks the group in all words
that either release shows. With `--held-out` the messages are no labelled documents.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scipy.stats import binomtest  # noqa: E402

from benchmarks.bench_release import DEFAULT_SOURCE  # noqa: E402
from engine.checks.hidden_class import ResidualCheck  # noqa: E402
from engine.errors import RefusedError  # noqa: E402
from engine.methods.k_redactor import ClassHider, Labelled, Settings, build_corpus  # noqa: E402
from engine.methods.k_redactor.words import features  # noqa: E402
from engine.methods.overlaps.reading import KeyedWords  # noqa: E402
from engine.methods.overlaps.register import Entry, Register  # noqa: E402
from engine.methods.overlaps.sketch import Sketch  # noqa: E402
from engine.plan.steps import HideClassStep, PlannedEarlierReleases  # noqa: E402
from engine.stages.hide_class.stage import HideClassStage  # noqa: E402
from engine.stages.repeats.earlier_releases import EarlierReleasesStage  # noqa: E402
from engine.text import (  # noqa: E402
    Decision,
    Document,
    SensitiveText,
    carried_out,
)
from research.classes.labelled_corpora import newsgroups  # noqa: E402

KINDS = ("revised", "objective", "policy", "k up", "k down", "excerpt")
NUMBERS = {"number": r"\d[\d.,/:-]*"}
NAMES = {"email": r"\S+@\S+", "person": r"(?<=[a-z,] )[A-Z][a-z]+"}
WORDS = KeyedWords(b"the key of a trial, 32 bytes of it")


class Policy(NamedTuple):
    """What one of two releases asks."""

    k: int = 5
    objective: str = "priced-log-odds"
    identifiers: tuple[str, ...] = tuple(NUMBERS)


FIRST = {"k up": Policy(k=3)}
SECOND = {
    "k down": Policy(k=3),
    "objective": Policy(objective="ova-log-odds"),
    "policy": Policy(identifiers=tuple(NAMES)),
}


class Bench:
    """The labelled messages, and a stage for each policy."""

    def __init__(self, messages: Sequence[Labelled], victims: Sequence[int], held_out: bool) -> None:
        apart = set(victims) if held_out else set()
        self.corpus = build_corpus(message for i, message in enumerate(messages) if i not in apart)
        self._judge, self._held_out = ResidualCheck(self.corpus, 0.1), held_out
        self._stages: dict[Policy, HideClassStage] = {}

    def rank(self, original: str, sensitive: str, releases: Sequence[str]) -> int:
        """Rank of the group in all words that the releases show."""
        own = list(self.corpus.sensitive_classes).index(sensitive)
        shown = frozenset[str]().union(*map(features, releases))
        return self._judge.rank(shown, own, None if self._held_out else features(original))

    def release(
        self, text: str, sensitive: str, policy: Policy, before: Sequence[Sketch]
    ) -> tuple[str, Sketch]:
        """The released text and what the register keeps of it."""
        document, stage = Document("d", SensitiveText(text)), self._stage(policy)
        register = Register(WORDS, [Entry("first", "1", "2026", "p", before)] if before else [])
        step = PlannedEarlierReleases(then="hide_both", keep_days=1)
        earlier = EarlierReleasesStage(step, register, "___")
        decisions = earlier.extend(document, identifiers(text, policy))
        found = stage.decide(document, decisions, [sensitive], seen=earlier.seen(document, stage))
        released = carried_out(text, found.decisions)
        if faults := stage.faults(found, [released]):
            raise RefusedError(*faults)
        return released, earlier.sketch(document, found.decisions, [released], stage.promise(found))

    def _stage(self, policy: Policy) -> HideClassStage:
        if policy not in self._stages:
            settings = Settings(k=policy.k, objective=policy.objective)  # type: ignore[arg-type]
            step = HideClassStep(
                id="hide_class", k=policy.k, class_of="folder", method="k-redactor",
                objective=policy.objective, solution="rounded", priors=True, operator="suppress",
                class_names="suppress", guard=None, corpus_sha256="", n_documents=0, n_classes=20,
                n_topics=7, n_words=0,
            )  # fmt: skip
            self._stages[policy] = HideClassStage(step, ClassHider(self.corpus, settings))
        return self._stages[policy]


def identifiers(text: str, policy: Policy) -> list[Decision]:
    """What stands for an identifiers stage: numbers, or addresses and capitalised words."""
    patterns = NUMBERS | NAMES
    spans = sorted(
        (m.start(), m.end(), c) for c in policy.identifiers for m in re.finditer(patterns[c], text)
    )
    found: list[Decision] = []
    for start, end, category in spans:
        if not found or start >= found[-1].end:
            label = f"[{category.upper()}]"
            found.append(Decision(start, end, "identifiers", category, "replace", label, "identifiers"))
    return found


def corrected(text: str, donor: str, dice: random.Random) -> str:
    """One line in eight left out, and as many of another message of the group put in."""
    lines, others = text.split("\n"), [line for line in donor.split("\n") if line.strip()]
    n = max(1, len(lines) // 8)
    for place in sorted(dice.sample(range(len(lines)), min(n, len(lines))), reverse=True):
        del lines[place]
    for line in dice.sample(others, min(n, len(others))):
        lines.insert(dice.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def excerpt(text: str, dice: random.Random) -> str:
    """Three of five lines, in one piece."""
    lines = text.split("\n")
    n = max(3, len(lines) * 3 // 5)
    start = dice.randrange(max(1, len(lines) - n + 1))
    return "\n".join(lines[start : start + n])


def outcome(bench: Bench, kind: str, text: str, second: str, sensitive: str) -> str:
    """What becomes of one pair."""
    first_policy, policy = FIRST.get(kind, Policy()), SECOND.get(kind, Policy())
    try:
        one, sketch = bench.release(text, sensitive, first_policy, ())
    except RefusedError:
        return "first refused"
    try:
        two, _ = bench.release(second, sensitive, policy, [sketch])
    except RefusedError:
        return "refused"
    together = bench.rank(text, sensitive, [one, two])
    if together < min(first_policy.k, policy.k) or bench.rank(text, sensitive, [two]) < policy.k:
        return "DISCLOSED"
    return "hidden" if together >= policy.k else "hidden among the lower k"


def main() -> None:
    """Count outcomes by kind of pair."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("data", nargs="?", type=Path, default=DEFAULT_SOURCE.parents[1])
    ask.add_argument("--pairs", type=int, default=60)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--held-out", action="store_true")
    given = ask.parse_args()
    dice, messages = random.Random(given.seed), list(newsgroups(given.data))
    victims = dice.sample(range(len(messages)), given.pairs)
    bench = Bench(messages, victims, given.held_out)
    found: Counter[tuple[str, str]] = Counter()
    for number, i in enumerate(victims):
        kind, text, own = KINDS[number % len(KINDS)], messages[i].text.reveal(), messages[i].sensitive
        group = [m for j, m in enumerate(messages) if m.sensitive == own and j not in victims]
        second = corrected(text, dice.choice(group).text.reveal(), dice) if kind == "revised" else text
        second = excerpt(text, dice) if kind == "excerpt" else second
        found[outcome(bench, kind, text, second, own), kind] += 1
    for result in sorted({result for result, _ in found}):
        by_kind = {kind: found[result, kind] for kind in KINDS if found[result, kind]}
        n = sum(by_kind.values())
        low, high = binomtest(n, given.pairs).proportion_ci(method="wilson")
        print(f"{result}: {n} of {given.pairs} ({low:.3f} to {high:.3f}); {by_kind}")


if __name__ == "__main__":
    main()
