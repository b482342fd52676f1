"""What every adapter of the `Counts` port must do, checked against counting by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from engine.ports import Counts

_WORDS = [
    "hiv",
    "virus",
    "blood",
    "test",
    "city",
    "people",
    "clinic",
    "of",
    "the",
    "syphilis",
    "aids",
    "drug",
]
_RARE = ["zidovudine", "retrovirus", "kaposi"]


def make_contexts(n: int = 120, seed: int = 7) -> list[list[str]]:
    """Words of contexts; chosen so that every one is its own key."""
    draw = random.Random(seed)
    contexts = []
    for _ in range(n):
        words = draw.choices(_WORDS, weights=range(len(_WORDS), 0, -1), k=draw.randint(1, 12))
        contexts.append([draw.choice(_RARE) if draw.random() < 0.02 else word for word in words])
    return contexts


def as_text(contexts: list[list[str]], seed: int = 3) -> str:
    """The contexts as paragraphs, in odd spelling and punctuation."""
    draw = random.Random(seed)
    spell = [str.lower, str.upper, str.capitalize, lambda word: f"{word}’s"]
    between = [" ", " ", ", ", "\n", " - "]
    paragraphs = []
    for words in contexts:
        pieces = [draw.choice(spell)(word) + draw.choice(between) for word in words]
        paragraphs.append("".join(pieces).rstrip() + ".")
    return "\n\n".join(paragraphs)


def mentions(words: list[str], term: str) -> bool:
    """Whether a context mentions a term, by hand."""
    wanted = term.split()
    return any(words[i : i + len(wanted)] == wanted for i in range(len(words)))


CONTEXTS = make_contexts()
TERMS = [
    *_WORDS,
    *_RARE,
    "hiv virus",
    "virus hiv",
    "blood of the",
    "test of",
    "people hiv virus",
    "never",
    "hiv never",
]


class CountsSuite:
    """Inherit it, give a fixture `counts` over `as_text(CONTEXTS)`, one context per paragraph."""

    @pytest.fixture
    def counts(self) -> Iterator[Counts]:
        raise NotImplementedError

    def test_is_a_port(self, counts: Counts) -> None:
        assert isinstance(counts, Counts)
        assert counts.name
        assert len(counts.fingerprint) == 64

    def test_n_contexts(self, counts: Counts) -> None:
        assert counts.n_contexts() == len(CONTEXTS)

    @pytest.mark.parametrize("term", TERMS)
    def test_count_is_that_of_counting_by_hand(self, counts: Counts, term: str) -> None:
        assert counts.count([term]) == sum(mentions(words, term) for words in CONTEXTS)

    def test_joint_count_is_that_of_counting_by_hand(self, counts: Counts) -> None:
        for a, b in product(TERMS[::3], TERMS[1::4]):
            expected = sum(mentions(words, a) and mentions(words, b) for words in CONTEXTS)
            assert counts.count_joint([a], [b]) == expected, (a, b)

    def test_union_is_counted_once(self, counts: Counts) -> None:
        for a, b in product(TERMS[::3], TERMS[1::4]):
            expected = sum(mentions(words, a) or mentions(words, b) for words in CONTEXTS)
            assert counts.count([a, b]) == expected <= counts.count([a]) + counts.count([b])
            assert expected >= max(counts.count([a]), counts.count([b]))

    def test_joint_is_at_most_either(self, counts: Counts) -> None:
        for a, b in product(TERMS[::2], TERMS[1::3]):
            joint = counts.count_joint([a], [b, "aids"])
            assert joint <= min(counts.count([a]), counts.count([b, "aids"]))

    def test_joint_is_symmetric_and_of_itself_the_count(self, counts: Counts) -> None:
        assert counts.count_joint(["hiv", "aids"], ["blood"]) == counts.count_joint(
            ["blood"], ["aids", "hiv"]
        )
        for term in TERMS:
            assert counts.count_joint([term], [term]) == counts.count([term])

    def test_inclusion_and_exclusion(self, counts: Counts) -> None:
        a, b = ["hiv", "kaposi"], ["drug", "city"]
        joint = counts.count_joint(a, b)
        assert joint == counts.count(a) + counts.count(b) - counts.count(a + b) > 0

    def test_spellings_and_repetitions_are_one_term(self, counts: Counts) -> None:
        assert counts.count(["HIV", "hiv", "Hiv’s"]) == counts.count(["hiv"]) > 0

    def test_no_terms_no_mentions(self, counts: Counts) -> None:
        assert counts.count([]) == counts.count(["", " - "]) == 0
        assert counts.count_joint([], ["hiv"]) == counts.count_joint(["hiv"], []) == 0

    def test_one_string_is_not_a_list_of_letters(self, counts: Counts) -> None:
        with pytest.raises(TypeError):
            counts.count("hiv")
