"""Attackers who tell authors apart: by everything a text says, and by its style alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfVectorizer
from sklearn.pipeline import Pipeline, make_pipeline, make_union
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

_PIECE = re.compile(r"\n[ \t]*|[ \t]+|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]+|_+")
_AUXILIARIES = frozenset(["do", "does", "did", "ca", "wo", "could", "would", "should", "is", "are", "was"])
_ENDING = re.compile(r"['’][a-z]{1,2}$")


def style_pieces(text: str) -> list[str]:
    """A text without its subject: function words, signs and blanks stay, other words become their shape."""
    return [_piece(found) for found in _PIECE.findall(text)]


def _piece(found: str) -> str:
    if not found[0].isalpha():
        return "0" if found[0].isdigit() else found
    if _ENDING.sub("", found.lower()).removesuffix("n") in ENGLISH_STOP_WORDS | _AUXILIARIES:
        return found
    return "AA" if found.isupper() and len(found) > 1 else "Aa" if found[0].isupper() else "a"


def _everything() -> Pipeline:
    pieces = TfidfVectorizer(
        analyzer="char", ngram_range=(2, 4), lowercase=False, sublinear_tf=True, max_features=60_000
    )
    words = TfidfVectorizer(
        vocabulary=sorted(ENGLISH_STOP_WORDS), use_idf=False, token_pattern=r"[^\W\d_]+", sublinear_tf=True
    )
    return make_pipeline(make_union(pieces, words), LinearSVC(random_state=0))


def _style() -> Pipeline:
    pieces = TfidfVectorizer(
        tokenizer=style_pieces, token_pattern=None, lowercase=False, ngram_range=(1, 2), sublinear_tf=True
    )
    return make_pipeline(pieces, LinearSVC(random_state=0))


ATTACKERS: Mapping[str, Callable[[], Pipeline]] = {"everything": _everything, "style alone": _style}
"""Attacker -> a new one, untrained: linear SVMs on pieces of words with function words, and on style."""


def right_guesses(
    name: str,
    lessons: Sequence[str],
    authors: Sequence[str],
    texts: Sequence[Sequence[str]],
    own: Sequence[str],
) -> list[NDArray[np.bool_]]:
    """Whether an attacker names the author of each text, for several forms of the same texts.

    Parameters
    ----------
    name : str
        Of `ATTACKERS`.
    lessons, authors : sequence of str
        What it learns from.
    texts : sequence of sequence of str
        Forms of the attacked texts.
    own : sequence of str
        Their authors.
    """
    with threadpool_limits(1):
        model = ATTACKERS[name]().fit(lessons, authors)
        return [np.asarray(model.predict(form)) == np.asarray(own) for form in texts]
