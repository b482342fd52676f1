"""Ordinary words that a model takes, unsurely, for names."""

from __future__ import annotations

import numpy as np
import pytest

from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.entities.ordinary_words import reads_ordinary
from engine.methods.names.tagger.features import Lexicon, tokenize
from engine.methods.names.tagger.word_classes import WordClasses

LEXICON = Lexicon(
    {"first": frozenset({"rose"}), "last": frozenset({"grade"})},
    WordClasses(["river", "baker", "rose", "chart", "grade", "times"], {"cap": np.array([3, 5, 2, 2, 2, 2])}),
)


def judged(text: str, first: int, end: int, kind: str = "person", probability: float = 0.3) -> bool:
    entity = Entity(kind, [Mention(first, end, probability)])
    return reads_ordinary(entity, probability, tokenize(text), LEXICON)


@pytest.mark.parametrize(
    ("text", "first", "end", "kind", "ordinary"),
    [
        ("in the river now", 2, 3, "location", True),
        ("in the River now", 2, 3, "location", False),  # a capital within a sentence says something
        ("River of no return", 0, 1, "location", False),  # too often capitalised for a sentence's start
        ("Chart was reviewed", 0, 1, "organisation", True),
        ("the chart was", 1, 2, "organisation", False),  # as "the company" might be
        ("seen 3 times", 1, 3, "organisation", True),
        ("Grade was low", 0, 1, "person", False),  # somebody's surname
        ("rose called", 0, 1, "person", False),  # a first name, written small
        ("baker called", 0, 1, "person", False),  # mostly a name
        ("kroll called", 0, 1, "person", False),  # not known
        ("river chart here", 0, 2, "location", False),  # two words
        ("seen in 3 times", 2, 4, "date", False),  # no name
    ],
)
def test_one_ordinary_word_is_no_name(text: str, first: int, end: int, kind: str, ordinary: bool) -> None:
    assert judged(text, first, end, kind) is ordinary


def test_a_sure_model_is_believed_and_so_is_one_without_classes() -> None:
    assert not judged("in the river now", 2, 3, "location", 0.5)
    entity = Entity("location", [Mention(2, 3, 0.3)])
    assert not reads_ordinary(entity, 0.3, tokenize("in the river now"), Lexicon({}))


def test_every_mention_counts() -> None:
    tokens = tokenize("the river and the River")
    both = Entity("location", [Mention(1, 2, 0.3), Mention(4, 5, 0.3)])
    assert not reads_ordinary(both, 0.3, tokens, LEXICON)
