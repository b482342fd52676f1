"""Words that few people write: of a trade, a region, another language; and what kind of thing they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.catalog.attributes import AttributeName
from engine.catalog.lexicon import words
from engine.counts.disclosure import Vocabulary
from engine.language.noun_phrases import Tag
from engine.language.terms import fold, term_key, term_keys
from engine.language.word_lists.function_words import is_content_word
from engine.language.word_lists.verbs import BASE_FORMS
from engine.methods.attributes.cues import Token
from engine.methods.attributes.findings import REDACTED, Finding, Form
from engine.methods.attributes.tags import tags_of
from engine.methods.c_sanitized import Taxonomy
from engine.methods.c_sanitized.replacing.taxonomy import Sense

_ABOUT: tuple[AttributeName, ...] = ("place", "birthplace", "occupation")
_EVERYDAY = frozenset(words("attributes/everyday"))
"""Words that are rare in the corpus and common in talk."""
_MIN_LETTERS = 4
_MILLION = 1_000_000
_OTHER_WORDS = 0.02
"""A word that names no thing must be fifty times as rare: "answered" is no clue. Verbs stay, however rare."""
_NATURAL = (
    *("food", "beverage", "plant", "animal", "garment", "vehicle", "weapon", "tool", "machine"),
    *("musical instrument", "furniture", "worker", "festival", "sport", "language"),
    *("storm", "illness", "relative"),
)
"""Kinds of things, by their names in WordNet: the first that a word belongs to stands in its place."""
_FIRST = ("food", "beverage", "garment", "plant", "tool", "container")
"""Kinds that stand for a word already where its most frequent sense alone is of them: "beans", "frock"."""
_THINGS = (
    *("artifact", "organism", "substance", "natural object", "group", "person", "body of water", "land"),
    *("geological formation", "region", "district", "ceremony", "game", "music", "weather"),
)
"""Wider kinds, which read badly where they stand for a word: a label does."""


_KindOf = Callable[[str, bool], str]


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
        self._natural = kinds_of(taxonomy, _NATURAL)
        self._first = kinds_of(taxonomy, _FIRST)
        self._things = kinds_of(taxonomy, (*_NATURAL, *_THINGS))
        self._readings = taxonomy.readings
        self._below = below * vocabulary.n_contexts / _MILLION

    def find(self, tokens: Sequence[Token]) -> Iterator[Finding]:
        """The rare words of a text, in order."""
        for token, tag in zip(tokens, tags_of(tokens, self._readings), strict=True):
            word = token.word.lower()
            share = self._rarity(word)
            if share >= 1.0:
                continue
            kind = (self._natural(word, True) or self._first(word, False)) if tag == "n" else ""
            if kind or share < self._most(word, tag):
                yield _finding(token, kind)

    def _most(self, word: str, tag: Tag) -> float:
        """How rare a word must be to go for which no kind can stand."""
        if tag == "n" and self._things(word, False):
            return 1.0
        is_verb = tag not in ("n", "a") and (self._readings(word) or self._readings(fold(word)))
        return 0.0 if is_verb else _OTHER_WORDS

    def _rarity(self, word: str) -> float:
        """How often a word stands in the corpus, 1 where it is no longer rare; 1 for what is no clue."""
        is_plain = (
            not {word, fold(word)}.isdisjoint(_EVERYDAY) or not is_content_word(word) or word in BASE_FORMS
        )
        if len(word) < _MIN_LETTERS or not word.isalpha() or is_plain:
            return 1.0
        return min(map(self._vocabulary.count, term_keys(word)), default=self._below) / self._below


def _finding(token: Token, kind: str) -> Finding:
    form: Form = "noun" if kind else "label"
    return Finding(token.start, token.end, _ABOUT, {"nothing": kind or REDACTED}, form, "rare word")


def kinds_of(taxonomy: Taxonomy, kinds: Sequence[str]) -> _KindOf:
    """Which of some kinds of things a word names, in its most frequent sense or in all its senses."""
    keys = {term_key(kind): kind for kind in reversed(kinds)}
    order = {kind: place for place, kind in enumerate(kinds)}

    def of_sense(sense: Sense) -> str:
        return min((keys[key] for key in sense.above if key in keys), key=order.__getitem__, default="")

    def kind_of(word: str, in_all: bool) -> str:
        """The kind, empty where there is none or the senses differ."""
        for label in dict.fromkeys((word, fold(word))):
            for senses in taxonomy.senses(label) if taxonomy.readings(label).startswith("n") else ():
                if label not in senses[0].spelt:
                    continue  # a name
                found = {of_sense(sense) for sense in (senses if in_all else senses[:1])}
                if len(found) == 1:
                    return found.pop()
        return ""

    return kind_of
