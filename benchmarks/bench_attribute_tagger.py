"""A sequence tagger as finder of clues to personal attributes, beside `attributes-strict`.

    python benchmarks/bench_attribute_tagger.py

A conditional random field judges each word of a post by its rarity, part of speech, kind of thing, ending and
what `attributes-strict` made of it, and by the same of three words to either side. It learns which words are
strong words of clues from `development`, `second` and `third` of benchmarks/posts. How likely a word must be
is chosen on `third`, a quarter of its people left out at a time, so that 85 or 87 % of the words stay. The
posts of `fourth` are used for nothing else. A second reading learns whole clues and takes their rare words.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pycrfsuite
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scipy.stats import binomtest  # noqa: E402

from engine.language.terms import term_keys  # noqa: E402
from engine.language.word_lists.stop_words import STOP_WORDS  # noqa: E402
from engine.methods.attributes.cues import Token  # noqa: E402
from engine.methods.attributes.rare import kinds_of  # noqa: E402
from engine.methods.attributes.tags import tags_of  # noqa: E402
from flows.compiling.compilation import compile_policy  # noqa: E402
from research.attributes.posts import Person, Post, read_posts  # noqa: E402
from research.attributes.telling_words import TellingWords  # noqa: E402
from research.through_policy import inspected_texts  # noqa: E402

KINDS = (
    *("food", "beverage", "plant", "animal", "garment", "vehicle", "tool", "machine", "worker", "sport"),
    *("illness", "relative", "person", "building", "time period", "money", "room", "body of water"),
    *("region", "furniture", "body part", "weather", "land", "artifact", "substance", "group", "event"),
    *("act", "communication"),
)
STRONG, CLUE = ("S",), ("B", "I")
RARE_BITS = 8
"""A word of one context in 256, or rarer, is rare."""

Scores = list[NDArray[np.float64]]


@dataclass
class Read:
    """A post, by its words: what a tagger sees, what is to be found, what `attributes-strict` changes."""

    who: str
    features: list[list[str]]
    rare: list[bool]
    changed: list[bool]
    clues: list[tuple[list[int], list[int]]]

    def labels(self, strong: bool) -> list[str]:
        """What each word is: a strong word of a clue, or the first or a later word of one."""
        found = ["O"] * len(self.features)
        for places, telling in self.clues:
            for order, place in enumerate(telling if strong else places):
                found[place] = "S" if strong else "I" if order or found[place] != "O" else "B"
        return found


class Reader:
    """Reads posts under `attributes-strict`."""

    def __init__(self) -> None:
        self._compiled = compile_policy("attributes-strict")
        assert self._compiled.vocabulary is not None
        self._vocabulary, self._taxonomy = self._compiled.vocabulary, self._compiled.taxonomy
        self._kind = kinds_of(self._taxonomy, KINDS)
        self._telling = TellingWords(self._vocabulary)

    def read(self, *names: str) -> list[Read]:
        """The posts of some files of benchmarks/posts."""
        paths = [ROOT / "benchmarks" / "posts" / f"{name}.yaml" for name in names]
        posts = [(one, post) for path in paths for one in read_posts(path) for post in one.posts]
        looked = inspected_texts(self._compiled, [post.text for _, post in posts])
        made = [[(d.start, d.end, f"{d.category}/{d.action}") for d in found.decisions] for found in looked]
        return [self._read(one, post, found) for (one, post), found in zip(posts, made, strict=True)]

    def _read(self, person: Person, post: Post, made: Sequence[tuple[int, int, str]]) -> Read:
        spans = [match.span() for match in re.finditer(r"\S+", post.text)]
        by = [next((c for a, b, c in made if a < end and start < b), "") for start, end in spans]
        seen, bits = self._words([post.text[start:end] for start, end in spans], spans, by)
        clues = []
        for _, first, last in post.places():
            places = [i for i, (start, end) in enumerate(spans) if start < last and first < end]
            cut = [post.text[max(first, spans[i][0]) : min(last, spans[i][1])] for i in places]
            clues.append(
                (
                    places,
                    [i for i, is_strong in zip(places, self._telling.among(cut), strict=True) if is_strong],
                )
            )
        features = [_around(seen, place) for place in range(len(spans))]
        return Read(person.id, features, [b >= RARE_BITS for b in bits], [bool(c) for c in by], clues)

    def _words(
        self, written: Sequence[str], spans: Sequence[tuple[int, int]], by: Sequence[str]
    ) -> tuple[list[dict[str, str]], list[int]]:
        bare = [re.sub(r"^\W+|\W+$", "", word) for word in written]
        tokens = [Token(*span, word, word) for span, word in zip(spans, bare, strict=True)]
        tags = list(tags_of(tokens, self._taxonomy.readings))
        bits = [self._bits(word) for word in bare]
        seen = []
        for place, word in enumerate(bare):
            low, begins = word.lower(), place == 0 or written[place - 1][-1] in ".?!"
            kind = self._kind(low, False) if tags[place] == "n" and low else ""
            capital = str(word[:1].isupper() and not begins)
            has = {"rare": str(bits[place]), "tag": tags[place], "kind": kind, "by": by[place], "word": low}
            seen.append(
                has | {"capital": capital, "number": str(any(map(str.isdigit, word))), "end": low[-3:]}
            )
        return seen, bits

    def _bits(self, word: str) -> int:
        keys = [key for key in term_keys(word) if key not in STOP_WORDS]
        if not keys:
            return -1
        share = min(map(self._vocabulary.count, keys)) / self._vocabulary.n_contexts
        return int(-np.log2(share + 1e-7))


def _around(seen: Sequence[dict[str, str]], place: int) -> list[str]:
    found = ["bias"]
    for apart in range(-3, 4):
        if 0 <= place + apart < len(seen):
            names = list(seen[place]) if abs(apart) < 2 else ["tag", "kind", "word", "by"]
            found += [f"{name}{apart}={seen[place + apart][name]}" for name in names]
    return found


def scored(posts: Sequence[Read], learned: Sequence[Read], strong: bool) -> Scores:
    """How likely each word of some posts is one to be found, by a tagger that learned from others."""
    with tempfile.TemporaryDirectory() as folder:
        trainer = pycrfsuite.Trainer(verbose=False)
        trainer.set_params({"c1": 0.05, "c2": 1.0, "max_iterations": 120})
        for one in learned:
            trainer.append(one.features, one.labels(strong))
        trainer.train(f"{folder}/model")
        tagger = pycrfsuite.Tagger()
        tagger.open(f"{folder}/model")
        return [_score(tagger, one, strong) for one in posts]


def _score(tagger: pycrfsuite.Tagger, one: Read, strong: bool) -> NDArray[np.float64]:
    tagger.set(one.features)
    labels = STRONG if strong else CLUE
    found = np.array([sum(tagger.marginal(each, i) for each in labels) for i in range(len(one.features))])
    return found if strong else np.where(one.rare, found, found * 0.05)


def told(name: str, posts: Sequence[Read], gone: Sequence[Sequence[bool]]) -> None:
    """Print a line."""
    pairs = [(words, clue) for one, words in zip(posts, gone, strict=True) for clue in one.clues]
    mild = sum(not any(words[i] for i in places) for words, (places, _) in pairs)
    left = sum(any(not words[i] for i in strong) for words, (_, strong) in pairs)
    changed = np.concatenate([np.array(words, np.bool_) for words in gone])
    print(
        f"| {name} | {_share(mild, len(pairs))} | {_share(left, len(pairs))} | {1 - changed.mean():.3f} |",
        flush=True,
    )


def _share(n: int, of: int) -> str:
    low, high = binomtest(n, of).proportion_ci(method="wilson")
    return f"{n / of:.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    """Print the table."""
    reader = Reader()
    own, chosen, fresh = reader.read("development", "second"), reader.read("third"), reader.read("fourth")
    people = sorted({one.who for one in chosen})
    print("| finder | clues left | strong word left | words unchanged |\n| --- | --- | --- | --- |")
    told("attributes-strict", fresh, [one.changed for one in fresh])
    for strong, name in ((True, "strong words"), (False, "rare words of clues")):
        known: dict[int, NDArray[np.float64]] = {}
        for fold in (people[i::4] for i in range(4)):
            out = [i for i, one in enumerate(chosen) if one.who in fold]
            rest = [*own, *(one for one in chosen if one.who not in fold)]
            known |= dict(zip(out, scored([chosen[i] for i in out], rest, strong), strict=True))
        ordered = np.sort(np.concatenate(list(known.values())))[::-1]
        scores = scored(fresh, [*own, *chosen], strong)
        for kept in (0.85, 0.87):
            limit = ordered[int((1 - kept) * len(ordered))]
            gone = [(score > limit).tolist() for score in scores]
            told(f"tagger: {name}, {kept}", fresh, gone)
            both = [
                [a or b for a, b in zip(g, one.changed, strict=True)]
                for g, one in zip(gone, fresh, strict=True)
            ]
            told(f"both: {name}, {kept}", fresh, both)


if __name__ == "__main__":
    main()
