"""SimpleRedactor: one ordered list of words, every level of redaction a prefix of it.

References
----------
Cumby and Ghani (IAAI 2011), SIMPLEREDACTOR; section "Redaction System" for the
slider from the client's name to its line of business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.methods.k_redactor.model import Floats, Ints
from engine.methods.k_redactor.solving.case import Case

_CLEAR = 1e-9  # nats by which a class must lead to count, so that rounding decides nothing


@dataclass(frozen=True, eq=False)
class Ladder:
    """A document's words in the order of suppression, with the rank reached after each.

    Parameters
    ----------
    order : ndarray of int, shape (n_words,)
        Positions in the case's words, most telling first.
    scores : ndarray of float, shape (n_words,)
        How telling each is (nats), in that order.
    ranks : ndarray of int, shape (n_words + 1,)
        Rank of the true class after suppressing the first 0, 1, ... n words, 1 = first. Only clear
        leads count (1e-9 nats), and exact ties of the document without words.
    """

    order: Ints
    scores: Floats
    ranks: Ints

    def prefix_for(self, k: int) -> int | None:
        """Fewest words of the list to suppress so that k - 1 classes precede; None when none suffices."""
        reached = np.flatnonzero(self.ranks >= k)
        return int(reached[0]) if len(reached) else None

    def suppressed(self, n: int) -> Sequence[int]:
        """Positions suppressed when the slider stands at `n` words."""
        return [int(i) for i in self.order[:n]]


def ladder(case: Case) -> Ladder:
    """Order a document's words by how much they tell the true class from the others.

    Notes
    -----
    ``(1 - P(s)) log P(x_i|s) - sum_j P(s_j) log P(x_i|s_j)`` over the other classes j.
    """
    prior = np.exp(case.log_prior)
    telling = case.log_likelihood[case.own] - prior @ case.log_likelihood
    order = np.argsort(-telling.round(9), kind="stable")  # equal words in the vocabulary's order, everywhere
    whole = case.start() + case.log_likelihood.sum(axis=1)
    gone = np.cumsum(case.log_likelihood[:, order], axis=1)
    scores = np.concatenate([whole[:, None], whole[:, None] - gone], axis=1)
    scores[:, -1] = case.start()  # exactly, not by subtraction: there a tie counts
    lead = np.delete(scores, case.own, axis=0) - scores[case.own]
    least = np.full(scores.shape[1], _CLEAR)
    least[-1] = 0.0
    ranks = 1 + (lead >= least).sum(axis=0)
    return Ladder(order.astype(np.int64), telling[order], ranks.astype(np.int64))
