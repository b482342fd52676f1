"""Words that few people write: of a trade, a region, another language; and what kind of thing they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.catalog.attributes import AttributeName
from engine.counts.disclosure import Vocabulary
from engine.language.terms import fold, term_key, term_keys
from engine.methods.attributes.cues import Token
from engine.methods.attributes.findings import Finding
from engine.methods.attributes.tables.everyday import EVERYDAY
from engine.methods.c_sanitized import Taxonomy

_ABOUT: tuple[AttributeName, ...] = ("place", "birthplace", "occupation")
_MIN_LETTERS = 4
_MILLION = 1_000_000
_BEFORE_VERBS = frozenset(
    ["i", "he", "she", "we", "they", "you", "it", "to", "not", "will", "would", "can", "could", "who"]
)
"""After these a word is a verb, whatever else it may be: "he mails me"."""
_OTHER_WORDS = 0.02
"""A word that names no thing (a verb, an adjective) must be fifty times as rare: "answered" is no clue."""
_KINDS = (
    "food",
    "beverage",
    "plant",
    "animal",
    "garment",
    "clothing",
    "vehicle",
    "weapon",
    "tool",
    "machine",
    "musical instrument",
    "instrument",
    "equipment",
    "container",
    "furniture",
    "building",
    "room",
    "fabric",
    "substance",
    "body of water",
    "land",
    "geological formation",
    "region",
    "district",
    "worker",
    "relative",
    "person",
    "organization",
    "institution",
    "ceremony",
    "festival",
    "game",
    "sport",
    "music",
    "language",
    "storm",
    "weather",
    "illness",
    "structure",
    "artifact",
    "organism",
    "group",
    "natural object",
)
"""Kinds of things, by their names in WordNet: the first that a word belongs to stands in its place."""
_NAMES = {"artifact": "object", "organism": "living thing", "natural object": "object", "beverage": "drink"}


class RareWords:
    """Finds words that stand in few contexts of a corpus and name a thing.

    Parameters
    ----------
    vocabulary : Vocabulary
        Counts of the corpus.
    taxonomy : Taxonomy
        Says what kind of thing a word names.
    below : int
        Contexts in a million from which a word is not rare.
    """

    def __init__(self, vocabulary: Vocabulary, taxonomy: Taxonomy, below: int) -> None:
        self._vocabulary = vocabulary
        self._kind_of = kinds_of(taxonomy)
        self._below = below * vocabulary.n_contexts / _MILLION

    def find(self, tokens: Sequence[Token]) -> Iterator[Finding]:
        """The rare words of a text, in order."""
        before = ""
        for token in tokens:
            word = token.word.lower()
            kind = "" if before in _BEFORE_VERBS else self._kind(word)
            before = word
            if kind:
                yield Finding(token.start, token.end, _ABOUT, {"nothing": kind}, "noun", "rare word")

    def _kind(self, word: str) -> str:
        """What may stand for a word; empty where it is not rare, or no clue."""
        if len(word) < _MIN_LETTERS or not word.isalpha() or word in EVERYDAY or fold(word) in EVERYDAY:
            return ""
        count = min(map(self._vocabulary.count, term_keys(word)), default=self._below)
        if count >= self._below:
            return ""
        return self._kind_of(word) or ("something" if count < self._below * _OTHER_WORDS else "")


def kinds_of(taxonomy: Taxonomy) -> Callable[[str], str]:
    """What kind of thing a word names in its most frequent sense; empty where that is none."""
    keys = {term_key(kind): kind for kind in reversed(_KINDS)}
    order = {kind: place for place, kind in enumerate(_KINDS)}

    def kind_of(word: str) -> str:
        for label in dict.fromkeys((word, fold(word))):
            if not taxonomy.readings(label).startswith("n"):
                continue
            for senses in taxonomy.senses(label):
                if label not in senses[0].spelt:
                    continue  # a name
                found = [keys[key] for key in senses[0].above if key in keys]
                best = min(found, key=order.__getitem__, default="")
                return _NAMES.get(best, best)
        return ""

    return kind_of
