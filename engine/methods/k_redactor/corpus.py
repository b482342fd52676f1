"""A labelled corpus as a sparse table of words, and the models fitted on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from engine.errors import InvalidError, fault
from engine.methods.k_redactor.model import Ints, NaiveBayes, fit, mutual_information
from engine.methods.k_redactor.words import features
from engine.text import SensitiveText

MAX_WORDS = 10_000
"""Features kept, by mutual information with the sensitive class (the paper's number)."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One document of the corpus: its text, sensitive class and, where known, utility class."""

    text: SensitiveText
    sensitive: str
    utility: str | None = None


@dataclass(frozen=True, eq=False)
class Corpus:
    """Documents as rows of ones, words as columns.

    Parameters
    ----------
    words : sequence of str
        Features (stems), ascending.
    documents : csr_array, shape (n_documents, n_words)
    sensitive, utility : ndarray of int
        Class numbers; `utility` None when the corpus has no utility classes.
    sensitive_classes, utility_classes : sequence of str
    """

    words: Sequence[str] = field(repr=False)
    documents: csr_array = field(repr=False)
    sensitive: Ints = field(repr=False)
    sensitive_classes: Sequence[str] = field(repr=False)
    utility: Ints | None = field(default=None, repr=False)
    utility_classes: Sequence[str] = field(default=(), repr=False)

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        """Feature -> column."""
        return {word: i for i, word in enumerate(self.words)}

    def row(self, i: int) -> Ints:
        """Words of document `i`."""
        found: Ints = self.documents.indices[self.documents.indptr[i] : self.documents.indptr[i + 1]]
        return found

    def topics_of(self, own: int) -> list[int]:
        """Utility classes of the documents of a sensitive class, ascending; none without utility classes."""
        if self.utility is None:
            return []
        return [int(topic) for topic in np.unique(self.utility[self.sensitive == own])]

    def models(self, smoothing: float = 0.1) -> tuple[NaiveBayes, NaiveBayes | None]:
        """Naive Bayes of the sensitive and of the utility classes."""
        sensitive = fit(self.documents, self.sensitive, self.sensitive_classes, smoothing)
        if self.utility is None:
            return sensitive, None
        return sensitive, fit(self.documents, self.utility, self.utility_classes, smoothing)


def build_corpus(labelled: Iterable[Labelled], max_words: int = MAX_WORDS) -> Corpus:
    """Count the words of labelled documents.

    Parameters
    ----------
    labelled : iterable of Labelled
        Read once; texts are not kept.
    max_words : int
        Words kept: those in at least two documents, highest mutual information first.

    Returns
    -------
    Corpus

    Raises
    ------
    InvalidError
        ``KCF001`` fewer than two classes; ``KCF002`` utility classes on some documents only; ``KCF007`` no
        word stands in two documents.
    """
    number: dict[str, int] = {}
    found: list[NDArray[np.int32]] = []
    sensitive: list[str] = []
    utility: list[str | None] = []
    for item in labelled:
        said = features(item.text.reveal())
        found.append(np.fromiter((number.setdefault(word, len(number)) for word in said), np.int32))
        sensitive.append(item.sensitive)
        utility.append(item.utility)
    classes, numbers = _numbered(sensitive)
    if len(classes) < 2:
        advice = "Give at least two classes, each with a document."
        raise InvalidError(
            fault("KCF001", "labelled documents", "must be of two or more classes", len(classes), advice)
        )
    words, documents = _matrix(found, list(number))
    keep = _informative(documents, numbers, len(classes), max_words)
    corpus = Corpus([words[i] for i in keep], csr_array(documents[:, keep]), numbers, classes)
    if any(u is not None for u in utility):
        corpus = _with_utility(corpus, utility)
    if not words:
        advice = "Add documents of each class: what stands in one document alone tells nothing of others."
        raise InvalidError(
            fault("KCF007", "labelled documents", "must share words, two documents at least", "none", advice)
        )
    return corpus


def _with_utility(corpus: Corpus, utility: Sequence[str | None]) -> Corpus:
    given = [u for u in utility if u is not None]
    if len(given) < len(utility) or len(set(given)) < 2:
        must = "must give every document a utility class, two classes at least, or none"
        raise InvalidError(fault("KCF002", "labelled documents", must, f"{len(given)} of {len(utility)}"))
    classes, numbers = _numbered(given)
    return Corpus(
        corpus.words, corpus.documents, corpus.sensitive, corpus.sensitive_classes, numbers, classes
    )


def _numbered(names: Sequence[str]) -> tuple[list[str], Ints]:
    classes = sorted(set(names))
    number = {name: i for i, name in enumerate(classes)}
    return classes, np.array([number[name] for name in names], np.int64)


def _matrix(found: Sequence[NDArray[np.int32]], names: Sequence[str]) -> tuple[list[str], csr_array]:
    """Words of two documents or more, ascending, and the documents in them (`found`: places in `names`)."""
    n_documents = np.bincount(np.concatenate([*found, np.empty(0, np.int32)]), minlength=len(names))
    words = sorted(names[i] for i in np.flatnonzero(n_documents > 1).tolist())
    number = {word: i for i, word in enumerate(words)}
    column = np.array([number.get(name, -1) for name in names], np.int32)
    rows = [np.sort(places[places >= 0]) for places in (column[row] for row in found)]
    return words, matrix_of(rows, len(words))


def matrix_of(rows: Sequence[Sequence[int] | Ints | NDArray[np.int32]], n_words: int) -> csr_array:
    """Rows of ones at the given columns (32-bit indices, as scikit-learn wants)."""
    lengths = np.array([len(row) for row in rows], np.int64)
    indices = np.concatenate([*map(np.asarray, rows), np.empty(0, np.int32)]).astype(np.int32)
    pointers = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return csr_array((np.ones(len(indices)), indices, pointers), shape=(len(rows), n_words))


def _informative(documents: csr_array, labels: Ints, n_classes: int, max_words: int) -> Ints:
    score = mutual_information(documents, labels, n_classes)
    best = np.argsort(-score, kind="stable")[:max_words]
    return np.sort(best).astype(np.int64)
