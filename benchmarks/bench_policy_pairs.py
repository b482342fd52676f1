"""The same documents released under two shipped policies: what do both releases tell that one alone does not?

    python benchmarks/bench_policy_pairs.py [--documents 60] [--source posts|messages|newsgroups] [--seed 1]

Posts of `benchmarks/posts`, templated messages or newsgroup messages are released twice by `saferelease run`
under each pair of shipped policies: once in a home of its own, so that the first release is not known, once
beside the register that every installation keeps. The reader has both releases. A word of the original counts
as shown if either release shows it at its place. He is compared with a reader of the release that shows more:
a document is restored when the two together show every word of it and neither alone does.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ruamel.yaml import YAML  # noqa: E402
from scipy.stats import binomtest  # noqa: E402

from engine.language.terms import tokenize  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
PAIRS = (
    ("hipaa-safe-harbor", "gdpr-special-categories"),
    ("gdpr-special-categories", "hipaa-safe-harbor"),
    ("hipaa-limited-data-set", "us-state-hiv-std"),
    ("attributes-strict", "us-court-filings"),
)
"""Earlier release, later release."""
_LABEL = re.compile(r"\[[A-Z][A-Z 0-9-]*\]")
Seen = frozenset[int]
"""Places of the words of an original that a release shows."""


class Outcome(NamedTuple):
    """What became of one document under a pair of policies."""

    words: int
    first: int
    second: int
    both: int

    @property
    def beyond(self) -> int:
        """Words shown by both together beyond the release that shows more."""
        return self.both - max(self.first, self.second)

    @property
    def restored(self) -> bool:
        """Whether the two show every word, and neither alone does."""
        return self.both == self.words > max(self.first, self.second)


def documents(source: str, n: int, seed: int) -> list[str]:
    """Texts of a source, drawn by lot."""
    dice = random.Random(seed)
    texts = sorted(set(_texts(source)))
    return dice.sample(texts, min(n, len(texts)))


def _texts(source: str) -> Iterator[str]:
    if source == "posts":
        for path in sorted((ROOT / "benchmarks" / "posts").glob("*.yaml")):
            people = YAML(typ="safe").load(path)["people"]
            yield from (post["text"] for person in people for post in person["posts"])
    elif source == "messages":
        rows = json.loads((DATA / "pii-synthetic" / "generated_large.json").read_text(encoding="utf-8"))
        yield from (row["full_text"] for row in rows)
    elif source == "newsgroups":
        with lzma.open(DATA / "newsgroups" / "20news-bydate-train.jsonl.xz", "rt", encoding="utf-8") as lines:
            yield from (text for line in lines if len(text := json.loads(line)["text"]) < 3000)
    else:
        raise SystemExit("source must be posts, messages or newsgroups")


def released(policy: str, inbox: Path, home: Path, out: Path) -> dict[str, str]:
    """Release a folder; released texts by the number of the document."""
    environment = os.environ | {"SAFERELEASE_HOME": str(home)}
    line = [
        str(Path(sys.executable).with_name("saferelease")),
        "run",
        policy,
        str(inbox),
        "--out",
        str(out),
        "--json",
    ]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"run ended with {done.returncode}")
    folder = out / "documents"
    return {path.stem.removeprefix("document-"): path.read_text("utf-8") for path in folder.glob("*.txt")}


def seen(original: str, release: str) -> Seen:
    """Which words of the original a release shows at their places."""
    here, there = ([t.key for t in tokenize(_LABEL.sub(" ", text))] for text in (original, release))
    blocks = SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks()
    return frozenset(place for a, _, n in blocks for place in range(a, a + n))


def pair_outcomes(first: str, second: str, texts: Sequence[str]) -> dict[str, list[Outcome]]:
    """Outcomes of a pair, without and with the register; refused documents are left out."""
    with tempfile.TemporaryDirectory(prefix="policy-pairs-") as name:
        folder = Path(name)
        inbox = folder / "inbox"
        inbox.mkdir()
        for number, text in enumerate(texts, start=1):
            (inbox / f"{number:06}.txt").write_text(text, encoding="utf-8")
        one = released(first, inbox, folder / "home", folder / "one")
        later = {
            "unknown": released(second, inbox, folder / "apart", folder / "unknown"),
            "known": released(second, inbox, folder / "home", folder / "known"),
        }
    return {how: list(_outcomes(texts, one, two)) for how, two in later.items()}


def _outcomes(texts: Sequence[str], one: dict[str, str], two: dict[str, str]) -> Iterator[Outcome]:
    for number, text in enumerate(texts, start=1):
        key = f"{number:06}"
        if key in one and key in two:
            shown = seen(text, one[key]), seen(text, two[key])
            n_words = len(list(tokenize(_LABEL.sub(" ", text))))
            yield Outcome(n_words, len(shown[0]), len(shown[1]), len(shown[0] | shown[1]))


def told(outcomes: Sequence[Outcome], n: int) -> str:
    """One line of figures."""
    words, beyond = sum(one.words for one in outcomes), sum(one.beyond for one in outcomes)
    restored = sum(one.restored for one in outcomes)
    low, high = binomtest(restored, max(1, len(outcomes))).proportion_ci(method="wilson")
    later = 1 - sum(one.second for one in outcomes) / max(1, words)
    return (
        f"{len(outcomes)} of {n} released twice; {restored} restored ({low:.3f} to {high:.3f}); "
        f"{beyond} of {words} words beyond the release that shows more, in "
        f"{sum(one.beyond > 0 for one in outcomes)} documents; the later release hides {later:.3f}"
    )


def main() -> None:
    """Print a line for each pair, without and with the register."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--documents", type=int, default=60)
    ask.add_argument("--source", default="newsgroups")
    ask.add_argument("--seed", type=int, default=1)
    given = ask.parse_args()
    texts = documents(given.source, given.documents, given.seed)
    for first, second in PAIRS:
        for how, outcomes in pair_outcomes(first, second, texts).items():
            print(f"{first}, then {second}, the first {how}: {told(outcomes, len(texts))}", flush=True)


if __name__ == "__main__":
    main()
