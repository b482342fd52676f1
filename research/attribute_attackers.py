"""Two readers who guess an attribute of a post's writer: one learned from other posts, one looks words up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_limits

_FOLDS = 10
_MOST_STEPS = 200
_SPELT = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORD = re.compile(r"[^\W_]{3,}|\d{2}")


def learned_guesses(
    originals: Sequence[str], released: Sequence[str], values: Sequence[str], seed: int
) -> tuple[list[bool], list[bool]]:
    """Whether the attacker is right about each post as it was, and as it is released.

    Parameters
    ----------
    originals, released : sequence of str
        Posts in one order.
    values : sequence of str
        The true value of each.
    seed : int
        Of the folds.

    Notes
    -----
    TF-IDF over words with logistic regression, trained on the other posts as they were,
    those of the same writer among them: he knows the writers' other posts, and not this one.
    """
    right = np.zeros((2, len(values)), dtype=bool)
    folds = KFold(min(_FOLDS, len(values)), shuffle=True, random_state=seed)
    for train, test in folds.split(originals):
        known = [values[i] for i in train]
        if len(set(known)) < 2:
            right[:, test] = [[values[i] == known[0] for i in test]] * 2
            continue
        model = make_pipeline(
            TfidfVectorizer(sublinear_tf=True), LogisticRegression(C=30.0, max_iter=_MOST_STEPS)
        )
        with threadpool_limits(1):
            model.fit([originals[i] for i in train], known)
        for row, texts in enumerate((originals, released)):
            guesses = model.predict([texts[i] for i in test])
            right[row, test] = [guess == values[i] for guess, i in zip(guesses, test, strict=True)]
    return right[0].tolist(), right[1].tolist()


def looked_up(text: str, value: str, lists: Mapping[str, frozenset[str]]) -> bool:
    """Whether a post holds a word of its own value, or one that the lists give for it."""
    words = set(_WORD.findall(text.casefold())) | {
        text.casefold()[m.start() : m.end()] for m in _PAIR.finditer(text)
    }
    return not words.isdisjoint(lists[value])


_PAIR = re.compile(rf"\b(?:{'|'.join(_SPELT)})-\w+", re.IGNORECASE)


def word_lists(values: Sequence[str]) -> dict[str, frozenset[str]]:
    """For every value the words that name it: its own, and a number in words."""
    return {value: frozenset(_names(value)) for value in set(values)}


def _names(value: str) -> list[str]:
    names = _WORD.findall(value.casefold())
    spelt = [
        f"{_SPELT[int(n[0]) - 2]}-{_ONES[int(n[1])]}".rstrip("-")
        for n in names
        if re.fullmatch(r"[2-9]\d", n)
    ]
    return names + spelt
