"""Naive Bayes over binary word features, with leave-one-out by subtracting counts.

References
----------
Cumby and Ghani, A Machine Learning Based System for Semi-Automatically
Redacting Documents (IAAI 2011), equation 1 and section "Experiments".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from engine.errors import InvalidError, fault

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_WORDS_AT_ONCE = 5_000  # a table of classes by words at most this wide
_NEVER = -1e6
"""Log prior of a class without another document: less than any words make up for, and a number."""


@dataclass(frozen=True, eq=False)
class NaiveBayes:
    """Class priors and word likelihoods, from counts that can be taken back.

    Parameters
    ----------
    classes : sequence of str
    class_documents : ndarray of int, shape (n_classes,)
        Documents of each class.
    word_documents : ndarray of float, shape (n_classes, n_words)
        Documents of each class that contain each word.
    smoothing : float
        Added to every count, > 0.

    Notes
    -----
    ``P(x_i | s) = (n_si + l) / (sum_i n_si + l V)`` over the words present; a word absent
    from a document contributes nothing, as in the paper's equation 1 and its
    linear program.
    """

    classes: Sequence[str]
    class_documents: Ints
    word_documents: Floats
    smoothing: float = 0.1
    _totals: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_totals", self.word_documents.sum(axis=1))

    @property
    def n_words(self) -> int:
        """Words of the vocabulary."""
        return int(self.word_documents.shape[1])

    @cached_property
    def log_prior(self) -> Floats:
        """``log P(s)``, shape (n_classes,)."""
        return np.asarray(np.log(self.class_documents) - np.log(self.class_documents.sum()))

    @cached_property
    def log_likelihood(self) -> Floats:
        """``log P(x_i | s)``, shape (n_classes, n_words)."""
        size = self._totals + self.smoothing * self.n_words
        return np.asarray(np.log(self.word_documents + self.smoothing) - np.log(size)[:, None])

    def view(
        self,
        words: Sequence[int] | Ints,
        without: int | None = None,
        document: Sequence[int] | Ints | None = None,
    ) -> tuple[Floats, Floats]:
        """Log priors and log likelihoods of some words, as if the document were not in the corpus.

        Parameters
        ----------
        words : sequence of int
        without : int, optional
            The document's class, when the document is part of the corpus the
            model was fitted on: its counts are subtracted.
        document : sequence of int, optional
            All words of that document; None: exactly `words`.

        Returns
        -------
        log_prior : ndarray, shape (n_classes,)
        log_likelihood : ndarray, shape (n_classes, len(words))
        """
        columns = np.asarray(words, dtype=np.int64)
        likelihood = self.log_likelihood[:, columns]
        if without is None:
            return self.log_prior, likelihood
        prior = np.log(self.class_documents.astype(np.float64))
        others = int(self.class_documents[without]) - 1
        prior[without] = np.log(others) if others else _NEVER
        n_taken = len(columns if document is None else document)
        size = self._totals[without] - n_taken + self.smoothing * self.n_words
        taken = 1 if document is None else np.isin(columns, np.asarray(document, dtype=np.int64))
        own = self.word_documents[without, columns] - taken + self.smoothing
        likelihood[without] = np.log(own) - np.log(size)
        return prior - np.log(self.class_documents.sum() - 1), likelihood

    def leave_one_out(self, documents: csr_array, kept: csr_array, own: Ints) -> Floats:
        """Scores of documents of the corpus by a model trained on everything but each of them.

        Parameters
        ----------
        documents : csr_array, shape (n_documents, n_words)
            The documents as they are in the corpus.
        kept : csr_array
            The same documents after redaction: what the attacker sees.
        own : ndarray of int
            Class of each document.

        Returns
        -------
        ndarray, shape (n_documents, n_classes)
            ``log P(s) + sum log P(x_i | s)``.

        Notes
        -----
        Only the parameters of the document's own class change, so one sparse product
        and one pass over the ones serve the whole corpus.
        """
        n_total = self.class_documents.sum()
        scores = np.asarray(kept @ self.log_likelihood.T)
        scores += np.log(self.class_documents) - np.log(n_total - 1)
        lengths = np.diff(documents.indptr)
        row = np.repeat(np.arange(kept.shape[0]), np.diff(kept.indptr))
        counts = self.word_documents[own[row], kept.indices] - 1 + self.smoothing
        size = self._totals[own] - lengths + self.smoothing * self.n_words
        mine = np.bincount(row, np.log(counts), minlength=len(own)) - np.diff(kept.indptr) * np.log(size)
        with np.errstate(divide="ignore"):
            mine += np.log(self.class_documents[own] - 1) - np.log(n_total - 1)
        scores[np.arange(len(own)), own] = mine
        return scores


def fit(documents: csr_array, labels: Ints, classes: Sequence[str], smoothing: float = 0.1) -> NaiveBayes:
    """Count words by class.

    Raises
    ------
    InvalidError
        ``KCF001`` fewer than two classes, or a class without a document.
    """
    sizes = np.bincount(labels, minlength=len(classes))
    if len(classes) < 2 or (sizes == 0).any():
        advice = "Give at least two classes, each with a document."
        raise InvalidError(
            fault("KCF001", "labelled documents", "must be of two or more classes", len(classes), advice)
        )
    onehot = csr_array(
        (np.ones(len(labels)), labels, np.arange(len(labels) + 1)), shape=(len(labels), len(classes))
    )
    counts = np.asarray((onehot.T @ documents.astype(np.float64)).todense())
    return NaiveBayes(list(classes), sizes.astype(np.int64), counts, smoothing)


def mutual_information(documents: csr_array, labels: Ints, n_classes: int) -> Floats:
    """Mutual information of each word's presence with the class, in nats."""
    n = documents.shape[0]
    onehot = csr_array((np.ones(n), labels, np.arange(n + 1)), shape=(n, n_classes))
    columns = documents.tocsc()
    class_size = np.bincount(labels, minlength=n_classes).astype(np.float64)[:, None]
    total = np.zeros(documents.shape[1])
    for start in range(0, len(total), _WORDS_AT_ONCE):
        some = slice(start, start + _WORDS_AT_ONCE)
        present = np.asarray((onehot.T @ columns[:, some].astype(np.float64)).todense())
        total[some] = _information_of(present, class_size, n)
    return total


def _information_of(present: Floats, class_size: Floats, n: int) -> Floats:
    """The same of some words, from the documents of each class that hold them."""
    word = present.sum(axis=0)[None, :]
    total = np.zeros(present.shape[1])
    for joint, margin in ((present, word), (class_size - present, n - word)):
        with np.errstate(divide="ignore", invalid="ignore"):
            term = joint / n * np.log(joint * n / (class_size * margin))
        total += np.where(joint > 0, term, 0.0).sum(axis=0)
    return total


def ranks(scores: Floats, own: Ints) -> Ints:
    """Rank of each document's own class, 1 = best; ties count against it (the other class precedes)."""
    mine = scores[np.arange(len(own)), own]
    return np.asarray((scores >= mine[:, None]).sum(axis=1), dtype=np.int64)
