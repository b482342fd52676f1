"""Definition 1 checked on a released text, counted straight from the labelled documents.

Uses neither the fitted model nor the program of the redactor. The words come from whoever asks: a text
must be read as the labelled documents were, or their counts say nothing about it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

_TOLERANCE = 1e-9  # nats; the redactor leaves a margin of 1e-6


class LabelledCounts(Protocol):
    """Labelled documents as a sparse table of words: `engine.methods.k_redactor.corpus.Corpus` is one."""

    @property
    def words(self) -> Sequence[str]:
        """Features, in the order of the columns."""
        ...

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Feature -> column."""
        ...

    @property
    def documents(self) -> Any:
        """Sparse array, a row for each document, a one for each word in it."""
        ...

    @property
    def sensitive(self) -> NDArray[np.int64]:
        """Class number of each document."""
        ...

    @property
    def sensitive_classes(self) -> Sequence[str]:
        """Names of the classes."""
        ...


class ResidualCheck:
    """Ranks the true class of a released text among all classes.

    Parameters
    ----------
    corpus : LabelledCounts
        The labelled documents.
    smoothing : float
        Of naive Bayes.
    """

    def __init__(self, corpus: LabelledCounts, smoothing: float) -> None:
        self._numbers = corpus.vocabulary
        self._columns = csc_array(corpus.documents)
        self._classes = corpus.sensitive
        self._n_words = len(corpus.words)
        self._smoothing = smoothing
        lengths = np.diff(corpus.documents.indptr)
        n_classes = len(corpus.sensitive_classes)
        self._documents = np.bincount(corpus.sensitive, minlength=n_classes).tolist()
        self._ones = np.bincount(corpus.sensitive, lengths, minlength=n_classes).tolist()

    def rank(
        self,
        found: Collection[str],
        own: int,
        document: Collection[str] | None = None,
        priors: bool = True,
    ) -> int:
        """Rank of class `own`, 1 = first; a class that scores as high precedes it.

        Parameters
        ----------
        found : collection of str
            Features of everything that the released file shows.
        own : int
            The true class.
        document : collection of str, optional
            Features of the original, when it is one of the labelled documents: the attacker has the
            others only, so its counts are taken back.
        priors : bool
            Whether the class priors count, as in Definition 1.

        Notes
        -----
        ``log P(s) + sum_i log ((n_si + l) / (sum_i n_si + l V))`` over the words found.
        """
        taken = {self._numbers[f] for f in document or () if f in self._numbers}
        size, ones = list(self._documents), list(self._ones)
        if document is not None:
            size[own] -= 1
            ones[own] -= len(taken)
        words = sorted(self._numbers[f] for f in found if f in self._numbers)
        scores = [log(n) if priors and n else -np.inf if priors else 0.0 for n in size]
        for word in words:
            counts = self._counts(word)
            counts[own] -= word in taken
            for c, n in enumerate(counts):
                scores[c] += log((n + self._smoothing) / (ones[c] + self._smoothing * self._n_words))
        return sum(score >= scores[own] - _TOLERANCE for score in scores)

    def _counts(self, word: int) -> list[int]:
        """Documents of each class that hold a word."""
        start, end = self._columns.indptr[word : word + 2]
        classes = self._classes[self._columns.indices[start:end]]
        found: list[int] = np.bincount(classes, minlength=len(self._documents)).tolist()
        return found
