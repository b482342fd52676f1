"""Words evened out among classes: by lot, so that none tells a class from others of its group.

What a class says more often than its group leaves its documents in so many cases that the rates are
alike. An attacker who learns from documents redacted in the same way then meets the same rates in all of
them, whereas a choice that depends on the words of a document tells by what is gone.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from engine.methods.k_redactor.corpus import Corpus
from engine.methods.k_redactor.model import Floats, Ints

_SHRINK = 2.0
"""Documents with the group's rates that each class is thought to have besides its own."""
_ROUNDS = 300
_SETTLED = 1e-7
_BYTES = 8


class Evenness(NamedTuple):
    """How alike classes become.

    Parameters
    ----------
    at_most : float
        How many times as often as in its group on average a word may stand in a class, > 1.
    among : int
        Classes of a group, at least.
    """

    at_most: float
    among: int


@dataclass(frozen=True, eq=False)
class EvenWords:
    """The share of documents of each class in which each word may stay.

    Parameters
    ----------
    stays : ndarray of float32, shape (n_classes, n_words)
    """

    stays: np.ndarray = field(repr=False)

    def leave(self, own: int, words: Sequence[int], key: bytes, document: bytes) -> list[int]:
        """Words that leave a document by lot.

        Parameters
        ----------
        own : int
            Its class.
        words : sequence of int
        key : bytes
            Secret of the release: nobody without it can draw again.
        document : bytes
            Stands for the document, so that it meets the same lots whenever it is decided about.
        """
        lots = [hmac.digest(key, document + word.to_bytes(4, "big"), "sha256")[:_BYTES] for word in words]
        drawn = [int.from_bytes(lot, "big") / 256**_BYTES for lot in lots]
        return [word for word, lot in zip(words, drawn, strict=True) if lot >= self.stays[own, word]]


def even_words(corpus: Corpus, evenness: Evenness) -> EvenWords:
    """Fit on labelled documents.

    Parameters
    ----------
    corpus : Corpus
    evenness : Evenness

    Notes
    -----
    Each rate is capped at `at_most` times the mean of the capped rates of its group, which is found by
    repeating the cap. The expected number of words lost is the least for which these caps hold.
    """
    n_classes = len(corpus.sensitive_classes)
    counts = _counts(corpus.documents, corpus.sensitive, n_classes)
    sizes = np.bincount(corpus.sensitive, minlength=n_classes).astype(np.float64)
    stays = np.ones(counts.shape, np.float32)
    for group in _groups(corpus, counts, sizes, evenness.among):
        rates = _rates(counts[group], sizes[group])
        capped = _capped(rates, evenness.at_most)
        stays[group] = np.divide(capped, rates, out=np.ones_like(rates), where=rates > 0)
    return EvenWords(stays)


def _counts(documents: csr_array, own: Ints, n_classes: int) -> Floats:
    """Documents of each class with each word."""
    members = csr_array((np.ones(len(own)), (own, np.arange(len(own)))), shape=(n_classes, len(own)))
    return np.asarray((members @ documents).toarray(), np.float64)


def _rates(counts: Floats, sizes: Floats) -> Floats:
    shared = counts.sum(axis=0) / max(1.0, sizes.sum())
    return np.asarray((counts + _SHRINK * shared) / (sizes[:, None] + _SHRINK))


def _capped(rates: Floats, at_most: float) -> Floats:
    capped = rates
    for _ in range(_ROUNDS):
        lower = np.minimum(rates, at_most * capped.mean(axis=0))
        if np.abs(lower - capped).max(initial=0.0) < _SETTLED:
            break
        capped = lower
    return capped


def _groups(corpus: Corpus, counts: Floats, sizes: Floats, among: int) -> list[list[int]]:
    """Classes that shall look alike: those of one class to keep, small groups joined to the likest other."""
    groups = list(_by_topic(corpus, range(len(sizes))).values())
    while len(groups) > 1 and min(map(len, groups)) < among:
        groups.sort(key=len)
        small, others = groups[0], groups[1:]
        mine = _profile(counts, sizes, small)
        likest = max(others, key=lambda other: float(mine @ _profile(counts, sizes, other)))
        groups = [*(other for other in others if other is not likest), sorted([*small, *likest])]
    return groups


def _by_topic(corpus: Corpus, classes: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for own in classes:
        topics = corpus.utility[corpus.sensitive == own] if corpus.utility is not None else None
        topic = own if topics is None or not len(topics) else int(np.bincount(topics).argmax())
        found.setdefault(topic, []).append(own)
    return found


def _profile(counts: Floats, sizes: Floats, group: Sequence[int]) -> Floats:
    """Root of the rates of a group's words, of length one: two of them are like as far as they overlap."""
    root = np.sqrt(counts[group].sum(axis=0) / max(1.0, sizes[group].sum()))
    return np.asarray(root / max(float(np.linalg.norm(root)), 1e-12))
